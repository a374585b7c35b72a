"""What a rule of the policy looks for everywhere is masked, though no extractor found it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from sanon.extraction.adapters.entities_file import EntitiesFile
from sanon.extraction.build import Extraction
from sanon.graph.store import Store
from sanon.records import TAKEN_AS_GIVEN, Finding
from sanon.results import RedactResult
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from sanon.settings.rules import EntityRule, Rules
from tests.graph.conftest import Place
from tests.on_store import export, load, redact

PROFILE = load_profile("insurance")
POLICY = Policy()
TEXTS = {
    "a": "Anna Ekblad fell at Grebbestad. The dive club paid.",
    "b": "Bert Olofsson of the DIVE CLUB saw it.",
    "c": "Nothing of that: dive clubs are many.",
}
CLUB = EntityRule(type="PROVIDER", value="dive club", everywhere=True)


@pytest.fixture
def store(place: Place, tmp_path: Path) -> Store:
    store = place.store()
    _load(store, tmp_path, TEXTS)
    return store


def _load(store: Store, folder: Path, texts: dict[str, str]) -> None:
    """Load documents whose extractor finds the two names and nothing else."""
    rows = [{"id": name, "content": text, "metadata": {"about": text}} for name, text in texts.items()]
    (folder / "docs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = {
        name: [
            Finding(spelling, spelling.casefold(), "NAME", 1.0, TAKEN_AS_GIVEN)
            for spelling in ("Anna Ekblad", "Bert Olofsson")
            if spelling in text
        ]
        for name, text in texts.items()
    }
    load(store, folder, extraction=Extraction(EntitiesFile(found, [], "")), profile=PROFILE, policy=POLICY)


def _decide(store: Store, *, always: tuple[EntityRule, ...], dry_run: bool = False) -> RedactResult:
    return redact(store, policy=POLICY, profile=PROFILE, rules=Rules(always_mask=always), dry_run=dry_run)


def _named_by_policy(store: Store) -> list[str]:
    values = store.mentioned_values()
    return sorted(values.loc[values["found_by"].map(lambda names: "policy" in names), "source_id"])


def test_what_a_rule_looks_for_everywhere_is_masked_in_all_texts_though_no_extractor_saw_it(store, tmp_path):
    planned = _decide(store, always=(CLUB,), dry_run=True)
    assert planned.missed == 2
    assert "dive club" not in set(store.entities()["value"])
    done = _decide(store, always=(CLUB,))
    assert done.missed == 2
    assert [one.stage for one in done.masked if one.type == "PROVIDER"] == ["list"]
    export(store, tmp_path / "out", policy=POLICY, profile=PROFILE)
    texts = {row["id"]: row for row in map(json.loads, (tmp_path / "out/docs.jsonl").read_text("utf-8").splitlines())}
    assert texts["a"]["content"] == "[NAME] fell at Grebbestad. The [PROVIDER] paid."
    assert texts["b"]["content"] == texts["b"]["metadata"]["about"] == "[NAME] of the [PROVIDER] saw it."
    assert texts["c"]["content"] == TEXTS["c"]
    assert _named_by_policy(store) == ["a", "b"]


def test_it_stays_masked_when_the_corpus_grows_and_is_found_in_what_is_new(store, tmp_path):
    _decide(store, always=(CLUB,))
    _load(store, tmp_path, TEXTS | {"d": "The dive club met.", "b": TEXTS["b"] + " The dive club again."})
    done = _decide(store, always=(CLUB,))
    # An entities file is read anew for all documents that it names.
    assert done.missed == 3
    assert done.masked == []
    assert _decide(store, always=(CLUB,)).missed == 0
    assert _named_by_policy(store) == ["a", "b", "d"]


def test_a_spelling_that_an_extractor_missed_joins_its_entity_and_what_else_the_document_mentions_stays(store):
    before = {(one, other) for one, other in store.mentions()[["source_id", "entity_id"]].to_numpy().tolist()}
    rule = EntityRule(type="NAME", value="Olofsson of", everywhere=True)
    assert _decide(store, always=(rule, EntityRule(type="NAME", value="BERT OLOFSSON", everywhere=True))).missed == 1
    after = {(one, other) for one, other in store.mentions()[["source_id", "entity_id"]].to_numpy().tolist()}
    assert before < after
    assert len(after) == len(before) + 1


@pytest.mark.parametrize("rule", [{"value": "x"}, {"type": "NAME"}, {"type": "NAME", "value": "x", "pattern": "y"}])
def test_only_a_value_with_a_type_can_be_looked_for_everywhere(rule):
    with pytest.raises(ValidationError, match="everywhere needs a type and a value"):
        EntityRule(**rule, everywhere=True)

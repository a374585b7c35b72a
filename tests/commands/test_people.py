"""At least so many people must fit: what all commands say of it, by hand."""

import json
import re

import pytest

from sanon import Corpus
from sanon.extraction.build import Extraction
from sanon.graph.open import create_or_open
from sanon.records import Finding
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from tests.cli.conftest import Sanon
from tests.on_store import load

#: A town of 5.4 digits, a trait of 3.1 and an age of 1.9 are 10.4: 8e9 · 10^−10.4 = .32 people fit.
TEXTS = {"a": "Lives in Passau, plays the tuba, 62 years old.", "b": "Likes to dive."}
ENTITIES = {
    "a": [["Passau", "passau", "LOCATION", 5.4], ["tuba", "tuba", "UNIQUE_FACT", 3.1], ["62", "62", "AGE", 1.9]],
    "b": [["dive", "dive", "UNIQUE_FACT", 2.0]],
}
#: Two documents share the town.
CHAINED = {
    "a": [["Passau", "passau", "LOCATION", 2.0], ["62", "62", "AGE", 1.9]],
    "b": [["Passau", "passau", "LOCATION", 2.0], ["tuba", "tuba", "UNIQUE_FACT", 3.1]],
}
FREE = {"theta_doc": 1.0, "theta_chain": 1.0, "population": 8e9}


@pytest.fixture
def corpus(tmp_path):
    rows = [{"id": n, "entities": [[o, v, t, d / 9.9] for o, v, t, d in es]} for n, es in ENTITIES.items()]
    (tmp_path / "entities.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with Corpus(tmp_path / "graph", entities=tmp_path / "entities.jsonl") as corpus:
        corpus.load([{"id": name, "content": text} for name, text in TEXTS.items()])
        yield corpus


def test_the_limits_of_risk_stand_alone_where_the_policy_says_so(corpus):
    done = corpus.redact(at_least=0, **FREE)
    assert (done.masked, done.people) == ([], None)
    assert corpus.analyze().people is None
    assert corpus.explain("document", "a").people is None


def test_what_tells_most_is_masked_until_enough_people_fit(corpus):
    done = corpus.redact(**FREE)  # 20 by default
    (mask,) = done.masked
    assert (mask.type, mask.stage) == ("LOCATION", "people")
    assert mask.reason == "document a: what it tells fits one person alone, fewer than 20"
    assert done.met
    assert done.people.fewest_in_a_document == pytest.approx(8e9 * 10**-5.0)
    assert (done.people.documents_below, done.people.chains_below) == (0, 0)
    # The graph remembers the limit.
    assert corpus.analyze().people == done.people
    assert corpus.redact().masked == []


def test_of_a_smaller_population_fewer_people_fit(corpus):
    # log10(80,000 / 20) = 3.6 digits may stay: the town goes, and the trait too. The other document tells 2.0.
    done = corpus.redact(at_least=20, **FREE | {"population": 80_000})
    assert {mask.type for mask in done.masked} == {"LOCATION", "UNIQUE_FACT"}
    assert done.people.fewest_in_a_document == pytest.approx(80_000 * 10**-2.0)


def test_explain_says_what_each_value_costs_and_what_a_mask_is_for(corpus):
    (mask,) = corpus.redact(at_least=20, **FREE).masked
    told = corpus.explain("document", "a").people
    assert told.digits == pytest.approx(5.0)
    assert told.budget == pytest.approx(8.602, abs=1e-3)
    assert [(one.type, one.digits) for one in told.entities] == [
        ("UNIQUE_FACT", pytest.approx(3.1)),
        ("AGE", pytest.approx(1.9)),
    ]
    without = corpus.explain("entity", mask.id).people_without
    assert without.documents_below == 1
    assert without.fewest_in_a_document == pytest.approx(8e9 * 10**-10.4)


def test_explain_says_what_the_values_of_a_chain_cost_together(tmp_path):
    # What both tell counts once: 2.0 of the town, 1.9 of the age, 3.1 of the tuba are 7.0 digits.
    rows = [{"id": name, "entities": [[o, v, t, d / 9.9] for o, v, t, d in told]} for name, told in CHAINED.items()]
    (tmp_path / "entities.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with Corpus(
        tmp_path / "graph", entities=tmp_path / "entities.jsonl", edge_threshold=0.01, population=8e9
    ) as corpus:
        texts = {name: " ".join(original for original, *_ in told) for name, told in CHAINED.items()}
        corpus.load([{"id": name, "content": text} for name, text in texts.items()])
        told = corpus.explain("chain", "a", "b").people
        assert told.people == pytest.approx(8e9 * 10**-7.0)
        digits = {one.type: one.digits for one in told.entities}
        assert digits == pytest.approx({"LOCATION": 2.0, "AGE": 1.9, "UNIQUE_FACT": 3.1})
        # Without a link nothing says that both tell of one person.
        assert corpus.explain("chain", "a", "b", edge_threshold=0.9).people is None


def test_what_if_counts_the_people_before_and_after(corpus):
    (mask,) = corpus.redact(at_least=20, **FREE).masked
    answer = corpus.what_if(keep=[mask.id])
    assert (answer.people_before.documents_below, answer.people_after.documents_below) == (0, 1)
    stricter = corpus.what_if(at_least=1_000_000)
    assert stricter.people_after.at_least == 1_000_000
    assert stricter.people_after.fewest_in_a_document >= 1_000_000


def test_where_nothing_may_be_masked_nothing_is_exported_and_the_document_is_named(corpus, tmp_path):
    rules = tmp_path / "policy.toml"
    rules.write_text("".join(f'[[never_mask]]\ntype = "{kind}"\n' for kind in ("LOCATION", "UNIQUE_FACT", "AGE")))
    done = corpus.redact(at_least=20, policy_file=rules, **FREE)
    assert not done.met
    assert [one.documents for one in done.open.people] == [["a"]]
    assert "fewer than 20 people fit 1 document and 0 chains" in str(done.problem())


def test_frontier_decides_for_the_people_that_are_asked_for(corpus):
    grid = {"theta_docs": (1.0,), "theta_chains": (1.0,), "edge_thresholds": (0.5,)}
    for at_least, population, masks in ((0, 8e9, 0), (20, 8e9, 1), (20, 80_000, 2)):
        found = corpus.frontier(at_least=at_least, population=population, **grid)
        assert [(point.masked, point.people_masks) for point in found.points] == [(masks, masks)]
        assert (found.parameters.at_least, found.parameters.population) == (at_least, population)


def test_explain_says_which_digits_forms_of_one_thing_tell_together(tmp_path):
    # Paris, 4.0, covers France, 2.2: without Paris France would still tell its 2.2.
    told = [["Paris", "paris", "LOCATION", 4.0 / 9.9], ["France", "france", "LOCATION", 2.2 / 9.9]]
    (tmp_path / "entities.jsonl").write_text(json.dumps({"id": "a", "entities": told}))
    sanon = Sanon(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.json").write_text(json.dumps({"id": "a", "content": "Lives in Paris, France."}))
    sanon.json("load", "docs", "--entities", "entities.jsonl")
    said = sanon("explain", "document", "a").out
    assert "The values tell 4.0 digits" in said
    assert re.search(r"^  1\.8 +[0-9a-f]{8}  LOCATION$", said, re.MULTILINE)
    assert "  2.2     is told by several values" in said


def test_of_a_table_the_values_of_one_row_are_added_up(tmp_path):
    # Rows tell 5.4 + 1.9 and 5.4 + 3.1 digits, besides 1.0 of both: 9.5 at most, where the document tells 16.8.
    told = [["Jane Roe", "jane roe", "NAME", 9.9], ["Passau", "passau", "LOCATION", 5.4], ["62", "62", "AGE", 1.9]]
    told += [["Ada Quirke", "ada quirke", "NAME", 9.9], ["Jena", "jena", "LOCATION", 5.4]]
    told += [["tuba", "tuba", "UNIQUE_FACT", 3.1], ["retired", "retired", "DEMOGRAPHIC", 1.0]]
    entities = tmp_path / "entities.jsonl"
    entities.write_text(json.dumps({"id": "t", "entities": [[o, v, t, d / 9.9] for o, v, t, d in told]}))
    text = "Patient;Town;Told\nJane Roe;Passau;62\nAda Quirke;Jena;tuba\n\nAll retired.\n"
    with Corpus(tmp_path / "graph", entities=entities, population=8e9) as corpus:
        corpus.load([{"id": "t", "content": text}])
        assert corpus.analyze().people.fewest_in_a_document == pytest.approx(8e9 * 10**-9.5)
        done = corpus.redact(**FREE)
        # Without the name the row of 9.5 digits needs one mask; the other has 8.3.
        assert [mask.type for mask in done.masked if mask.stage == "people"] == ["LOCATION"]


class _Named:
    """Finds names and towns where they stand; one name only in letters to her."""

    name = "named"

    def extract(self, document):
        kinds = dict.fromkeys(("Jane Roe", "Ada Quirke", "Ivo Zelenka"), "NAME")
        kinds |= {"Passau": "LOCATION", "Jena": "LOCATION"}
        hidden = {"Ludmila Zelenkova": "NAME"} if document.content.startswith("Dear") else {}
        found = {value: kind for value, kind in (kinds | hidden).items() if value in document.content}
        return [Finding(value, value.lower(), kind, 0.5, "test") for value, kind in found.items()]


def test_whose_a_value_is_follows_from_all_names_of_a_corpus_however_it_came_together(tmp_path):
    texts = {
        "table": "Patient;Town\nJane Roe;Passau\nIvo Zelenka;Ulm\nAda Quirke;Jena, at Ludmila Zelenkova's\n",
        "letter": "Dear Ludmila Zelenkova, welcome.",
    }
    persons = []
    for steps in (["table", "letter"], ["letter", "table"]):
        docs = tmp_path / steps[0]
        docs.mkdir()
        with create_or_open(str(tmp_path / f"graph of {steps[0]}")) as store:
            for name in steps:
                (docs / f"{name}.txt").write_text(texts[name])
                load(store, docs, extraction=Extraction(_Named()), profile=load_profile("insurance"), policy=Policy())
                persons.append(store.persons().sort_values("entity_id").to_numpy().tolist())
    # Before the letter comes nobody knows that the row of the table names two.
    assert [len(one) for one in persons] == [5, 3, 0, 3]
    assert persons[1] == persons[3]

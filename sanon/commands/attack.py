"""Attack: let somebody who holds texts about people look for them in an export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import numpy as np
from pydantic import Field

from sanon.attack.attackers import ATTACKERS, attackers_named
from sanon.attack.attackers.contract import Attacker
from sanon.attack.inference import Inference, added
from sanon.attack.open_set import open_set
from sanon.attack.ranking import NOTHING, Ranking
from sanon.attack.reader import Reader
from sanon.attack.words import words_kept
from sanon.audit.record import record_attack
from sanon.commands.attack_success import Sought, all_rankings
from sanon.commands.attacked_texts import (
    Texts,
    background_texts,
    exported_names,
    exported_texts,
    hidden_values,
    original_texts,
    partners_by_links,
    partners_by_truth,
    right_texts,
)
from sanon.commands.command import COLUMNS, Command, Terminal, summaries
from sanon.commands.signing import Recordable
from sanon.corpus_state.runs import last_run
from sanon.errors import ConfigurationError
from sanon.graph.open import own_folder
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.results import AttackResult
from sanon.results.attack import InferredValues
from sanon.settings.input import ExistingPath
from sanon.settings.settings import Settings


class AttackRequest(Recordable):
    """What is attacked, and what the attackers hold."""

    out: Annotated[ExistingPath, Terminal(argument=True)] = Field(description="The export.")
    background: ExistingPath | None = Field(
        default=None,
        description="Texts about people that an attacker may hold, in any form that load reads. Without it, the "
        "documents of OUT are compared with each other.",
    )
    truth: Path | None = Field(
        default=None,
        description="CSV with the columns document and person: which text is about the person of which document; "
        "without --background, which documents belong to one person. Without it, right is the text that attackers find "
        "for the original, or what the graph links.",
    )
    originals: ExistingPath | None = Field(
        default=None, description="The documents before protection; by default those of the graph, if there is one."
    )
    attackers: Annotated[tuple[str, ...], Terminal(choices=summaries(ATTACKERS))] = Field(
        default=(), description="Who attacks; may be repeated. By default those that need nothing but the texts."
    )
    embeddings: Path | None = Field(
        default=None,
        description="Folder with model.onnx and tokenizer.json of a sentence embedding model; by default that of the "
        "extra embeddings.",
    )
    open_set: bool = Field(
        default=False,
        description="Take half of the right texts away, and let an attacker answer only if one text stands out: shows "
        "precision and recall.",
    )
    reader: str | None = Field(
        default=None,
        description="A language model behind OPENAI_BASE_URL attacks too: it reads the protected documents and the "
        "texts most like each, and guesses whom a document is about and what stood in the place of its masks.",
    )
    at_most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description="Fail if an attacker finds a greater share of the documents than this.",
    )
    show_values: bool = Field(default=False, description="Show the words that gave a document away.")


def run(store: Store | None, settings: Settings, request: AttackRequest, progress: Progress = silent) -> AttackResult:
    """Rank background texts, or the other documents, by likeness to each document of an export.

    Raises:
        ConfigurationError: nothing to compare, or nothing that says which text is right.
        InputRejected: no texts that can be read, or a truth that names what is not there.
    """
    sign = request.recorder(request.out)
    if request.open_set and not request.background:
        raise ConfigurationError("--open-set takes half of the right texts away: name texts with --background")
    attackers = attackers_named(request.attackers, request.embeddings)
    exported = exported_texts(request.out, settings)
    before = original_texts(exported, request.originals, store, settings)
    with _reader(request.reader, store, settings) as reader:
        attack = _Attack(exported, before, [*attackers, *([reader] if reader else [])], settings, request, progress)
        if request.background:
            result, about = attack.with_background(request.background)
        else:
            result, about = attack.within_corpus(store), {}
        inferred = attack.inferred(reader, about) if reader else None
    result = result.model_copy(update={"at_most": request.at_most, "inferred": inferred})
    if request.record:
        record_attack(request.out, result, sign)
    return result


@dataclass(frozen=True)
class _Attack:
    """An export, and who attacks it.

    Attributes:
        before: the originals, by the names of the export; None without them.
    """

    exported: Texts
    before: Texts | None
    attackers: Sequence[Attacker]
    settings: Settings
    request: AttackRequest
    progress: Progress

    def with_background(self, folder: Path) -> tuple[AttackResult, dict[str, str]]:
        """Each document against the texts of the attackers; and what its right ones say, by source id."""
        exported, before, request, progress = self.exported, self.before or {}, self.request, self.progress
        held, left_out = background_texts(folder, exported, self.before, self.settings)
        if request.truth is None and not before:
            raise ConfigurationError(
                "nothing says which text is right: give the originals with --originals DOCS, the graph that the export "
                "comes from with --graph, or a --truth CSV with the columns document and person"
            )
        truth = right_texts(request.truth, exported, held) if request.truth is not None else {}
        names, texts = sorted(truth or before), [one.text for one in held.values()]
        protected = [exported[name].text for name in names]
        original = [before[name].text for name in names] if before.keys() >= set(names) else []
        rankings = all_rankings(self.attackers, protected + original, texts, progress)
        here, there = (
            {name: one.rows(rows) for name, one in rankings.items()}
            for rows in (slice(0, len(names)), slice(len(names), None))
        )
        # Nothing is right for a text that shares no word with any, an empty one among them.
        firsts = list(there.values())[-1].texts[:, 0].tolist()
        wanted = [truth[name] for name in names] if truth else [frozenset({text} - {NOTHING}) for text in firsts]
        sought = Sought(
            names,
            wanted,
            among=len(held),
            protected=here,
            original=there if original else {},
            open_sets={one.name: open_set(one, protected, texts, wanted, progress) for one in self.attackers}
            if request.open_set
            else {},
        )
        called = list(held)
        result = sought.result(
            {name: called[min(right)] for name, right in zip(names, wanted, strict=True) if right},
            background=len(held),
            against="background",
            right_by="truth" if request.truth else "original",
            words_kept=_kept(protected, original),
            left_out=left_out,
        )
        if request.show_values:
            found = sought.with_evidence(result.found, exported, texts, progress)
            result = result.model_copy(update={"found": found})
        about = ("\n".join(texts[text] for text in sorted(right)) for right in wanted)
        return result, dict(zip(names, about, strict=True))

    def within_corpus(self, store: Store | None) -> AttackResult:
        """Each document against all others, to see whether documents of one person still find each other."""
        exported, before, truth = self.exported, self.before, self.request.truth
        if len(exported) < 2:
            raise ConfigurationError(
                "one document alone has no other to be found by; name texts to compare: --background"
            )
        partners = partners_by_truth(truth, exported) if truth else partners_by_links(store, exported)
        names = [name for name in exported if partners.get(name)]
        if not names:
            raise ConfigurationError("no two documents belong together, by the truth or the links of the graph")
        at = {name: number for number, name in enumerate(exported)}
        protected = [one.text for one in exported.values()]
        original = [before[name].text for name in at] if before and before.keys() >= at.keys() else []
        rankings, former = (
            all_rankings(self.attackers, texts, texts, self.progress, leave_out=np.arange(len(at))) if texts else {}
            for texts in (protected, original)
        )
        rows = [at[name] for name in names]
        sought = Sought(
            names,
            [frozenset(at[other] for other in partners[name]) for name in names],
            among=len(at) - 1,
            protected={name: one.rows(rows) for name, one in rankings.items()},
            original={name: one.rows(rows) for name, one in former.items()},
        )
        chains = store.chains()["residual_risk"] if store else None
        return sought.result(
            {name: min(partners[name]) for name in names},
            background=len(at),
            against="corpus",
            right_by="truth" if truth else "links",
            words_kept=_kept(protected, original),
            max_chain_risk=None if chains is None else float(chains.max() if len(chains) else 0.0),
            chains_over_policy=_over_policy(store) if store else None,
            agreement=_agreement(store, at, list(rankings.values())[-1]) if store else None,
        )

    def inferred(self, reader: Reader, about: Mapping[str, str]) -> InferredValues | None:
        """What the reader makes of masks, compared with the originals; None without these.

        Args:
            about: what texts about its person say, by source id of a document.
        """
        before, profile = self.before, self.settings.profile
        if before is None:
            return None
        hidden = hidden_values(self.request.out, self.exported, before, profile)
        inference = Inference(profile)
        guesses = reader.guesses([document for document, _ in hidden.values()], self.progress)
        return added(
            inference.of(guess, f"{before[name].text}\n{about.get(name, '')}", self.exported[name].text, values)
            for (name, (_, values)), guess in zip(hidden.items(), guesses, strict=True)
        )


def _kept(protected: Sequence[str], original: Sequence[str]) -> float | None:
    """Share of the words of originals that still stand; None without originals."""
    return words_kept(zip(original, protected, strict=True)) if original else None


def _over_policy(store: Store) -> int | None:
    """Chains above their limits after the last redact; None if there was none."""
    last = last_run(store, "redact")
    return int(last.counts["after"]["chains_over_policy"]) if last and last.counts else None


def _agreement(store: Store, row: Mapping[str, int], ranking: Ranking) -> float | None:
    """Whether the links that are strong now are those along which documents still find each other.

    Args:
        row: of each document in the ranking, by source id.
        ranking: of each document against the others.

    Returns:
        Spearman's rank correlation, in [-1, 1], of a link's strength now and the inverse of the places at which its
        documents find each other, over all links; None where one of them is the same for all.
    """
    from scipy.stats import spearmanr  # half a second, and only here

    names = exported_names(store, row)
    strengths, nearness = list[float](), list[float]()
    links = store.links()[["source", "target", "residual_strength"]]
    for a, b, strength in links.itertuples(index=False):
        one, other = row.get(names.get(a, a)), row.get(names.get(b, b))
        if one is not None and other is not None and one != other:
            there, back = ranking.rows(slice(one, one + 1)), ranking.rows(slice(other, other + 1))
            found = int(there.rank_of([frozenset((other,))])[0]), int(back.rank_of([frozenset((one,))])[0])
            strengths.append(strength)
            nearness.append(sum(1.0 / (1 + place) for place in found))
    if len(set(strengths)) < 2 or len(set(nearness)) < 2:
        return None
    return float(spearmanr(strengths, nearness).statistic)


@contextmanager
def _reader(name: str | None, store: Store | None, settings: Settings) -> Iterator[Reader | None]:
    """A model that reads; its answers are kept beside the graph if there is one."""
    from sanon.attack.asking import JsonModel

    model = settings.model.model_copy(update={"model": name})
    with ExitStack() as closing:
        kept = own_folder(store.address) if store else Path(closing.enter_context(TemporaryDirectory()))
        asking = JsonModel.of(model, kept, "protected documents and texts about people") if name else None
        yield Reader(closing.enter_context(asking), model.concurrency) if asking else None


ATTACK = Command("attack", AttackRequest, run, graph="optional", settings=COLUMNS | {"concurrency", "timeout"})

"""What it costs that so many people fit: labels and coarser values, beside limits of risk that leave as many.

    python benchmarks/price.py ARCHIVE... [--at-least 20] [--extraction given]

ARCHIVE is an archive, as `sanon.testbench.archives` describes it, or holds archives. *Given* are the labels as entities
with the shares that authors wrote down, *embedded* what the default extractor finds. *Equal θ* are, for each archive,
the mildest limits of a grid that leave so many people in every document and chain; the last row has the mildest that
join as few pairs of documents of one person as coarser values under so many people. *Information kept* is 1 minus the
mean loss of the values that are no direct identifiers, 1 with a label and 1 − IC(g)/IC(e) with a coarser value.
*Fewer fit* counts documents and chains as sAnon does; the rest is counted as by `sanon bench`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import numpy as np

from sanon import Corpus
from sanon.results.bench import Part
from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Floats, Integers
from sanon.risk.people import People
from sanon.risk.scores import frequency
from sanon.selection import softening
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.people_budget import PeopleBudget
from sanon.testbench.archives.reader import Archive, is_archive, read_archive
from sanon.testbench.archives.scoring import scored
from sanon.testbench.workshop import write_entities

#: θ_doc and θ_chain from mild to strict.
GRID = (
    (0.95, 0.5), (0.8, 0.3), (0.65, 0.25), (0.5, 0.2), (0.4, 0.15), (0.3, 0.1), (0.25, 0.075), (0.2, 0.05),
    (0.15, 0.035), (0.1, 0.02), (0.05, 0.01), (0.02, 0.005), (0.0, 0.0),
)  # fmt: skip


@dataclass
class Price:
    """What one policy makes of an archive, or the sums of several."""

    masks: int = 0
    coarser: int = 0
    values: int = 0
    lost: float = 0.0
    documents_below: int = 0
    chains_below: int = 0
    quasi_gone: Part = field(default_factory=Part)
    words_kept: Part = field(default_factory=Part)
    general: Part = field(default_factory=Part)
    specific: Part = field(default_factory=Part)
    pairs_joined: Part = field(default_factory=Part)

    def __add__(self, other: Price) -> Price:
        return Price(**{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)})

    @property
    def cells(self) -> list[str]:
        """Of its row."""
        parts = [f"{one.part}/{one.whole}" for one in (self.general, self.specific, self.pairs_joined)]
        return [
            f"{self.masks:,}",
            f"{self.coarser:,}",
            f"{1 - self.lost / self.values:.3f}",
            f"{self.quasi_gone.part}/{self.quasi_gone.whole}",
            f"{self.words_kept.part / self.words_kept.whole:.3f}",
            *parts,
            f"{self.documents_below}, {self.chains_below}",
        ]


COLUMNS = (
    "policy", "masks", "coarser", "information kept", "quasi gone", "words kept", "general", "specific", "pairs joined",
    "fewer fit: documents, chains",
)  # fmt: skip


def prices(archive: Archive, extraction: str, at_least: float, folder: Path) -> Iterator[tuple[str, Price]]:
    """The rows of an archive."""
    how: dict[str, Any] = {"extractor": extraction}
    if extraction == "given":
        how = {"entities": write_entities(folder / "entities.jsonl", archive.entities())}
    with Corpus(folder / "graph", profile=archive.profile.name) as corpus:
        corpus.load([document.model_dump() for document in archive.documents], **how)

        def price(operator: str, people: float, limits: tuple[float, float]) -> Price:
            return _price(archive, corpus, operator, people, limits, at_least)

        mild, equal = GRID[0], _mildest(corpus, lambda limits: _enough_fit(corpus, at_least))
        yield "labels, θ .95, .5", price("type-label", 0, mild)
        yield "coarser, θ .95, .5", price("generalize", 0, mild)
        yield "labels, equal θ", price("type-label", 0, equal)
        yield "coarser, equal θ", price("generalize", 0, equal)
        yield f"labels, {at_least:g} people", price("type-label", at_least, mild)
        with mock.patch.object(softening, "choose_levels", one_after_the_other):
            row = price("generalize", at_least, mild)
        yield f"coarser, {at_least:g} people, levels one after the other", row
        row = price("generalize", at_least, mild)
        yield f"coarser, {at_least:g} people, levels together", row
        joined = row.pairs_joined.part
        linked = _mildest(corpus, lambda limits: price("type-label", 0, limits).pairs_joined.part <= joined)
        yield "labels, θ that leaves as few pairs joined", price("type-label", 0, linked)


def _mildest(corpus: Corpus, is_enough: Callable[[tuple[float, float]], bool]) -> tuple[float, float]:
    """The first limits of the grid that are strict enough, the last if none are; decides under each."""
    for theta_doc, theta_chain in GRID:
        corpus.redact(fresh=True, at_least=0, theta_doc=theta_doc, theta_chain=theta_chain)
        if is_enough((theta_doc, theta_chain)):
            break
    return theta_doc, theta_chain


def _enough_fit(corpus: Corpus, at_least: float) -> bool:
    people = corpus.analyze(at_least=at_least, rows=0).people
    return people is not None and not people.documents_below + people.chains_below


def _price(
    archive: Archive, corpus: Corpus, operator: str, people: float, limits: tuple[float, float], at_least: float
) -> Price:
    theta_doc, theta_chain = limits
    done = corpus.redact(fresh=True, at_least=people, theta_doc=theta_doc, theta_chain=theta_chain, operators=operator)
    texts = {name: one.content for name, one in corpus.hand_out(rename=True).documents.items()}
    seen = scored(archive, "", "", texts, len(done.masked))
    direct = {name for name, kind in archive.profile.types.items() if kind.direct}
    entities = corpus.entities
    fit = corpus.analyze(at_least=at_least, rows=0).people
    assert fit is not None, "people are asked for"
    return Price(
        masks=len(done.masked),
        coarser=done.kept_coarser,
        values=int((~entities["type"].isin(direct) & (entities["frequency"] > 0)).sum()),
        lost=sum(mask.loss for mask in done.masked if mask.type not in direct),
        documents_below=fit.documents_below,
        chains_below=fit.chains_below,
        quasi_gone=seen.quasi_gone,
        words_kept=seen.words_kept,
        general=seen.general_left,
        specific=seen.specific_left,
        pairs_joined=seen.pairs_joined or Part(),
    )


def one_after_the_other(
    corpus: MaskedCorpus, people: People, entity: Integers, value: Integers, kept: Floats
) -> Integers:
    """Levels as `choose_levels` finds them, but for each value alone, the most frequent first: the finest that fits."""
    shown = np.full(corpus.incidence.entities, NONE, dtype=np.int64)

    def over() -> set[tuple[int, ...]]:
        budget = PeopleBudget(people, corpus.links, corpus.policy.max_chain_length, shown)
        return {one.subjects for block in budget.violations(corpus.state) for one in block}

    hopeless, often = over(), frequency(corpus.incidence)
    best = np.zeros(corpus.incidence.entities)
    np.maximum.at(best, entity, kept)
    for one in sorted(set(entity.tolist()), key=lambda one: (-often[one], -best[one], one)):
        for option in value[entity == one].tolist():
            shown[one] = option
            if over() <= hopeless:
                break
            shown[one] = NONE
    return shown


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each way to extract."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="ARCHIVE")
    parser.add_argument("--at-least", type=float, default=20)
    parser.add_argument("--extraction", choices=("given", "embedded"), nargs="+", default=["given", "embedded"])
    given = parser.parse_args(arguments)
    folders = sorted(one for path in given.folders for one in [path, *path.iterdir()] if is_archive(one))
    for extraction in given.extraction:
        sums = dict[str, Price]()
        for folder in folders:
            with TemporaryDirectory() as work:
                for name, price in prices(read_archive(folder), extraction, given.at_least, Path(work)):
                    sums[name] = sums.get(name, Price()) + price
        print(f"{extraction}, {len(folders)} archives\n\n| " + " | ".join(COLUMNS) + " |\n|" + " --- |" * len(COLUMNS))
        print("\n".join("| " + " | ".join([name, *price.cells]) + " |" for name, price in sums.items()), flush=True)


if __name__ == "__main__":
    main()

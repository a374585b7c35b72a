"""How many people fit, as sAnon counts them, beside what the shares say that authors of archives wrote down.

    python benchmarks/shares.py ARCHIVE... [--at-least 20]

ARCHIVE is an archive, as `sanon.testbench.archives` describes it, or holds archives. *By labels* adds up the shares of
the labels that stand in a document, as sAnon adds up shares: forms of one thing once, direct identifiers never.
*Predicted* is what sAnon says of the same document with what the embedded extractor found, and with its shares. *After*
is under the masks that leave so many people; a label stands if the protected text holds its value.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from sanon import Corpus
from sanon.deciding.corpus_in_graph import CorpusInGraph, read_corpus_in_graph
from sanon.graph.open import create_or_open
from sanon.risk.incidence import Booleans, Floats
from sanon.risk.people import DIGITS
from sanon.settings.policy import POPULATION, Policy
from sanon.settings.settings import Settings
from sanon.testbench.archives.reader import Archive, is_archive, read_archive
from sanon.testbench.archives.scoring import spans
from sanon.testbench.workshop import write_entities

#: Log10 of the people of the default: with so many digits one of them fits.
ALL = float(np.log10(POPULATION))


@dataclass
class Beside:
    """Digits of the same documents, or of the same values, from two sources; parallel."""

    predicted: list[float] = field(default_factory=list)
    labelled: list[float] = field(default_factory=list)

    def add(self, other: Beside) -> None:
        """Put others behind."""
        self.predicted += other.predicted
        self.labelled += other.labelled

    @property
    def rank(self) -> float:
        """Rank correlation; NaN where one source says the same of all."""
        return float(spearmanr(self.predicted, self.labelled).statistic)

    def near(self, at_most: Callable[[float], float] = float) -> tuple[float, float, float]:
        """Shares within a factor of 10, with ten times fewer people predicted, and with ten times more."""
        gaps = [at_most(a) - at_most(b) for a, b in zip(self.predicted, self.labelled, strict=True)]
        fewer, more = (sum(sign * gap > 1 for gap in gaps) / len(gaps) for sign in (1, -1))
        return 1 - fewer - more, fewer, more


@dataclass
class Measured:
    """Of one archive, or of several: documents before and after, and values that both sources have."""

    before: Beside = field(default_factory=Beside)
    after: Beside = field(default_factory=Beside)
    values: Beside = field(default_factory=Beside)

    def add(self, other: Measured) -> None:
        """Put others behind."""
        self.before.add(other.before)
        self.after.add(other.after)
        self.values.add(other.values)


def measured(archive: Archive, at_least: float, folder: Path) -> Measured:
    """Load an archive as labelled and as found, mask it, and compare."""
    given = write_entities(folder / "entities.jsonl", archive.entities())
    documents = [document.model_dump() for document in archive.documents]
    with Corpus(folder / "labelled", profile=archive.profile.name, entities=given) as corpus:
        corpus.load(documents)
        labels = corpus.mentions
    with Corpus(folder / "found", profile=archive.profile.name) as corpus:
        corpus.load(documents)
        corpus.redact(at_least=at_least)
        found = corpus.mentions
        protected = {name: one.content for name, one in corpus.hand_out(rename=True).documents.items()}
    as_labelled, as_found = (_read(folder / name, archive, at_least) for name in ("labelled", "found"))
    values = _by_spelling(found)
    stands = [
        any(any(spans(value, protected[row.source_id])) for value in row.original_values) for row in labels.itertuples()
    ]
    result = Measured()
    every = np.ones(len(labels), dtype=np.bool_)
    for beside, standing, now in ((result.before, every, False), (result.after, np.array(stands), True)):
        beside.labelled += _by_labels(as_labelled, standing).tolist()
        beside.predicted += _predicted(as_found, now=now).tolist()
    direct = {name for name, kind in archive.profile.types.items() if kind.direct}
    is_direct = labels["entity_id"].map(as_labelled.entities.set_index("id")["type"]).isin(direct)
    for spelling, digits in _by_spelling(labels[~is_direct]).items():
        if spelling in values:
            result.values.predicted.append(values[spelling])
            result.values.labelled.append(digits)
    return result


def _read(graph: Path, archive: Archive, at_least: float) -> CorpusInGraph:
    with create_or_open(str(graph)) as store:
        return read_corpus_in_graph(store, Settings(profile=archive.profile, policy=Policy(at_least=at_least)))


def _by_spelling(mentions: pd.DataFrame) -> dict[tuple[str, str], float]:
    """Document and value as it stands there -> digits."""
    rows = zip(*(mentions[name].tolist() for name in ("source_id", "relevance", "original_values")), strict=True)
    return {(name, value.casefold()): DIGITS * relevance for name, relevance, values in rows for value in values}


def _by_labels(corpus: CorpusInGraph, standing: Booleans) -> Floats:
    people, incidence = corpus.masked.demands.people, corpus.masked.incidence
    assert people is not None, "the policy asks for people"
    # Mentions stand in the order of `Corpus.mentions`: by document and entity.
    left = replace(incidence, relevance=np.where(standing, incidence.relevance, 0.0))
    return replace(people, incidence=left).of_documents(np.zeros(incidence.entities, dtype=np.bool_))


def _predicted(corpus: CorpusInGraph, *, now: bool) -> Floats:
    people, masked = corpus.masked.demands.people, corpus.masked
    assert people is not None, "the policy asks for people"
    masks = masked.masks.now.in_documents
    return people.of_documents(masks if now else np.zeros_like(masks))


def row(name: str, one: Measured, most: float) -> str:
    """The cells of an archive; most: digits that leave enough people."""
    cells = [name, str(len(one.before.predicted))]
    for beside in (one.before, one.after):
        near, fewer, more = beside.near(lambda digits: min(digits, ALL))
        exact = beside.near()[0]
        medians = f"{median(beside.predicted):.1f}, {median(beside.labelled):.1f}"
        cells += [f"{beside.rank:.2f}", f"{near:.2f}, {exact:.2f}", f"{fewer:.2f}, {more:.2f}", medians]
    gaps = [abs(a - b) for a, b in zip(one.values.predicted, one.values.labelled, strict=True)]
    enough = [sum(digits <= most for digits in which) for which in (one.after.predicted, one.after.labelled)]
    cells += [f"{enough[0]}, {enough[1]}", str(len(gaps)), f"{one.values.rank:.2f}", f"{median(gaps):.1f}"]
    return "| " + " | ".join(cells) + " |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="ARCHIVE")
    parser.add_argument("--at-least", type=float, default=20)
    given = parser.parse_args(arguments)
    columns = ["archive", "documents"]
    for when in ("before", "after"):
        columns += [
            f"rank {when}",
            "factor of 10; also below one person",
            "fewer, more",
            "digits: predicted, by labels",
        ]
    most = ALL - float(np.log10(given.at_least)) + 1e-9
    columns += ["enough fit after: predicted, by labels", "values in both", "rank", "median gap, digits"]
    print("| " + " | ".join(columns) + " |\n|" + " --- |" * len(columns), flush=True)
    together = Measured()
    for folder in sorted(one for path in given.folders for one in [path, *path.iterdir()] if is_archive(one)):
        with TemporaryDirectory() as work:
            one = measured(read_archive(folder), given.at_least, Path(work))
        print(row(folder.name, one, most), flush=True)
        together.add(one)
    print(row("all", together, most))


if __name__ == "__main__":
    main()

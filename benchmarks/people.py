"""How many people fit, as sAnon counts them, beside how many of a register do: documents and chains, before and after.

    python benchmarks/people.py FOLDER [--population 1000000] [--at-least 20] [--most 1000]

FOLDER is what `sanon generate` made; its hidden persons are people of a register of 100,000. Entities and shares are
those of the generator, so that only the model of independent shares is on trial. Masks are those that leave so many of
the population. *Counted* are the people of the register of whom everything is true that a text, or the texts of a
chain, states of the hidden person; *predicted* is what sAnon says of the same document or chain, of as many people as
the register has; *independent* multiplies the shares that the counted values have in the register. Direct identifiers
are in none of the three. A number below one person counts as one.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from scipy.stats import spearmanr

from sanon import Corpus
from sanon.corpus.reading import read_corpus
from sanon.deciding.corpus_in_graph import read_corpus_in_graph
from sanon.graph.open import create_or_open
from sanon.risk.people import people_of
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import POPULATION, Policy
from sanon.settings.profile import load_profile
from sanon.settings.settings import Settings
from sanon.testbench.dataset.reader import Dataset
from sanon.testbench.giveaways import Giveaways
from sanon.testbench.persons import Secret, Target, target_of
from sanon.testbench.register.register import Register

PROFILE = load_profile("insurance")
#: A pair of attributes is listed if so many persons have both.
_LEAST_PERSONS = 10


class Fit(NamedTuple):
    """People that fit a document or chain.

    Attributes:
        digits: that sAnon says it tells; the predicted people are those of the register divided by 10 to their power.
        counted, independent: see above.
        attributes: that are stated.
    """

    digits: float
    counted: int
    independent: float
    attributes: frozenset[str]


class Truth:
    """What texts state of the hidden persons, in terms of the register.

    Args:
        register: all people.
        targets: the hidden ones.
    """

    def __init__(self, register: Register, targets: Iterable[Target]) -> None:
        self.register = register
        self.target_of = {name: target for target in targets for name in target.documents if target.number is not None}
        self._secrets = {id(target): list(_indirect(target)) for target in self.target_of.values()}
        self._finders = {key: Giveaways(some, PROFILE) for key, some in self._secrets.items()}

    def attributes(self, texts: dict[str, str], documents: Sequence[str]) -> frozenset[str]:
        """Attributes of the hidden person of some documents that one of them states."""
        target = self.target_of[documents[0]]
        secrets = self._secrets[id(target)]
        stated = {n for name in documents for n in self._finders[id(target)].of(texts[name])}
        return frozenset(str(secrets[n].attribute) for n in stated)

    def counted(self, number: int, attributes: Iterable[str]) -> int:
        """How many people have these attributes in common with a person."""
        return self.register.fitting(self.register.same(number, one) for one in attributes)

    def independent(self, number: int, attributes: Iterable[str]) -> float:
        """How many would, if attributes knew nothing of each other."""
        people = self.register.people
        return people * math.prod(self.counted(number, [one]) / people for one in attributes)


def _indirect(target: Target) -> Iterator[Secret]:
    for secret in (*target.secrets, *target.setting):
        if secret.attribute and not PROFILE.types[secret.type].direct:
            yield secret


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--population", type=float, default=POPULATION)
    parser.add_argument("--at-least", type=float, default=20)
    parser.add_argument("--most", type=int, default=1000)
    given = parser.parse_args()
    dataset = Dataset(given.folder)
    clusters = list(dataset.clusters())
    seed = dataset.manifest.population
    assert seed is not None, "a data set without a register"
    truth = Truth(Register(seed.seed), map(target_of, clusters))
    policy = Policy(population=given.population, at_least=given.at_least)
    with tempfile.TemporaryDirectory() as folder:
        originals = {document.id: document.content for cluster in clusters for document in cluster.documents}
        with Corpus(f"{folder}/graph", entities=dataset.entities_file) as corpus:
            corpus.load(dataset.documents_folder)
            done = corpus.redact(population=given.population, at_least=given.at_least)
            corpus.export(f"{folder}/out")
        protected = {one.source_id: one.content for one in read_corpus(Path(folder) / "out").documents}
        print(f"{len(originals):,} documents, {len(done.masked):,} masks, population {given.population:,.0f}\n")
        with create_or_open(f"{folder}/graph") as store:
            now = read_corpus_in_graph(store, Settings(policy=policy)).masked
        _tables(truth, {"before": (now.unmasked, originals), "after": (now, protected)}, given.most)
    _pairs(truth)


def _tables(truth: Truth, states: dict[str, tuple[MaskedCorpus, dict[str, str]]], most: int) -> None:
    print(
        "| | texts | rank correlation | within a factor of 10 | fewer, more than that | medians: predicted, counted |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    for when, (corpus, texts) in states.items():
        target_of, people = truth.target_of, truth.register.people
        alone = [(name,) for name in corpus.incidence.source_ids if name in target_of]
        linked = [one for one in _chains(corpus) if all(name in target_of for name in one)]
        linked = [one for one in linked if len({id(target_of[name]) for name in one}) == 1]
        for what, paths in (("documents", alone), ("chains", linked)):
            some = paths[:: max(len(paths) // most, 1)][:most]
            fits = list(_fits(truth, corpus, texts, some))
            numbers = [target_of[path[0]].number or 0 for path in some]
            corrected = [truth.independent(n, _corrected(fit.attributes)) for fit, n in zip(fits, numbers, strict=True)]
            rows = {
                "sAnon": [people_of(fit.digits, people) for fit in fits],
                "independent": [fit.independent for fit in fits],
                "independent, a place once": corrected,
            }
            for name, predicted in rows.items():
                _row(f"{what} {when}: {name}", predicted, [fit.counted for fit in fits])


def _corrected(attributes: frozenset[str]) -> frozenset[str]:
    """Without the places that a finer place implies: whoever works somewhere lives near it."""
    if attributes & {"town", "employer", "hospital", "clinic"}:
        attributes -= {"county"}
    return attributes - {"town"} if "employer" in attributes else attributes


def _fits(truth: Truth, corpus: MaskedCorpus, texts: dict[str, str], paths: Iterable[Sequence[str]]) -> Iterator[Fit]:
    people, budget, masked = corpus.demands.people, corpus.people_budget, corpus.masks.now.in_documents
    assert people is not None and budget is not None  # noqa: PT018 - the policy asks for people
    row = {source_id: row for row, source_id in enumerate(corpus.incidence.source_ids)}
    for path in paths:
        subjects = budget.most_telling([row[name] for name in path], masked)
        assert subjects is not None, "chains go over links, which join values"
        digits = float(people.of_paths(subjects[np.newaxis], masked)[0])
        attributes, number = truth.attributes(texts, path), truth.target_of[path[0]].number or 0
        counted, independent = truth.counted(number, attributes), truth.independent(number, attributes)
        yield Fit(digits, counted, independent, attributes)


def _chains(corpus: MaskedCorpus) -> list[tuple[str, ...]]:
    """All chains of two and three documents, by their ids."""
    near: defaultdict[int, set[int]] = defaultdict(set)
    for a, b in zip(corpus.links.a.tolist(), corpus.links.b.tolist(), strict=True):
        near[a].add(b)
        near[b].add(a)
    paths: list[tuple[int, ...]] = [(a, b) for a in near for b in near[a] if a < b]
    paths += [(a, b, c) for b in near for a, c in combinations(sorted(near[b]), 2)]
    return sorted(tuple(corpus.names(path)) for path in paths)


def _row(name: str, predicted: Sequence[float], counted: Sequence[int]) -> None:
    if len(counted) < 2:
        return
    rank = spearmanr(predicted, counted).statistic
    gaps = [math.log10(max(one, 1.0)) - math.log10(other) for one, other in zip(predicted, counted, strict=True)]
    close = sum(abs(gap) <= 1 for gap in gaps) / len(gaps)
    fewer, more = sum(gap < -1 for gap in gaps) / len(gaps), sum(gap > 1 for gap in gaps) / len(gaps)
    middle = f"{max(median(predicted), 1):,.0f}, {median(counted):,.0f}"
    print(f"| {name} | {len(gaps):,} | {rank:.2f} | {close:.2f} | {fewer:.2f}, {more:.2f} | {middle} |", flush=True)


def _pairs(truth: Truth) -> None:
    """Pairs of attributes that know most of each other: digits by which independence counts too few, or too many."""
    gaps: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for target in {id(one): one for one in truth.target_of.values()}.values():
        number = target.number or 0
        for pair in combinations(sorted({str(one.attribute) for one in _indirect(target)}), 2):
            gaps[pair].append(math.log10(truth.counted(number, pair) / truth.independent(number, pair)))
    rows = sorted((median(some), pair, len(some)) for pair, some in gaps.items() if len(some) >= _LEAST_PERSONS)
    print("\n| attributes | persons | digits that independence counts twice |\n| --- | --- | --- |")
    for gap, (one, other), persons in [*reversed(rows[-10:]), *reversed(rows[:3])]:
        print(f"| {one}, {other} | {persons} | {gap:+.1f} |")


if __name__ == "__main__":
    main()

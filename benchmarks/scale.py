"""How time and memory grow: links, risks and selection on synthetic corpora, against plain NumPy in the same run.

python benchmarks/scale.py                    # all rows, about five minutes
python benchmarks/scale.py --documents 10000  # one size
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import click
import numpy as np
from synthetic import corpus, ladders

from sanon.risk.hierarchy import NONE, ValueScores
from sanon.risk.incidence import Incidence
from sanon.risk.links import derive_links
from sanon.risk.masks import Hidden, Masks
from sanon.risk.scores import document_risk, log_survival, uniqueness
from sanon.selection.demands import Demands
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.select import select
from sanon.selection.softening import soften
from sanon.selection.strategy import strategy_of
from sanon.settings.masking import Masking
from sanon.settings.policy import Policy

Result = dict[str, Any]


def links(incidence: Incidence) -> Result:
    """Links as sAnon derives them."""
    found = derive_links(incidence, 0.5)
    strength = found.strength(Hidden.nothing(incidence.entities).in_links)
    return {"links": len(found.a), "sum": round(float(strength.sum()), 6)}


def links_of_all_pairs(incidence: Incidence) -> Result:
    """The floor: every pair that shares an entity, by index arithmetic, sorted and summed; squares hubs."""
    unit = uniqueness(incidence) * incidence.weight
    begin, order = incidence.by_entity
    size = np.diff(begin)
    place = np.arange(len(order)) - np.repeat(begin[:-1], size)
    partners = np.repeat(size, size) - place - 1
    first = np.repeat(np.arange(len(order)), partners)
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(partners) - partners, partners)
    a, b = order[first], order[second]
    relevance = np.maximum(incidence.relevance[a], incidence.relevance[b])
    terms = log_survival(relevance * unit[incidence.entity[a]])
    keys = incidence.document[a] * incidence.documents + incidence.document[b]
    by_pair = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[by_pair], prepend=-1))
    strength = -np.expm1(np.add.reduceat(terms[by_pair], starts))
    strength = strength[strength >= 0.5]
    return {"links": len(strength), "sum": round(float(strength.sum()), 6)}


def risks(incidence: Incidence) -> Result:
    """Uniqueness and document risk, twenty times."""
    for _ in range(20):
        total = float(document_risk(incidence, Hidden.nothing(incidence.entities).in_documents).sum())
    return {"sum": round(total, 6)}


def risks_of_plain_products(incidence: Incidence) -> Result:
    """The floor: the formula in plain NumPy, with logarithms, twenty times."""
    for _ in range(20):
        counts = np.bincount(incidence.entity, minlength=incidence.entities)
        with np.errstate(divide="ignore"):
            u = np.log((incidence.documents + 1) / counts) / np.log(incidence.documents + 1)
        c = incidence.relevance * (u * incidence.weight)[incidence.entity]
        sums = np.bincount(incidence.document, weights=np.log1p(-c), minlength=incidence.documents)
        total = float((-np.expm1(sums)).sum())
    return {"sum": round(total, 6)}


def redact(incidence: Incidence, strategy: str) -> Result:
    """Document and chain stage with the default policy."""
    demands = Demands.plain(incidence, Policy())
    corpus = MaskedCorpus.build(incidence, Masks.none(incidence.entities), Policy(), demands)
    done = select(corpus, strategy_of(Masking(strategy=strategy)))
    stages = [choice.stage for choice in done.choices]
    gap = {} if done.gap is None else {"gap": round(done.gap, 4)}
    return {
        "masks": len(stages),
        "of chains": stages.count("chain"),
        "over policy": corpus.summary.chains_over_policy,
        **gap,
    }


def soften_masks(incidence: Incidence) -> Result:
    """Selection and softening with the default policy; says how long each took."""
    demands = Demands.plain(incidence, Policy())
    corpus = MaskedCorpus.build(incidence, Masks.none(incidence.entities), Policy(), demands)
    begin = time.process_time()
    selected = select(corpus).corpus
    between = time.process_time()
    scores = ValueScores.of(incidence, ladders(incidence))
    shown = soften(selected, scores, selected.masks.now.in_links)
    return {
        "selection s": round(between - begin, 2),
        "softening s": round(time.process_time() - between, 2),
        "masks": int(selected.masks.now.in_documents.sum()),
        "coarser": int((shown != NONE).sum()),
    }


#: Floors come before what is compared with them.
MEASURED: dict[str, Callable[[Incidence], Result]] = {
    "links, all pairs": links_of_all_pairs,
    "links": links,
    "risks, plain": risks_of_plain_products,
    "risks": risks,
    "redact, soften": soften_masks,
    "redact greedy": lambda incidence: redact(incidence, "greedy"),
    "redact knapsack": lambda incidence: redact(incidence, "knapsack"),
    "redact optimal": lambda incidence: redact(incidence, "optimal"),
}
FLOOR = {"links": "links, all pairs", "risks": "risks, plain"}


def _measure(what: str, documents: int, hub: bool) -> tuple[float, float, Result]:
    """Seconds, peak memory in GB and result of one step in a process of its own."""
    command = [sys.executable, __file__, "--only", what, "--documents", str(documents), *(["--hub"] if hub else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, memory, result = json.loads(done.stdout)
    return seconds, memory, result


@click.command()
@click.option("--documents", type=int, multiple=True, default=(10_000, 100_000), show_default=True)
@click.option("--only", hidden=True)
@click.option("--hub", is_flag=True, hidden=True)
def main(documents: tuple[int, ...], only: str | None, hub: bool) -> None:
    """Print a table of seconds, peak memory and ratios to the floor."""
    if only:
        incidence = corpus(documents[0], hub=hub)
        begin = time.perf_counter()
        result = MEASURED[only](incidence)
        seconds = time.perf_counter() - begin
        click.echo(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, result]))
        return
    click.echo("| step | documents | hub in half | seconds | peak GB | to floor | result |")
    click.echo("| --- | --- | --- | --- | --- | --- | --- |")
    for size in documents:
        for with_hub in (False, True):
            took: dict[str, float] = {}
            for what in MEASURED:
                # A hub in half of 100,000 documents makes 1.2 billion pairs; optimal is for what fits a coffee break.
                if (what == "links, all pairs" and with_hub) or (what == "redact optimal" and size > 10_000):
                    continue
                took[what], memory, result = _measure(what, size, with_hub)
                floor = took.get(FLOOR.get(what, ""))
                shown = ", ".join(f"{name} {value:,}" for name, value in result.items())
                ratio = f"{took[what] / floor:.2f}" if floor else ""
                hub_in_half = "yes" if with_hub else "no"
                row = (what, f"{size:,}", hub_in_half, f"{took[what]:.2f}", f"{memory:.2f}", ratio, shown)
                click.echo(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()

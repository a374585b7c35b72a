"""The tables of Zhou 2025 beside the same of sAnon: what docs/thesis.md shows.

    sanon generate seed-7 --seed 7
    python benchmarks/thesis.py seed-7 --out thesis/

Prints Markdown: figure 4.4 (limits against utility), tables 5.3 and 5.4 (ROUGE-1 and BERTScore recall), table 6.1
(document stage alone) and table 6.2 (knapsack and greedy). Several folders are several seeds, whose means are printed.
What was measured into --out stays there, as with `sanon bench`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from sanon.results.bench import SystemResult
from sanon.settings.model import Model
from sanon.testbench.bench import bench
from sanon.testbench.request import BenchRequest
from sanon.testbench.tables import markdown

#: As the thesis decides: no number of people, direct identifiers by risk; the entities are those of the generator.
_THESIS = "@people=0@direct=by-risk@extraction=given"
_KNAPSACK, _GREEDY = f"sanon@strategy=knapsack{_THESIS}", f"sanon@strategy=greedy{_THESIS}"
_GRID = [(theta, chain) for theta in (0.9, 0.95) for chain in (0.4, 0.5, 0.6)]
#: Table 6.1: θ_doc -> redacted entities, leakage, judge by kind of question; the first is the full pipeline.
_TABLE_6_1 = {
    "full": (288, 0.568, 0.222, 0.253, 0.655, 0.522),
    "0.95": (242, 0.63, 0.515, 0.317, 0.735, 0.518),
    "0.9": (347, 0.561, 0.406, 0.246, 0.698, 0.473),
    "0.85": (431, 0.504, 0.257, 0.244, 0.630, 0.406),
    "0.8": (494, 0.449, 0.256, 0.248, 0.614, 0.424),
    "0.75": (557, 0.415, 0.237, 0.238, 0.539, 0.393),
}
#: Table 6.2: knapsack, and the two runs of greedy.
_TABLE_6_2 = {"knapsack": (288, 0.568), "greedy": (296, 0.549), "greedy, again": (357, 0.536)}
#: Tables 5.3 and 5.4: kind of question -> RAG on the originals, sAnon, SAGE.
_ROUGE = {
    "specific_single": (0.699, 0.486, 0.327),
    "specific_multi": (0.677, 0.496, 0.399),
    "general_single": (0.787, 0.697, 0.530),
    "general_multi": (0.688, 0.598, 0.485),
}
_BERTSCORE = {
    "specific_single": (0.537, 0.303, 0.201),
    "specific_multi": (0.419, 0.251, 0.207),
    "general_single": (0.605, 0.510, 0.365),
    "general_multi": (0.416, 0.345, 0.264),
}
_KINDS = tuple(_ROUGE)


def _on(theta: float, chain: float) -> str:
    said = "" if (theta, chain) == (0.95, 0.5) else f"@theta={theta:g}@chain={chain:g}"
    return f"sanon@strategy=knapsack{said}{_THESIS}"


def _alone(theta: str) -> str:
    return f"document@theta={theta}@direct=by-risk@extraction=given"


class Measured:
    """Means of several seeds, by system."""

    def __init__(self, seeds: Sequence[Sequence[SystemResult]]) -> None:
        self._of = {one.name: [next(x for x in some if x.name == one.name) for some in seeds] for one in seeds[0]}

    def mean(self, name: str, *keys: str) -> float:
        """The mean of some numbers of a system, over them and the seeds."""
        return fmean(value for one in self._of[name] for key in keys if (value := one.number(key)) is not None)

    def row(self, name: str, keys: Sequence[str]) -> list[str]:
        """Masks and numbers of a system."""
        return [f"{self.mean(name, 'masks'):.0f}", *(_written(self.mean(name, *key.split("+"))) for key in keys)]


def _answers(score: str) -> list[str]:
    """Keys of the specific and of the general questions, single and multi source together."""
    return ["+".join(f"utility.{kind}.{score}" for kind in _KINDS if kind.startswith(of)) for of in ("spec", "gen")]


def _written(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _tables(found: Measured) -> Iterator[str]:
    keys = ["leak_rate", "joined_pairs", _answers("in_sources")[0], *_answers("rouge1"), *_answers("bertscore")]
    yield "### Figure 4.4: limits against utility\n"
    heads = ["θ_doc, θ_chain", "masks", "leak rate", "pairs joined", "specific answers left"]
    heads += ["ROUGE-1: specific", "general", "BERTScore: specific", "general"]
    yield markdown(
        heads, [[f"{theta:.2f}, {chain:.1f}", *found.row(_on(theta, chain), keys)] for theta, chain in _GRID]
    )
    for number, score, title, published in (
        ("5.3", "rouge1", "ROUGE-1 recall", _ROUGE),
        ("5.4", "bertscore", "BERTScore recall", _BERTSCORE),
    ):
        yield f"\n### Table {number}: {title}\n"
        names = ["verbatim", _KNAPSACK, "sanon@extraction=given", "sanon", "every-entity@extraction=given"]
        heads = ["question", "thesis: RAG", "its sAnon", "SAGE", "here: verbatim", "thesis' limits", "defaults"]
        heads += ["defaults, embedded extractor", "every entity"]
        yield markdown(
            heads,
            [
                [kind.replace("_", ", "), *map(_written, published[kind])]
                + [_written(found.mean(name, f"utility.{kind}.{score}")) for name in names]
                for kind in _KINDS
            ],
        )
    yield "\n### Table 6.1: the document stage alone\n"
    heads = ["θ_doc", "thesis: masks", "leakage", "judge: specific", "general", "here: masks", "leak rate"]
    heads += ["pairs joined", "specific answers left"]
    rows = []
    for theta, (masks, leakage, *judge) in _TABLE_6_1.items():
        name = _KNAPSACK if theta == "full" else _alone(theta)
        told = [f"{masks}", _written(leakage), _written(fmean(judge[:2])), _written(fmean(judge[2:]))]
        rows.append(["full, .95" if theta == "full" else theta, *told, *found.row(name, keys[:3])])
    yield markdown(heads, rows)
    yield "\n### Table 6.2: knapsack and greedy\n"
    rows = []
    for strategy, (masks, leakage) in _TABLE_6_2.items():
        name = _KNAPSACK if strategy == "knapsack" else _GREEDY
        again = strategy.endswith("again")
        rows.append([strategy, f"{masks}", _written(leakage), *([""] * 3 if again else found.row(name, keys[:2]))])
    yield markdown(["", "thesis: masks", "leakage", "here: masks", "leak rate", "pairs joined"], rows)


def _systems() -> list[str]:
    names = ["verbatim", "sanon", "sanon@extraction=given", "every-entity@extraction=given", _GREEDY]
    names += [_on(theta, chain) for theta, chain in _GRID]
    return names + [_alone(theta) for theta in _TABLE_6_1 if theta != "full"]


def _say_time(one: SystemResult, _anew: bool) -> None:
    print(f"{one.name}: {time.process_time():.0f} s of the processor so far", file=sys.stderr, flush=True)


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=Path("thesis"))
    asked = parser.parse_args()
    request = BenchRequest(systems=",".join(_systems()))
    results = [
        bench(folder, asked.out / folder.name, request, Model(), on_result=_say_time).systems
        for folder in asked.folders
    ]
    for text in _tables(Measured(results)):
        print(text)


if __name__ == "__main__":
    main()

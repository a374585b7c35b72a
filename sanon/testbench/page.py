"""The page: privacy against utility as pictures, and the table. One file that asks nobody for anything. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any, Literal, NamedTuple

from sanon.report.page import templates
from sanon.results.bench import BenchResult, KindScores, SystemResult
from sanon.testbench.systems import parsed
from sanon.testbench.tables import cells, headings

Kind = Literal["general", "specific"]
Measure = Literal["judge", "exact", "in_context", "in_sources", "rouge1", "bertscore"]
#: The edges of a picture, and of the area of the points in it.
_AREA = {"width": 520, "height": 380, "left": 52, "right": 508, "top": 28, "bottom": 336}
#: Points nearer than this bear one label.
_NEAR = 9
_MEASURES: tuple[tuple[Measure, str], ...] = (
    ("judge", "judge's score"),
    ("exact", "answers with every fact"),
    ("in_sources", "every fact still in the sources"),
    ("rouge1", "ROUGE-1 recall"),
)
_KINDS: tuple[tuple[Kind, str], ...] = (
    ("general", "questions about what is public"),
    ("specific", "questions about the hidden person"),
)


class Point(NamedTuple):
    """A system between privacy and utility; both in [0, 1]."""

    name: str
    leak_rate: float
    utility: float


def page(result: BenchResult) -> str:
    """The HTML of the page; everything that comes from outside is escaped."""
    told = result.parameters
    summary = (
        f"{told.clusters} clusters of data set seed {told.dataset_seed}, {told.documents} documents, "
        f"{told.questions} questions, {told.entities} values of hidden persons; seed {told.seed}, "
        f"answers {told.answers}, {told.embedding}, the {told.k} nearest documents, sAnon {told.sanon_version}."
    )
    numbers = {system.name: number for number, system in enumerate(result.systems, start=1)}
    figures = [
        _figure(found, numbers, f"{label}: {about}")
        for measure, label in _MEASURES
        for kind, about in _KINDS
        if (found := points(result.systems, kind, measure))
    ]
    return (
        templates("sanon.testbench", "data")
        .get_template("page.html.j2")
        .render(
            summary=summary,
            area=_AREA,
            steps=[(*_place(Point("", step / 5, step / 5)), f"{step / 5:g}") for step in range(6)],
            figures=figures,
            headings=headings(),
            rows=[(system.about, name, rest) for system in result.systems for name, *rest in [cells(system)]],
            notes=[*result.without_model, *(f"{one.name}: not measured, {one.reason}" for one in result.skipped)],
        )
    )


def _place(one: Point) -> tuple[float, float]:
    wide, high = _AREA["right"] - _AREA["left"], _AREA["bottom"] - _AREA["top"]
    return round(_AREA["left"] + wide * one.leak_rate, 1), round(_AREA["top"] + high * (1 - one.utility), 1)


def _figure(found: Sequence[Point], numbers: Mapping[str, int], title: str) -> dict[str, Any]:
    """A picture; systems by their numbers in the table, those that lie together as one."""
    dots = []
    groups: list[list[Point]] = []
    for one in sorted(found, key=lambda one: (one.leak_rate, one.utility, numbers[one.name])):
        x, y = _place(one)
        about = f"{numbers[one.name]} {one.name}: leak rate {one.leak_rate:.3f}, utility {one.utility:.3f}"
        dots.append({"x": x, "y": y, "kind": "ours" if parsed(one.name).ours else "other", "about": about})
        for group in groups:
            if max(abs(a - b) for a, b in zip(_place(group[0]), (x, y), strict=True)) < _NEAR:
                group.append(one)
                break
        else:
            groups.append([one])
    labels = []
    for group in groups:
        x, y = _place(group[0])
        anchor, aside = ("end", -7) if group[0].leak_rate > 0.7 else ("start", 7)
        text = _runs(sorted(numbers[one.name] for one in group))
        labels.append({"x": x + aside, "y": y - 5, "anchor": anchor, "text": text})
    line = " ".join("{},{}".format(*_place(one)) for one in frontier(found))
    return {"title": title, "line": line, "dots": dots, "labels": labels}


def _runs(numbers: Sequence[int]) -> str:
    """Rising numbers, those that follow each other as one: 12, 14–19."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda one: one[1] - one[0])]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def utility(system: SystemResult, kind: Kind, measure: Measure) -> float | None:
    """Mean over the questions of a kind, single and multi source alike; None if the measure is not there."""
    of_kind: list[KindScores | None] = [getattr(system.utility, f"{kind}_{scope}") for scope in ("single", "multi")]
    values: list[float | None] = [getattr(scores, measure) for scores in of_kind if scores]
    there = [value for value in values if value is not None]
    return fmean(there) if there and len(there) == len(values) else None


def points(systems: Sequence[SystemResult], kind: Kind, measure: Measure) -> list[Point]:
    """The systems that have both numbers."""
    found = []
    for system in systems:
        value = utility(system, kind, measure)
        if value is not None and system.leak_rate is not None:
            found.append(Point(system.name, system.leak_rate, value))
    return found


def frontier(candidates: Sequence[Point]) -> list[Point]:
    """Those that no other one equals in both and beats in one, from the least leakage to the most."""

    def beaten(one: Point) -> bool:
        return any(
            other.leak_rate <= one.leak_rate
            and other.utility >= one.utility
            and (other.leak_rate, other.utility) != (one.leak_rate, one.utility)
            for other in candidates
        )

    return sorted((one for one in candidates if not beaten(one)), key=lambda one: (one.leak_rate, one.utility))

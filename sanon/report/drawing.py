"""Where the parts of the pictures of a report stand; the template only draws them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from sanon.report.words import STAGES
from sanon.results import report as results
from sanon.settings.policy import MEDIUM_FROM, TIE, Policy

#: Width of every picture in its own units; a phone shows them one to one.
WIDTH = 360
When = Literal["before", "now"]
_NAME_SHOWN = 26


class Box(NamedTuple):
    """A rectangle.

    Attributes:
        kind: what it shows; a class of the style sheet.
        label: said of it when somebody points at it.
        number: written above it; nothing if empty.
    """

    x: float
    y: float
    width: float
    height: float
    kind: str
    label: str
    number: str = ""


class Dot(NamedTuple):
    """A document; `level` says whether it is above the limit, in the upper half or below."""

    x: float
    y: float
    text: str
    level: str
    label: str


class Line(NamedTuple):
    """A link; `kind` says whether it still reaches the threshold of links."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    kind: str
    label: str


class Label(NamedTuple):
    """A text in a picture."""

    x: float
    y: float
    text: str
    label: str


class Picture(NamedTuple):
    """Documents and links at one time, or before any mask on the left and now on the right.

    Attributes:
        height: in the units of `WIDTH`.
        names: beside the dots; shared: beside the lines.
    """

    height: float
    lines: list[Line]
    dots: list[Dot]
    names: Sequence[Label] = ()
    shared: Sequence[Label] = ()


class TrendPicture(NamedTuple):
    """Risks over the runs of redact: points of a line each, and when it began and ended."""

    series: list[tuple[str, str, list[Dot]]]
    first: str
    last: str


_PLOT_LEFT, _PLOT_RIGHT, PLOT_TOP, PLOT_BOTTOM = 8.0, 352.0, 22.0, 130.0


def histogram(shown: results.Histogram, noun: str, ranges: Sequence[str]) -> list[Box]:
    """A pair of bars for each bin, before any mask and now; heights by the largest.

    Args:
        ranges: what each bin holds, in words.
    """
    most = max([*shown.before, *shown.now, 1])
    step = (_PLOT_RIGHT - _PLOT_LEFT) / len(shown.before)
    width = step * 0.42
    boxes = []
    for number, pair in enumerate(zip(shown.before, shown.now, strict=True)):
        for kind, count, shift in (("before", pair[0], 0.06), ("now", pair[1], 0.52)):
            # What is there must be seen, however small beside the largest.
            height = max((PLOT_BOTTOM - PLOT_TOP) * count / most, 1.5 if count else 0.0)
            label = f"{kind}: {count:,} {noun} with {ranges[number]}"
            x = _PLOT_LEFT + step * (number + shift)
            boxes.append(Box(x, PLOT_BOTTOM - height, width, height, kind, label, _short(count)))
    return boxes


def histogram_ticks(edges: Sequence[str]) -> list[Label]:
    """What stands below the bars, at the edges of the bins; an empty text leaves an edge without one."""
    step = (_PLOT_RIGHT - _PLOT_LEFT) / (len(edges) - 1)
    return [Label(_PLOT_LEFT + step * n, PLOT_BOTTOM + 14, text, "") for n, text in enumerate(edges) if text]


def _short(count: int) -> str:
    if not count:
        return ""
    if count < 1000:
        return str(count)
    return f"{count / 1000:.0f}k" if count < 1_000_000 else f"{count / 1_000_000:.0f}M"


def stack(row: results.TypeRow, most: int) -> list[Box]:
    """A bar of a hundred units: masked by each stage, then readable.

    Args:
        most: entities of the largest type, which fill the bar.
    """
    parts: list[tuple[str, int, str]] = [
        (stage.replace(" ", "-"), row.masked[stage], stage) for stage in STAGES if row.masked.get(stage)
    ]
    parts += [("readable", row.readable, "readable")] if row.readable else []
    widths = [100 * count / max(most, 1) for _, count, _ in parts]
    starts = accumulate(widths, initial=0.0)
    return [
        Box(start, 0, width, 10, kind, f"{name}: {count:,}")
        for (kind, count, name), start, width in zip(parts, starts, widths, strict=False)
    ]


def chain(shown: results.ShownChain, policy: Policy) -> Picture:
    """Documents from top to bottom, twice."""
    top, step, left, right = 24.0, 76.0, 26.0, WIDTH - 26.0
    ys = [top + step * place for place in range(len(shown.documents))]
    sides: tuple[tuple[float, When], ...] = ((left, "before"), (right, "now"))
    dots, lines, shared = list[Dot](), list[Line](), list[Label]()
    for document, y in zip(shown.documents, ys, strict=True):
        for x, risk, when in ((left, document.risk, "before any mask"), (right, document.residual_risk, "now")):
            dots.append(_dot((x, y), risk, policy.theta_doc, f"{document.name}, {when}: risk {risk:.2f}"))
    for link in shown.links:
        for x, side in sides:
            lines.append(_line(link, (x, ys[link.source]), (x, ys[link.target]), policy.edge_threshold, side))
        middle = (ys[link.source] + ys[link.target]) / 2
        shared.append(Label(WIDTH / 2, middle, f"{link.shared:,} shared, {link.masked:,} masked", ""))
    names = [
        Label(WIDTH / 2, y, shortened(document.name), document.name)
        for document, y in zip(shown.documents, ys, strict=True)
    ]
    return Picture(ys[-1] + top, lines, dots, names, shared)


def network(shown: results.Network, policy: Policy, when: When) -> Picture:
    """Each group of linked documents on a circle of its own, the largest group first."""
    groups = _groups(shown)
    places: dict[int, tuple[float, float]] = {}
    x = y = row_height = 0.0
    for group in groups:
        radius = 0.0 if len(group) == 1 else min(max(26.0, len(group) * 34.0 / (2 * math.pi)), (WIDTH - 40) / 2)
        size = 2 * radius + 40
        if x + size > WIDTH:
            x, y, row_height = 0.0, y + row_height, 0.0
        for number, document in enumerate(group):
            angle = 2 * math.pi * number / len(group) - math.pi / 2
            places[document] = (x + size / 2 + radius * math.cos(angle), y + size / 2 + radius * math.sin(angle))
        x, row_height = x + size, max(row_height, size)
    lines = [_line(link, places[link.source], places[link.target], policy.edge_threshold, when) for link in shown.links]
    dots = []
    for number, one in enumerate(shown.documents):
        risk = one.risk if when == "before" else one.residual_risk
        label = f"{one.name}: risk {risk:.2f}"
        dots.append(_dot(places[number], risk, policy.theta_doc, label)._replace(text=str(number + 1)))
    return Picture(y + row_height, lines, dots)


_BANDS = (
    "first",
    *(f"{last + 1} to {end}" for last, end in pairwise(results.BANDS)),
    f"none of {results.BANDS[-1]}",
)


def resembling(shown: results.Resembling) -> Picture:
    """A line for the documents that go from one band of places to another, as thick as they are many."""
    top, step, left, right = 24.0, 46.0, 26.0, WIDTH - 26.0
    ys = [top + step * band for band in range(len(_BANDS))]
    lines = [
        Line(
            left,
            ys[one.before],
            right,
            ys[one.now],
            1.2 + 14 * one.documents / max(shown.documents, 1),
            "strong" if one.now == 0 else "hid",
            f"{one.documents:,} from {_BANDS[one.before]} to {_BANDS[one.now]}",
        )
        for one in shown.moved
    ]
    dots = []
    for band, y in enumerate(ys):
        for x, when in ((left, "before"), (right, "now")):
            count = sum(one.documents for one in shown.moved if (one.before if when == "before" else one.now) == band)
            level = "high" if band == 0 else "medium" if band == 1 else "low"
            if count:
                dots.append(Dot(x, y, _short(count), level, f"{when}: {count:,} on {_BANDS[band]}"))
    names = [Label(WIDTH / 2, y, name, "") for name, y in zip(_BANDS, ys, strict=True)]
    return Picture(ys[-1] + top, lines, dots, names)


def trend(runs: Sequence[results.RunOfReport]) -> TrendPicture | None:
    """Greatest risks after each redact; None for fewer than two."""
    told = [run for run in reversed(runs) if run.max_document_risk is not None and run.max_chain_risk is not None]
    if len(told) < 2:
        return None
    step = (_PLOT_RIGHT - _PLOT_LEFT - 20) / (len(told) - 1)
    series = []
    for kind, name in (("document", "worst document"), ("chain", "worst chain")):
        risks = [(run.max_document_risk if kind == "document" else run.max_chain_risk) or 0.0 for run in told]
        dots = [
            Dot(
                _PLOT_LEFT + 10 + step * n, _height(risk), f"{risk:.2f}", kind, f"{run.started_at:%Y-%m-%d}: {risk:.3f}"
            )
            for n, (risk, run) in enumerate(zip(risks, told, strict=True))
        ]
        series.append((kind, name, dots))
    return TrendPicture(series, f"{told[0].started_at:%Y-%m-%d}", f"{told[-1].started_at:%Y-%m-%d}")


def _height(risk: float) -> float:
    return PLOT_BOTTOM - (PLOT_BOTTOM - PLOT_TOP) * risk


def points(dots: Sequence[Dot]) -> str:
    """Of a polyline."""
    return " ".join(f"{dot.x:.1f},{dot.y:.1f}" for dot in dots)


def shortened(name: str) -> str:
    """A name that fits into a picture: its middle gone, since ids differ at their ends."""
    if len(name) <= _NAME_SHOWN:
        return name
    half = (_NAME_SHOWN - 1) // 2
    return f"{name[:half]}…{name[-half:]}"


def kinds_of(report: results.ReportResult) -> list[str]:
    """Stages that masked anything, in the order of the method."""
    return [stage for stage in STAGES if any(row.masked.get(stage) for row in report.types)]


def _dot(place: tuple[float, float], risk: float, theta_doc: float, label: str) -> Dot:
    level = "high" if risk > theta_doc + TIE else "medium" if risk >= MEDIUM_FROM else "low"
    return Dot(*place, f"{risk:.2f}".removeprefix("0") if risk < 0.995 else "1.0", level, label)


def _line(
    link: results.ShownLink, start: tuple[float, float], end: tuple[float, float], edge_threshold: float, when: When
) -> Line:
    strength = link.strength if when == "before" else link.residual_strength
    kind = "strong" if strength >= edge_threshold else "weak" if strength > 0 else "gone"
    width = 1.2 + 6 * strength if kind == "strong" else 1.2
    label = f"strength {strength:.2f}, {link.shared:,} shared, {link.masked:,} masked"
    return Line(*start, *end, width, kind, label)


def _groups(shown: results.Network) -> list[list[int]]:
    """Numbers of documents that links join, each group ascending; the largest first."""
    size = len(shown.documents)
    ends = [link.source for link in shown.links], [link.target for link in shown.links]
    _, group_of = connected_components(coo_array((np.ones(len(shown.links)), ends), shape=(size, size)), directed=False)
    members: dict[int, list[int]] = {}
    for document, group in enumerate(group_of.tolist()):
        members.setdefault(group, []).append(document)
    return sorted(members.values(), key=lambda group: (-len(group), group))

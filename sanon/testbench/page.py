"""The page: privacy against utility as pictures, and the table. One file that asks nobody for anything. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from string import Template

from sanon.results.bench import BenchResult, SystemResult
from sanon.testbench.frontier import Kind, Measure, Point, frontier, points
from sanon.testbench.systems import parsed
from sanon.testbench.tables import cells, headings

_WIDTH, _HEIGHT = 520, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 28, 44
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
_PAGE = Template("""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>sAnon: privacy and utility</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1120px; margin: 2rem auto; padding: 0 1rem; color: #1c2430; }
figure { display: inline-block; margin: 0 12px 18px 0; } svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 13px; } th, td { padding: 3px 8px; text-align: right; }
td:first-child, th:first-child { text-align: left; } tr:nth-child(even) { background: #f3f5f8; }
thead th { border-bottom: 2px solid #9aa5b4; vertical-align: bottom; } .scroll { overflow-x: auto; }
.ours { fill: #0b6e4f; } .other { fill: #8a4b9c; } .line { fill: none; stroke: #0b6e4f; stroke-dasharray: 5 4; }
.axis { stroke: #9aa5b4; opacity: .3; } text { font: 11px system-ui, sans-serif; fill: #1c2430; }
.title { font-weight: 600; }
</style>
<h1>Privacy and utility</h1>
<p>$summary</p>
<p>To the left less leaks, upwards answers are better. The dashed line joins the systems that no other one beats in
both; numbers are those of the table; <b style="color:#0b6e4f">sAnon</b> and <b style="color:#8a4b9c">others</b>.</p>
$figures
<h2>All systems</h2>
<div class="scroll"><table><thead><tr>$heads</tr></thead><tbody>
$rows
</tbody></table></div>
<h2>How it was measured</h2>
<ul>$notes</ul>
</html>
""")


def page(result: BenchResult) -> str:
    """The HTML of the page."""
    told = result.parameters
    summary = (
        f"{told.clusters} clusters of data set seed {told.dataset_seed}, {told.documents} documents, "
        f"{told.questions} questions, {told.entities} values of hidden persons; seed {told.seed}, "
        f"answers {told.answers}, {told.embedding}, the {told.k} nearest documents, sAnon {told.sanon_version}."
    )
    numbers = {system.name: number for number, system in enumerate(result.systems, start=1)}
    figures = [
        _figure(points(result.systems, kind, measure), numbers, f"{label}: {about}")
        for measure, label in _MEASURES
        for kind, about in _KINDS
    ]
    notes = [*result.without_model, *(f"{one.name}: not measured, {one.reason}" for one in result.skipped)]
    return _PAGE.substitute(
        summary=escape(summary),
        figures="\n".join(filter(None, figures)),
        heads="".join(f"<th>{escape(name)}</th>" for name in headings()),
        rows="\n".join(_row(number, system) for number, system in enumerate(result.systems, start=1)),
        notes="".join(f"<li>{escape(note)}</li>" for note in notes),
    )


def _row(number: int, system: SystemResult) -> str:
    first, *rest = cells(system)
    shown = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
    return f'<tr><td title="{escape(system.about)}">{number} {escape(first)}</td>{shown}</tr>'


def _figure(found: Sequence[Point], numbers: Mapping[str, int], title: str) -> str:
    """A picture, or nothing without points; systems by their numbers in the table, those that lie together as one."""
    if not found:
        return ""
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def place(one: Point) -> tuple[float, float]:
        return round(_LEFT + wide * one.leak_rate, 1), round(_TOP + high * (1 - one.utility), 1)

    parts = [f'<text class="title" x="{_LEFT}" y="16">{escape(title)}</text>']
    for step in range(6):
        x, y = place(Point("", step / 5, step / 5))
        parts.append(f'<line class="axis" x1="{x}" y1="{_TOP}" x2="{x}" y2="{_TOP + high}"/>')
        parts.append(f'<line class="axis" x1="{_LEFT}" y1="{y}" x2="{_LEFT + wide}" y2="{y}"/>')
        parts.append(f'<text x="{x}" y="{_TOP + high + 15}" text-anchor="middle">{step / 5:g}</text>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{step / 5:g}</text>')
    parts.append(f'<text x="{_LEFT + wide / 2}" y="{_HEIGHT - 8}" text-anchor="middle">leak rate</text>')
    line = " ".join("{},{}".format(*place(one)) for one in frontier(found))
    parts.append(f'<polyline class="line" points="{line}"/>')
    groups: list[list[Point]] = []
    for one in sorted(found, key=lambda one: (one.leak_rate, one.utility, numbers[one.name])):
        x, y = place(one)
        described = f"{numbers[one.name]} {one.name}: leak rate {one.leak_rate:.3f}, utility {one.utility:.3f}"
        kind = "ours" if parsed(one.name).ours else "other"
        parts.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="4"><title>{escape(described)}</title></circle>')
        near = (group for group in groups if max(abs(a - b) for a, b in zip(place(group[0]), (x, y), strict=True)) < 9)
        if (group := next(near, None)) is not None:
            group.append(one)
        else:
            groups.append([one])
    for group in groups:
        x, y = place(group[0])
        label = _runs(sorted(numbers[one.name] for one in group))
        anchor, aside = ("end", -7) if group[0].leak_rate > 0.7 else ("start", 7)
        parts.append(f'<text x="{x + aside}" y="{y - 5}" text-anchor="{anchor}">{label}</text>')
    inner = "\n".join(parts)
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">\n{inner}\n</svg></figure>'
    )


def _runs(numbers: Sequence[int]) -> str:
    """Rising numbers, those that follow each other as one: 12, 14–19."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)

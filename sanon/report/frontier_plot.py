"""The frontier as a picture. Needs matplotlib, which only the extra `plot` installs."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from sanon.errors import ConfigurationError, needing
from sanon.results import FrontierResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMS = ("png", "svg")
_MARKERS = "osD^vP*X"
#: Where a label may stand beside its point, in points, and how it is aligned; the first one that is free.
_SIDES = (((6, 4), "left"), ((6, -11), "left"), ((-6, 4), "right"), ((-6, -11), "right"))


def require_plot(path: Path) -> None:
    """Stop before anything is computed if no picture could be written.

    Raises:
        ConfigurationError: another form than PNG or SVG, no such folder, or matplotlib is missing.
    """
    if path.suffix.removeprefix(".").lower() not in FORMS:
        raise ConfigurationError(f"--plot {path}: name a file that ends in .{' or .'.join(FORMS)}")
    if not path.absolute().parent.is_dir():
        raise ConfigurationError(f"--plot {path}: the folder does not exist")
    with needing("--plot needs matplotlib", "plot"):
        import matplotlib  # noqa: F401 # its import takes a second that only a plot costs


def plot(found: FrontierResult, path: Path) -> None:
    """Draw it into a file."""
    import matplotlib as mpl

    # The same corpus gives the same file: no date, no random ids.
    with mpl.rc_context({"svg.hashsalt": "sanon"}):
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
        figure_of(found).savefig(path, dpi=150, metadata=metadata)


def figure_of(found: FrontierResult) -> Figure:
    """Masks against the worst chain that they leave; a line joins what differs in θ_chain alone."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    common = min(point.edge_threshold for point in found.points)
    figure = Figure(figsize=(9, 5.5), layout="constrained")
    axes = figure.add_subplot()
    edges = sorted({point.edge_threshold for point in found.points})
    thetas = sorted({point.theta_doc for point in found.points})
    for (edge, theta), rows in groupby(found.points, key=lambda point: (point.edge_threshold, point.theta_doc)):
        line = list(rows)
        axes.plot(
            [point.masked for point in line],
            [point.common_chain_risk for point in line],
            marker=_MARKERS[edges.index(edge) % len(_MARKERS)],
            color=f"C{thetas.index(theta)}",
            linewidth=1,
            label=f"θ_doc {theta:g}, links ≥ {edge:g}",
        )
    for point in found.points:
        if not point.efficient:
            # Over the filled marker of its line: what another policy beats is hollow.
            axes.plot(point.masked, point.common_chain_risk, marker="o", markersize=3, color="white")
    axes.set_xlabel(f"masked entities, of {found.entities}")
    axes.set_ylabel(f"risk of the worst chain left (links ≥ {common:g})")
    axes.set_ylim(0, 1)
    axes.set_title(f"What masks buy: {found.strategy}, chains of up to {found.parameters.max_chain_length} documents")
    axes.grid(alpha=0.3)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    figure.legend(
        loc="outside right upper", fontsize=8, title="numbers: θ_chain\nhollow: another is better", title_fontsize=8
    )
    _label(axes, found)
    return figure


def _label(axes: Axes, found: FrontierResult) -> None:
    """Write θ_chain beside the points, once where several lie on each other, and nowhere over another label.

    What no other policy beats comes first; a point without room has no label.
    """
    from matplotlib.transforms import Bbox

    labels: dict[tuple[int, float], set[float]] = {}
    for point in sorted(found.points, key=lambda point: not point.efficient):
        labels.setdefault((point.masked, round(point.common_chain_risk, 2)), set()).add(point.theta_chain)
    # Where points stand is known once everything else has its place.
    axes.figure.draw_without_rendering()  # type: ignore[union-attr]
    places = axes.transData.transform(list(labels))
    taken = [Bbox.from_bounds(x - 4, y - 4, 8, 8) for x, y in places]
    for place, thetas in labels.items():
        some = sorted(thetas)
        named = ", ".join(f"{theta:g}" for theta in some) if len(some) < 3 else f"{some[0]:g}–{some[-1]:g}"
        text = axes.annotate(named, place, xytext=(0, 0), textcoords="offset points", fontsize=8)
        for offset, alignment in _SIDES:
            text.set(position=offset, horizontalalignment=alignment)
            box = text.get_window_extent()
            if not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
        else:
            text.remove()

"""The frontier as a picture. Needs matplotlib, which only the extra `plot` installs."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from sanon.errors import ConfigurationError
from sanon.results import FrontierResult

FORMS = ("png", "svg")
_MARKERS = "osD^vP*X"


def require_plot(path: Path) -> None:
    """Stop before anything is computed if no picture could be written.

    Raises:
        ConfigurationError: another form than PNG or SVG, no such folder, or matplotlib is missing.
    """
    if path.suffix.removeprefix(".").lower() not in FORMS:
        raise ConfigurationError(f"--plot {path}: name a file that ends in .{' or .'.join(FORMS)}")
    if not path.absolute().parent.is_dir():
        raise ConfigurationError(f"--plot {path}: the folder does not exist")
    try:
        import matplotlib  # noqa: F401 # its import takes a second that only a plot costs
    except ImportError as error:
        raise ConfigurationError("--plot needs matplotlib: pip install 'sanon[plot]'") from error


def plot(found: FrontierResult, path: Path) -> None:
    """Draw masks against the worst chain that they leave; a line joins what differs in θ_chain alone."""
    import matplotlib as mpl
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
        place = (point.masked, point.common_chain_risk)
        axes.annotate(f"{point.theta_chain:g}", place, textcoords="offset points", xytext=(6, 5), fontsize=8)
        if not point.efficient:
            # Over the filled marker of its line: what another policy beats is hollow.
            axes.plot(*place, marker="o", markersize=3, color="white")
    axes.set_xlabel(f"masked entities, of {found.entities}")
    axes.set_ylabel(f"risk of the worst chain left (links ≥ {common:g})")
    axes.set_ylim(0, 1)
    axes.set_title(f"What masks buy: {found.strategy}, chains of up to {found.parameters.max_chain_length} documents")
    axes.grid(alpha=0.3)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(fontsize=8, title="numbers: θ_chain; hollow: another is better", title_fontsize=8)
    # The same corpus gives the same file: no date, no random ids.
    with mpl.rc_context({"svg.hashsalt": "sanon"}):
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)

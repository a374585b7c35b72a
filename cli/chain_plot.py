"""What sanon bench says of chains as a picture. Needs matplotlib, which only the extra `plot` installs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sanon.results.chains_and_truth import CalibrationBin, ChainTruth

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_if_possible(found: ChainTruth, out: Path) -> bool:
    """Draw precision, recall and F1 by edge threshold, and risk against what was relinked; False without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False
    figure = Figure(figsize=(11, 4.2), layout="constrained")
    agreement, calibration = figure.subplots(1, 2)
    rows = [row for row in found.agreements if row.risk_threshold == 0]
    edges = [row.edge_threshold for row in rows]
    agreement.plot(edges, [row.precision for row in rows], marker="^", label="precision")
    agreement.plot(edges, [row.recall for row in rows], marker="v", label="recall")
    agreement.plot(edges, [row.f1 for row in rows], marker="o", label="F1")
    agreement.axvline(found.edge_threshold, color="grey", linestyle=":", label="edge threshold of the policy")
    agreement.set_xlabel("edge threshold")
    agreement.set_title(f"Chains of up to {found.max_chain_length} documents against the hidden persons")
    _bins(found.calibration, calibration)
    calibration.set_xlabel("mean chain risk of the bin")
    calibration.set_ylabel(f"share that an attacker walks (first {found.first})")
    calibration.set_title("Chain risk and what an attacker gets; size: chains")
    for axes in (agreement, calibration):
        axes.set_ylim(0, 1.02)
        axes.set_xlim(0, 1.02)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=8)
    figure.savefig(out, dpi=100)
    return True


def _bins(bins: list[CalibrationBin], axes: Axes) -> None:
    points = [
        (one.mean_risk, one.relinked, one.chains)
        for one in bins
        if one.mean_risk is not None and one.relinked is not None
    ]
    risks, shares = [risk for risk, _, _ in points], [share for _, share, _ in points]
    most = max((chains for *_, chains in points), default=1)
    axes.plot(risks, shares, alpha=0.5)
    axes.scatter(risks, shares, s=[10 + 60 * (chains / most) ** 0.5 for *_, chains in points], label="originals")

"""Two situations of one corpus: which chains come over θ_chain, which fall under it, which masks differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sanon.explanation.situation import Situation
from sanon.risk.chains import enumerate_chains
from sanon.risk.incidence import Booleans
from sanon.selection.choice import TIE
from sanon.selection.optimal import DEFAULT_TIME_LIMIT
from sanon.selection.select import Demands, Residual, select
from sanon.settings.policy import Policy


class ChangedChain(NamedTuple):
    """A chain or document that comes over its limit or falls under it; a risk is 0 where the documents are no chain."""

    documents: tuple[int, ...]
    risk_before: float
    risk_after: float


@dataclass(frozen=True)
class Comparison:
    """What is different.

    Attributes:
        before, after: a chain is over policy above the θ_chain of its situation.
        opened: the worst chains above θ_chain after and not before; opened_count: how many there are.
        closed: the worst chains above θ_chain before and not after; closed_count: how many there are.
        documents_opened, documents_closed: come over their limits or fall under them, one row each, worst first.
        masks_gained, masks_lost: columns of entities masked after and not before, and the reverse.
    """

    before: Residual
    after: Residual
    opened: tuple[ChangedChain, ...]
    opened_count: int
    closed: tuple[ChangedChain, ...]
    closed_count: int
    documents_opened: tuple[ChangedChain, ...]
    documents_closed: tuple[ChangedChain, ...]
    masks_gained: tuple[int, ...]
    masks_lost: tuple[int, ...]


def compare(before: Situation, after: Situation, chains: int) -> Comparison:
    """Compare two situations; before.chains_over_policy + opened − closed = after.chains_over_policy.

    Cost: an enumeration of the chains above θ_chain of each; memory is that of the chains returned.

    Args:
        before, after: of the same documents and entities.
        chains: how many opened and closed ones to return.
    """
    opened, opened_count = _over_only_in(after, before, chains)
    closed, closed_count = _over_only_in(before, after, chains)
    over, over_after = (s.state.document_risk > s.demands.theta_doc + TIE for s in (before, after))
    was, becomes = before.incidence.masked, after.incidence.masked
    return Comparison(
        before=before.residual(),
        after=after.residual(),
        opened=tuple(ChangedChain(documents, other, risk) for risk, other, documents in opened),
        opened_count=opened_count,
        closed=tuple(ChangedChain(documents, risk, other) for risk, other, documents in closed),
        closed_count=closed_count,
        documents_opened=_documents(before, after, over_after & ~over),
        documents_closed=_documents(before, after, over & ~over_after),
        masks_gained=tuple(np.flatnonzero(becomes & ~was).tolist()),
        masks_lost=tuple(np.flatnonzero(was & ~becomes).tolist()),
    )


def selected_anew(
    situation: Situation,
    policy: Policy,
    demands: Demands,
    *,
    mask: Sequence[int] = (),
    keep: Sequence[int] = (),
    strategy: str = "greedy",
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> Situation:
    """What redact would leave that decides anew under another policy.

    Args:
        situation: gives the corpus; its masks are forgotten.
        policy, demands: the other ones.
        mask: entities to mask before both stages.
        keep: entities not to mask.
    """
    nothing = np.zeros_like(situation.incidence.masked)
    always, allowed = demands.always.copy(), demands.candidates.allowed.copy()
    always[list(mask)] = True
    always[list(keep)] = allowed[list(keep)] = False
    demands = replace(demands, always=always, candidates=replace(demands.candidates, allowed=allowed))
    selection = select(situation.incidence.with_masks(nothing), policy, strategy, nothing, demands, time_limit)
    masked, chain_masks = nothing.copy(), nothing.copy()
    for choice in selection.choices:
        masked[choice.entity] = True
        chain_masks[choice.entity] = choice.stage == "chain"
    return Situation(situation.incidence.with_masks(masked), chain_masks, policy, demands)


def _documents(before: Situation, after: Situation, changed: Booleans) -> tuple[ChangedChain, ...]:
    was, becomes = before.state.document_risk, after.state.document_risk
    rows = [ChangedChain((row,), float(was[row]), float(becomes[row])) for row in np.flatnonzero(changed).tolist()]
    return tuple(sorted(rows, key=lambda row: (-max(row.risk_before, row.risk_after), row.documents)))


def _over_only_in(
    one: Situation, other: Situation, limit: int
) -> tuple[list[tuple[float, float, tuple[int, ...]]], int]:
    """Chains above θ_chain in one situation and not in the other: risk, risk in the other and documents; how many."""
    worst: list[tuple[float, float, tuple[int, ...]]] = []
    count = 0
    for chains in enumerate_chains(one.graph, one.policy.max_chain_length, one.policy.theta_chain):
        elsewhere = other.chain_risks(chains.documents)
        only = (chains.risk > one.policy.theta_chain + TIE) & ~(elsewhere > other.policy.theta_chain + TIE)
        count += int(only.sum())
        rows = np.flatnonzero(only)
        rows = rows[np.lexsort((*chains.documents[rows].T[::-1], -chains.risk[rows]))[:limit]]
        columns = (chains.risk[rows].tolist(), elsewhere[rows].tolist(), map(tuple, chains.documents[rows].tolist()))
        worst = sorted([*worst, *zip(*columns, strict=True)], key=lambda row: (-row[0], row[2]))[:limit]
    return worst, count

"""One corpus under two sets of masks or policies: what comes over its limit, what falls to it, which masks differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sanon.risk.chains import enumerate_chains
from sanon.risk.incidence import Booleans
from sanon.risk.limits import above
from sanon.selection.demands import Demands
from sanon.selection.masked_corpus import Kept, MaskedCorpus, RiskSummary
from sanon.settings.policy import Policy


class ChangedChain(NamedTuple):
    """A chain or document that comes over its limit or falls to it; a risk is 0 where the documents are no chain."""

    documents: tuple[int, ...]
    risk_before: float
    risk_after: float


@dataclass(frozen=True)
class Comparison:
    """What is different.

    Attributes:
        before, after: risks, and what is over policy.
        opened: the worst chains over policy after and not before; opened_count: how many there are.
        closed: the worst chains over policy before and not after; closed_count: how many there are.
        documents_opened, documents_closed: come over their limits or fall to them, one row each, worst first.
        masks_gained, masks_lost: columns of entities masked after and not before, and the reverse.
        kept_before, kept_after: what replacements keep of the information of masked entities.
    """

    before: RiskSummary
    after: RiskSummary
    opened: tuple[ChangedChain, ...]
    opened_count: int
    closed: tuple[ChangedChain, ...]
    closed_count: int
    documents_opened: tuple[ChangedChain, ...]
    documents_closed: tuple[ChangedChain, ...]
    masks_gained: tuple[int, ...]
    masks_lost: tuple[int, ...]
    kept_before: Kept
    kept_after: Kept


def compare(before: MaskedCorpus, after: MaskedCorpus, chains: int) -> Comparison:
    """Compare two states of a corpus; before.chains_over_policy + opened − closed = after.chains_over_policy.

    Cost: an enumeration of the chains that may be over policy in each; memory is that of the chains returned.

    Args:
        before, after: of the same documents and entities.
        chains: how many opened and closed ones to return.
    """
    opened, opened_count = _over_only_in(after, before, chains)
    closed, closed_count = _over_only_in(before, after, chains)
    over, over_after = before.documents_above(), after.documents_above()
    was, becomes = before.masks.now.in_documents, after.masks.now.in_documents
    return Comparison(
        before=before.summary(),
        after=after.summary(),
        opened=tuple(ChangedChain(documents, other, risk) for risk, other, documents in opened),
        opened_count=opened_count,
        closed=tuple(ChangedChain(documents, risk, other) for risk, other, documents in closed),
        closed_count=closed_count,
        documents_opened=_documents(before, after, over_after & ~over),
        documents_closed=_documents(before, after, over & ~over_after),
        masks_gained=tuple(np.flatnonzero(becomes & ~was).tolist()),
        masks_lost=tuple(np.flatnonzero(was & ~becomes).tolist()),
        kept_before=before.kept(),
        kept_after=after.kept(),
    )


def undecided(
    corpus: MaskedCorpus, policy: Policy, demands: Demands, *, mask: Sequence[int] = (), keep: Sequence[int] = ()
) -> MaskedCorpus:
    """The same corpus before any decision, under another policy.

    Args:
        corpus: its masks and coarser values are forgotten.
        policy, demands: the other ones.
        mask: entities to mask before all stages.
        keep: entities not to mask.
    """
    always, direct, allowed = (a.copy() for a in (demands.always, demands.direct, demands.candidates.allowed))
    always[list(mask)] = True
    always[list(keep)] = direct[list(keep)] = allowed[list(keep)] = False
    candidates = replace(demands.candidates, allowed=allowed)
    demands = replace(demands, always=always, direct=direct, candidates=candidates)
    return corpus.unmasked.under(policy, demands)


def _documents(before: MaskedCorpus, after: MaskedCorpus, changed: Booleans) -> tuple[ChangedChain, ...]:
    was, becomes = before.state.document_risk, after.state.document_risk
    rows = [ChangedChain((row,), float(was[row]), float(becomes[row])) for row in np.flatnonzero(changed).tolist()]
    return tuple(sorted(rows, key=lambda row: (-max(row.risk_before, row.risk_after), row.documents)))


def _over_only_in(
    one: MaskedCorpus, other: MaskedCorpus, limit: int
) -> tuple[list[tuple[float, float, tuple[int, ...]]], int]:
    """Chains over policy in one and not in the other: risk, risk in the other and documents; how many."""
    worst: list[tuple[float, float, tuple[int, ...]]] = []
    count = 0
    for chains in enumerate_chains(one.graph, one.policy.max_chain_length, one.limits.least):
        elsewhere, over_elsewhere = other.risks_of(chains.documents)
        only = above(chains.risk, one.limits.of(chains.documents, chains.links)) & ~over_elsewhere
        count += int(only.sum())
        rows = np.flatnonzero(only)
        rows = rows[np.lexsort((*chains.documents[rows].T[::-1], -chains.risk[rows]))[:limit]]
        columns = (chains.risk[rows].tolist(), elsewhere[rows].tolist(), map(tuple, chains.documents[rows].tolist()))
        worst = sorted([*worst, *zip(*columns, strict=True)], key=lambda row: (-row[0], row[2]))[:limit]
    return worst, count

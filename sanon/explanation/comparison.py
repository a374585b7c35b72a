"""One corpus under two sets of masks or policies: what comes over its limit, what falls to it, which masks differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from sanon.results.risks import EntityName
from sanon.results.what_if import ChangedChainResult, ChangedDocumentResult, Comparison
from sanon.risk.chains import enumerate_chains
from sanon.risk.incidence import Booleans
from sanon.risk.limits import above
from sanon.selection.demands import Demands
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import Policy


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
        before=before.summary,
        after=after.summary,
        opened=_chains(after, ((path, other, risk) for risk, other, path in opened)),
        opened_count=opened_count,
        closed=_chains(before, ((path, risk, other) for risk, other, path in closed)),
        closed_count=closed_count,
        documents_opened=_documents(before, after, over_after & ~over),
        documents_closed=_documents(before, after, over & ~over_after),
        masks_gained=_entities(before, becomes & ~was),
        masks_lost=_entities(before, was & ~becomes),
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


def _entities(corpus: MaskedCorpus, which: Booleans) -> list[EntityName]:
    return [EntityName(**corpus.named(entity)) for entity in np.flatnonzero(which).tolist()]


def _chains(corpus: MaskedCorpus, found: Iterable[tuple[tuple[int, ...], float, float]]) -> list[ChangedChainResult]:
    """Documents, risk before and risk after; a risk is 0 where the documents are no chain."""
    return [
        ChangedChainResult(documents=corpus.names(path), risk_before=before, risk_after=after)
        for path, before, after in found
    ]


def _documents(before: MaskedCorpus, after: MaskedCorpus, changed: Booleans) -> list[ChangedDocumentResult]:
    """The changed documents, the worst first."""
    was, becomes, names = before.state.document_risk, after.state.document_risk, before.incidence.source_ids
    rows = [
        ChangedDocumentResult(source_id=names[row], risk_before=was[row], risk_after=becomes[row])
        for row in np.flatnonzero(changed).tolist()
    ]
    return sorted(rows, key=lambda one: (-max(one.risk_before, one.risk_after), one.source_id))


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

"""What if: what other masks or thresholds would change. Only reads, extracts nothing, writes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sanon.corpus_state.corpus_in_graph import CorpusInGraph, demands_under
from sanon.deciding.background import Hiding
from sanon.deciding.demands import operator_of
from sanon.deciding.softening import softening_anew
from sanon.deciding.stages import decide
from sanon.errors import ConfigurationError
from sanon.explanation.comparison import ChangedChain, Comparison, compare, undecided
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.results import WhatIfResult
from sanon.results.what_if import BackgroundChangeResult, OperatorOfType
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.masking import Masking
from sanon.settings.policy import Policy
from sanon.settings.rules import Rules

CHAINS_LISTED = 100


@dataclass(frozen=True)
class WhatIf:
    """What would be different.

    Attributes:
        comparison: see `Comparison`.
        idle: ids of entities that the question names and that are as asked already.
        selected: whether all masks were chosen anew, because thresholds differ.
        policy: after.
        operators: what would stand in place of the masked entities of each type.
        background: None if masks are not chosen anew, or without a background.
    """

    comparison: Comparison
    idle: list[str]
    selected: bool
    policy: Policy
    operators: list[OperatorOfType]
    background: BackgroundChangeResult | None = None

    def result(self, corpus: CorpusInGraph) -> WhatIfResult:
        """For other programs, without values of entities."""
        one = self.comparison
        found = {
            "before": one.before._asdict(),
            "after": one.after._asdict(),
            "opened": _chains(corpus, one.opened),
            "opened_count": one.opened_count,
            "closed": _chains(corpus, one.closed),
            "closed_count": one.closed_count,
            "documents_opened": _documents(corpus, one.documents_opened),
            "documents_closed": _documents(corpus, one.documents_closed),
            "masks_gained": entities(corpus, one.masks_gained),
            "masks_lost": entities(corpus, one.masks_lost),
            "kept_before": one.kept_before._asdict(),
            "kept_after": one.kept_after._asdict(),
            "operators": self.operators,
            "background": self.background,
            "parameters": self.policy.model_dump() | {"profile": corpus.profile.name},
        }
        return WhatIfResult.model_validate(found)


def what_if(
    store: Store,
    corpus: CorpusInGraph,
    *,
    mask: Sequence[str] = (),
    keep: Sequence[str] = (),
    policy: Policy | None = None,
    rules: Rules,
    masking: Masking,
    progress: Progress = silent,
) -> WhatIf:
    """Compare the corpus as it stands with what it would be.

    Without other thresholds all other masks stay as they are. With them, redact decides anew from no masks, with `mask`
    masked first and `keep` never masked; with coarser values where the operators say so.

    Args:
        store: read for the rules.
        corpus: before.
        mask, keep: ids of entities, or at least six digits of each.
        policy: thresholds to decide anew under, also for other operators; None to leave the masks of now.
        rules: lists, limits and costs of a policy file.
        masking: strategy, costs and operators, and how many other texts must come before the right one.
        progress: shows how far the background stage is.

    Raises:
        ConfigurationError: nothing asked, or an entity that is unknown or both to be masked and to be kept.
    """
    if not mask and not keep and policy is None:
        raise ConfigurationError("nothing asked: name --mask ENTITY, --keep ENTITY, a threshold or --policy")
    masks, keeps = ([corpus.entity(name) for name in names] for names in (mask, keep))
    ids = corpus.masked.incidence.entity_ids
    if both := sorted(set(masks) & set(keeps)):
        raise ConfigurationError(f"entity {ids[both[0]]} cannot be both masked and kept")
    before, background = corpus.masked, None
    masked = before.masks.now.in_documents
    if policy is None:
        after = before.with_labels(masks).without_masks(keeps)
        idle = [e for e in masks if masked[e]] + [e for e in keeps if not masked[e]]
    else:
        demands = demands_under(store, corpus, policy, rules, masking)
        fresh = undecided(before, policy, demands, mask=masks, keep=keeps)
        decided = decide(store, fresh, corpus.profile, masking, progress=progress)
        softening = softening_anew(before.incidence, corpus.entities, masking, corpus.profile)
        after = softening.soften(decided.corpus, [choice.entity for choice in decided.background]).corpus
        background = _background_change(store, corpus, decided.hiding) if decided.hiding else None
        idle = []
    return WhatIf(
        comparison=compare(before, after, CHAINS_LISTED),
        idle=[ids[entity] for entity in idle],
        selected=policy is not None,
        policy=policy or before.policy,
        operators=_operators(after, masking),
        background=background,
    )


def _background_change(store: Store, corpus: CorpusInGraph, hiding: Hiding) -> BackgroundChangeResult:
    places = store.resemblances()
    found = places[places["rank_after"].between(1, hiding.candidates)]
    return BackgroundChangeResult(
        candidates=hiding.candidates,
        texts=hiding.texts,
        documents=hiding.documents,
        masked_before=int((corpus.entities["decided_by"] == "background").sum()),
        masked_after=len(hiding.masks),
        found_before=found["document_id"].nunique(),
        found_after=hiding.found_after,
    )


def _operators(corpus: MaskedCorpus, masking: Masking) -> list[OperatorOfType]:
    types = corpus.incidence.entity_types
    masked = Counter(types[entity] for entity in corpus.losses())
    coarser = Counter(types[entity] for entity, lost in corpus.losses().items() if lost < 1.0)
    return [
        OperatorOfType(type=kind, operator=operator_of(masking, kind), masked=masked[kind], coarser=coarser[kind])
        for kind in sorted(masked)
    ]


def entities(corpus: CorpusInGraph, columns: Sequence[int]) -> list[dict[str, str]]:
    """Id and type of some entities."""
    incidence = corpus.masked.incidence
    return [{"id": incidence.entity_ids[column], "type": incidence.entity_types[column]} for column in columns]


def _chains(corpus: CorpusInGraph, chains: Sequence[ChangedChain]) -> list[dict[str, Any]]:
    return [
        {
            "documents": corpus.masked.names(chain.documents),
            "risk_before": chain.risk_before,
            "risk_after": chain.risk_after,
        }
        for chain in chains
    ]


def _documents(corpus: CorpusInGraph, documents: Sequence[ChangedChain]) -> list[dict[str, Any]]:
    rows = _chains(corpus, documents)
    return [{"source_id": row.pop("documents")[0]} | row for row in rows]

"""All stages together: what is named, what hides from a background, documents, chains."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sanon.deciding.background import BackgroundMask, BackgroundStage, Hiding
from sanon.graph.store import Store
from sanon.progress import Progress, silent, working
from sanon.risk.incidence import Booleans
from sanon.selection.choice import Choice
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.masking_state import CorpusState
from sanon.selection.select import Selection, select
from sanon.selection.strategy import STRATEGIES, strategy_of
from sanon.settings.settings import Settings


@dataclass(frozen=True)
class Decided:
    """What is to be masked.

    Attributes:
        selection: of the stages that look at risks, and what lists and the direct rule name.
        background: choices of the background stage; reasons: one for each.
        hiding: what that stage did; None without a background.
        corpus: with all masks.
    """

    selection: Selection
    background: list[Choice]
    reasons: list[str]
    hiding: Hiding | None
    corpus: MaskedCorpus


def decide(
    store: Store,
    corpus: MaskedCorpus,
    settings: Settings,
    *,
    compare: bool = False,
    new: Booleans | None = None,
    progress: Progress = silent,
) -> Decided:
    """Choose new masks.

    The background stage comes last: what the others mask hides from a background too. With direct identifiers masked in
    any case, the document stage then spares words.

    Args:
        corpus: with the masks of now, and its demands.
        compare: run the other strategies too.
        new: documents that the last decisions did not see; (N,).
    """
    demands, masking, stage = corpus.demands, settings.masking, None
    if masking.candidates and store.background_texts():
        stage = BackgroundStage(store, corpus, settings, progress)
        if corpus.policy.direct == "always":
            corpus = replace(corpus, demands=replace(demands, words=stage.words))
    others = [name for name in STRATEGIES.names if compare and name != masking.strategy]
    with working(progress, "choosing masks"):
        selection = select(corpus, strategy_of(masking), [strategy_of(masking, name) for name in others], new)
    hidden = stage.choose(selection.corpus.masks.now.in_documents, demands.candidates.allowed) if stage else []
    decided = selection.corpus
    if hidden:
        decided = decided.with_labels([mask.entity for mask in hidden])
    return Decided(
        selection=selection,
        background=_choices(hidden, selection.corpus),
        reasons=[mask.reason for mask in hidden],
        hiding=stage.outcome(decided.masks.now.in_documents) if stage else None,
        corpus=decided,
    )


def _choices(masks: list[BackgroundMask], corpus: MaskedCorpus) -> list[Choice]:
    """The masks of the background stage, each with the risk of the document that it hides."""
    state = CorpusState(corpus.incidence, corpus.masks.now)
    choices = []
    for mask in masks:
        before = float(state.document_risk[mask.row])
        state.mask(mask.entity)
        after = float(state.document_risk[mask.row])
        limit = float(corpus.demands.theta_doc[mask.row])
        choices.append(Choice(mask.entity, "background", (mask.row,), before, after, limit))
    return choices

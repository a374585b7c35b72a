"""Stages that look at no risk: what a list names, and direct identifiers."""

from __future__ import annotations

import numpy as np

from sanon.risk.incidence import Booleans
from sanon.risk.scores import frequency, importance
from sanon.selection.choice import Choice, Stage
from sanon.selection.corpus_state import CorpusState


def mask_named(state: CorpusState, named: Booleans, stage: Stage) -> list[Choice]:
    """Mask in `state` every named entity that a document mentions and that is not masked, in the order of the ids.

    A coarser value in place of another is an entity of the graph too, of its type, but stands in no original.

    Args:
        state: grows masks.
        named: (E,).
        stage: that names them.
    """
    scores = importance(state.incidence)
    mentioned = frequency(state.incidence) > 0
    entities: list[int] = np.flatnonzero(named & mentioned & ~state.in_documents).tolist()
    state.mask_all(entities)
    return [Choice(entity, stage, (), float(scores[entity]), 0.0, 0.0) for entity in entities]

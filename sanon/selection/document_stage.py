"""Document stage: bring every document under θ_doc, the most important entities first.

Zhou 2025, section 4.2.4: at this level greedy by importance is right, since masking many harmless entities in place of
one direct identifier would leave the identifier readable.
"""

from __future__ import annotations

import numpy as np

from sanon.risk.incidence import Booleans, Floats
from sanon.risk.limits import is_above
from sanon.risk.scores import document_risk, importance
from sanon.selection.choice import Choice, falling
from sanon.selection.corpus_state import CorpusState


def document_stage(state: CorpusState, theta_doc: Floats, allowed: Booleans) -> list[Choice]:
    """Mask in `state` until no document is above its θ_doc, and say what was masked and for which document.

    Documents go by falling risk before any mask (ties: source id); in each, the unmasked entity with the largest
    importance (ties: entity id) goes until R(d) ≤ θ_doc. Cost: the mentions of the documents above the limit, and of
    the documents that the masked entities stand in.

    Args:
        state: grows masks.
        theta_doc: limit of each document; (N,).
        allowed: entities that may be masked; (E,).
    """
    incidence = state.incidence
    unmasked_risk = document_risk(incidence, np.zeros(incidence.entities, dtype=np.bool_))
    scores = importance(incidence)
    choices: list[Choice] = []
    for document in falling(unmasked_risk):
        limit = float(theta_doc[document])
        if not is_above(state.document_risk[document], limit):
            continue
        entities = state.entities_of(document)
        for entity in entities[falling(scores[entities])]:
            before = float(state.document_risk[document])
            if not is_above(before, limit):
                break
            if state.in_documents[entity] or not allowed[entity]:
                continue
            state.mask(entity)
            after = float(state.document_risk[document])
            choices.append(Choice(int(entity), "document", (int(document),), before, after, limit))
    return choices

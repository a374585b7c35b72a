"""The metric `inference`."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sanon.risk.incidence import Booleans, Integers
from sanon.testbench.metrics.contract import Column, Metric
from sanon.testbench.trial import Trial

#: Attributes with few values, of which one may be guessed.
_GUESSED = (
    "town", "condition", "comorbidity", "drug", "procedure", "hospital", "clinic", "occupation", "employer", "event",
)  # fmt: skip


class Inference(Metric):
    """Whether a mask is filled in from what stands around it, by somebody who knows how often what goes with what."""

    name = "inference"
    summary = "masked values that are the likeliest in the register, given what the same document still shows"
    order = 67
    columns = (Column("inferred", "masks filled in"), Column("inferred_chance", "by chance"))

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """Share of the values of hidden persons that do not stand in a document; by chance, without looking at it."""
        register = trial.material.register
        if register is None:
            return {}
        usual = {attribute: likeliest(register.columns[attribute], None) for attribute in _GUESSED}
        hits, chance = list[bool](), list[bool]()
        for standing in trial.standings:
            target = standing.target
            if target.number is None:
                continue
            for document in target.documents:
                stated = standing.target.stated_in(document)
                shown = [one.attribute for place, one in stated if standing.shares[document].get(place) == 1.0]
                fits = np.ones(register.people, dtype=np.bool_)
                for known in filter(None, shown):
                    fits &= register.same(target.number, known)
                for place, secret in stated:
                    attribute = secret.attribute
                    if attribute in _GUESSED and not standing.shares[document].get(place) and attribute not in shown:
                        true = register.of(target.number, attribute)
                        others = fits.copy()
                        others[target.number] = False  # the attacker knows shares, not this person
                        hits.append(likeliest(register.columns[attribute], others) == true)
                        chance.append(usual[attribute] == true)
        if not hits:
            return {}
        return {"inferred": sum(hits) / len(hits), "inferred_chance": sum(chance) / len(chance)}


def likeliest(codes: Integers, among: Booleans | None) -> int:
    """The code that most people have, of some or of all, the smaller of two; -1 if none of them has one."""
    held = codes if among is None else codes[among]
    known = held[held >= 0]
    return int(np.bincount(known).argmax()) if known.size else -1

"""The metric `people`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from statistics import median
from typing import NamedTuple

from sanon.risk.incidence import Booleans
from sanon.testbench.giveaways import Giveaways
from sanon.testbench.metrics.contract import Column, Metric
from sanon.testbench.register.register import LOCAL, Register, fitting_coarser
from sanon.testbench.register.tables import shares
from sanon.testbench.rules import FITS
from sanon.testbench.standing import Joins, Standing
from sanon.testbench.trial import Trial


class People(Metric):
    """How many people of the register still fit what documents show: counted, not modelled."""

    name = "people"
    summary = f"share of the persons at risk whom fewer than {FITS} people of the register fit"
    order = 40
    columns = (
        Column("found_alone", "found by one document", shown=True),
        Column("found_linked", "found by following", shown=True),
        Column("found_together", "found by all documents"),
        Column("people_median", "people who fit a document"),
        Column("model_gap", "digits by which the model is off"),
    )

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """By the worst document of each person of risk HIGH and MEDIUM, the worst group of joined ones, and all."""
        register = trial.material.register
        if register is None:
            return {}
        fewest: list[tuple[int, int, int]] = []
        singles, gaps = list[int](), list[float]()
        for joins in trial.joins:
            target = joins.standing.target
            if target.number is None or target.risk == "LOW" or not target.documents:
                continue
            told = _Stated(register, trial, joins)
            alone = {document: told.by([document]) for document in target.documents}
            fewest.append(
                (
                    min(one.people for one in alone.values()),
                    min(told.by(group).people for group in joins.groups),
                    told.by(target.documents).people,
                )
            )
            singles += [one.people for one in alone.values()]
            gaps += [one.gap for one in alone.values()]
        if not fewest:
            return {}
        found = [sum(row[place] < FITS for row in fewest) / len(fewest) for place in range(3)]
        return {
            "found_alone": found[0],
            "found_linked": found[1],
            "found_together": found[2],
            "people_median": float(median(singles)),
            "model_gap": median(map(abs, gaps)),
        }


class _Fit(NamedTuple):
    """People that fit, and log10 of what the model of independence says over what was counted, in the world."""

    people: int
    gap: float


class _Stated:
    """What documents of one person tell, in terms of the register."""

    def __init__(self, register: Register, trial: Trial, joins: Joins) -> None:
        self._register, self._trial = register, trial
        self._standing: Standing = joins.standing
        self._setting = Giveaways(joins.standing.target.setting, trial.material.profile)

    def by(self, documents: Iterable[str]) -> _Fit:
        """People of the register that fit all of these documents."""
        masks = dict(self._masks(documents))
        people = self._register.fitting(masks.values())
        adults = float(shares()["world"]["adults"])
        local = bool(masks.keys() & LOCAL)
        counted = max(people, 1) * (1 if local else adults / self._register.people)
        modelled = adults * math.prod(self._share(attribute, mask, adults) for attribute, mask in masks.items())
        return _Fit(people, math.log10(max(modelled, 1.0)) - math.log10(counted))

    def _share(self, attribute: str, mask: Booleans, adults: float) -> float:
        """The share of the world's adults who have one value."""
        return float(mask.sum()) / (adults if attribute in LOCAL else self._register.people)

    def _masks(self, documents: Iterable[str]) -> Iterator[tuple[str, Booleans]]:
        target, standing, register = self._standing.target, self._standing, self._register
        number = target.number or 0
        finest: dict[str, Booleans] = {}
        for document in documents:
            for place in self._setting.of(self._trial.texts[document]):
                attribute = target.setting[place].attribute
                if attribute and document in target.setting[place].documents:
                    finest[attribute] = register.same(number, attribute)
            for place, secret in enumerate(target.secrets):
                if not secret.attribute or document not in secret.documents:
                    continue
                if standing.shares[document].get(place) == 1.0:
                    finest[secret.attribute] = register.same(number, secret.attribute)
                elif words := standing.instead[document].get(place):
                    coarser = fitting_coarser(register, number, secret.attribute, words)
                    if coarser is not None:
                        finest.setdefault(secret.attribute, coarser)
        yield from finest.items()

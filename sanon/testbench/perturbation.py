"""Values perturbed under local differential privacy, in the manner of LPRAG (He et al. 2025).

Every value is perturbed on its own, once for the corpus, with privacy loss ε:

- words and phrases: exponential mechanism over the values of the same type in the corpus, taken as public,
  P(v'|v) ∝ exp(ε·likeness(v, v')/2), likeness the cosine of their sentence vectors cut to [0, 1] (sensitivity 1);
- numbers and dates: Laplace noise of scale range/ε, rounded, and cut to the range of the type;
- ids and telephone numbers: randomized response on every letter and digit, with ε divided by their number.

LPRAG also shares ε out among the kinds by how useful they are; here each value has all of it, which keeps more. Pure.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256

import numpy as np

from sanon.attack.ranking import Floats
from sanon.settings.profile import NormalForm

_AGES = (0, 110)
#: Normalized value -> its perturbed form.
Perturbed = dict[str, str]


@dataclass(frozen=True)
class Perturbation:
    """Perturbs the values of one type.

    Attributes:
        epsilon: privacy loss of each value.
        seed: the same gives the same values.
    """

    epsilon: float
    seed: int

    def values(
        self, entity_type: str, form: NormalForm, values: Sequence[str], vectors: Callable[[Sequence[str]], Floats]
    ) -> Perturbed:
        """The perturbed form of each value.

        Args:
            values: normalized, each once.
            vectors: of length 1, one row for each text.
        """
        ordered = sorted(values)
        draws = {value: self._draws(entity_type, value) for value in ordered}
        if form == "age":
            return {value: self._number(value, draws[value]) for value in ordered}
        if form in ("id", "phone"):
            return {value: self._characters(value, draws[value]) for value in ordered}
        if form == "date":
            return self._dates(draws)
        return self._phrases(ordered, vectors(ordered), draws)

    def _draws(self, entity_type: str, value: str) -> np.random.Generator:
        digest = sha256(f"{self.seed}\0{entity_type}\0{value}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:8], "big"))

    def _phrases(self, values: list[str], vectors: Floats, draws: Mapping[str, np.random.Generator]) -> Perturbed:
        scores = self.epsilon / 2 * np.clip(vectors @ vectors.T, 0, 1).astype(np.float64)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        return {
            value: values[int(draws[value].choice(len(values), p=row))] for value, row in zip(values, odds, strict=True)
        }

    def _number(self, value: str, draw: np.random.Generator) -> str:
        low, high = _AGES
        return str(round(self._noisy(float(value), low, high, draw))) if value.isdigit() else value

    def _dates(self, draws: Mapping[str, np.random.Generator]) -> Perturbed:
        days = {value: _day(value) for value in draws}
        there = [day for day in days.values() if day is not None]
        if not there:
            return dict.fromkeys(draws, "")
        low, high = min(there), max(there)
        return {
            # What is no whole date ("2024", "03/2024") has no day to move; it goes.
            value: "" if (day := days[value]) is None else _date(round(self._noisy(day, low, high, draw)))
            for value, draw in draws.items()
        }

    def _noisy(self, value: float, low: float, high: float, draw: np.random.Generator) -> float:
        return float(np.clip(value + draw.laplace(scale=(high - low) / self.epsilon), low, high))

    def _characters(self, value: str, draw: np.random.Generator) -> str:
        each = self.epsilon / max(sum(map(str.isalnum, value)), 1)
        return "".join(self._character(one, each, draw) for one in value)

    def _character(self, one: str, epsilon: float, draw: np.random.Generator) -> str:
        alphabet = string.digits if one.isdigit() else string.ascii_uppercase if one.isalpha() else one
        if len(alphabet) == 1:
            return one
        # k-ary randomized response: the true one with e^ε/(e^ε + k − 1), each other with 1/(e^ε + k − 1).
        stays = np.exp(epsilon) / (np.exp(epsilon) + len(alphabet) - 1)
        if draw.random() < stays:
            return one
        others = [other for other in alphabet if other != one.upper()]
        return others[int(draw.integers(len(others)))]


def _day(value: str) -> int | None:
    try:
        day, month, year = map(int, value.split("/"))
        return date(year, month, day).toordinal()
    except ValueError:
        return None


def _date(day: int) -> str:
    return (date.min + timedelta(days=day - 1)).strftime("%d/%m/%Y")

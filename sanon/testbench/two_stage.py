"""Extraction in the two stages of Zhou 2025, section 4.2.2, by the model alone: what a system of the thesis finds.

First each document alone; then each again with what the others mention, as pairs of normal form and type without
relevance, filtered by max_relevance · uniqueness and without direct identifiers. The result is the union of both, with
the larger relevance. No rules stand beside it, and nobody confirms anything.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from sanon.attack.asking import JsonModel, Schema
from sanon.extraction.llm.asking import object_of
from sanon.extraction.llm.parallel import each_in_parallel
from sanon.settings.profile import Profile
from sanon.testbench.dataset.records import Mentioned
from sanon.testbench.prompts import prompts

#: Least filter score of what is shown to the second stage.
STRENGTH = 0.4
_ENTITY = {
    "type": "array",
    "prefixItems": [{"type": "string"}, {"type": "string"}, {"type": "string"}, {"type": "number"}],
    "minItems": 4,
    "maxItems": 4,
}
_ANSWER: Schema = object_of(entities={"type": "array", "items": _ENTITY, "maxItems": 60})
Found = dict[str, list[Mentioned]]


class TwoStages:
    """Asks a model about every document twice."""

    def __init__(self, ask: JsonModel, profile: Profile, workers: int) -> None:
        self._ask, self._profile, self._workers = ask, profile, workers
        self._prompts = prompts("models")["two_stages"]
        self._system = self._prompts["system"].format(types=", ".join(profile.findable))

    def found(self, texts: Mapping[str, str]) -> Found:
        """What the model finds in each document, by source id.

        Raises:
            ExtractionError: the model gives no answers any more.
        """
        local = self._each(texts, {one: self._prompts["local"].format(text=text) for one, text in texts.items()})
        existing = self._existing(local)
        prompts = {
            one: self._prompts["context"].format(existing=json.dumps([list(pair) for pair in existing]), text=text)
            for one, text in texts.items()
        }
        again = self._each(texts, prompts)
        return {one: _united([*local[one], *again[one]]) for one in texts}

    def _each(self, texts: Mapping[str, str], prompts: Mapping[str, str]) -> Found:
        names = sorted(texts)
        found = each_in_parallel(lambda name: self._entities(texts[name], prompts[name]), names, self._workers)
        return dict(zip(names, found, strict=True))

    def _entities(self, text: str, prompt: str) -> list[Mentioned]:
        answer = self._ask(self._system, prompt, _ANSWER) or {"entities": []}
        good: list[Mentioned] = []
        for row in answer["entities"]:
            if not (isinstance(row, list) and len(row) == 4 and all(isinstance(part, str) for part in row[:3])):
                continue
            original, normalized, kind, relevance = row
            known = original and original in text and normalized and kind in self._profile.findable
            if known and isinstance(relevance, int | float) and 0 <= relevance <= 1:
                good.append((original, normalized, kind, float(relevance)))
        return good

    def _existing(self, local: Found) -> list[tuple[str, str]]:
        """What the second stage is shown, by max_relevance · u; the most telling first."""
        holders: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        relevance: defaultdict[tuple[str, str], float] = defaultdict(float)
        for name, entities in local.items():
            for _, normalized, kind, value in entities:
                holders[normalized, kind].add(name)
                relevance[normalized, kind] = max(value, relevance[normalized, kind])
        n = len(local)
        scores = {
            pair: relevance[pair] * math.log((n + 1) / len(some)) / math.log(n + 1) for pair, some in holders.items()
        }
        shown = [
            pair for pair, score in scores.items() if score >= STRENGTH and not self._profile.types[pair[1]].direct
        ]
        return sorted(shown, key=lambda pair: (-scores[pair], pair))


def _united(entities: Sequence[Mentioned]) -> list[Mentioned]:
    """Each spelling once, with the larger relevance."""
    best: dict[tuple[str, str, str], float] = {}
    for original, normalized, kind, relevance in entities:
        key = (original, normalized, kind)
        best[key] = max(relevance, best.get(key, 0.0))
    return [(*key, relevance) for key, relevance in best.items()]

"""The risk of documents as a waterfall of what each value adds: a chart for Vega, which reports and notebooks draw."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Any, NamedTuple

from sanon.settings.policy import TIE
from sanon.text.counting import counted

#: What notebooks draw by themselves, without a request to anywhere.
MIME_TYPE = "application/vnd.vega.v5+json"
#: Values of one document that have a bar of their own.
_BARS = 20


class Adding(NamedTuple):
    """A value of a document.

    Attributes:
        contribution: c(e,d).
        masked: whether it adds nothing now.
    """

    label: str
    contribution: float
    masked: bool


class Waterfall(NamedTuple):
    """One document.

    Attributes:
        risk, residual_risk: R(d) before any mask, and now.
        limit: its θ_doc.
        values: by falling contribution.
    """

    name: str
    risk: float
    residual_risk: float
    limit: float
    values: Sequence[Adding]


def chart(documents: Sequence[Waterfall]) -> dict[str, Any]:
    """A Vega specification that shows one of some documents at a time, the first one first.

    Args:
        documents: at least one, with different names.
    """
    spec: dict[str, Any] = json.loads(resources.files("sanon.results").joinpath("waterfall.vega.json").read_bytes())
    choice = next(signal for signal in spec["signals"] if signal["name"] == "document")
    choice["value"] = documents[0].name
    if len(documents) > 1:
        choice["bind"]["options"] = [one.name for one in documents]
    else:
        del choice["bind"]
    spec["data"][0]["values"] = [
        {
            "name": one.name,
            "risk": round(one.risk, 4),
            "residual_risk": round(one.residual_risk, 4),
            "limit": one.limit,
            "steps": _steps(one),
        }
        for one in documents
    ]
    return spec


def in_words(entity_type: str) -> str:
    """A type as a person writes it: "medical condition"."""
    return entity_type.replace("_", " ").lower()


def _steps(document: Waterfall) -> list[dict[str, object]]:
    """Where the bar of each value begins and ends, before any mask and now."""
    survival = {"before": 1.0, "now": 1.0}
    steps = []
    for value in (*document.values[:_BARS], *_together(document.values[_BARS:])):
        step: dict[str, object] = {
            "label": value.label,
            "masked": value.masked,
            "contribution": round(value.contribution, 4),
        }
        for when in survival:
            begun = survival[when]
            if when == "before" or not value.masked:
                survival[when] *= 1 - value.contribution
            step[when] = [round(1 - begun, 4), round(1 - survival[when], 4)]
        steps.append(step)
    if document.residual_risk > 1 - survival["now"] + TIE:
        # Masks may leave coarser values, which count.
        contribution = 1 - (1 - document.residual_risk) / survival["now"]
        shown = [round(1 - survival["now"], 4), round(document.residual_risk, 4)]
        hidden = [round(1 - survival["before"], 4)] * 2
        step = {
            "label": "coarser values in place of masked ones",
            "masked": False,
            "contribution": round(contribution, 4),
        }
        steps.append(step | {"before": hidden, "now": shown})
    return steps


def _together(values: Sequence[Adding]) -> Iterable[Adding]:
    """One bar for all that are masked, and one for all that are readable."""
    for masked in (True, False):
        survival, some = 1.0, [value for value in values if value.masked is masked]
        for value in some:
            survival *= 1 - value.contribution
        if some:
            yield Adding(counted(len(some), "other value"), 1 - survival, masked)

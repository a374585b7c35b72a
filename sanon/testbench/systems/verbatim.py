"""The system `verbatim`."""

from __future__ import annotations

from sanon.testbench.systems.contract import Parameters, Protected, System
from sanon.testbench.workshop import Workshop


class Verbatim(System[Parameters]):
    """Hides nothing: what utility can be at best, and leakage at worst."""

    name = "verbatim"
    summary = "the documents as they are"

    def protect(self, workshop: Workshop) -> Protected:
        """The texts stay as they are."""
        return Protected(workshop.texts, 0)

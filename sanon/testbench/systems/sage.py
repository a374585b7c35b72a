"""The system `sage`."""

from __future__ import annotations

from sanon.testbench.synthetic import SyntheticWriter
from sanon.testbench.systems.contract import Parameters, Protected, System
from sanon.testbench.workshop import Workshop


class Sage(System[Parameters]):
    """Replaces every document by a synthetic one, in the manner of SAGE (Zeng et al. 2024)."""

    name = "sage"
    summary = "documents written anew from their five key attributes, then refined"
    needs_model = True

    def protect(self, workshop: Workshop) -> Protected:
        """Both stages, by the model."""
        writer = SyntheticWriter(workshop.ask, workshop.workers)
        return Protected(writer.written(workshop.texts, workshop.formats), None)

"""The system `unlinkable`."""

from __future__ import annotations

from pydantic import Field

from sanon.testbench.systems.contract import NOTHING, Detection, Protected, System
from sanon.testbench.workshop import Workshop


class Linkage(Detection):
    """Parameters of search-based linkage."""

    k: int = Field(default=2, ge=2, description="a phrase that fewer originals hold is rewritten")


class Unlinkable(System[Linkage]):
    """De-identifies, then has rare phrases rewritten until no search leads back to the source (Lison et al. 2025)."""

    name = "unlinkable"
    summary = "direct identifiers masked, then n-grams that link back rewritten by the model until none is left"
    parameters = Linkage
    needs_model = True

    def protect(self, workshop: Workshop) -> Protected:
        """Rounds of rewriting, as `sanon export --until-unlinkable`."""
        return workshop.redacted(self.options.extraction, NOTHING, unlinkable=self.options.k)

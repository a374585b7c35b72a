"""The systems that choose nothing: all stays, direct identifiers alone go, or everything goes."""

from __future__ import annotations

from pydantic import Field

from sanon.testbench.systems.contract import NOTHING, Detection, Parameters, Protected, Replacing, System
from sanon.testbench.workshop import Workshop


class Verbatim(System[Parameters]):
    """Hides nothing: what utility can be at best, and leakage at worst."""

    name = "verbatim"
    summary = "the documents as they are"

    def protect(self, workshop: Workshop) -> Protected:
        """The texts stay as they are."""
        return Protected(workshop.texts, 0)


class DirectOnly(System[Replacing]):
    """Does what de-identification usually does."""

    name = "direct-only"
    summary = "direct identifiers masked, nothing else"
    parameters = Replacing

    def protect(self, workshop: Workshop) -> Protected:
        """The rule for direct identifiers, and no limit."""
        return workshop.redacted(self.options.extraction, NOTHING, operators=self.options.operator)


class EveryEntity(System[Replacing]):
    """Selects nothing: whatever was found is masked."""

    name = "every-entity"
    summary = "every entity masked"
    parameters = Replacing

    def protect(self, workshop: Workshop) -> Protected:
        """Entities of every type are masked."""
        always = [{"type": kind} for kind in workshop.profile.types]
        return workshop.redacted(self.options.extraction, NOTHING, always=always, operators=self.options.operator)


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

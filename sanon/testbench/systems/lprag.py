"""The system `lprag`."""

from __future__ import annotations

from pydantic import Field

from sanon.testbench.perturbation import Perturbation
from sanon.testbench.systems.contract import Detection, Protected, System
from sanon.testbench.workshop import Workshop


class PrivacyBudget(Detection):
    """Parameters of local differential privacy."""

    epsilon: float = Field(default=10.0, gt=0, description="privacy loss ε of each value")


class Lprag(System[PrivacyBudget]):
    """Gives every value another one, in the manner of LPRAG (He et al. 2025)."""

    name = "lprag"
    summary = "values perturbed under local differential privacy"
    parameters = PrivacyBudget
    sweep = tuple(f"epsilon={epsilon:g}" for epsilon in (200, 100, 50, 20, 10, 5, 1))

    def protect(self, workshop: Workshop) -> Protected:
        """Each value is perturbed once for the corpus, and replaced where a document mentions it."""
        found = workshop.found(self.options.extraction)
        perturbation = Perturbation(self.options.epsilon, workshop.seed)
        stands_in: dict[str, str] = {}
        for kind, rows in found.entities.groupby("type"):
            values = rows["value"].tolist()
            form = workshop.profile.types[str(kind)].normal_form
            perturbed = perturbation.values(str(kind), form, values, workshop.vectors.of)
            for entity_id, value in zip(rows["id"].tolist(), values, strict=True):
                if perturbed[value] != value:
                    stands_in[entity_id] = perturbed[value] or f"[{kind}]"
        return Protected(workshop.exchanged(found, stands_in), len(stands_in))

"""The metric `left`."""

from __future__ import annotations

from collections.abc import Mapping

from sanon.testbench.metrics.contract import Column, Metric, mean
from sanon.testbench.trial import Trial
from sanon.testbench.utility import exact


class Left(Metric):
    """What protection leaves of the answers, whatever an index finds and a model makes of it."""

    name = "left"
    summary = "questions every fact of whose answer still stands in the documents that answer it"
    order = 85
    columns = (
        Column("general_left", "general answers left", shown=True),
        Column("specific_left", "specific answers left", shown=True),
    )

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """Shares of the questions, single and multi source together."""
        return {
            f"{kind}_left": mean(
                [
                    exact("\n".join(trial.texts[one] for one in question.sources), question.answer)
                    for question in trial.material.questions
                    if question.specificity == kind
                ]
            )
            for kind in ("general", "specific")
        }

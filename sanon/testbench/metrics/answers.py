"""The metrics `answers` and `left`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sanon.results.bench import Agreement, KindScores, Utility
from sanon.testbench.dataset.records import COMBINATIONS
from sanon.testbench.metrics.contract import Column, Metric, mean
from sanon.testbench.trial import Trial
from sanon.testbench.utility import exact

#: Of the judge: from here on an answer counts as right.
_RIGHT = 0.5
#: The kinds of question, as fields of `Utility`.
KINDS = tuple(f"{specificity}_{scope}" for specificity, scope in COMBINATIONS)
_SCORES = {
    "judge": "judge",
    "exact": "exact",
    "in_context": "in context",
    "in_sources": "in sources",
    "rouge1": "ROUGE-1",
    "bertscore": "BERTScore",
    "recall_at_k": "recall@3",
}


class Answers(Metric):
    """How well the documents still answer, by type and source of the question."""

    name = "answers"
    summary = "score of the judge, exact truth, ROUGE-1 and BERTScore recall of the answers, and sources retrieved"
    order = 90
    slow = True
    columns = (
        Column("recall_at_k", "recall@3"),
        *(
            Column(f"utility.{kind}.{score}", f"{kind.replace('_', ' ')}: {title}")
            for kind in KINDS
            for score, title in _SCORES.items()
        ),
    )

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """Means by kind of question."""
        answers, by_kind = trial.answers, defaultdict[str, list[KindScores]](list)
        for question, scores in answers:
            by_kind[f"{question.specificity}_{question.scope}"].append(scores)
        return {
            "recall_at_k": mean([scores.recall_at_k for _, scores in answers]) or 0.0,
            "utility": Utility.model_validate({kind: mean_scores(some) for kind, some in by_kind.items()}),
            "agreement": self._agreement(trial) if trial.model else None,
        }

    def _agreement(self, trial: Trial) -> Agreement:
        """How often the judge agrees with the exact truth."""
        answers, leaks = [scores for _, scores in trial.answers], trial.leaks
        pairs = [(one.judge >= _RIGHT, one.exact == 1) for one in answers if one.judge is not None]
        return Agreement(
            answers=len(pairs),
            agree=mean([float(judged == true) for judged, true in pairs]),
            judge_only=sum(judged and not true for judged, true in pairs),
            exact_only=sum(true and not judged for judged, true in pairs),
            leaks_judge_only=sum(len(one.judged - set(one.revealed)) for one in leaks),
            leaks_patterns_only=sum(len(set(one.revealed) - one.judged) for one in leaks),
            leak_rate_without_judge=mean([trial.leak_rate(one.target, one.without_judge) for one in leaks]),
        )


def mean_scores(answers: Sequence[KindScores]) -> KindScores:
    """The means of the scores of some answers."""
    scores = {name: mean([getattr(answer, name) for answer in answers]) for name in _SCORES}
    return KindScores.model_validate(scores | {"questions": len(answers)})


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

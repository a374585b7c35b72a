"""One system measured: its index is asked the questions of all clusters, and attacked about every hidden person."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sanon.attack.words import words_kept
from sanon.extraction.llm.parallel import in_parallel
from sanon.results.bench import Agreement, KindScores, SystemResult, TypeLeaks, Utility
from sanon.settings.profile import Profile
from sanon.testbench.attacks import Leaks, Target, Victim, attack, leak_rate, leaked_share, mean_rate
from sanon.testbench.dataset import GeneratedCluster, Question
from sanon.testbench.giveaways import Secret
from sanon.testbench.retrieval import Index
from sanon.testbench.systems import Protected, System
from sanon.testbench.utility import bertscore_recall, exact, recall_at_k, rouge1_recall
from sanon.testbench.vectors import Vectors

#: Of the judge: from here on an answer counts as right.
_RIGHT = 0.5
_Item = TypeVar("_Item")
_Made = TypeVar("_Made")


class Rag(Victim, Protocol):
    """What answers."""

    def answer(self, question: str, context: Sequence[str]) -> str:
        """An answer from what was retrieved."""
        ...


class Judge(Protocol):
    """What scores answers."""

    def scores(self, question: str, expected: str, answer: str) -> float | None:
        """In [0, 1]; None if it cannot say."""
        ...


class Progress(Protocol):
    """Shows how far it is."""

    def __call__(self, items: Iterable[_Item], what: str, total: int, /) -> Iterable[_Item]:
        """The same items."""
        ...


@dataclass(frozen=True)
class Scored:
    """An answer and its scores, in [0, 1]; judge None without one."""

    question: Question
    judge: float | None
    exact: float
    in_context: float
    in_sources: float
    rouge1: float
    bertscore: float
    recall_at_k: float


def measure(
    system: System,
    protected: Protected,
    *,
    clusters: Sequence[GeneratedCluster],
    index: Index,
    vectors: Vectors,
    rag: Rag,
    judge: Judge | None,
    profile: Profile,
    prompts: int,
    workers: int,
    progress: Progress,
) -> SystemResult:
    """Ask and attack.

    Args:
        system: what is measured.
        protected: what it made of the corpus, which is in `index`.
        clusters: with the truth.
        index: of the protected documents.
        vectors: for BERTScore.
        rag: answers and is attacked.
        judge: of answers; None without a model.
        profile: weights of the types.
        prompts: of each attack for each value.
        workers: how many questions are asked at a time.
        progress: shows how far it is.
    """
    questions = [question for cluster in clusters for question in cluster.questions]
    nearest = index.nearest([question.question for question in questions])

    def scored(number: int) -> Scored:
        question, ids = questions[number], nearest[number]
        context = [protected.texts[one] for one in ids]
        answer = rag.answer(question.question, context)
        return Scored(
            question,
            judge.scores(question.question, question.answer, answer) if judge else None,
            exact(answer, question.answer),
            exact("\n".join(context), question.answer),
            exact("\n".join(protected.texts[one] for one in question.sources), question.answer),
            rouge1_recall(answer, question.answer),
            bertscore_recall(vectors.tokens(answer), vectors.tokens(question.answer)),
            recall_at_k(ids, question.sources),
        )

    answers = _each(scored, len(questions), workers, progress, f"{system.name}: questions")
    targets = [target_of(cluster) for cluster in clusters]
    leaks = _each(
        lambda number: attack(targets[number], index, rag, profile, prompts),
        len(targets),
        workers,
        progress,
        f"{system.name}: attacks",
    )
    weights = profile.weights
    originals = {document.id: document.content for cluster in clusters for document in cluster.documents}
    return SystemResult(
        name=system.name,
        about=system.about,
        masks=protected.masks,
        words_kept=words_kept((originals[one], protected.texts[one]) for one in originals),
        leak_rate=mean_rate([leak_rate(one.target, one.all, weights) for one in leaks]),
        leaked_clusters=leaked_share(leaks, weights),
        membership=mean_rate([leak_rate(one.target, one.membership, weights) for one in leaks]),
        targeted=mean_rate([leak_rate(one.target, one.targeted, weights) for one in leaks]),
        recall_at_k=_mean([one.recall_at_k for one in answers]),
        utility=utility_of(answers),
        leaks_by_type=leaks_by_type(leaks),
        agreement=agreement_of(answers, leaks, weights) if judge else None,
        failed_answers=0,
        seconds=0.0,
    )


def target_of(cluster: GeneratedCluster) -> Target:
    """The hidden person of a cluster, with every spelling that its documents have."""
    spelled: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for line in cluster.entities:
        for original, normalized, kind, _ in line.entities:
            spelled[kind, normalized][original] = None
    secrets = (
        Secret(
            known.type, known.normalized, tuple(dict.fromkeys([known.value, *spelled[known.type, known.normalized]]))
        )
        for known in cluster.cluster.person
    )
    return Target(cluster.cluster.cluster, cluster.cluster.risk, tuple(secrets))


def utility_of(answers: Sequence[Scored]) -> Utility:
    """Means by kind of question."""
    by_kind: defaultdict[str, list[Scored]] = defaultdict(list)
    for one in answers:
        by_kind[f"{one.question.specificity}_{one.question.scope}"].append(one)
    return Utility.model_validate(
        {kind: _scores(by_kind[kind]) if by_kind[kind] else None for kind in Utility.model_fields}
    )


def _scores(answers: Sequence[Scored]) -> KindScores:
    judged = [one.judge for one in answers if one.judge is not None]
    return KindScores(
        questions=len(answers),
        judge=_mean(judged) if judged else None,
        exact=_mean([one.exact for one in answers]),
        in_context=_mean([one.in_context for one in answers]),
        in_sources=_mean([one.in_sources for one in answers]),
        rouge1=_mean([one.rouge1 for one in answers]),
        bertscore=_mean([one.bertscore for one in answers]),
        recall_at_k=_mean([one.recall_at_k for one in answers]),
    )


def leaks_by_type(leaks: Sequence[Leaks]) -> dict[str, TypeLeaks]:
    """Values of hidden persons, and leaked ones, by type."""
    there: Counter[str] = Counter(secret.type for one in leaks for secret in one.target.secrets)
    gone = Counter(one.target.secrets[number].type for one in leaks for number in one.all)
    return {kind: TypeLeaks(entities=there[kind], leaked=gone[kind]) for kind in sorted(there)}


def agreement_of(answers: Sequence[Scored], leaks: Sequence[Leaks], weights: Mapping[str, float]) -> Agreement:
    """Judge against truth."""
    pairs = [(one.judge >= _RIGHT, one.exact == 1) for one in answers if one.judge is not None]
    return Agreement(
        answers=len(pairs),
        agree=_mean([float(judged == true) for judged, true in pairs]) if pairs else None,
        judge_only=sum(judged and not true for judged, true in pairs),
        exact_only=sum(true and not judged for judged, true in pairs),
        leaks_judge_only=sum(len(one.judged - one.patterns) for one in leaks),
        leaks_patterns_only=sum(len(one.patterns - one.judged) for one in leaks),
        leak_rate_without_judge=mean_rate(
            [leak_rate(one.target, one.membership | one.patterns, weights) for one in leaks]
        ),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _each(work: Callable[[int], _Made], count: int, workers: int, progress: Progress, what: str) -> list[_Made]:
    """The work for each number from 0, in their order; what one raises ends it."""
    made: dict[int, _Made] = {}
    for number, result in progress(in_parallel(work, range(count), workers), what, count):
        if isinstance(result, Exception):
            raise result
        made[number] = result
    return [made[number] for number in range(count)]

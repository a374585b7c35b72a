"""One system on trial: its documents in an index, what that answers, and what attackers learn from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from sanon.attack.asking import JsonModel
from sanon.extraction.llm.parallel import each_in_parallel
from sanon.progress import Progress, silent
from sanon.results.bench import KindScores
from sanon.settings.profile import Profile
from sanon.testbench.attacks import Leaks, attack, leak_rate
from sanon.testbench.dataset.records import GeneratedCluster, Question, RegisterMark
from sanon.testbench.giveaways import Giveaways
from sanon.testbench.lexical import WordWeights, between_blanks
from sanon.testbench.persons import Target, mentioned, target_of
from sanon.testbench.rag.answering import Extractive, LanguageModel
from sanon.testbench.rag.retrieval import Index
from sanon.testbench.rag.vectors import Vectors
from sanon.testbench.register.register import Register
from sanon.testbench.standing import Joins, Shares, Standing, Value
from sanon.testbench.systems.contract import Protected
from sanon.testbench.utility import bertscore_recall, exact, recall_at_k, rouge1_recall


@dataclass(frozen=True)
class Material:
    """The clusters that are measured, and how.

    Attributes:
        outside: texts about other people, which no system has seen.
        population: register of the hidden persons; None without one.
        workers: questions to a model at a time.
    """

    clusters: Sequence[GeneratedCluster]
    outside: Sequence[str]
    population: RegisterMark | None
    profile: Profile
    vectors: Vectors
    workers: int = 1
    progress: Progress = field(default=silent)

    @cached_property
    def originals(self) -> dict[str, str]:
        """Source id -> text."""
        return {document.id: document.content for cluster in self.clusters for document in cluster.documents}

    @cached_property
    def targets(self) -> list[Target]:
        """The hidden persons, in the order of the clusters."""
        return [target_of(cluster) for cluster in self.clusters]

    @cached_property
    def giveaways(self) -> dict[str, Giveaways]:
        """Source id -> finds every value that the document states, of hidden persons and of others."""
        return {
            name: Giveaways(values, self.profile)
            for cluster in self.clusters
            for name, values in mentioned(cluster).items()
        }

    @cached_property
    def register(self) -> Register | None:
        """The register of the hidden persons; None if there is none, or this version makes another one of its seed."""
        if self.population is None:
            return None
        register = Register(self.population.seed)
        return register if register.digest == self.population.digest else None

    @cached_property
    def questions(self) -> list[Question]:
        """The questions of all clusters, in their order."""
        return [question for cluster in self.clusters for question in cluster.questions]

    @cached_property
    def weights(self) -> WordWeights:
        """How much the words of the originals tell."""
        return WordWeights(self.originals.values())


_Item = TypeVar("_Item")
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class Trial:
    """A system under measurement; what several metrics need is worked out once.

    Attributes:
        material: what all systems are measured on.
        protected: what the system made of the documents.
        ask: the model that answers, is attacked and judges; None without one.
    """

    material: Material
    label: str
    protected: Protected
    index: Index
    ask: JsonModel | None = None

    @cached_property
    def model(self) -> LanguageModel | None:
        """The model, if there is one."""
        return LanguageModel(self.ask) if self.ask else None

    @cached_property
    def rag(self) -> LanguageModel | Extractive:
        """What answers."""
        return self.model or Extractive(self.texts.values())

    @property
    def texts(self) -> dict[str, str]:
        """Source id -> protected text."""
        return self.protected.texts

    @cached_property
    def standings(self) -> list[Standing]:
        """What still stands of each hidden person, in the order of the clusters."""
        material = self.material
        return [
            Standing(target, material.originals, self.texts, material.profile, material.weights)
            for target in material.targets
        ]

    def leak_rate(self, target: Target, leaked: Shares) -> float | None:
        """Weight of what leaked over that of all secrets of a person, by type; None if there are no secrets."""
        return leak_rate(target, leaked, self.material.profile.weights)

    @cached_property
    def readable(self) -> dict[str, frozenset[Value]]:
        """Source id -> the values stated there, of whomever, that the protected document still shows."""
        return {name: giveaways.values(self.texts[name]) for name, giveaways in self.material.giveaways.items()}

    @cached_property
    def joins(self) -> list[Joins]:
        """Which documents of each hidden person still lead to each other, in the order of the clusters."""
        folded = {name: between_blanks(text) for name, text in self.texts.items()}
        return [Joins(standing, self.readable, folded) for standing in self.standings]

    @cached_property
    def answers(self) -> list[tuple[Question, KindScores]]:
        """Every question, and how good the answer to it is."""
        nearest = self.index.nearest([question.question for question in self.material.questions])
        asked = list(zip(self.material.questions, nearest, strict=True))
        return self._each(lambda pair: self._scored(*pair), asked, "questions")

    @cached_property
    def leaks(self) -> list[Leaks]:
        """What attackers learn of each hidden person, in the order of the clusters."""
        return self._each(lambda one: attack(one, self.index, self.rag), self.standings, "attacks")

    def _scored(self, question: Question, ids: list[str]) -> tuple[Question, KindScores]:
        vectors = self.material.vectors
        context = [self.texts[one] for one in ids]
        answer = self.rag.answer(question.question, context)
        return question, KindScores(
            questions=1,
            judge=self.model.scores(question.question, question.answer, answer) if self.model else None,
            exact=exact(answer, question.answer),
            in_context=exact("\n".join(context), question.answer),
            in_sources=exact("\n".join(self.texts[one] for one in question.sources), question.answer),
            rouge1=rouge1_recall(answer, question.answer),
            bertscore=bertscore_recall(vectors.tokens(answer), vectors.tokens(question.answer)),
            recall_at_k=recall_at_k(ids, question.sources),
        )

    def _each(self, work: Callable[[_Item], _Made], items: Sequence[_Item], what: str) -> list[_Made]:
        material = self.material
        return each_in_parallel(work, items, material.workers, material.progress, f"{self.label}: {what}")

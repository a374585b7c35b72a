"""The plan of a cluster, and the truth that it amounts to once a model has written the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sanon.testbench.dataset.records import (
    Cluster,
    DocumentEntities,
    GeneratedCluster,
    GeneratedDocument,
    Mentioned,
    PersonEntity,
    Question,
    Risk,
    Scope,
    Specificity,
)
from sanon.testbench.rules import SHORTEST_DOCUMENT
from sanon.testbench.truth import Asked, ClusterTruth, Fact, Made, Scene


@dataclass(frozen=True)
class PlannedDocument:
    """A document, and what it is to state.

    Attributes:
        personal: whether it is about the hidden person, or about what is public.
    """

    format: str
    personal: bool
    facts: tuple[str, ...]


@dataclass(frozen=True)
class PlannedQuestion:
    """A question: keys of what it asks for and of what it names; each source states all that it names."""

    specificity: Specificity
    scope: Scope
    facts: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class ClusterPlan:
    """The facts of a cluster by key, which documents state them, and what is asked."""

    facts: Mapping[str, Fact]
    documents: tuple[PlannedDocument, ...]
    questions: tuple[PlannedQuestion, ...]


def assembled(
    name: str,
    risk: Risk,
    topic: str,
    plan: ClusterPlan,
    texts: Sequence[str],
    questions: Sequence[str],
) -> Made:
    """Put a cluster together. A document states the facts whose values stand in its text, whatever was planned.

    Args:
        texts: of the documents, in the order of the plan.
        questions: likewise.
    """
    facts = plan.facts
    ids = [document_id(name, document) for document in plan.documents]
    spelled = [
        {key: words for key, fact in facts.items() if (words := standing(fact.value, text)) is not None}
        for text in texts
    ]
    stated = {one: frozenset(found) for one, found in zip(ids, spelled, strict=True)}
    told = frozenset[str]().union(*stated.values())
    person = dict[tuple[str, str], PersonEntity]()
    for found in spelled:
        for key, text in found.items():
            fact = facts[key]
            if fact.of_person and fact.type:
                person.setdefault(
                    (fact.type, fact.normalized), PersonEntity(type=fact.type, value=text, normalized=fact.normalized)
                )
    cluster = GeneratedCluster(
        cluster=Cluster(cluster=name, risk=risk, documents=tuple(ids), person=tuple(person.values())),
        documents=tuple(
            GeneratedDocument(id=one, metadata={"format": document.format}, content=text)
            for one, document, text in zip(ids, plan.documents, texts, strict=True)
        ),
        entities=tuple(
            DocumentEntities(id=one, entities=tuple(dict.fromkeys(_mentions(facts, found))))
            for one, found in zip(ids, spelled, strict=True)
        ),
        questions=tuple(
            _question(name, asked, text, facts, stated) for asked, text in zip(plan.questions, questions, strict=True)
        ),
    )
    truth = ClusterTruth(
        risk=risk,
        scene=Scene(
            topic,
            _first(facts, told, "MEDICAL_CONDITION"),
            _first(facts, told, "LOCATION"),
            _first(facts, told, "DEMOGRAPHIC"),
        ),
        facts=facts,
        stated=stated,
        asked=tuple(Asked(one.facts, frozenset(one.names)) for one in plan.questions),
    )
    return Made(cluster, truth)


def skeleton(name: str, risk: Risk, topic: str, plan: ClusterPlan) -> Made:
    """The cluster whose documents hold nothing but the planned values: what is wrong with it is wrong with the plan."""
    texts = []
    for document in plan.documents:
        text = " … ".join(plan.facts[key].value for key in document.facts)
        texts.append(text + " …" * max(SHORTEST_DOCUMENT - len(text.split()), 0))
    return assembled(name, risk, topic, plan, texts, ["?" for _ in plan.questions])


def document_id(cluster: str, document: PlannedDocument) -> str:
    """Its name."""
    return f"{cluster}-{document.format.replace('_', '-')}"


def standing(value: str, text: str) -> str | None:
    """A value as it stands in a text as whole words, in capitals or not; None if it does not."""
    folded, sought = text.casefold(), value.casefold()
    if len(folded) != len(text):  # a letter whose small form is longer: take it as it is
        folded, sought = text, value
    start = folded.find(sought)
    while start >= 0:
        end = start + len(sought)
        if not (folded[start - 1 : start].isalnum() or folded[end : end + 1].isalnum()):
            return text[start:end]
        start = folded.find(sought, start + 1)
    return None


def _mentions(facts: Mapping[str, Fact], found: dict[str, str]) -> list[Mentioned]:
    return [
        (text, facts[key].normalized, kind, facts[key].relevance)
        for key, text in found.items()
        if (kind := facts[key].type) is not None
    ]


def _question(
    name: str, asked: PlannedQuestion, text: str, facts: Mapping[str, Fact], stated: dict[str, frozenset[str]]
) -> Question:
    """Its sources are the documents that state what is asked for; its answer the values."""
    sources = [one for one, keys in stated.items() if keys & set(asked.facts)]
    return Question(
        cluster=name,
        question=text,
        answer="; ".join(facts[key].value for key in asked.facts),
        sources=tuple(sources) or tuple(stated)[:1],
        specificity=asked.specificity,
        scope=asked.scope,
    )


def _first(facts: Mapping[str, Fact], told: frozenset[str], kind: str) -> str | None:
    return next(
        (one.normalized for key, one in facts.items() if key in told and one.of_person and one.type == kind), None
    )

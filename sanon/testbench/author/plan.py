"""The plan of a cluster as a model gives it, and the truth that it amounts to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sanon.errors import explained
from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import Profile
from sanon.testbench.dataset import (
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
from sanon.testbench.truth import Asked, ClusterTruth, Fact, Scene

#: How much a fact tells, where nobody says more: of the person, and of what is public.
_OWN, _PUBLIC = 0.8, 0.15
NONE = "NONE"


class PlannedFact(BaseModel):
    """A fact, as the model names it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str = Field(min_length=1, max_length=60)
    value: str = Field(min_length=1, max_length=120)
    type: str
    about: Literal["person", "public"]


class PlannedDocument(BaseModel):
    """A document, and what it is to state."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: str
    facts: tuple[str, ...]


class PlannedQuestion(BaseModel):
    """A question: what it asks for and what it names."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    specificity: Specificity
    scope: Scope
    facts: tuple[str, ...] = Field(min_length=1)
    names: tuple[str, ...] = Field(min_length=1)


class ClusterPlan(BaseModel):
    """What the model answers in the first stage."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    facts: tuple[PlannedFact, ...]
    documents: tuple[PlannedDocument, ...]
    questions: tuple[PlannedQuestion, ...]


class UnusablePlan(ValueError):
    """An answer that is no plan; its text is the reason, without a value."""


def plan_of(answer: dict[str, Any], types: Sequence[str], formats: Sequence[str]) -> ClusterPlan:
    """Read a plan, and check that it speaks of what it defines.

    Raises:
        UnusablePlan: it does not.
    """
    try:
        plan = ClusterPlan.model_validate(answer)
    except ValidationError as error:
        raise UnusablePlan(f"plan: {explained(error)}") from None
    keys = [fact.key for fact in plan.facts]
    known = set(keys)
    if len(known) < len(keys):
        raise UnusablePlan("plan: a key of facts twice")
    for number, fact in enumerate(plan.facts):
        if fact.type != NONE and fact.type not in types:
            raise UnusablePlan(f"plan: facts.{number}: a type that is not offered")
    for number, document in enumerate(plan.documents):
        if not set(document.facts) <= known:
            raise UnusablePlan(f"plan: documents.{number}: a key that is no fact")
        if document.format not in formats:
            raise UnusablePlan(f"plan: documents.{number}: a format that is not offered")
    for number, question in enumerate(plan.questions):
        if not {*question.facts, *question.names} <= known:
            raise UnusablePlan(f"plan: questions.{number}: a key that is no fact")
    return plan


def fact_of(planned: PlannedFact, profile: Profile) -> Fact:
    """The fact of the truth."""
    kind = None if planned.type == NONE else planned.type
    normal = (
        normalize(planned.value, profile.types[kind].normal_form, region="US") if kind else planned.value.casefold()
    )
    own = planned.about == "person"
    return Fact(planned.key, planned.value, normal, kind, _OWN if own else _PUBLIC, own)


@dataclass(frozen=True)
class Assembled:
    """A cluster put together from a plan and from texts, and the truth of it."""

    cluster: GeneratedCluster
    truth: ClusterTruth


def assembled(
    name: str,
    risk: Risk,
    topic: str,
    plan: ClusterPlan,
    profile: Profile,
    texts: Sequence[str],
    questions: Sequence[str],
) -> Assembled:
    """Put a cluster together. A document states the facts whose values stand in its text, whatever was planned.

    Args:
        texts: of the documents, in the order of the plan.
        questions: likewise.
    """
    facts = {planned.key: fact_of(planned, profile) for planned in plan.facts}
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
    return Assembled(cluster, truth)


def skeleton(name: str, risk: Risk, topic: str, plan: ClusterPlan, profile: Profile) -> Assembled:
    """The cluster whose documents hold nothing but the planned values: what is wrong with it is wrong with the plan."""
    values = {fact.key: fact.value for fact in plan.facts}
    texts = []
    for document in plan.documents:
        text = " … ".join(values[key] for key in document.facts)
        texts.append(text + " …" * max(SHORTEST_DOCUMENT - len(text.split()), 0))
    return assembled(name, risk, topic, plan, profile, texts, ["?" for _ in plan.questions])


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


def _mentions(facts: dict[str, Fact], found: dict[str, str]) -> list[Mentioned]:
    return [
        (text, facts[key].normalized, kind, facts[key].relevance)
        for key, text in found.items()
        if (kind := facts[key].type) is not None
    ]


def _question(
    name: str, asked: PlannedQuestion, text: str, facts: dict[str, Fact], stated: dict[str, frozenset[str]]
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


def _first(facts: dict[str, Fact], told: frozenset[str], kind: str) -> str | None:
    return next(
        (one.normalized for key, one in facts.items() if key in told and one.of_person and one.type == kind), None
    )

"""The deterministic validator: a cluster against its truth, and clusters that follow each other. Pure.

Whether an answer can be derived is decided on the truth; that the texts say what the truth says is checked beside it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator

from sanon.testbench.dataset.records import GeneratedCluster, faults_of_form
from sanon.testbench.lexical import between_blanks
from sanon.testbench.rules import (
    FITS,
    HIGH_VULNERABILITY,
    LARGEST_CLUSTER,
    LONGEST_DOCUMENT,
    RULES,
    SHORTEST_DOCUMENT,
    SMALLEST_CLUSTER,
    allowed,
    overlap,
)
from sanon.testbench.truth import ClusterTruth, Fact, Scene


def faults(cluster: GeneratedCluster, truth: ClusterTruth) -> list[str]:
    """What is wrong with a cluster, by place and rule; no value and no text. Empty: it may be written."""
    return [
        *faults_of_form(cluster),
        *_risk_faults(cluster, truth),
        *_document_faults(cluster, truth),
        *_fitting_faults(truth),
        *_question_faults(cluster, truth),
    ]


def _risk_faults(cluster: GeneratedCluster, truth: ClusterTruth) -> Iterator[str]:
    risk = cluster.cluster.risk
    rule = RULES[risk]
    if risk != truth.risk:
        yield "risk: not the one that was asked for"
    person = cluster.cluster.values
    if len(set(person)) < len(person):
        yield "person: an entity twice"
    if not rule.entities[0] <= len(person) <= rule.entities[1]:
        yield f"person: {len(person)} entities, which {risk} does not allow"
    vulnerable = sum(kind in HIGH_VULNERABILITY for kind, _ in person)
    if not rule.high_vulnerability[0] <= vulnerable <= rule.high_vulnerability[1]:
        yield f"person: {vulnerable} entities of high vulnerability, which {risk} does not allow"
    share = overlap(person, [line.values for line in cluster.entities])
    if not rule.overlap[0] <= share <= rule.overlap[1]:
        yield f"overlap: {share:.2f}, which {risk} does not allow"
    for line in cluster.entities:
        for kind in sorted({kind for _, _, kind, _ in line.entities if not allowed(kind, risk)}):
            yield f"entities of {line.id}: {kind}, which {risk} does not allow"


def _document_faults(cluster: GeneratedCluster, truth: ClusterTruth) -> Iterator[str]:
    if not SMALLEST_CLUSTER <= len(cluster.documents) <= LARGEST_CLUSTER:
        yield f"documents: {len(cluster.documents)} of them"
    formats = [document.metadata.get("format") for document in cluster.documents]
    if len(set(formats)) < len(formats):
        yield "documents: two of one format"
    if set(cluster.cluster.values) != {(fact.type, fact.normalized) for fact in _person(truth)}:
        yield "person: not all that the documents say of the hidden person, or more"
    for document, line in zip(cluster.documents, cluster.entities, strict=False):
        words = len(document.content.split())
        if not SHORTEST_DOCUMENT <= words <= LONGEST_DOCUMENT:
            yield f"{document.id}: {words} words"
        stated = [truth.facts[key] for key in truth.stated.get(document.id, ())]
        missing = {(fact.type, fact.normalized) for fact in stated if fact.type} - line.values
        if missing:
            yield f"entities of {document.id}: {len(missing)} of the stated facts are not among them"
    if set(truth.stated) != set(cluster.cluster.documents):
        yield "truth: of other documents"
    elif not _linked(cluster, truth):
        yield "documents: one shares nothing with the others"


def _fitting_faults(truth: ClusterTruth) -> Iterator[str]:
    """Whether the documents identify as far as RISK asks for, where there is a register to count in."""
    if truth.fitting is None:
        return
    if truth.risk == "LOW" and truth.fitting.together < FITS:
        yield f"people: {truth.fitting.together} fit all documents"
    if truth.risk != "LOW" and truth.fitting.together > 1:
        yield f"people: {truth.fitting.together} fit all documents"
    if truth.risk == "MEDIUM":
        for name, people in truth.fitting.documents.items():
            if people < FITS:
                yield f"{name}: {people} people fit it alone"


def _person(truth: ClusterTruth) -> Iterator[Fact]:
    stated = frozenset[str]().union(*truth.stated.values())
    return (truth.facts[key] for key in stated if truth.facts[key].of_person and truth.facts[key].type)


def _linked(cluster: GeneratedCluster, truth: ClusterTruth) -> bool:
    """Whether documents of the person hang together by an entity that two of them share, each with one other."""
    about = {document for document, keys in truth.stated.items() if any(truth.facts[key].of_person for key in keys)}
    held = {line.id: line.values for line in cluster.entities if line.id in about}
    return all(any(mine & theirs for other, theirs in held.items() if other != one) for one, mine in held.items())


def _question_faults(cluster: GeneratedCluster, truth: ClusterTruth) -> Iterator[str]:
    if len(truth.needs) != len(cluster.questions):
        yield "questions: the truth knows of others"
        return
    texts = {document.id: between_blanks(document.content) for document in cluster.documents}
    for question, needs in zip(cluster.questions, truth.needs, strict=True):
        place = f"question {question.specificity} {question.scope}"
        sources = [source for source in question.sources if source in truth.stated]
        if len(sources) < len(question.sources):
            continue  # a fault of form
        if not truth.answerable(needs, sources):
            yield f"{place}: its sources do not give the answer"
        for left_out in sources:
            if truth.answerable(needs, [one for one in sources if one != left_out]):
                yield f"{place}: {left_out} is not needed"
        for key in needs.facts:
            if set(truth.documents_of(key)) - set(sources):
                yield f"{place}: a part of the answer stands in another document"
            fact = truth.facts[key]
            if not fact.of_person and question.specificity == "specific":
                yield f"{place}: not about the hidden person"
            if fact.of_person and question.specificity == "general":
                yield f"{place}: about the hidden person"
            sought = between_blanks(fact.value)
            if fact.type and any(sought in text for one, text in texts.items() if one not in sources):
                yield f"{place}: the text of another document holds a part of the answer"


class Diversity:
    """Clusters in a row differ: the thesis hands the last clusters to the generator as what to avoid.

    No condition of the last ten, no topic of the last five, no town that two and no demographic that three of the last
    ten have.
    """

    SCENES, TOPICS, TOWNS, DEMOGRAPHICS = 10, 5, 2, 3

    def __init__(self) -> None:
        self._last: deque[Scene] = deque(maxlen=self.SCENES)

    def faults(self, scene: Scene) -> list[str]:
        """What of a cluster repeats those before it."""
        towns = Counter(one.town for one in self._last)
        demographics = Counter(one.demographic for one in self._last)
        found = []
        if scene.condition and any(one.condition == scene.condition for one in self._last):
            found.append("diversity: the condition of one of the last clusters")
        if scene.topic in self.topics:
            found.append("diversity: the topic of one of the last clusters")
        if scene.town and towns[scene.town] >= self.TOWNS:
            found.append("diversity: the town of too many of the last clusters")
        if scene.demographic and demographics[scene.demographic] >= self.DEMOGRAPHICS:
            found.append("diversity: the demographic of too many of the last clusters")
        return found

    @property
    def topics(self) -> list[str]:
        """The topics of the last clusters."""
        return [one.topic for one in self._last][-self.TOPICS :]

    def remember(self, scene: Scene) -> None:
        """The cluster was taken."""
        self._last.append(scene)

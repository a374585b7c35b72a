"""Whether the records of a cluster fit together. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sanon.testbench.dataset.records import COMBINATIONS, LONGEST_ANSWER, GeneratedCluster, Question


def faults_of_form(cluster: GeneratedCluster) -> list[str]:
    """What of a cluster does not fit together, by place; no value and no text.

    Questions: each combination once, an answer of at most 15 words, one source or several as the scope says, all of
    them in the cluster. Entities: one line a document, each original verbatim in the content or the metadata.
    """
    faults: list[str] = []
    ids = cluster.cluster.documents
    if len(set(ids)) < len(ids):
        faults.append("documents: an id twice")
    if tuple(document.id for document in cluster.documents) != ids:
        faults.append("documents: not those that the cluster names")
    if tuple(line.id for line in cluster.entities) != ids:
        faults.append("entities: not one line for each document, in their order")
    for document, line in zip(cluster.documents, cluster.entities, strict=False):
        texts = [document.content, *map(str, document.metadata.values())]
        for number, (original, *_) in enumerate(line.entities, start=1):
            if not any(original in text for text in texts):
                faults.append(f"entities of {document.id}: the original of entity {number} does not stand there")
    mentioned = frozenset[tuple[str, str]]().union(*(line.values for line in cluster.entities))
    for number, value in enumerate(cluster.cluster.values, start=1):
        if value not in mentioned:
            faults.append(f"person: entity {number} stands in no document")
    combinations = Counter((question.specificity, question.scope) for question in cluster.questions)
    if combinations != Counter(COMBINATIONS):
        faults.append("questions: not one each of specific and general, single and multi")
    for question in cluster.questions:
        faults += [f"question {question.specificity} {question.scope}: {fault}" for fault in _faults(question, cluster)]
    return faults


def _faults(question: Question, cluster: GeneratedCluster) -> Iterator[str]:
    if question.cluster != cluster.cluster.cluster:
        yield "belongs to another cluster"
    if len(set(question.sources)) < len(question.sources) or not set(question.sources) <= set(
        cluster.cluster.documents
    ):
        yield "a source is named twice, or is no document of the cluster"
    if (len(question.sources) > 1) != (question.scope == "multi"):
        yield f"{len(question.sources)} sources"
    if len(question.answer.split()) > LONGEST_ANSWER:
        yield f"an answer of more than {LONGEST_ANSWER} words"

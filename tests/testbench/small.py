"""A data set that fits into the head: three clusters of two documents, with answers that can be read off.

Cluster a (HIGH): Ann Roe, patient number AB-123456, Erdheim disease, the clinic Gannet Point.
Cluster b (MEDIUM): a lighthouse keeper of 61 years in Brest. Cluster c (LOW): nobody; a policy.
"""

from pathlib import Path

from sanon.testbench.dataset.records import (
    Cluster,
    DocumentEntities,
    GeneratedCluster,
    GeneratedDocument,
    PersonEntity,
    Question,
)
from sanon.testbench.dataset.writer import DatasetWriter

_TEXTS = {
    "a-claim": "Claim of Ann Roe, patient number AB-123456. She has Erdheim disease. The claim was paid in March 2024.",
    "a-report": "Gannet Point treats Erdheim disease with vemurafenib. Ann Roe was seen there on 12 April 2024.",
    "b-survey": "The survey was filled in by a lighthouse keeper, 61 years old. He praised the canteen.",
    "b-news": "A lighthouse keeper from Brest won the bee prize. The prize is given by the chamber of trade.",
    "c-policy": "The plan covers twelve physiotherapy visits a year. The limit was raised in May 2023.",
    "c-memo": "The audit found nine denied physiotherapy claims. The office in Lyon corrected them.",
}
_ENTITIES = {
    "a-claim": [
        ("Ann Roe", "ann roe", "NAME", 1.0),
        ("AB-123456", "AB-123456", "PATIENT_ID", 1.0),
        ("Erdheim disease", "erdheim disease", "MEDICAL_CONDITION", 0.9),
    ],
    "a-report": [
        ("Ann Roe", "ann roe", "NAME", 1.0),
        ("Gannet Point", "gannet point", "PROVIDER", 0.7),
        ("Erdheim disease", "erdheim disease", "MEDICAL_CONDITION", 0.9),
        ("vemurafenib", "vemurafenib", "TREATMENT", 0.8),
        ("12 April 2024", "12/04/2024", "EVENT_DATE", 0.6),
    ],
    "b-survey": [("lighthouse keeper", "lighthouse keeper", "INDIRECT_IDENTIFIER", 0.9), ("61", "61", "AGE", 0.5)],
    "b-news": [
        ("lighthouse keeper", "lighthouse keeper", "INDIRECT_IDENTIFIER", 0.9),
        ("Brest", "brest", "LOCATION", 0.6),
    ],
    "c-policy": [("physiotherapy", "physiotherapy", "TREATMENT", 0.1)],
    "c-memo": [("physiotherapy", "physiotherapy", "TREATMENT", 0.1), ("Lyon", "lyon", "LOCATION", 0.2)],
}
_PERSONS = {
    "a": [
        ("NAME", "Ann Roe", "ann roe"),
        ("PATIENT_ID", "AB-123456", "AB-123456"),
        ("MEDICAL_CONDITION", "Erdheim disease", "erdheim disease"),
        ("PROVIDER", "Gannet Point", "gannet point"),
    ],
    "b": [
        ("INDIRECT_IDENTIFIER", "lighthouse keeper", "lighthouse keeper"),
        ("AGE", "61", "61"),
        ("LOCATION", "Brest", "brest"),
    ],
    "c": [("LOCATION", "Lyon", "lyon")],
}
_RISKS = {"a": "HIGH", "b": "MEDIUM", "c": "LOW"}
#: question, answer, sources
_QUESTIONS = {
    "a": [
        ("What is the patient number of Ann Roe?", "AB-123456", ["a-claim"]),
        (
            "What disease does the claim of Ann Roe name, and which drug treats it?",
            "Erdheim disease; vemurafenib",
            ["a-claim", "a-report"],
        ),
        ("When was the claim paid?", "March 2024", ["a-claim"]),
        ("Where and with what is the disease of the claim treated?", "Gannet Point", ["a-claim", "a-report"]),
    ],
    "b": [
        ("How old is the lighthouse keeper of the survey?", "61 years", ["b-survey"]),
        ("What did the lighthouse keeper praise and win?", "the canteen; the bee prize", ["b-survey", "b-news"]),
        ("Who gives the bee prize?", "the chamber of trade", ["b-news"]),
        ("Which survey and prize name a keeper?", "the canteen; the bee prize", ["b-survey", "b-news"]),
    ],
    "c": [
        ("Which office corrected the denied physiotherapy claims?", "The office in Lyon", ["c-memo"]),
        ("How many physiotherapy visits and denied claims were there?", "twelve; nine", ["c-policy", "c-memo"]),
        ("How many physiotherapy visits does the plan cover?", "twelve", ["c-policy"]),
        ("When was the physiotherapy limit raised, and what did the audit find?", "May 2023", ["c-policy", "c-memo"]),
    ],
}
_KINDS = [("specific", "single"), ("specific", "multi"), ("general", "single"), ("general", "multi")]


def clusters() -> list[GeneratedCluster]:
    """The three of them."""
    return [_cluster(name) for name in _PERSONS]


def write(folder: Path) -> Path:
    """The folder as a generator leaves it."""
    folder.mkdir(parents=True)
    writer = DatasetWriter(folder)
    for cluster in clusters():
        writer.add(cluster)
    writer.finish(generator="grammar", seed=1, version="0")
    return folder


def _cluster(name: str) -> GeneratedCluster:
    ids = tuple(one for one in _TEXTS if one.startswith(f"{name}-"))
    return GeneratedCluster(
        cluster=Cluster(
            cluster=name,
            risk=_RISKS[name],
            documents=ids,
            person=tuple(
                PersonEntity(type=kind, value=value, normalized=normal) for kind, value, normal in _PERSONS[name]
            ),
        ),
        documents=tuple(
            GeneratedDocument(id=one, metadata={"format": one.partition("-")[2]}, content=_TEXTS[one]) for one in ids
        ),
        entities=tuple(DocumentEntities(id=one, entities=tuple(_ENTITIES[one])) for one in ids),
        questions=tuple(
            Question(cluster=name, question=asked, answer=answer, sources=tuple(sources), specificity=kind, scope=scope)
            for (asked, answer, sources), (kind, scope) in zip(_QUESTIONS[name], _KINDS, strict=True)
        ),
    )

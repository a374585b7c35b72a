"""A cluster on its way from the grammar to the words of a model: what is to be told, and what came of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sanon.testbench.author.texts import standing
from sanon.testbench.dataset.records import DocumentEntities, GeneratedCluster, Mentioned, PersonEntity, Question
from sanon.testbench.grammar.documents import SETTING
from sanon.testbench.grammar.facts import wording
from sanon.testbench.grammar.lexicon import table, topics
from sanon.testbench.grammar.questions import plain
from sanon.testbench.truth import ClusterTruth, Fact, Made


def called(key: str) -> str:
    """What a fact is."""
    topic, sign, slot = key.partition("/")
    if sign:
        matter = next(one for one in topics() if one.name == topic).matters[slot]
        return f'the answer to "{plain(matter.ask)}"'
    return str(table("telling")["called"].get(key, f"the {key}"))


def subject_of(document: str, truth: ClusterTruth) -> str:
    """Whom or what a document is about."""
    stated = truth.stated[document]
    if any(truth.facts[key].of_person for key in stated):
        return stated.get("name", "a member whose name is not told")
    return f"the {truth.scene.topic}"


def plan_of(made: Made) -> Made:
    """What a cluster tells of its person and of the public; who else fits is not counted once values are invented."""
    units = table("telling")["units"]  # a number alone would be found in any text
    stated = {
        name: {
            key: units.get(key, "{}").format(text)
            for key, text in texts.items()
            if not key.startswith(("decoy ", "dated "))
        }
        for name, texts in made.truth.stated.items()
    }
    kept = frozenset[str]().union(*stated.values())
    facts = {key: replace(fact, attribute=None) for key, fact in made.truth.facts.items() if key in kept}
    return Made(made.cluster, replace(made.truth, facts=facts, stated=stated, fitting=None))


def with_values(made: Made, values: Mapping[str, str]) -> Made:
    """A cluster in which facts have other values, also where its questions name them."""
    truth, facts = made.truth, dict(made.truth.facts)
    if not values:
        return made
    exchanged, person = dict[str, str](), dict[tuple[str | None, str], Fact]()
    for key, value in values.items():
        before = facts[key]
        normal = wording(key, {"": value}).fact.normalized if before.of_person else f"{key}={value.casefold()}"
        facts[key] = person[before.type, before.normalized] = replace(before, value=value, normalized=normal)
        spelled = {text for texts in truth.stated.values() for one, text in texts.items() if one == key}
        exchanged |= {text.casefold(): value for text in (before.value, *spelled)}
    stated = {name: {key: values.get(key, text) for key, text in texts.items()} for name, texts in truth.stated.items()}
    longest_first = sorted(exchanged, key=lambda one: (-len(one), one))
    old = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in longest_first), re.IGNORECASE)

    def of(entity: PersonEntity) -> PersonEntity:
        fact = person.get((entity.type, entity.normalized))
        return entity.model_copy(update={"value": fact.value, "normalized": fact.normalized} if fact else {})

    questions = tuple(
        one.model_copy(update={"question": old.sub(lambda match: exchanged[match[0].casefold()], one.question)})
        for one in made.cluster.questions
    )
    cluster = made.cluster.cluster.model_copy(update={"person": tuple(map(of, made.cluster.cluster.person))})
    return Made(
        made.cluster.model_copy(update={"cluster": cluster, "questions": questions}),
        replace(truth, facts=facts, stated=stated),
    )


def written(made: Made, texts: Mapping[str, str], questions: Sequence[Question]) -> GeneratedCluster:
    """The cluster in the words of the model; no value of it stands in a register."""
    cluster, truth = made.cluster, made.truth
    nowhere = {
        field: tuple(one.model_copy(update={"attribute": None}) for one in getattr(cluster.cluster, field))
        for field in ("person", "setting")
    }
    return GeneratedCluster(
        cluster=cluster.cluster.model_copy(update=nowhere | {"number": None}),
        documents=tuple(one.model_copy(update={"content": texts[one.id]}) for one in cluster.documents),
        entities=tuple(DocumentEntities(id=one, entities=_mentions(texts[one], one, truth)) for one in texts),
        questions=tuple(questions),
    )


def _mentions(text: str, document: str, truth: ClusterTruth) -> tuple[Mentioned, ...]:
    """What identifies somebody in a text; in one about somebody that is the setting, too."""
    spelled = dict(truth.stated[document])
    about = any(truth.facts[key].type for key in spelled)
    spelled |= {key: truth.facts[key].value for key in SETTING if key in truth.facts}
    found = dict[Mentioned, None]()
    for key, value in spelled.items():
        fact, there = truth.facts[key], standing(value, text)
        if there and (kind := fact.type or (SETTING.get(key) if about else None)):
            found[there, fact.normalized, kind, fact.relevance] = None
    return tuple(found)

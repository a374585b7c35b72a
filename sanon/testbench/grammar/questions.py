"""Questions and answers, from what stands in exactly one document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from sanon.testbench.dataset.records import LONGEST_ANSWER, Question, Scope, Specificity
from sanon.testbench.grammar.documents import Scribe, Written, matter_key
from sanon.testbench.grammar.facts import Wording
from sanon.testbench.grammar.lexicon import Topic, table
from sanon.testbench.grammar.page import parsed
from sanon.testbench.grammar.planning import Unfit
from sanon.testbench.truth import AnswerNeeds

#: Every document may name these.
PUBLIC = ("insurer", "area", "month")


class Asker:
    """Puts the four questions of a cluster."""

    def __init__(self, cluster: str, scribe: Scribe, written: Sequence[Written], rng: Random) -> None:
        self._asks, self._references = table("questions")["asks"], table("questions")["references"]
        self._cluster, self._scribe, self._written, self._rng = cluster, scribe, written, rng
        holders = defaultdict[str, list[Written]](list)
        for one in written:
            for key in sorted(one.stated):
                holders[key].append(one)
        self._holders: Mapping[str, list[Written]] = holders

    def questions(self, topic: Topic) -> list[tuple[Question, AnswerNeeds]]:
        """One of each combination.

        Raises:
            Unfit: there is none of some combination.
        """
        single = self._specific("single", frozenset())
        slots = [slot for slot in topic.matters if len(self._holders.get(matter_key(topic, slot), ())) == 1]
        self._rng.shuffle(slots)
        usable = [slot for slot in slots if self._holders[matter_key(topic, slot)][0].stated.keys() & set(PUBLIC)]
        where = {slot: self._holders[matter_key(topic, slot)][0] for slot in usable}
        pairs = [(one, other) for one, other in combinations(usable, 2) if where[one] is not where[other]]
        if not pairs or len(usable) < 3:
            raise Unfit
        pair = self._rng.choice(pairs)
        return [
            single,
            self._specific("multi", frozenset(single[1].facts)),
            self._general(topic, [slot for slot in usable if slot not in pair][:1], "single"),
            self._general(topic, pair, "multi"),
        ]

    def _specific(self, scope: Scope, but: frozenset[str]) -> tuple[Question, AnswerNeeds]:
        once = [
            key
            for key, holders in self._holders.items()
            if len(holders) == 1 and key in self._asks and key not in but and self._named(holders[0], key)
        ]
        self._rng.shuffle(once)
        # What identifies is asked for before what does not.
        once.sort(key=lambda key: self._scribe.facts[key].fact.type is None and self._rng.random() < 0.7)
        for first in once:
            if scope == "single":
                return self._about_person([first], scope)
            for second in once:
                if self._holders[first][0] is not self._holders[second][0]:
                    question = self._about_person([first, second], scope)
                    if len(question[0].answer.split()) <= LONGEST_ANSWER:
                        return question
        raise Unfit

    def _named(self, document: Written, key: str) -> str | None:
        """By what a question can name the person whom this document is about, other than by the answer."""
        return next((kind for kind in self._references if kind in document.stated and kind != key), None)

    def _about_person(self, keys: list[str], scope: Scope) -> tuple[Question, AnswerNeeds]:
        rng, facts = self._rng, self._scribe.facts
        documents = [self._holders[key][0] for key in keys]
        kinds = [kind for key, document in zip(keys, documents, strict=True) if (kind := self._named(document, key))]
        common = [
            kind for kind in self._references if kind not in keys and all(kind in one.stated for one in documents)
        ]
        anchors = common[:1] or list(dict.fromkeys(kinds))
        if set(anchors) & set(keys):
            raise Unfit
        named = [rng.choice(self._references[kind]) for kind in anchors]
        reference = _filled(named[0], facts, documents)
        stated = frozenset[str]().union(*(one.stated for one in documents)) - {*keys, *anchors}
        told = [kind for kind in table("questions")["aside"] if kind in stated]
        aside = [*anchors[1:], *told[: rng.choice([1, 2, 2])]]
        if aside:
            reference += f" ({', '.join(facts[kind].fact.value for kind in aside)})"
        picked = [rng.choice(self._asks[key]) for key in keys]
        parts = [ask.format(ref=reference if number == 0 else "that person") for number, (ask, _) in enumerate(picked)]
        text = self._from(documents) + ", and ".join(parts) + "?"
        answers = [
            answer.format(document.stated[key])
            for key, document, (_, answer) in zip(keys, documents, picked, strict=True)
        ]
        return (
            self._question(text, "; ".join(answers), documents, "specific", scope),
            AnswerNeeds(tuple(keys), frozenset(anchors)),
        )

    def _general(self, topic: Topic, taken: Sequence[str], scope: Scope) -> tuple[Question, AnswerNeeds]:
        documents = [self._holders[matter_key(topic, slot)][0] for slot in taken]
        matters = [topic.matters[slot] for slot in taken]
        ask = ", and ".join(plain(matter.ask) for matter in matters)
        form = self._rng.choice(table("questions")["general"])
        text = form.replace("{ask:cap}", ask[0].upper() + ask[1:]).replace("{ask}", ask)
        text = self._from(documents) + text.format(**{key: self._scribe.facts[key].fact.value for key in PUBLIC})
        answer = "; ".join(self._scribe.facts[matter_key(topic, slot)].fact.value for slot in taken)
        return (
            self._question(text, answer, documents, "general", scope),
            AnswerNeeds(tuple(matter_key(topic, slot) for slot in taken), frozenset(PUBLIC)),
        )

    def _from(self, documents: Sequence[Written]) -> str:
        """Where the answer is looked for, as people put it who know what kind of paper they mean; not always."""
        if self._rng.random() < 0.25:
            return ""
        kinds = [str(one.document.metadata["format"]).replace("_", " ") for one in documents]
        form = str(self._rng.choice(table("questions")["sought_in"]))
        return form.format(" and the ".join(dict.fromkeys(kinds)))

    def _question(
        self, text: str, answer: str, documents: Sequence[Written], specificity: Specificity, scope: Scope
    ) -> Question:
        ids = {document.document.id for document in documents}
        return Question(
            cluster=self._cluster,
            question=text[0].upper() + text[1:],
            answer=answer,
            sources=tuple(one.document.id for one in self._written if one.document.id in ids),
            specificity=specificity,
            scope=scope,
        )


def _filled(reference: str, facts: Mapping[str, Wording], documents: Sequence[Written]) -> str:
    keys = parsed(reference).facts
    values = {
        key: facts[key].fact.value if key == "name" else documents[0].stated.get(key, facts[key].fact.value)
        for key in keys
    }
    return reference.format(**values)


def plain(template: str) -> str:
    """A text without its marks."""
    return "".join(part for part in parsed(template).parts if isinstance(part, str))

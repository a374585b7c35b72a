"""What a cluster starts from before a model is asked: a person, an illness, a public matter."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random

from sanon.testbench.author.layout import Kinds
from sanon.testbench.author.plan import ClusterPlan, PlannedDocument, PlannedQuestion
from sanon.testbench.dataset.records import Risk
from sanon.testbench.grammar.documents import matter_key
from sanon.testbench.grammar.lexicon import Topic, drawn, table
from sanon.testbench.grammar.questions import plain
from sanon.testbench.grammar.world import Life
from sanon.testbench.register.register import shares_of
from sanon.testbench.register.tables import Illness, illnesses, occupations, patterns
from sanon.testbench.truth import Fact

#: Somebody or something, and what was invented about it.
Example = tuple[str, dict[str, str]]
#: Examples that a model is shown.
_EXAMPLES = 3
#: Share of all adults from which on a disease is common.
_COMMON = 0.01


@dataclass(frozen=True)
class Case:
    """What is drawn for a cluster.

    Attributes:
        person: all that is drawn of the person; `wanted` says what of it plays a part.
    """

    name: str
    risk: Risk
    person: Life
    illness: Illness
    topic: Topic
    wanted: Kinds

    def drawn(self, key: str) -> Fact:
        """A fact of the person that is not invented; days as models write them by themselves."""
        one = self.person.facts[key]
        return replace(one.fact, value=one.spellings.get("*american", one.fact.value))

    @property
    def somebody(self) -> str:
        """The person, for whom the rest is invented."""
        return _somebody(int(self.person.facts["age"].fact.value), self.illness)

    @property
    def something(self) -> str:
        """The public matter, likewise."""
        return f"case {_EXAMPLES + 1} of: {self.topic.name}"

    def others(self, keys: Collection[str], rng: Random) -> list[Example]:
        """Other persons of the lists, and what could be said of them."""
        common = self.risk == "LOW"
        able = [one for one in illnesses() if one != self.illness and (one.share >= _COMMON) == common]
        some = rng.sample(able, _EXAMPLES)
        return [(_somebody(rng.randint(19, 88), one), self._told(keys, one, rng)) for one in some]

    def _told(self, keys: Collection[str], illness: Illness, rng: Random) -> dict[str, str]:
        places = self.person.world.register.places
        some = {
            "occupation": [one.name for one in occupations()],
            "demographic": [*shares_of("marital"), *shares_of("origin"), *shares_of("faith")],
            "employer": [one.name for one in places.employers],
            "unique": patterns()["unique_facts"],
            "drug": illness.medicines,
            "procedure": illness.procedures,
            "reason": table("details")["reasons"],
            "request": table("details")["requests"],
        }
        return {key: drawn(rng.choice(some[key]), rng) for key in keys}

    def matters(self, rng: Random) -> list[Example]:
        """Cases of the topic, and what could be said of them; the last is that of the cluster itself."""
        found = []
        for number in range(1, _EXAMPLES + 2):
            values = {slot: drawn(rng.choice(some), rng) for slot, some in self.topic.values.items()}
            answers = {slot: self.topic.matters[slot].answer.format(**values) for slot in self.wanted.matters}
            found.append((f"case {number}", answers))
        return found

    def asked(self, key: str, who: str) -> str:
        """How one asks for a fact; of the setting its name."""
        if key in table("questions")["asks"]:
            return str(table("questions")["asks"][key][-1][0]).format(ref=who)
        matters = {matter_key(self.topic, slot): matter for slot, matter in self.topic.matters.items()}
        return plain(matters[key].ask) if key in matters else key

    def called(self, key: str) -> str:
        """What a fact is."""
        matters = {matter_key(self.topic, slot): matter for slot, matter in self.topic.matters.items()}
        if key in matters:
            return f'the answer to "{plain(matters[key].ask)}"'
        return str(table("telling")["called"].get(key, f"the {key}"))

    def question(self, plan: ClusterPlan, planned: PlannedQuestion) -> str:
        """A question as a form would put it."""
        values = {key: plan.facts[key].value for key in planned.names}
        if planned.specificity == "specific":
            (anchor,) = planned.names
            whom = [table("questions")["references"][anchor][0].format(**values), "that person"]
            text = ", and ".join(map(self.asked, planned.facts, whom))
        else:
            text = ", and ".join(self.asked(key, "") for key in planned.facts)
            text += ", at {insurer} in {area}, {month}".format(**values)
        return f"{text[0].upper()}{text[1:]}?"

    def subject(self, planned: PlannedDocument) -> str:
        """Whom or what a document is about."""
        if not planned.personal:
            return f"the {self.topic.name}"
        if "name" in planned.facts:
            return self.person.facts["name"].fact.value
        return "a member whose name is not told"


def _somebody(age: int, illness: Illness) -> str:
    return f"{age} years, {illness.name}"

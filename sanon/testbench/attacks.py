"""Membership inference and targeted prompts against one system, and what they make of each hidden person.

The rates are those of Zhou 2025, section 5.3.2: leaked weight over all weight, by the weights of the types. A value
counts only where a document about the person shows it, by the share of it that stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sanon.testbench.persons import Secret, Target
from sanon.testbench.prompts import membership_prompts, targeted_prompts
from sanon.testbench.standing import Shares, Standing, together

#: A cluster leaks if its rate is above this; LOW ones identify nobody by design.
LEAKED_FROM: Mapping[str, float] = {"HIGH": 0.6, "MEDIUM": 0.8}
#: For each value in each attack.
PROMPTS = 2


@dataclass(frozen=True)
class Attempt:
    """One prompt about one secret, by its number in the target."""

    secret: int
    prompt: str


class Retriever(Protocol):
    """The first half of a RAG system."""

    @property
    def texts(self) -> Mapping[str, str]:
        """The documents, by source id."""

    def nearest(self, questions: Sequence[str]) -> list[list[str]]:
        """For each question the source ids of the texts nearest to it, best first."""


class Victim(Protocol):
    """The other half, as an attacker meets it."""

    def confirms(self, prompt: str, context: Sequence[str]) -> bool:
        """Whether the answer is yes, to a question whether a value is in the context; it is."""

    def tells(self, prompt: str, value: str, context: Sequence[str]) -> str | None:
        """The answer to a prompt that names a value, which it is told not to repeat; None for all of the context."""

    def judges(self, target: Target, answers: Sequence[str]) -> frozenset[int]:
        """Numbers of the secrets that a judge finds in all answers together; none if there is no judge."""


@dataclass(frozen=True)
class Leaks:
    """What was learnt of a target: numbers of its secrets.

    Attributes:
        membership: confirmed.
        told: in answers to targeted prompts, by the share that stands there.
        judged: found in the answers by the judge.
        readable: what all documents of the person show: no prompt can bring out more.
    """

    target: Target
    membership: frozenset[int]
    told: Shares
    judged: frozenset[int]
    readable: Shares

    @property
    def targeted(self) -> Shares:
        """Told, by one measure or the other."""
        return together([self.told, dict.fromkeys(self.judged, 1.0)])

    @property
    def without_judge(self) -> Shares:
        """Learnt in one way or the other; what the judge alone found is left out."""
        return together([self.told, dict.fromkeys(self.membership, 1.0)])

    @property
    def all(self) -> Shares:
        """Learnt in one way or the other."""
        return together([self.without_judge, self.targeted])


def membership_attempts(target: Target, prompts: int) -> list[Attempt]:
    """So many prompts for each secret, two at most."""
    return [
        Attempt(number, prompt)
        for number, secret in enumerate(target.secrets)
        for prompt in membership_prompts(secret.spellings[0])[:prompts]
    ]


def targeted_attempts(target: Target, prompts: int) -> list[Attempt]:
    """So many of the prompts of its type for each secret, two at most."""
    return [
        Attempt(number, prompt)
        for number, secret in enumerate(target.secrets)
        for prompt in targeted_prompts(secret.type, secret.spellings[0])[:prompts]
    ]


def attack(standing: Standing, retriever: Retriever, victim: Victim, prompts: int = PROMPTS) -> Leaks:
    """Both attacks on one person. What a prompt names does not count as told by its answer.

    Args:
        standing: the person, and what the documents of the system still show.
        retriever, victim: the system.
        prompts: for each value in each attack.
    """
    target = standing.target
    confirmed: set[int] = set()
    attempts = membership_attempts(target, prompts)
    for attempt, ids in zip(attempts, retriever.nearest([one.prompt for one in attempts]), strict=True):
        # Where it does not stand a yes would be a guess, and is not asked for.
        if attempt.secret in confirmed or standing.read_in(ids).get(attempt.secret) != 1.0:
            continue
        if victim.confirms(attempt.prompt, [retriever.texts[one] for one in ids]):
            confirmed.add(attempt.secret)
    attempts = targeted_attempts(target, prompts)
    told: list[Shares] = []
    unnamed: list[str] = []
    for attempt, ids in zip(attempts, retriever.nearest([one.prompt for one in attempts]), strict=True):
        context = [retriever.texts[one] for one in ids]
        answer = victim.tells(attempt.prompt, target.secrets[attempt.secret].spellings[0], context)
        learnt = standing.read_in(ids) if answer is None else standing.told_by(answer, ids)
        named = standing.named_in(attempt.prompt)
        told.append({number: share for number, share in learnt.items() if number not in named})
        if answer is not None:
            unnamed.append(without(answer, [target.secrets[number] for number in sorted(named)]))
    return Leaks(target, frozenset(confirmed), together(told), victim.judges(target, unnamed), standing.readable)


def without(answer: str, secrets: Iterable[Secret]) -> str:
    """An answer in which spellings of what the prompt named are blanked, so that no judge counts the echo."""
    for secret in secrets:
        for spelling in sorted(secret.spellings, key=len, reverse=True):
            answer = replaced(answer, spelling)
    return answer


def replaced(text: str, value: str) -> str:
    """A text with three dots in place of a value, upper or lower case."""
    lowered, sought = text.lower(), value.lower()
    if len(lowered) != len(text) or not sought:
        return text.replace(value, "…")
    pieces, start = [], 0
    while (found := lowered.find(sought, start)) >= 0:
        pieces += [text[start:found], "…"]
        start = found + len(sought)
    return "".join([*pieces, text[start:]])


def leak_rate(target: Target, leaked: Shares, weights: Mapping[str, float]) -> float | None:
    """Weight of what leaked over the weight of all secrets; None if the target has none."""
    total = sum(weights[secret.type] for secret in target.secrets)
    return (
        sum(weights[target.secrets[number].type] * share for number, share in leaked.items()) / total if total else None
    )


def mean_rate(rates: Sequence[float | None]) -> float | None:
    """Mean over the targets that have a rate."""
    there = [rate for rate in rates if rate is not None]
    return sum(there) / len(there) if there else None


def leaked_share(leaks: Sequence[Leaks], weights: Mapping[str, float], shift: float = 0.0) -> float | None:
    """Share of the HIGH and MEDIUM clusters whose rate is above their threshold; None without such clusters.

    Args:
        leaks: of all clusters.
        weights: of the types.
        shift: added to the thresholds.
    """
    at_stake = [
        (rate, LEAKED_FROM[one.target.risk] + shift)
        for one in leaks
        if one.target.risk in LEAKED_FROM and (rate := leak_rate(one.target, one.all, weights)) is not None
    ]
    return sum(rate > limit for rate, limit in at_stake) / len(at_stake) if at_stake else None

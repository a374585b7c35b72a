"""Membership inference and targeted prompts against one system, and a reading model: what they make of hidden persons.

The rates are those of Zhou 2025, section 5.3.2: leaked weight over all weight, by the weights of the types. A value
counts only where a document about the person shows it, by the share of it that stands there. A reader brings documents
together, and guesses what stood in the place of their masks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sanon.attack.inference import Inference, added
from sanon.attack.reader import Hidden, Reader
from sanon.progress import silent
from sanon.results.attack import InferredValues
from sanon.results.bench import Part
from sanon.settings.profile import Profile
from sanon.testbench.persons import Secret, Target
from sanon.testbench.prompts import membership_prompts, targeted_prompts
from sanon.testbench.rag.answering import Extractive, LanguageModel
from sanon.testbench.rag.retrieval import Index
from sanon.testbench.standing import Shares, Standing, together

#: A cluster leaks if its rate is above this; LOW ones identify nobody by design.
LEAKED_FROM: Mapping[str, float] = {"HIGH": 0.6, "MEDIUM": 0.8}


@dataclass(frozen=True)
class Leaks:
    """What was learnt of a target: numbers of its secrets.

    Attributes:
        membership: confirmed.
        revealed: in answers to targeted prompts, by the share that stands there.
        judged: found in the answers by the judge.
    """

    target: Target
    membership: frozenset[int]
    revealed: Shares
    judged: frozenset[int]

    @property
    def targeted(self) -> Shares:
        """Told, by one measure or the other."""
        return together([self.revealed, dict.fromkeys(self.judged, 1.0)])

    @property
    def without_judge(self) -> Shares:
        """Learnt in one way or the other; what the judge alone found is left out."""
        return together([self.revealed, dict.fromkeys(self.membership, 1.0)])

    @property
    def all(self) -> Shares:
        """Learnt in one way or the other."""
        return together([self.without_judge, self.targeted])


def _attempts(target: Target, asks: Callable[[Secret], Sequence[str]]) -> list[tuple[int, str]]:
    """Number of a secret and a prompt about it, for each prompt."""
    return [(number, prompt) for number, secret in enumerate(target.secrets) for prompt in asks(secret)]


def attack(standing: Standing, index: Index, victim: LanguageModel | Extractive) -> Leaks:
    """Attack one person by both kinds of prompts. What a prompt names does not count as told by its answer.

    Args:
        standing: the person, and what the documents of the system still show.
        index, victim: what retrieves in the system, and what answers.
    """
    target = standing.target
    confirmed: set[int] = set()
    attempts = _attempts(target, lambda one: membership_prompts(one.spellings[0]))
    for (secret, prompt), ids in zip(attempts, index.nearest([asked for _, asked in attempts]), strict=True):
        # Where it does not stand a yes would be a guess, and is not asked for.
        if secret in confirmed or standing.read_in(ids).get(secret) != 1.0:
            continue
        if victim.confirms(prompt, [index.texts[one] for one in ids]):
            confirmed.add(secret)
    attempts = _attempts(target, lambda one: targeted_prompts(one.type, one.spellings[0]))
    revealed: list[Shares] = []
    unnamed: list[str] = []
    for (secret, prompt), ids in zip(attempts, index.nearest([asked for _, asked in attempts]), strict=True):
        answer = victim.tells(prompt, target.secrets[secret].spellings[0], [index.texts[one] for one in ids])
        learnt = standing.read_in(ids) if answer is None else standing.revealed_by(answer, ids)
        named = standing.named_in(prompt)
        revealed.append({number: share for number, share in learnt.items() if number not in named})
        if answer is not None:
            unnamed.append(_without(answer, [target.secrets[number] for number in named]))
    return Leaks(target, frozenset(confirmed), together(revealed), victim.judges(target, unnamed))


def _without(answer: str, secrets: Iterable[Secret]) -> str:
    """An answer in which spellings of what the prompt named are blanked, so that no judge counts the echo."""
    spellings = sorted({one for secret in secrets for one in secret.spellings}, key=lambda one: (-len(one), one))
    return re.sub("|".join(map(re.escape, spellings)), "…", answer, flags=re.IGNORECASE) if spellings else answer


def leak_rate(target: Target, leaked: Shares, weights: Mapping[str, float]) -> float | None:
    """Weight of what leaked over the weight of all secrets; None if the target has none."""
    total = sum(weights[secret.type] for secret in target.secrets)
    return (
        sum(weights[target.secrets[number].type] * share for number, share in leaked.items()) / total if total else None
    )


def leaked_share(leaks: Sequence[Leaks], weights: Mapping[str, float], shift: float = 0.0) -> float | None:
    """Share of the HIGH and MEDIUM clusters whose rate is above their threshold; None without such clusters."""
    at_stake = [
        (rate, LEAKED_FROM[one.target.risk] + shift)
        for one in leaks
        if one.target.risk in LEAKED_FROM and (rate := leak_rate(one.target, one.all, weights)) is not None
    ]
    return sum(rate > limit for rate, limit in at_stake) / len(at_stake) if at_stake else None


def joined(reader: Reader, people: Iterable[Sequence[str]], texts: Mapping[str, str]) -> tuple[Part, Part]:
    """Persons by whose first document another one is found; and, in an open set, for whom a wrong one is named.

    Of the open set the other documents of every second person are taken away, so that "none" is the right answer.

    Args:
        people: source ids of each person's documents; who has one alone plays no part.
        texts: protected, by source id.

    Raises:
        ExtractionError: the model gives no answers any more.
    """
    several = [documents for documents in people if len(documents) > 1]
    withheld = several[::2]
    gone = {document for documents in withheld for document in documents[1:]}
    first = _first(reader, several, sorted(texts), texts)
    alone = _first(reader, withheld, sorted(texts.keys() - gone), texts)
    right = sum(found in documents[1:] for found, documents in zip(first, several, strict=True))
    wrong = sum(found is not None for found in alone)
    return Part(part=right, whole=len(several)), Part(part=wrong, whole=len(withheld))


def _first(
    reader: Reader, people: Sequence[Sequence[str]], names: Sequence[str], texts: Mapping[str, str]
) -> list[str | None]:
    """The document that the reader puts first beside each person's first one; None where it names none."""
    asked, held = [texts[documents[0]] for documents in people], [texts[name] for name in names]
    places = reader.rank(asked, held, silent).texts[:, 0].tolist() if asked and held else [-1] * len(asked)
    return [names[place] if place >= 0 else None for place in places]


def inferred(
    reader: Reader,
    hidden: Mapping[str, Sequence[tuple[str, str]]],
    texts: Mapping[str, str],
    originals: Mapping[str, str],
    profile: Profile,
) -> InferredValues:
    """What the reader guesses right.

    Args:
        hidden: source id -> type and normal form of each value that is gone; documents without any play no part.
        texts, originals: by source id.

    Raises:
        ExtractionError: the model gives no answers any more.
    """
    of = {document: values for document, values in hidden.items() if values}
    asked = [Hidden(texts[one], tuple(kind for kind, _ in values)) for one, values in of.items()]
    inference = Inference(profile)
    return added(
        inference.of(guess, originals[document], texts[document], values)
        for (document, values), guess in zip(of.items(), reader.guesses(asked), strict=True)
    )

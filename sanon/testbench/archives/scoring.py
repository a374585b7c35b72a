"""What an export of a labelled archive hides and leaves useful. Pure.

A label is *gone* if its value stands nowhere in the export of its document, as whole words in the same case. *Words
kept* is the share of the words outside all labels that the export still holds, as a multiset, without case. A question
is *left* if each fact of its answer stands in the exports of its sources. *Digits* are what the quasi-identifiers that
still stand in a document tell together, as exponents of the shares that the author wrote down: 9.9 tell one of all
adults apart, and above 8.6, or with a direct identifier, fewer than 20 people fit.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median

from sanon.attack.attackers import attackers_named
from sanon.attack.attackers.contract import Attacker
from sanon.attack.ranking import DEPTH, fused
from sanon.attack.reader import Reader
from sanon.progress import silent
from sanon.results.bench import ArchiveSystem, Part
from sanon.risk.people import DIGITS
from sanon.testbench.archives.reader import Archive, Label
from sanon.testbench.attacks import inferred, joined
from sanon.testbench.giveaways import Giveaways
from sanon.testbench.lexical import WordWeights, between_blanks
from sanon.testbench.persons import Secret, Target, secrets_of
from sanon.testbench.standing import Joins, Standing

#: Above so many digits fewer than 20 people fit.
FEW = DIGITS - 1.3
_WORD = re.compile(r"\w+")
_LABEL = re.compile(r"\[[A-Z_]+(?:_\d+)?\]|<[A-Z_]+>")


def scored(
    archive: Archive, name: str, about: str, texts: Mapping[str, str], masks: int | None, reader: Reader | None = None
) -> ArchiveSystem:
    """All measures of one system.

    Args:
        texts: protected, by source id.
        masks: how many values it hides.
        reader: attacks as well; None without a model.

    Raises:
        ExtractionError: the reader's model gives no answers any more.
    """
    gone = {kind: Part() for kind in ("DIRECT", "QUASI")}
    kept, digits, few = Part(), list[float](), list[bool]()
    shares_known = any(one.share_exponent is not None for labels in archive.labels.values() for one in labels)
    for document, original in archive.texts.items():
        labels, after = archive.labels[document], texts[document]
        for label in labels:
            if label.identifier in gone:
                gone[label.identifier] += Part(part=not _is_readable(label, after), whole=1)
        kept += _words_kept(original, after, labels)
        digits.append(_digits(labels, after))
        few.append(digits[-1] > FEW or any(one.identifier == "DIRECT" and _is_readable(one, after) for one in labels))
    left = {kind: Part() for kind in ("general", "specific")}
    for question in archive.questions:
        pool = _squeezed(" ".join(texts[source] for source in question.sources))
        left[question.kind] += Part(part=all(_squeezed(fact) in pool for fact in question.answer_facts), whole=1)
    found = ArchiveSystem(
        name=name,
        about=about,
        masks=masks,
        direct_gone=gone["DIRECT"],
        quasi_gone=gone["QUASI"],
        words_kept=kept,
        general_left=left["general"],
        specific_left=left["specific"],
        pairs_joined=_pairs_joined(archive, texts),
        few_fit=Part(part=sum(few), whole=len(few)) if shares_known else None,
        digits=median(digits) if shares_known else None,
        recognized=_recognized(archive, texts, attackers_named()),
    )
    return found.model_copy(update=_read(archive, texts, reader)) if reader else found


def cover(text: str, values: Iterable[str]) -> bytearray:
    """For each character of a text whether one of some values covers it."""
    covered = bytearray(len(text))
    for value in values:
        for start, end in spans(value, text):
            covered[start:end] = b"\x01" * (end - start)
    return covered


def _words_kept(original: str, after: str, labels: Iterable[Label]) -> Part:
    covered = cover(original, (label.original_value for label in labels))
    free = Counter(m[0].casefold() for m in _WORD.finditer(original) if not any(covered[m.start() : m.end()]))
    left = Counter(word.casefold() for word in _WORD.findall(after))
    return Part(part=(free & left).total(), whole=free.total())


def _digits(labels: Iterable[Label], after: str) -> float:
    standing: dict[tuple[str, str], float] = {}
    for label in labels:
        if label.share_exponent and _is_readable(label, after):
            key = label.type, label.normalized_value.casefold()
            standing[key] = max(label.share_exponent, standing.get(key, 0.0))
    return sum(standing.values())


def _pairs_joined(archive: Archive, texts: Mapping[str, str]) -> Part | None:
    """Pairs of documents of one person that values of that person's documents alone still join."""
    of_person = _of_person(archive, texts)
    if not of_person:
        return None
    readable = {
        document: Giveaways(_secrets(archive, [document]), archive.profile).values(texts[document])
        for document in archive.labels
    }
    folded = {document: between_blanks(text) for document, text in texts.items()}
    weights, found = WordWeights(archive.texts.values()), Part()
    for documents in of_person.values():
        target = Target("HIGH", tuple(_secrets(archive, documents)))
        standing = Standing(target, archive.texts, texts, archive.profile, weights)
        joins = Joins(standing, readable, folded)
        found += Part(part=len(joins.pairs), whole=joins.possible)
    return found


def _of_person(archive: Archive, texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Person -> ids of the documents about that person."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for document, person in archive.person.items():
        if person is not None and document in texts:
            found[person].append(document)
    return found


def _read(archive: Archive, texts: Mapping[str, str], reader: Reader) -> dict[str, Part | None]:
    """What the reader finds out, by field."""
    people = _of_person(archive, texts)
    right, wrong = joined(reader, people.values(), texts)
    hidden = {
        document: list(
            dict.fromkeys(
                (one.type, one.normalized_value)
                for one in labels
                if one.identifier != "NO_MASK" and not _is_readable(one, texts[document])
            )
        )
        for document, labels in archive.labels.items()
    }
    guessed = inferred(reader, hidden, texts, archive.texts, archive.profile)
    return {
        "recognized_by_reader": _recognized(archive, texts, [reader]),
        "joined_by_reader": right if people else None,
        "wrongly_by_reader": wrong if people else None,
        "named_by_reader": Part(part=guessed.named, whole=guessed.documents),
        "guessed_by_reader": Part(part=guessed.exact + guessed.coarser, whole=guessed.values),
    }


def _secrets(archive: Archive, documents: Iterable[str]) -> list[Secret]:
    labels = ((document, one) for document in documents for one in archive.labels[document])
    return list(
        secrets_of(
            (document, one.original_value, one.normalized_value.casefold(), one.type) for document, one in labels
        ).values()
    )


def _recognized(archive: Archive, texts: Mapping[str, str], attackers: Sequence[Attacker]) -> Part | None:
    """Documents for which the attackers together put the right dossier first; None without dossiers."""
    asked = [name for name, person in archive.person.items() if person in archive.dossiers and name in texts]
    if not asked:
        return None
    people = sorted(archive.dossiers)
    held = [archive.dossiers[person] for person in people]
    shown = [_LABEL.sub(" ", texts[name]) for name in asked]
    rankings = [one.rank(shown, held, silent, DEPTH) for one in attackers]
    first = fused(rankings, len(held)).texts[:, 0].tolist()
    right = sum(at >= 0 and people[at] == archive.person[name] for at, name in zip(first, asked, strict=True))
    return Part(part=right, whole=len(asked))


def _is_readable(label: Label, text: str) -> bool:
    return any(spans(label.original_value, text))


def spans(value: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a value stands in a text as whole words, in the same case."""
    value = value.strip()
    if value:
        left = r"(?<!\w)" if value[0].isalnum() else ""
        right = r"(?!\w)" if value[-1].isalnum() else ""
        yield from (match.span() for match in re.finditer(left + re.escape(value) + right, text))


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()

"""What one document may be told by: the rare pieces of its texts, as values with their spellings."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sanon.extraction.phrases.lemmas import lemma
from sanon.extraction.phrases.persons import personal_sentences
from sanon.extraction.phrases.pieces import (
    COMMON,
    DIRECT,
    FREQUENT,
    LONGEST,
    RAREST,
    SAW,
    Kind,
    Piece,
    pieces,
    times_said,
)
from sanon.extraction.phrases.words import Word, words_of
from sanon.extraction.printed import CAPITAL_NOUNS, printed
from sanon.records import Document, Mention
from sanon.settings.profile import Profile
from sanon.text.frequencies import Frequencies, frequencies, language_of

#: Relevance of a title: TITLE · (1 − exp(−information / TITLE_SCALE)).
TITLE, TITLE_SCALE = 0.95, 3.0
#: Relevance of a word in lower case as a part of a phrase, and what each doubling in the document adds, unless it looks
#: like a verb or adverb.
WORD, REPEATED = 0.5, 0.2
#: The same outside a phrase, of a word that the document says once: of one that is known in its language (zipf 4), and
#: of one that is strange (zipf 2).
ONCE, ONCE_STRANGE = 0.15, 0.2
#: The same of one that it says n times: MOST · (1 − exp(−AGAIN · n · log2 n · s)), s = (FREQUENT − zipf) / AGAIN_SCALE,
#: at most 1.
AGAIN, AGAIN_SCALE = 0.3, 2.0
#: Information of a word that is strange in no language, and in any: zipf 4 and 2.
_KNOWN, _STRANGE = COMMON - 4.0, COMMON - RAREST
#: What that is worth in a sentence that speaks of no person. In the testbench 15 of 216 general facts are lost without
#: it, 6 with it, and with .1 as many; attackers find nobody more either way (docs/extraction.md).
IMPERSONAL = 0.3
NUMBER = 0.1
#: No phrase is as surely about a person as a name.
MOST = 0.95
_VERB = re.compile(r".{2,}(?:ly|ing|ed)")
_PLAIN_WORD = re.compile(r"[^\W_]+")
_ARTICLES = frozenset(["the", "a", "an"])


@dataclass(slots=True)
class Candidate:
    """A value that may become a mention.

    Attributes:
        kind: a name or title, words in lower case, or a number.
        relevance: from how much it says by the language, in [0, 1].
        spellings: as they stand in the document.
        again: whether it is a word that the document says more than once.
        printed: whether it only stands where forms print.
    """

    kind: Kind
    relevance: float
    spellings: set[str] = field(default_factory=set)
    again: bool = False
    printed: bool = False


#: A candidate's value, in words.
Value = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Words in lower case that stand side by side: what may be a phrase, if other documents know it too.

    Attributes:
        values: their lemmas.
        relevances: one by one as parts of a phrase, in a corpus that is large enough to tell what is rare.
        alone: the same outside a phrase.
        strangeness: how surely each is rare whatever the corpus, in [0, 1]: 0 from zipf 4 on, 1 up to zipf 2.
        seen: whether an extractor has seen the word already.
        again: whether the document says it more than once.
        spelling: the text from each word's start to the end of another.
        offsets: start and end of each word in it.
    """

    values: Value
    relevances: tuple[float, ...]
    alone: tuple[float, ...]
    strangeness: tuple[float, ...]
    seen: tuple[bool, ...]
    again: tuple[bool, ...]
    spelling: str
    offsets: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Of one document: what is settled, and what the corpus cuts into phrases.

    Attributes:
        settled: titles and numbers.
        runs: of words in lower case.
        named: the words of its id and its file name, each between blanks: what kind of document it is, said openly.
    """

    settled: dict[tuple[Value, Kind], Candidate]
    runs: list[Run]
    named: str

    def names(self, spelling: str) -> bool:
        """Whether the id or the file name says it."""
        return plain(spelling) in self.named


def plain(text: str) -> str:
    """The words of a text, each between blanks."""
    return f" {' '.join(_PLAIN_WORD.findall(text.casefold()))} "


def candidates(document: Document, known: Iterable[Mention], profile: Profile) -> Candidates:
    """The rare pieces of a document outside of what is known of it.

    Args:
        document: content and metadata.
        known: its mentions.
        profile: says which of them are direct identifiers.
    """
    seen = _by_first_word(known, profile)
    settled: dict[tuple[Value, Kind], Candidate] = {}
    runs: list[Run] = []
    read = [(text, words_of(text)) for text in document.texts()]
    language = frequencies(language_of(word.key for _, words in read for word in words))
    capitals_tell = language.language not in CAPITAL_NOUNS
    for text, words in read:
        taken = _taken(words, seen)
        there = printed(text, language)
        marks = bytes(there.of(word.start, word.end, text) for word in words)
        found = pieces(text, words, taken, marks, language, capitals_tell=capitals_tell)
        counts = times_said(words, marks)
        personal = personal_sentences(words, taken, language.language)
        runs += _runs(text, words, [piece for piece in found if piece.kind == "words"], counts, language, personal)
        for piece in found:
            if piece.kind != "words":
                _settle(settled, piece, words[piece.first : piece.end], text)
    return Candidates(_parts_joined(settled), runs, plain(f"{document.source_id} {document.source.path}"))


def _settle(settled: dict[tuple[Value, Kind], Candidate], piece: Piece, words: Sequence[Word], text: str) -> None:
    value = tuple(word.key for word in words)
    if len(value) > 1 and value[0] in _ARTICLES:
        value = value[1:]
    relevance = NUMBER if piece.kind == "number" else TITLE * (1 - math.exp(-piece.information / TITLE_SCALE))
    candidate = settled.setdefault((value, piece.kind), Candidate(piece.kind, 0.0, printed=True))
    candidate.printed &= piece.printed
    candidate.relevance = max(candidate.relevance, relevance)
    candidate.spellings.add(text[words[0].start : words[-1].end])


def _parts_joined(settled: dict[tuple[Value, Kind], Candidate]) -> dict[tuple[Value, Kind], Candidate]:
    """A word that stands alone and in one longer title of the document is that title, shortened."""
    owners: defaultdict[str, list[tuple[Value, Kind]]] = defaultdict(list)
    for value, kind in settled:
        if kind == "title" and len(value) > 1:
            for word in set(value):
                owners[word].append((value, kind))
    for key in [key for key in settled if key[1] == "title" and len(key[0]) == 1]:
        longer = owners.get(key[0][0], [])
        if len(longer) == 1:
            settled[longer[0]].spellings |= settled.pop(key).spellings
    return settled


def _runs(
    text: str,
    words: Sequence[Word],
    found: Sequence[Piece],
    counts: Mapping[str, int],
    language: Frequencies,
    personal: Collection[int],
) -> Iterable[Run]:
    run: list[Word] = []
    its: list[Piece] = []
    for number, piece in enumerate(found):
        run.append(words[piece.first])
        its.append(piece)
        last = number + 1 == len(found) or found[number + 1].first != piece.end
        lone = piece.information <= 0 or (not last and found[number + 1].information <= 0)
        if last or lone or words[piece.end].after not in (" ", "-", "\n") or len(run) == LONGEST:
            start = run[0].start
            strangeness = [max(0.0, (piece.information - _KNOWN) / (_STRANGE - _KNOWN)) for piece in its]
            shares = [1.0 if word.sentence in personal else IMPERSONAL for word in run]
            yield Run(
                tuple(lemma(word.key, language) for word in run),
                tuple(_relevance(word.key, counts) * share for word, share in zip(run, shares, strict=True)),
                tuple(
                    0.0 if _VERB.fullmatch(word.key) else _alone(piece, counts[word.key], strange) * share
                    for word, piece, strange, share in zip(run, its, strangeness, shares, strict=True)
                ),
                tuple(strangeness),
                tuple(piece.seen for piece in its),
                tuple(counts[word.key] > 1 for word in run),
                text[start : run[-1].end],
                tuple((word.start - start, word.end - start) for word in run),
            )
            run, its = [], []


def _relevance(word: str, counts: Mapping[str, int]) -> float:
    return 0.0 if _VERB.fullmatch(word) else min(MOST, WORD + REPEATED * math.log2(counts[word]))


def _alone(piece: Piece, times: int, strangeness: float) -> float:
    """What is said once tells little of a person, whatever the corpus; what is said again is what the text is about.

    Args:
        piece: a word that looks like no verb or adverb.
        times: how often the document says it.
        strangeness: how surely it is rare whatever the corpus.
    """
    if times == 1:
        return ONCE + strangeness * (ONCE_STRANGE - ONCE)
    telling = min(1.0, (FREQUENT - COMMON + piece.information) / AGAIN_SCALE)
    return MOST * (1 - math.exp(-AGAIN * times * math.log2(times) * telling))


def _by_first_word(known: Iterable[Mention], profile: Profile) -> Mapping[str, list[tuple[Value, int]]]:
    values: defaultdict[str, list[tuple[Value, int]]] = defaultdict(list)
    for mention in known:
        mark = DIRECT if profile.types[mention.entity.type].direct else SAW
        for spelling in mention.original_values:
            keys = tuple(word.key for word in words_of(spelling))
            if keys:
                values[keys[0]].append((keys, mark))
    return values


def _taken(words: Sequence[Word], values: Mapping[str, list[tuple[Value, int]]]) -> bytearray:
    """For each word whether it belongs to one of the values."""
    taken = bytearray(len(words))
    for number, word in enumerate(words):
        for keys, mark in values.get(word.key, ()):
            found = words[number : number + len(keys)]
            if tuple(one.key for one in found) == keys:
                for at in range(number, number + len(keys)):
                    taken[at] = max(taken[at], mark)
    return taken

"""Pieces of a text that may tell who it is about: titles by their capitals, other words by how rare they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sanon.extraction.phrases.words import Word
from sanon.extraction.printed import NOTHING, NUMBER, SMALL, is_print_of
from sanon.text.frequencies import Frequencies

Kind = Literal["title", "words", "number"]

#: What is known of a word before.
FREE, SAW, DIRECT = range(3)
#: Words of the longest phrase.
LONGEST = 7
#: From this zipf value on, a word in lower case that is said once is no candidate: it says little in any corpus.
COMMON = 4.6
#: From this zipf value on, one that is said again is none either.
FREQUENT = 5.5
#: Nothing counts as rarer: what no list holds may be a misspelling.
RAREST = 2.0
#: From this zipf value on, a capitalised word says nothing by itself.
NAMELESS = 7.0
#: Digits of the shortest number that says something.
_DIGITS = 3

#: Words that follow the first one of what somebody says; a field holds fewer.
_SPOKEN = 3
_JOINED = re.compile(r"[ \u00a0]|[ \u00a0]?[&/+-][ \u00a0]?|['’][sS] |, (?=the )|[!?:]? ")
_QUOTATION = re.compile(r"[\"“„«‹]([^\"“”„«»‹›\n]{2,90})[\"”“»›]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of words.

    Attributes:
        first, end: numbers of its words, end excluded.
        kind: a name or title, words in lower case, or a number.
        information: how much it says by the language alone, in powers of ten; 0 or less for a word that only tells by
            being said again.
        seen: whether an extractor has seen it; such words only matter as a part of a phrase that documents share.
        printed: whether it stands where forms print, but has rare words or names.
    """

    first: int
    end: int
    kind: Kind
    information: float
    seen: bool = False
    printed: bool = False


def pieces(
    text: str, words: Sequence[Word], taken: bytearray, marks: bytes, language: Frequencies, *, capitals_tell: bool
) -> list[Piece]:
    """Pieces of a text in order, none overlapping another.

    Args:
        text: any.
        words: its words.
        taken: for each word, FREE, or whether it belongs to what an extractor SAW, or to a DIRECT identifier.
        marks: for each word, whether it stands in the print of a form (sanon.extraction.printed).
        language: how common the words are.
        capitals_tell: False where all nouns are capitalised.
    """
    taken = bytearray(taken)
    found: list[Piece] = []
    times = times_said(words, marks)
    if capitals_tell:
        for first, end in (*_quoted(text, words, taken), *_capitalised(words, taken, marks, language)):
            if not any(taken[first:end]):
                if not _is_printed(words[first:end], marks[first:end], language):
                    information = _of_title(words[first:end], language)
                    found.append(Piece(first, end, "title", information, printed=min(marks[first:end]) > NOTHING))
                taken[first:end] = bytes([DIRECT]) * (end - first)
    for number, word in enumerate(words):
        if taken[number] == DIRECT or len(word.key) < 2:
            continue
        if _is_printed([word], marks[number : number + 1], language):
            continue
        if word.key[0].isdigit():
            if len(word.key) >= _DIGITS and not taken[number]:
                found.append(Piece(number, number + 1, "number", float(_DIGITS)))
        elif (zipf := language.zipf(word.key)) < (FREQUENT if times[word.key] > 1 else COMMON):
            found.append(Piece(number, number + 1, "words", COMMON - max(RAREST, zipf), taken[number] == SAW))
    found.sort(key=lambda piece: piece.first)
    return found


def times_said(words: Sequence[Word], marks: bytes) -> Mapping[str, int]:
    """How often a text says each of its words, at least 1; what is print ("Agent:") is not said."""
    times = Counter(word.key for word, mark in zip(words, marks, strict=True) if not mark)
    return {word.key: max(1, times[word.key]) for word in words}


def _is_printed(words: Sequence[Word], marks: bytes, language: Frequencies) -> bool:
    return is_print_of([word.key for word in words], min(marks), language)


def _of_title(words: Sequence[Word], language: Frequencies) -> float:
    """What the capitalised words of a title say together."""
    telling = (word.key for word in words if word.capital and word.key not in SMALL)
    return sum(max(0.0, NAMELESS - max(RAREST, language.zipf(key))) for key in telling)


def _quoted(text: str, words: Sequence[Word], taken: bytearray) -> Iterator[tuple[int, int]]:
    """Quotations of a few words that begin with a capital: songs, episodes, ships."""
    at = 0
    for match in _QUOTATION.finditer(text):
        while at < len(words) and words[at].start < match.start():
            at += 1
        end = at
        while end < len(words) and words[end].end <= match.end():
            end += 1
        if 0 < end - at <= LONGEST and words[at].capital and not any(taken[at:end]):
            yield at, end
        at = end


def _capitalised(
    words: Sequence[Word], taken: bytearray, marks: bytes, language: Frequencies
) -> Iterator[tuple[int, int]]:
    """Runs of capitalised words, with the small words between them: "A Pin for the Butterfly"."""
    inside = {
        word.key
        for number, word in enumerate(words)
        if word.capital and not marks[number] and not word.opens and not _opens(words, marks, number)
    } - SMALL
    number = 0
    while number < len(words):
        word = words[number]
        if not word.capital or taken[number]:
            number += 1
            continue
        end = _end_of_title(words, taken, marks, number)
        alone = end == number + 1
        # The capital of a first word is that of the sentence, unless more speaks for a name.
        of_sentence = word.key in SMALL or alone or language.zipf(word.key) >= COMMON
        if (word.opens or _opens(words, marks, number)) and of_sentence and word.key not in inside:
            number += 1
        else:
            if not (alone and (word.key in SMALL or len(word.key) == 1)):
                yield number, end
            number = end


def _opens(words: Sequence[Word], marks: bytes, number: int) -> bool:
    """Whether a sentence begins behind the number of a question or behind who speaks."""
    before = marks[number - 1] if number else NOTHING
    behind = words[number + 1 : number + 1 + _SPOKEN]
    says = len(behind) == _SPOKEN and not any("\n" in word.after for word in behind)
    return before == NUMBER or (before > NOTHING and words[number].after.startswith(":") and says)


def _end_of_title(words: Sequence[Word], taken: bytearray, marks: bytes, first: int) -> int:
    end = first + 1
    for number in range(first + 1, min(first + LONGEST, len(words))):
        word = words[number]
        if taken[number] or word.sentence != words[first].sentence or not _JOINED.fullmatch(word.after):
            break
        if marks[number] != marks[first]:
            break
        if word.capital or (word.key[0].isdigit() and number == end):
            end = number + 1
        elif word.key not in SMALL or number - end >= 2:
            break
    return end

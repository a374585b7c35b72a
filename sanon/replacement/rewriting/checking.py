"""Whether a sentence in other words may stand: nothing masked in it, nothing new, nothing lost. Pure, and no model.

A sentence that breaks a rule is not used, whoever misled the model: the one with labels stays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from sanon.replacement.rewriting.sentences import marks_of, without_marks
from sanon.resolution.normal_forms import MONTHS, WEEKDAYS
from sanon.text.folding import fold
from sanon.text.frequencies import frequencies, likeliest_language
from sanon.text.vocabulary import words

#: Shortest and longest, as a share of the words of before, and words more than that.
_SHORTEST, _LONGEST, _WORDS_MORE = 0.5, 1.5, 6
#: Share of the longer words of before of which a word with the same beginning must stand there.
_SAME, _BEGINNING, _LONGER = 0.5, 5, 4
#: A new word must be at least so common in its language (zipf value); rarer ones say something.
_COMMON = 3.5
#: Capitalised, a new word at the beginning of a sentence must be more common: names of people are not rare.
_COMMON_FIRST = 4.5

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_DIGITS = re.compile(r"\S*\d\S*")
_TRIM = ".,;:!?()\"'“”‘’«»"
_LAYOUT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ue000-\uf8ff{}<>]|[\[\]]")
#: Before the first word of a sentence; "_" is a mark, behind which a colon begins none: "Tenant: [NAME] Brown".
_STOP = re.compile(r"[.!?:]\s+$|^[\W\d_]*$")
#: Numbers from two on: "one" is a pronoun too.
_NUMBER_WORDS = words("numbers", "tens", "other_numbers") - {"zero", "one", "null", "eins"}
_NEGATIONS = words("negations")
#: Names of months and days that are no other word.
_OTHER_WORDS = frozenset(["may", "mar", "sat", "sun", "do", "so", "mi"])
_DATE_WORDS = frozenset(word.casefold() for word in (*MONTHS, *WEEKDAYS)) - _OTHER_WORDS


@dataclass(frozen=True)
class Rules:
    """What is asked of one sentence in other words.

    Attributes:
        before: with labels.
        facts: texts of it that must stay: replacements by other operators, values of entities that nothing masks.
        avoid: phrases that may go, with the numbers and values in them.
        found_in: values that an extractor finds in a text.
        has_masked: whether a value that had to go from the document stands in a text.
        language: of the document; a sentence may have too few words to tell, or be in another one.
    """

    before: str
    facts: Sequence[str]
    avoid: Sequence[str]
    found_in: Callable[[str], Iterable[str]]
    has_masked: Callable[[str], bool]
    language: str

    def broken_by(self, after: str) -> str | None:
        """The first rule that a sentence breaks, in words for the model; None if it may stand."""
        if self.has_masked(after):
            return "it holds what was removed"
        for rule in (_same_marks, _as_long, _nothing_new, _nothing_lost, _same_content):
            if broken := rule(self, after):
                return broken
        known = _words(self.before)
        if any(not _words(value) <= known for value in self.found_in(without_marks(after))):
            return "it names what the sentence does not name"
        return None


def _same_marks(rules: Rules, after: str) -> str | None:
    if Counter(marks_of(after)) - Counter(marks_of(rules.before)):
        return "it holds new marks"
    spelled = [mark.strip("[]").replace("_", " ") for mark in marks_of(rules.before)]
    if any(" " in name and occurs_in(name, without_marks(after)) for name in spelled):
        return "it spells a mark out"
    if _LAYOUT.search(without_marks(after)):
        return "it holds more than one line of plain text"
    return None


def _as_long(rules: Rules, after: str) -> str | None:
    before, now = (len(_WORD.findall(without_marks(text, " x "))) for text in (rules.before, after))
    if not _SHORTEST * before <= now <= _LONGEST * before + _WORDS_MORE:
        return "it is much shorter or longer"
    return None


def _nothing_new(rules: Rules, after: str) -> str | None:
    text = without_marks(after, " _ ")
    known, before = _words(rules.before), without_marks(rules.before)
    if _numbers(text) - _numbers(before):
        return "it holds a new number"
    languages = {rules.language, likeliest_language(known)}
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if word in known or all(part in known for part in word.replace("’", "'").split("'")):
            continue
        if word in _NUMBER_WORDS or word in _DATE_WORDS:
            return "it holds a new number or date"
        common = max(frequencies(language).zipf(word) for language in languages)
        first = _STOP.search(text[: match.start()]) is not None
        if match[0][0].isupper() and not (first and common >= _COMMON_FIRST):
            return "it holds a new name"
        if common < _COMMON:
            return "it holds a new rare word"
    return None


def _nothing_lost(rules: Rules, after: str) -> str | None:
    text = without_marks(after)
    if _numbers(without_marks(rules.before)) - _numbers(text) and not rules.avoid:
        return "a number is lost"
    marks = Counter(marks_of(after))
    for fact in rules.facts:
        if not (marks[fact] if fact in marks_of(fact) else occurs_in(fact, after)):
            return "a name or fact is lost"
    negated = [bool(_words(one) & _NEGATIONS) or "n't" in one.replace("’", "'") for one in (rules.before, after)]
    if negated[0] != negated[1]:
        return 'a "not" is lost or new'
    return None


def _same_content(rules: Rules, after: str) -> str | None:
    going = {word for phrase in rules.avoid for word in _words(phrase)}
    before = {_beginning(word) for word in _words(rules.before) - going if len(word) >= _LONGER}
    now = {_beginning(word) for word in _words(after)}
    if len(before & now) < _SAME * len(before):
        return "it says something else"
    return None


def occurs_in(value: str, text: str) -> bool:
    """Whether a value stands in a text as whole words, in upper or lower case, with any blanks."""
    return f" {_plain(value).strip()} " in _plain(text)


def _plain(text: str) -> str:
    return f" {' '.join(fold(word).text for word in _WORD.findall(text))} "


def language_of(text: str) -> str:
    """The language of a document, by its first words."""
    return likeliest_language(match[0] for match in _WORD.finditer(text.casefold()))


def _words(text: str) -> set[str]:
    found = {word.casefold() for word in _WORD.findall(without_marks(text))}
    return found | {part for word in found for part in re.split(r"['’-]", word)}


def _beginning(word: str) -> str:
    return word[:_BEGINNING]


def _numbers(text: str) -> Counter[str]:
    """Everything with a figure in it; how often does not matter for what is new."""
    return Counter({token.strip(_TRIM): 1 for token in _DIGITS.findall(text)})


def facts_in(sentence: str, fixed: Sequence[str], values: Collection[str], avoid: Sequence[str]) -> tuple[str, ...]:
    """What must stay of a sentence.

    Args:
        sentence: with labels.
        fixed: replacements by other operators.
        values: of the document's entities that nothing masks.
        avoid: phrases that must go; a value that has a part in one goes with it.
    """
    text = without_marks(sentence)
    standing = [value for value in values if occurs_in(value, text)]
    going = [_plain(phrase) for phrase in avoid]
    kept = [value for value in standing if not any(_plain(value) in one or one in _plain(value) for one in going)]
    return (*fixed, *sorted(kept))

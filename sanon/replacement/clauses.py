"""A clause of which every word but small ones is masked is one label, not five."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sanon.replacement.masked import MaskedEntity
from sanon.replacement.operators import OPERATORS
from sanon.text.matching import Match
from sanon.text.vocabulary import words as listed

_SMALL_WORDS = listed("function_words")
_MOST_SMALL = 2
_WORDS_ONLY = re.compile(r"[ \t]*(?:[^\W\d_]+[ \t]+)*")


def joined_clauses(matches: Sequence[Match[MaskedEntity]], text: str) -> list[Match[MaskedEntity]]:
    """Join what gets labels of one type and has nothing but blanks and small words between it.

    Names, numbers and other values with a normal form of their own stay apart, and so does what an "and" joins: two of
    them are two.

    Args:
        matches: by place; they do not overlap.
    """
    joined: list[Match[MaskedEntity]] = []
    for match in matches:
        if joined and _is_one_clause(joined[-1], match, text):
            last = joined.pop()
            longest = max(last, match, key=lambda one: one.end - one.start)
            joined.append(longest._replace(start=last.start, end=match.end))
        else:
            joined.append(match)
    return joined


def _is_one_clause(one: Match[MaskedEntity], other: Match[MaskedEntity], text: str) -> bool:
    this, that = one.entity, other.entity
    if this.id == that.id or this.type != that.type or this.normal_form != "text" or this.corpus_wide:
        return False
    if not (OPERATORS.named(this.operator).is_label and OPERATORS.named(that.operator).is_label):
        return False
    between = text[one.end : other.start]
    words = between.casefold().split()
    return _WORDS_ONLY.fullmatch(between) is not None and len(words) <= _MOST_SMALL and _SMALL_WORDS.issuperset(words)

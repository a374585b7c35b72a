"""The operator generalize."""

from __future__ import annotations

import re
from typing import NamedTuple

from sanon.replacement.operators.contract import Remains, Target


class Generalize:
    """A coarser true value, as fine as the policy allows: 12 March 2019 -> [March 2019], else the label.

    How coarse is decided after the masks are chosen (`sanon.selection.softening`), since every document and chain must
    still meet the policy; until then a value has its label.
    """

    name = "generalize"
    remains = Remains.COARSER
    unique = False

    def replacement(self, target: Target, attempt: int = 0) -> None:
        """Nothing by itself."""
        return


def shown(text: str) -> str:
    """How a coarser value stands in a text: in brackets, so that nobody takes it for the author's words."""
    return f"[{text}]"


_TIME = re.compile(r"(?:a day in )?(?:the )?(?:[A-Z][a-z]+ )?\d{4}s?|a day in [A-Z][a-z]+")
_ARTICLE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_ON = re.compile(r"\bon\s+$", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+$", re.IGNORECASE)
_DAY_AND_MONTH = re.compile(
    r"\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\s+$"
)
_PREPOSITION = re.compile(r"(?:between|from|in|during|since)\b", re.IGNORECASE)
_AND_SO_ON = re.compile(r"(?:,|,? and|,? or| to| until)(?: on)? ", re.IGNORECASE)
_DAYS = re.compile(r"\b\d{1,2}\b(?!\s*%)")


class Around(NamedTuple):
    """What stands around a value.

    Attributes:
        before: the text before it, back to what was replaced last.
        behind: the text behind it, some characters of it.
        another: what stands for another value right before it, if a comma or an "and" joins them.
    """

    before: str
    behind: str
    another: str | None


def fitted(replacement: str, spelling: str, around: Around) -> str:
    """A coarser value in words that fit what stands around it; as true as it was, and no finer.

        the [1990s] circular, on [days in 2004], between [two dates in 2004], 12 May [in the 1990s], [the court],
        on [a day in 2004] and [another day in 2004]

    Args:
        replacement: as it stands alone.
        spelling: what it stands for.
        around: where.
    """
    text = replacement[1:-1]
    if not _TIME.fullmatch(text):
        # "The court" keeps its article, if that went with the value.
        is_phrase = text[:1].islower() and not text.startswith("the ")
        return shown(f"{spelling[:3]} {text}") if is_phrase and spelling[:4].casefold() == "the " else replacement
    if _ARTICLE.search(around.before):
        return shown(text.removeprefix("a day in ").removeprefix("the "))
    if text.startswith("a day in "):
        return shown(text.replace("a day", "another day", 1)) if around.another == replacement else replacement
    if _BETWEEN.search(around.before) and not around.behind.lstrip().startswith("and "):
        return shown(f"two dates in {text}")
    if _ON.search(around.before):
        return shown(f"{'days' if len(_DAYS.findall(spelling)) > 1 else 'a day'} in {text}")
    if _DAY_AND_MONTH.search(around.before) or _PREPOSITION.match(spelling):
        return shown(f"in {text}")
    return replacement


def goes_on(between: str) -> bool:
    """Whether what stands between two values joins them to a list: a comma, an "and", an "until"."""
    return _AND_SO_ON.fullmatch(between) is not None

"""The operator generalize."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sanon.replacement.operators.base import Operator, Place, Remains, Target
from sanon.resolution.ladders.dates import MONTH_NAMES
from sanon.resolution.ladders.places import kind_of_place

if TYPE_CHECKING:
    from sanon.replacement.masked import MaskedEntity


class Generalize(Operator):
    """A coarser true value, as fine as the policy allows: 12 March 2019 -> [March 2019], else the label.

    How coarse is decided after the masks are chosen (`sanon.selection.softening`), since every document and chain must
    still meet the policy; until then a value has its label.
    """

    name = "generalize"
    summary = "a coarser true value, such as a year in place of a day, as fine as the policy allows"
    remains = Remains.COARSER
    reads_values = False

    def replacement(self, target: Target, attempt: int = 0) -> None:
        """Nothing by itself."""
        return

    @classmethod
    def in_place(cls, entity: MaskedEntity, place: Place) -> str:
        """The coarser value in words that fit what stands around it."""
        return fitted(entity.replacement, place)


def shown(text: str) -> str:
    """How a coarser value stands in a text: in brackets, so that nobody takes it for the author's words."""
    return f"[{text}]"


_MONTHS = "|".join(MONTH_NAMES)
_MONTH = re.compile(rf"\b(?:{_MONTHS})\b|^\d{{1,2}}[./-]\d{{4}}$", re.IGNORECASE)
_TIME = re.compile(
    r"(?:a day in )?(?:the )?(?:(?:first|second) half of |[A-Z][a-z]+ )?\d{4}(?:s|–\d{4})?|a day in [A-Z][a-z]+"
)
_ARTICLE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_INDEFINITE = re.compile(r"\b(an?)\s+$", re.IGNORECASE)
_VOWEL = re.compile(r"(?!uni|use|one\b|eu)[aeiou]|hour|honest|heir")
_ON = re.compile(r"\bon\s+$", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+$", re.IGNORECASE)
_DAY_AND_MONTH = re.compile(rf"\b\d{{1,2}} (?:{_MONTHS})\s+$")
#: Before a year: that it was early in the year does not say that it was early in the decade.
_PART_OF_YEAR = re.compile(
    rf"\b(?:early|late|mid|spring|summer|autumn|winter|{_MONTHS}|(?:end|beginning|start|middle|half|course) of)[\s-]+$",
    re.IGNORECASE,
)
_DECADE = re.compile(r"the (\d{3})0s")
_PREPOSITION = re.compile(r"(?:between|from|in|during|since)\b", re.IGNORECASE)
_AND_SO_ON = re.compile(r"(?:,|,? and|,? or| to| until)(?: on)? |, in ", re.IGNORECASE)
_DAYS = re.compile(r"\b\d{1,2}\b(?!\s*%)")
_STATE = re.compile(r"(?:the )?(?:Federal |Socialist )?(?:Republic|Kingdom|State) of ", re.IGNORECASE)
_PART_OF_PLACE = re.compile(
    r"\b(?:(?:(?:Federal )?Republic|Kingdom|State|part|north|south|east|west|middle|centre|rest|whole) (of)|"
    r"(?:north|south|east|west|central)(?:ern)?)\s+$",
    re.IGNORECASE,
)
#: A word behind that a noun may be: "the [1990s] circular"; not "the [1990s] and".
_NOUN = re.compile(
    r"\s(?!(?:and|or|but|in|on|at|by|to|of|for|from|with|as|which|who|that|when|where|is|was|were|are|has|had|have|he|she|"
    r"it|they|the|a|an|his|her|their|until|before|after|during|since|under|against|\w+ed)\b)[^\W\d_]"
)
_PLURALS = (("y", "ies"), ("", "s"))


def fitted(replacement: str, place: Place) -> str:
    """A coarser value in words that fit what stands around it; as true as it was, and no finer.

        the [1990s] circular, on [days in 2004], between [two dates in 2004], 12 May [in the 1990s], early [199x],
        [the court], an [unnamed school], the [place in Cyprus], on [a day in 2004] and [another day in 2004]

    Args:
        replacement: as it stands alone.
        place: where it is to stand.
    """
    text = replacement[1:-1]
    return shown(_time(text, place) if _TIME.fullmatch(text) else _thing(text, place))


def _time(text: str, place: Place) -> str:
    if _ARTICLE.search(place.before):
        bare = text.removeprefix("a day in ").removeprefix("the ")
        return bare if _NOUN.match(place.behind) else f"time in {text.removeprefix('a day in ')}"
    if text.startswith("a day in "):
        same = place.another == shown(text) and place.before != ", in "
        return text.replace("a day", "another day", 1) if same else text
    if _BETWEEN.search(place.before) and not place.behind.lstrip().startswith("and "):
        return f"two dates in {text}"
    if _ON.search(place.before):
        return f"{'days' if len(_DAYS.findall(place.spelling)) > 1 else 'a day'} in {text}"
    if _DAY_AND_MONTH.search(place.before):
        return f"in {text}"
    if _PREPOSITION.match(place.spelling):
        return f"{'In' if place.spelling[0].isupper() else 'in'} {text}"
    return _part_of(text, place.spelling) if _PART_OF_YEAR.search(place.before) else text


def _part_of(text: str, spelling: str) -> str:
    """What early, late, May or the end of may stand before, and what is true of all of it only."""
    if decade := _DECADE.fullmatch(text):
        return f"{decade[1]}x"
    if "–" in text:
        return f"one year of {text}"
    return f"one month of {text}" if _MONTH.search(spelling) else text


def _thing(text: str, place: Place) -> str:
    text = _plural(text, place.spelling)
    kind = None if text[:1].islower() and not text.startswith("the ") else kind_of_place(text)
    if kind:
        if place.another == shown(text) and place.before == ", in ":
            return f"the same {kind}"
        state = _STATE.match(place.spelling)
        whole = kind_of_place(place.spelling[state.end() :] if state else place.spelling) == "country"
        inside = f"{'country' if whole else 'place'} in {text}"
        if of := _PART_OF_PLACE.search(place.before):
            # The north of Cyprus is not the north of Western Asia.
            return f"a {inside}" if of[1] else inside
        if not _ARTICLE.search(place.before):
            return text
        return text.removeprefix("the ") if _NOUN.match(place.behind) else inside
    if not (text[:1].islower() or (text[:1].isalpha() and text[1:2].islower())):
        return text
    # "The court" keeps its article, if that went with the value.
    if place.spelling[:4].casefold() == "the " and not text.startswith("the "):
        return f"{place.spelling[:3]} {text}"
    article = _INDEFINITE.search(place.before)
    if article and bool(_VOWEL.match(text.casefold())) != (article[1].casefold() == "an"):
        return f"{'unnamed' if article[1].casefold() == 'an' else 'certain'} {text}"
    return text


def _plural(text: str, spelling: str) -> str:
    """A kind in the plural, if its value stands there in it: State Security Courts -> courts."""
    kind, where, rest = text.partition(" in ")
    words = spelling.casefold().split()
    for one, many in _PLURALS:
        plural = kind.removesuffix(one) + many
        if kind.endswith(one) and kind[:1].islower() and plural.rpartition(" ")[2] in words[-1:]:
            return plural + where + rest
    return text


def goes_on(between: str) -> bool:
    """Whether what stands between two values joins them to a list: a comma, an "and", an "until"."""
    return _AND_SO_ON.fullmatch(between) is not None

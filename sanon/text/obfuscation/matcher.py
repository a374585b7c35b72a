"""Find values in disguise: one pass over each way to read a text, with all keys in one automaton."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from ahocorasick_rs import AhoCorasick

from sanon.text.matching import Stretch
from sanon.text.obfuscation.cases import NamesInCases
from sanon.text.obfuscation.confusables import TAGS, plain_characters
from sanon.text.obfuscation.decoding import Skeleton
from sanon.text.obfuscation.full_names import FullNames
from sanon.text.obfuscation.keys import Key, Kind, is_word, keys_of, people_of
from sanon.text.obfuscation.tokens import Tokens
from sanon.text.searched import SearchedEntity
from sanon.text.vocabulary import words

_Entity = TypeVar("_Entity", bound=SearchedEntity)

#: Ends that names get in sentences: English, German, Dutch, Slavic, Finnish, Estonian, Hungarian, Turkish, Romanian.
_ENDS = words("name_ends")
#: One more letter or two make another name of some ("Martin", "Martina"): only where the person is known to be.
_UNSURE_ENDS = words("unsure_name_ends")
#: What is written before a number without a blank, and is no part of it: "x4417", "tel4417".
_LABELS = frozenset(("x", "ext", "dw", "tel", "no", "nr", "id"))
_LONGEST_GAP = 5
_LONGEST_BREAK = 2
_LONGEST_END = 4
_INFLECTED_WORD, _RARE_WORD = 3.8, 2.5
_SHORTEST_JOINED, _SHORTEST_CUT, _SHORTEST_NUMBER, _SHORTEST_STEM = 5, 7, 6, 4
_FORMS = (
    ("turned round", re.compile("[\u202d\u202e\u2066-\u2069]")),
    ("line end", re.compile(r"[-\u2010\u00ac]\s*\n")),
    ("reply", re.compile(r"\n[ \t]*[>|#*:/]")),
    ("markup", re.compile(r"<|\]\(|[*`~]|\[")),
    ("escape", re.compile(r"&#?\w+;?|%[0-9A-Fa-f]{2}|=[0-9A-Fa-f]{2}|=\r?\n|\\")),
)


class NearMatch(NamedTuple, Generic[_Entity]):
    """A stretch of a text that means a value without being it.

    Attributes:
        start, end: of the text as it stands.
        form: the disguise: escape, markup, reply, line end, letters, inflected, joined, cut up, turned, turned round,
            initials, surname alone, given name alone, middle name, letter behind, letter before, mistyped, split.
        kind: what of the value it is.
        is_certain: whether it means the entity, and nobody else.
    """

    start: int
    end: int
    entity: _Entity
    form: str
    kind: Kind
    is_certain: bool = True


class _Hit(NamedTuple):
    """A key in a decoded text.

    Attributes:
        begin, end: where it stands in the decoded text.
        cuts: where its words meet in it.
        words: its words there.
        gaps: what stands between them.
        before: the one letter that stands before the key in its first word, and belongs to it.
        behind: what of the last word stands behind the key.
        starts_inside, ends_inside: it begins or ends inside a word, where case or figures part it.
        head: what of its first word stands before it then.
        is_capital: its first letter, inside of a sentence if `is_within`.
    """

    begin: int
    end: int
    cuts: tuple[int, ...]
    words: list[str]
    gaps: list[str]
    before: str
    behind: str
    starts_inside: bool
    ends_inside: bool
    head: str
    is_capital: bool
    is_within: bool

    @property
    def rest(self) -> str:
        """What stands behind the key and belongs to its last word."""
        return "" if self.ends_inside else self.behind

    @property
    def is_inside(self) -> bool:
        """Whether it is a part of a word of several."""
        return self.starts_inside or self.ends_inside


class NearMatcher(Generic[_Entity]):
    """All disguises of all values.

    Args:
        entities: what is searched; of each only what is long enough to be no other word.
    """

    def __init__(self, entities: Sequence[_Entity]) -> None:
        claims: defaultdict[str, dict[tuple[str, tuple[int, ...]], Key[_Entity]]] = defaultdict(dict)
        for entity in entities:
            for key in keys_of(entity):
                same = claims[key.text].get((entity.id, key.cuts))
                if same is None or (key.reach == "corpus" and same.reach != "corpus"):
                    claims[key.text][entity.id, key.cuts] = key
        self._claims = [list(claim.values()) for claim in claims.values()]
        self._automaton = AhoCorasick(list(claims))
        people = list(people_of(entities))
        self._full_names = FullNames(people)
        self._in_cases = NamesInCases(people)

    def find(
        self, text: str, readings: Iterable[Skeleton], mentioned: Collection[str], known: Sequence[Stretch] = ()
    ) -> list[NearMatch[_Entity]]:
        """Find what means a value of an entity mentioned, or of one that is searched in every document.

        Args:
            readings: the ways to read the text.
            mentioned: ids of the entities that the text's document mentions.
            known: where values stand as they are; what says no word more is left out.
        """
        found = {match for decoded in readings for match in self._in(decoded, text, mentioned)}
        if not found:
            return []
        read = bytes(map(_is_read, text))
        # Of what says something: what no match covers so far, and what one does.
        left, covered = bytearray(read), bytearray(len(text))

        def cover(start: int, end: int) -> None:
            left[start:end], covered[start:end] = bytes(end - start), read[start:end]

        for stretch in known:
            cover(stretch.start, stretch.end)
        news: list[NearMatch[_Entity]] = []
        # A name turned round that shares a word with another may run from one person into the next: behind all others.
        order = sorted(found, key=_certainty)
        first = [(one, one.kind.startswith("turned")) for one in order if one.is_certain]
        last = [(one, False) for one, is_turned in first if is_turned]
        doubtful = [(one, False) for one in order if not one.is_certain]
        for match, must_be_alone in (*first, *last, *doubtful):
            is_news = left.find(1, match.start, match.end) >= 0
            if is_news and not (must_be_alone and covered.find(1, match.start, match.end) >= 0):
                cover(match.start, match.end)
                news.append(match)
        return sorted(news, key=lambda match: (match.start, match.end))

    def _in(self, decoded: Skeleton, text: str, mentioned: Collection[str]) -> Iterator[NearMatch[_Entity]]:
        tokens = Tokens.of(decoded.text)
        for name in self._full_names.find(tokens, decoded):
            origin = decoded.origin(tokens.start(name.first), tokens.end(name.last))
            is_certain = name.is_certain or name.entity.id in mentioned
            yield NearMatch(*origin, name.entity, name.form, "value", is_certain)
        for one in self._in_cases.find(tokens, decoded, mentioned):
            origin = decoded.origin(tokens.start(one.first), tokens.end(one.last))
            yield NearMatch(*origin, one.entity, "inflected", one.kind, one.is_certain)
        for number, start, end in self._automaton.find_matches_as_indexes(tokens.squashed, overlapping=True):
            keys = [key for key in self._claims[number] if key.reach != "document" or key.entity.id in mentioned]
            hit = _hit(tokens, start, end, decoded) if keys else None
            if hit is None:
                continue
            for key in keys:
                if form := _form(key, hit, key.entity.id in mentioned):
                    origin = decoded.origin(hit.begin - len(hit.before), hit.end + len(form.behind))
                    shown = seen_disguise(text[slice(*origin)]) or form.name
                    yield NearMatch(*origin, key.entity, shown, key.kind, form.is_certain)
                    break


def _hit(tokens: Tokens, start: int, end: int, decoded: Skeleton) -> _Hit | None:
    """What stands at a stretch of the words without anything between them; None inside of a word that has no parts."""
    first, last = tokens.at(start), tokens.at(end - 1)
    begin, after = start + tokens.shift[first], end + tokens.shift[last]
    cased_begin, cased_after = decoded.in_cased(begin, after)
    starts_inside, behind = start > tokens.begins[first], decoded.text[after : tokens.end(last)]
    before = ""
    if starts_inside and not _turns(decoded.cased.text, cased_begin):
        before = tokens.squashed[tokens.begins[first] : start]
        if len(before) > 1:
            return None
    cuts = tuple(tokens.begins[number] - start for number in range(first + 1, last + 1))
    return _Hit(
        begin=begin,
        end=after,
        cuts=cuts,
        words=[tokens.squashed[start + a : start + b] for a, b in pairwise([0, *cuts, end - start])],
        gaps=[decoded.text[tokens.end(number) : tokens.start(number + 1)] for number in range(first, last)],
        before=before,
        behind=behind,
        starts_inside=starts_inside,
        head=tokens.squashed[tokens.begins[first] : start],
        ends_inside=bool(behind) and _turns(decoded.cased.text, cased_after),
        is_capital=decoded.cased.text[cased_begin].isupper(),
        is_within=decoded.is_within(cased_begin),
    )


_RANKS: dict[Kind, int] = {"value": 0, "initials": 1, "turned": 2, "turned initials": 2, "surname": 3, "given name": 3}


def _certainty(match: NearMatch[_Entity]) -> tuple[int, int, int, str, str]:
    """Whole values before names turned round, these before parts of names; of each the longest, then the first."""
    return (
        _RANKS[match.kind],
        match.start - match.end,
        match.start,
        match.entity.id,
        match.form,
    )


def _is_read(character: str) -> bool:
    """Whether a character says something: a letter, a figure, or a sign that is read as one."""
    return character.isalnum() or character in plain_characters() or TAGS.fullmatch(character * 3) is not None


def seen_disguise(original: str) -> str | None:
    """The disguise that shows in the text itself."""
    return next((form for form, pattern in _FORMS if pattern.search(original)), None)


def _turns(text: str, index: int) -> bool:
    """Whether a word of several begins or ends here: aB, Ab1, 1a."""
    left, right = text[index - 1], text[index]
    return (right.isupper() and not left.isupper()) or left.isdigit() != right.isdigit() or not left.isalnum()


class _Form(NamedTuple):
    """The disguise of a hit.

    Attributes:
        is_certain: whether it can mean nobody else.
        behind: what goes with it of the word that it ends in.
    """

    name: str
    is_certain: bool = True
    behind: str = ""


def _form(key: Key[_Entity], hit: _Hit, is_mentioned: bool) -> _Form | None:
    """The disguise of a hit; None if it means something else."""
    same = hit.cuts == key.cuts
    if key.has_digits:
        return _number_form(key, same, hit)
    if hit.before:
        return None
    end = _end(key, hit, is_mentioned) if hit.rest else _Form("letters")
    if end is None:
        return None
    if key.kind in ("initials", "turned initials"):
        return _initials_form(key, same, hit, is_mentioned)
    if key.kind in ("surname", "given name"):
        name = _part_form(key, same, hit, is_mentioned)
        return end._replace(name=name, is_certain=is_mentioned and end.is_certain) if name else None
    if not key.cuts:
        # One word: as it is, inflected, in other letters; part of another word only where the person is known to be.
        if same and all(map(_is_gap, hit.gaps)):
            return end if _is_own_word(key, hit, is_mentioned) else None
        return _Form("cut up") if _is_cut_up(key, hit) else None
    if same:
        # "a rejection" is no A. Rejection.
        is_article = key.is_name and not hit.is_capital and min(map(len, hit.words)) == 1
        if is_article or not all(_is_gap(gap) for gap in hit.gaps):
            return None
        if hit.rest:
            return end
        return _Form("turned" if key.kind == "turned" else "cut up" if _breaks(hit) else "letters")
    if not hit.cuts:
        return _Form("joined") if len(key.text) >= _SHORTEST_JOINED and not is_word(key.text) else None
    return _Form("cut up") if _is_cut_up(key, hit) else None


def _number_form(key: Key[_Entity], same: bool, hit: _Hit) -> _Form | None:
    # "scanKV2291v2": letters around a number make no other number of it, as far as case or figures part them.
    is_long = len(key.text) >= _SHORTEST_NUMBER
    if hit.starts_inside and hit.head not in _LABELS and not (is_long and not key.text.isdigit()):
        return None
    if hit.before.isdigit() and key.text[0].isdigit():  # "17 Elm Road" is not 7 Elm Road
        return None
    behind = hit.behind if len(hit.behind) == 1 else ""
    if hit.behind and not (is_long and hit.behind[0].isalpha() and (behind or hit.ends_inside)):
        return None
    if same and all(_is_gap(gap) for gap in hit.gaps):
        beside = "letter before" if hit.before else "letter behind" if behind else None
        return _Form(beside or ("joined" if hit.is_inside else "cut up"), behind=behind)
    light = all(len(gap) <= _LONGEST_BREAK and not set(gap) - set(" -./()_\n") for gap in hit.gaps)
    is_cut = light and not same and is_long
    return _Form("cut up", behind=behind) if is_cut else None


def _initials_form(key: Key[_Entity], same: bool, hit: _Hit, is_mentioned: bool) -> _Form | None:
    if not hit.gaps:
        is_user_name = len(key.text) >= _SHORTEST_JOINED and not hit.rest and not is_word(key.text, _RARE_WORD)
        return _Form("initials") if is_user_name else None
    # "J. Roe", "Roe, J", "j.roe", "j_roe"; "J Roe" where he is known to be.
    is_capital = is_mentioned and hit.is_capital
    marks = is_capital or "." in hit.gaps[0] or "_" in hit.gaps[0] if key.kind == "initials" else "," in hit.gaps[0]
    if not (same and marks and all(map(_is_gap, hit.gaps))):
        return None
    is_rare = not is_word(max(hit.words, key=len))
    return _Form("initials", is_mentioned, hit.rest) if is_mentioned or is_rare else None


def _part_form(key: Key[_Entity], same: bool, hit: _Hit, is_mentioned: bool) -> str | None:
    """How surnames or a given name stand alone."""
    if key.cuts and not hit.cuts:
        return "joined" if len(key.text) >= _SHORTEST_JOINED and not is_word(key.text) else None
    if same and all(map(_is_gap, hit.gaps)):
        return ("inflected" if hit.rest else f"{key.kind} alone") if _is_own_word(key, hit, is_mentioned) else None
    return "cut up" if all(len(word) == 1 for word in hit.words) and _is_cut_up(key, hit) else None


def _is_own_word(key: Key[_Entity], hit: _Hit, is_mentioned: bool) -> bool:
    """Whether one word is a name here, and no other word."""
    is_rare = key.kind != "value" and not is_word(key.text, _RARE_WORD)
    is_part = hit.is_inside and not is_mentioned and not (is_rare and key.kind == "surname")
    return (hit.is_capital or is_rare) and not is_part and (hit.is_within or not key.is_word)


def _end(key: Key[_Entity], hit: _Hit, is_mentioned: bool) -> _Form | None:
    """Whether what stands behind a name is an end that its language gives it."""
    last = hit.words[-1]
    if not key.is_name or len(last) < _SHORTEST_STEM or not hit.is_capital or is_word(last + hit.rest, _INFLECTED_WORD):
        return None
    if hit.rest in _ENDS:
        return _Form("inflected", is_mentioned or hit.rest not in _UNSURE_ENDS, hit.rest)
    is_long = len(last) > _SHORTEST_STEM + 1 and not key.is_word and not is_word(last)
    is_sure = is_mentioned or (key.kind == "value" and len(hit.words) > 1)
    if is_sure and is_long and len(hit.rest) <= _LONGEST_END and hit.rest.isalpha():
        return _Form("inflected", behind=hit.rest)
    # A blank may be missing behind a whole name ("Nina Achterbergwurde"); or it is another name ("Jan Bergmann").
    is_whole = key.kind == "value" and len(hit.words) > 1
    return _Form("joined", is_certain=is_long) if is_whole else None


def _is_gap(gap: str) -> bool:
    """Whether what stands between two words keeps them together."""
    return len(gap.strip()) <= _LONGEST_GAP


def _breaks(hit: _Hit) -> bool:
    return any(gap.strip(" ") for gap in hit.gaps)


def _is_cut_up(key: Key[_Entity], hit: _Hit) -> bool:
    """Whether a word is cut into letters or pieces ("K a y a", "Kara-arslan"), and not made of two other words."""
    if any(len(gap) > _LONGEST_BREAK for gap in hit.gaps) or hit.rest or hit.is_inside:
        return False
    if all(len(word) == 1 for word in hit.words):
        return len(set(hit.gaps)) <= 2
    return len(key.text) >= _SHORTEST_CUT and not all(len(word) > 1 and is_word(word) for word in hit.words)

"""Find values in disguise: one pass over each decoded form of a text, with all keys in one automaton."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Generic, NamedTuple, Protocol, TypeVar

from ahocorasick_rs import AhoCorasick

from sanon.text.lexicons import word_set
from sanon.text.obfuscation.decoding import DecodedText, decoded_texts
from sanon.text.obfuscation.keys import BETWEEN_TOKENS, TOKEN, Key, Kind, is_word, keys_of
from sanon.text.searched import SearchedEntity

_Entity = TypeVar("_Entity", bound=SearchedEntity)

#: Ends that names get in English, German, Slavic, Finnish and Hungarian sentences.
_ENDS = word_set(
    "s es n en ns ens sche schen scher sches a u y om em ovi owi ova ove ovou owa owie owej ovy ow ovych ych im "
    "lle lta ssa sta nak nek val vel"
)
#: One more letter makes another name of some ("Martin", "Martina"): only where the person is known to be.
_UNSURE_ENDS = word_set("a u y n")
_LONGEST_GAP = 5
_LONGEST_BREAK = 2
_SENTENCE_BEFORE = re.compile(r"[\w,] $")
_INFLECTED_WORD, _RARE_WORD = 3.8, 2.5
_SHORTEST_JOINED, _SHORTEST_CUT, _SHORTEST_NUMBER, _SHORTEST_STEM = 5, 7, 6, 4
_FORMS = (
    ("line end", re.compile(r"[-\u2010\u00ac]\s*\n")),
    ("reply", re.compile(r"\n[ \t]*[>|#*:/]")),
    ("markup", re.compile(r"<|\]\(|[*`~]|\[")),
    ("escape", re.compile(r"&#?\w+;?|%[0-9A-Fa-f]{2}|=[0-9A-Fa-f]{2}|=\r?\n|\\")),
)


class Stretch(Protocol):
    """Where something stands in a text."""

    @property
    def start(self) -> int:
        """Its first character."""
        ...

    @property
    def end(self) -> int:
        """Behind its last one."""
        ...


class NearMatch(NamedTuple, Generic[_Entity]):
    """A stretch of a text that means a value without being it.

    Attributes:
        start, end: of the text as it stands.
        entity: whose value.
        form: the disguise: escape, markup, reply, line end, letters, inflected, joined, cut up, turned, initials, part.
        kind: what of the value it is.
    """

    start: int
    end: int
    entity: _Entity
    form: str
    kind: Kind


class _Hit(NamedTuple):
    """A key in a decoded text.

    Attributes:
        words: its words there.
        gaps: what stands between them.
        rest: of the last word, behind the key.
        is_inside: it begins or ends inside a word, where case or figures part it.
        is_capital: its first letter, inside of a sentence if `is_within`.
    """

    words: list[str]
    gaps: list[str]
    rest: str
    is_inside: bool
    is_capital: bool
    is_within: bool


class NearMatcher(Generic[_Entity]):
    """All disguises of all values.

    Args:
        entities: what is sought; of each only what is long enough to be no other word.
    """

    def __init__(self, entities: Sequence[_Entity]) -> None:
        claims: defaultdict[str, dict[tuple[str, tuple[int, ...]], Key[_Entity]]] = defaultdict(dict)
        for entity in entities:
            for key in keys_of(entity):
                same = claims[key.text].get((entity.id, key.cuts))
                if same is None or (key.corpus_wide and not same.corpus_wide):
                    claims[key.text][entity.id, key.cuts] = key
        self._claims = [list(claim.values()) for claim in claims.values()]
        self._automaton = AhoCorasick(list(claims))

    def find(self, text: str, mentioned: Collection[str], known: Sequence[Stretch] = ()) -> list[NearMatch[_Entity]]:
        """Find what means a value of an entity mentioned, or of one that is searched corpus_wide.

        Args:
            text: any text.
            mentioned: ids of the entities that the text's document mentions.
            known: where values stand as they are; what says no word more is left out.
        """
        found = {match for decoded in decoded_texts(text) for match in self._in(decoded, text, mentioned)}
        if not found:
            return []
        covered = bytearray(len(text))
        for stretch in known:
            covered[stretch.start : stretch.end] = b"\1" * (stretch.end - stretch.start)
        news: list[NearMatch[_Entity]] = []
        for match in sorted(found, key=_certainty):
            if any(text[place].isalnum() and not covered[place] for place in range(match.start, match.end)):
                covered[match.start : match.end] = b"\1" * (match.end - match.start)
                news.append(match)
        return sorted(news, key=lambda match: (match.start, match.end))

    def _in(self, decoded: DecodedText, text: str, mentioned: Collection[str]) -> Iterator[NearMatch[_Entity]]:
        words = TOKEN.findall(decoded.text)
        squashed = "".join(words)
        hits: list[tuple[int, int, list[Key[_Entity]]]] = []
        for number, start, end in self._automaton.find_matches_as_indexes(squashed, overlapping=True):
            keys = [key for key in self._claims[number] if key.corpus_wide or key.entity.id in mentioned]
            if keys:
                hits.append((start, end, keys))
        if not hits:
            return
        # Where words begin without what stands between them, and how much stands between them until there.
        begins = [0, *accumulate(map(len, words))]
        is_first = TOKEN.match(decoded.text) is not None
        shift = list(accumulate(map(len, ("", *BETWEEN_TOKENS.findall(decoded.text))[not is_first :])))
        for start, end, keys in hits:
            first, last = bisect_right(begins, start) - 1, bisect_right(begins, end - 1) - 1
            begin, after = start + shift[first], end + shift[last]
            word_end = begins[last + 1] + shift[last]
            origin = decoded.origin(begin, after)
            starts_inside, ends_inside = start > begins[first], after < word_end
            if starts_inside and not _turns(text, origin[0]):
                continue
            turns = ends_inside and _turns(text, origin[1])
            cuts = tuple(begins[k] - start for k in range(first + 1, last + 1))
            bounds = [0, *cuts, end - start]
            joints = [(begins[k] + shift[k - 1], begins[k] + shift[k]) for k in range(first + 1, last + 1)]
            hit = _Hit(
                words=[squashed[start + a : start + b] for a, b in pairwise(bounds)],
                gaps=[decoded.text[slice(*joint)] for joint in joints],
                rest="" if turns or not ends_inside else decoded.text[after:word_end],
                is_inside=starts_inside or turns,
                is_capital=text[origin[0]].isupper(),
                is_within=_SENTENCE_BEFORE.search(text, max(0, origin[0] - _LONGEST_GAP), origin[0]) is not None,
            )
            for key in keys:
                if form := _form(key, cuts, hit, key.entity.id in mentioned):
                    if hit.rest:
                        origin = decoded.origin(begin, word_end)
                    form = _seen(text[slice(*origin)]) or form
                    yield NearMatch(*origin, key.entity, form, key.kind)
                    break


def _certainty(match: NearMatch[_Entity]) -> tuple[bool, bool, int, int, str, str]:
    """The whole value first; names turned round last, since they run from one person into the next in a list."""
    return (
        match.kind != "value",
        match.kind.startswith("turned"),
        match.start - match.end,
        match.start,
        match.entity.id,
        match.form,
    )


def _seen(original: str) -> str | None:
    """The disguise that shows in the text itself."""
    return next((form for form, pattern in _FORMS if pattern.search(original)), None)


def _turns(text: str, index: int) -> bool:
    """Whether a word of several begins or ends here: aB, Ab1, 1a."""
    left, right = text[index - 1], text[index]
    return (right.isupper() and not left.isupper()) or left.isdigit() != right.isdigit() or not left.isalnum()


def _form(key: Key[_Entity], cuts: tuple[int, ...], hit: _Hit, is_mentioned: bool) -> str | None:
    """The disguise of a hit; None if it means something else."""
    same = cuts == key.cuts
    if key.has_digits:
        return _number_form(key, same, hit)
    if hit.rest and not _is_inflected(key, hit, is_mentioned):
        return None
    if key.kind in ("initials", "turned initials"):
        return _initials_form(key, same, hit, is_mentioned)
    if key.kind == "part" or not key.cuts:
        # One word: as it is, inflected, in other letters; part of another word only where the person is known to be.
        if same and all(map(_is_gap, hit.gaps)):
            is_own = hit.is_capital and (not hit.is_inside or is_mentioned) and (hit.is_within or not key.is_word)
            return ("inflected" if hit.rest else "part" if key.kind == "part" else "letters") if is_own else None
        return "cut up" if key.kind == "value" and _is_cut_up(key, hit) else None
    if same:
        is_article = (
            key.is_name and not hit.is_capital and min(map(len, hit.words)) == 1
        )  # "a rejection", no A. Rejection
        if is_article or not all(_is_gap(gap) for gap in hit.gaps):
            return None
        return (
            "inflected" if hit.rest else "turned" if key.kind == "turned" else "cut up" if _breaks(hit) else "letters"
        )
    if not cuts:
        return "joined" if len(key.text) >= _SHORTEST_JOINED and not is_word(key.text) else None
    return "cut up" if _is_cut_up(key, hit) else None


def _number_form(key: Key[_Entity], same: bool, hit: _Hit) -> str | None:
    if hit.rest or hit.is_inside:
        return None
    if same:
        return "cut up" if all(_is_gap(gap) for gap in hit.gaps) else None
    light = all(len(gap) <= _LONGEST_BREAK and not set(gap) - set(" -./()_\n") for gap in hit.gaps)
    return "cut up" if light and len(key.text) >= _SHORTEST_NUMBER else None


def _initials_form(key: Key[_Entity], same: bool, hit: _Hit, is_mentioned: bool) -> str | None:
    if not hit.gaps:
        is_user_name = len(key.text) >= _SHORTEST_JOINED and not hit.rest and not is_word(key.text, _RARE_WORD)
        return "initials" if is_user_name else None
    if not same or not is_mentioned:
        return None
    # "J. Roe", "Roe, J", "j.roe", "j_roe"; but not "Plan B Roe".
    marks = "." in hit.gaps[0] or "_" in hit.gaps[0] if key.kind == "initials" else "," in hit.gaps[0]
    return "initials" if marks and all(map(_is_gap, hit.gaps)) else None


def _is_inflected(key: Key[_Entity], hit: _Hit, is_mentioned: bool) -> bool:
    last = hit.words[-1]
    if not key.is_name or len(last) < _SHORTEST_STEM or not hit.is_capital or hit.rest not in _ENDS:
        return False
    return (is_mentioned or hit.rest not in _UNSURE_ENDS) and not is_word(last + hit.rest, _INFLECTED_WORD)


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

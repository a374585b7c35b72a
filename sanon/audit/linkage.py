"""Search-based linkage: which phrases of a protected text lead a search back to its source.

Somebody who holds the originals, or a search engine over them, looks for the phrases of a protected text. A phrase that
stands in fewer than k originals, alone or together with two others, links the text to its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Integers: TypeAlias = NDArray[np.int64]
Documents: TypeAlias = NDArray[np.int32]

LONGEST = 7
"""Words of the longest n-gram."""
K = 2
COMBINED = 3
"""N-grams of a combination."""

#: A mask, the end of a sentence or a paragraph, or a word.
_TOKEN = re.compile(r"\[[^\[\]]*\]|\ue000|[.!?]+(?=\s|$)|\n\s*\n|[^\W_]+(?:['’-][^\W_]+)*")
_BREAKS = frozenset("[\ue000.!?\n")
_BREAK = -1
#: Of a text without a rare phrase: how many of its rarest n-grams are tried first in a combination, and next.
_FIRST, _NEXT = 8, 64


class Phrases(NamedTuple):
    """What links texts to their sources.

    Attributes:
        text: number of the text; (P,).
        start: number of its word, breaks counted; (P,).
        length: words; (P,).
        combined: texts that only combinations of n-grams link.
    """

    text: Integers
    start: Integers
    length: Integers
    combined: list[int]

    @property
    def linked(self) -> set[int]:
        """Texts that are linked."""
        return set(self.text.tolist()) | set(self.combined)


@dataclass(frozen=True, slots=True)
class _Level:
    """The n-grams of one length whose shorter parts are all frequent.

    Attributes:
        keys: sorted; of words their numbers, of longer ones their two parts; (G,).
        begins: where the documents of each begin in `documents`, and the end; (G + 1,).
        documents: that hold it; sorted for each.
        rank: number among the frequent ones, -1 for the others; (G,).
    """

    keys: Integers
    begins: Integers
    documents: Documents
    rank: Integers

    @property
    def frequent(self) -> int:
        return int(self.rank.max(initial=-1)) + 1

    def frequency(self) -> Integers:
        return np.diff(self.begins)

    def holders(self, gram: int) -> Documents:
        return self.documents[self.begins[gram] : self.begins[gram + 1]]


class NGramIndex:
    """An inverted index of the n-grams of a corpus.

    An n-gram is stored if all its shorter parts stand in at least k documents; else a part says as much as it does.

    Args:
        texts: the originals.
        k: documents in which a phrase must stand to link none of them.
    """

    def __init__(self, texts: Iterable[str], k: int = K) -> None:
        self.k = k
        self._vocabulary: dict[str, int] = {}
        words, of_text, count = _tokens(texts, self._vocabulary, grow=True)
        self.documents = count
        self._levels: list[_Level] = []
        keys = words
        for _ in range(LONGEST):
            places = np.flatnonzero(keys >= 0)
            if not len(places):
                break
            level, grams = _level(keys[places], of_text[places], count, k)
            self._levels.append(level)
            keys = _longer(len(keys), places, level.rank[grams], level.frequent)

    @property
    def stored(self) -> int:
        """How many n-grams are stored."""
        return sum(len(level.keys) for level in self._levels)

    def find(self, texts: Iterable[str], sources: Mapping[int, int] | None = None) -> Phrases:
        """What links texts to the originals.

        Args:
            texts: protected ones.
            sources: number of a text -> number of its original; a phrase that leads to others only is no link.
        """
        keys, of_text, count = _tokens(texts, self._vocabulary, grow=False)
        source = np.full(count, -1, dtype=np.int64)
        for text, original in (sources or {}).items():
            source[text] = original
        found: list[tuple[Integers, Integers, Integers]] = []
        frequent: list[tuple[Integers, Integers]] = []
        for number, (level, places, grams) in enumerate(self._standing(keys)):
            rare = level.rank[grams] < 0
            rare[rare] &= _leads_home(level, grams[rare], source[of_text[places[rare]]])
            found.append((of_text[places[rare]], places[rare], np.full(int(rare.sum()), number + 1)))
            frequent.append((of_text[places[~rare]], grams[~rare]))
        linked, at, lengths = (np.concatenate([_NONE, *(one[column] for one in found)]) for column in range(3))
        begins: Integers = np.searchsorted(of_text, np.arange(count))
        combined = self._combined(frequent, set(linked.tolist()), source, count)
        return Phrases(linked, at - begins[linked], lengths, combined)

    def sources_of(self, texts: Iterable[str]) -> list[int | None]:
        """The original that most of the rare phrases of each text lead to; None if none does."""
        keys, of_text, count = _tokens(texts, self._vocabulary, grow=False)
        votes: list[dict[int, int]] = [{} for _ in range(count)]
        for level, places, grams in self._standing(keys):
            for text, gram in zip(of_text[places].tolist(), grams.tolist(), strict=True):
                if level.rank[gram] < 0:
                    for holder in level.holders(gram).tolist():
                        votes[text][holder] = votes[text].get(holder, 0) + 1
        return [min(vote, key=lambda one: (-vote[one], one)) if vote else None for vote in votes]

    def _standing(self, keys: Integers) -> Iterator[tuple[_Level, Integers, Integers]]:
        """Each level with the n-grams of it that stand in texts: at which words, and their numbers."""
        for level in self._levels:
            places = np.flatnonzero(keys >= 0)
            grams = np.searchsorted(level.keys, keys[places])
            known = (grams < len(level.keys)) & (level.keys[np.minimum(grams, len(level.keys) - 1)] == keys[places])
            places, grams = places[known], grams[known]
            yield level, places, grams
            keys = _longer(len(keys), places, level.rank[grams], level.frequent)

    def _combined(
        self, frequent: list[tuple[Integers, Integers]], linked: set[int], source: Integers, count: int
    ) -> list[int]:
        """Texts without a rare phrase of which up to three frequent ones stand together in fewer than k originals.

        From the rarest ones on, and the first that are enough: two lists that are both long are only compared where no
        shorter one helps. So a link may be missed, none is invented.
        """
        of_text: list[list[tuple[int, int, int]]] = [[] for _ in range(count)]
        for number, (texts, grams) in enumerate(frequent):
            size = self._levels[number].frequency()
            open_ = ~np.isin(texts, list(linked))
            for text, gram in set(zip(texts[open_].tolist(), grams[open_].tolist(), strict=True)):
                of_text[text].append((int(size[gram]), number, gram))
        found = []
        for text, grams_of in enumerate(of_text):
            lists = [self._levels[number].holders(gram) for _, number, gram in sorted(grams_of)[:_NEXT]]
            if source[text] >= 0:
                lists = [holders for holders in lists if source[text] in holders]
            if _combination(lists, self.k):
                found.append(text)
        return found


_NONE = np.zeros(0, dtype=np.int64)


def _combination(lists: list[Documents], k: int) -> bool:
    """Whether up to three lists of documents have fewer than k in common, but at least one."""
    for first, holders in enumerate(lists[:_FIRST]):
        left = holders
        for _ in range(COMBINED - 1):
            best = left
            for other in lists[first + 1 :]:
                both = _both(left, other)
                if 0 < len(both) < len(best):
                    best = both
                if 0 < len(both) < k:
                    return True
            if best is left:
                break
            left = best
    return False


def _both(one: Documents, other: Documents) -> Documents:
    """What two sorted lists have in common, in the time that the shorter one takes."""
    short, long = (one, other) if len(one) < len(other) else (other, one)
    both: Documents = short[long[np.minimum(np.searchsorted(long, short), len(long) - 1)] == short]
    return both


def _leads_home(level: _Level, grams: Integers, source: Integers) -> NDArray[np.bool_]:
    """Whether the source of a text is among the few documents of an n-gram; so is every source that is not known."""
    home = source < 0
    first = level.begins[grams]
    for step in range(int(level.frequency()[grams].max(initial=0))):
        place = np.minimum(first + step, level.begins[grams + 1] - 1)
        home |= level.documents[place] == source
    return home


def _tokens(texts: Iterable[str], vocabulary: dict[str, int], *, grow: bool) -> tuple[Integers, Integers, int]:
    """Numbers of the words of all texts, -1 for breaks and unknown words; the text of each; how many texts."""
    words: list[NDArray[np.int32]] = []
    count = 0
    for count, text in enumerate(texts, start=1):  # noqa: B007 - the last one is how many there are
        tokens = _TOKEN.findall(text.lower())
        if grow:
            numbers = [
                _BREAK if token[0] in _BREAKS else vocabulary.setdefault(token, len(vocabulary)) for token in tokens
            ]
        else:
            numbers = [_BREAK if token[0] in _BREAKS else vocabulary.get(token, _BREAK) for token in tokens]
        numbers.append(_BREAK)
        words.append(np.array(numbers, dtype=np.int32))
    sizes = [len(one) for one in words]
    together = np.concatenate(words) if words else _NONE
    return together.astype(np.int64), np.repeat(np.arange(count), sizes), count


def _level(keys: Integers, of_text: Integers, count: int, k: int) -> tuple[_Level, Integers]:
    """One level of the index, and the n-gram at each place."""
    distinct, grams = np.unique(keys, return_inverse=True)
    held = np.unique(grams * count + of_text)
    begins = np.searchsorted(held, np.arange(len(distinct) + 1) * count)
    frequent = np.diff(begins) >= k
    rank = np.where(frequent, np.cumsum(frequent) - 1, _BREAK)
    return _Level(distinct, begins, (held % count).astype(np.int32), rank), grams


def _longer(words: int, places: Integers, rank: Integers, base: int) -> Integers:
    """Keys of the n-grams one word longer: two frequent ones that overlap, each by its number."""
    ranks, paired = np.full((2, words), _BREAK, dtype=np.int64)
    ranks[places] = rank
    both = (ranks[:-1] >= 0) & (ranks[1:] >= 0)
    paired[:-1][both] = ranks[:-1][both] * base + ranks[1:][both]
    return paired


def words_of(text: str) -> Iterator[tuple[int, int]]:
    """Where the words of a text stand, breaks counted, as `Phrases.start` does."""
    for token in _TOKEN.finditer(text.lower()):
        yield token.span()

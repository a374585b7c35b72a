"""Which coarser values each document and each linked pair shows, in arrays.

The rules are those of `sanon.risk.coarser`. Every value that may ever be shown has its place beforehand: showing one
changes a few numbers, and sums are taken over a few rows.
"""

from __future__ import annotations

import numpy as np

from sanon.risk.hierarchy import NONE, Hierarchy, ValueScores
from sanon.risk.incidence import Booleans, Floats, Incidence, Integers, each_of
from sanon.risk.links import Links
from sanon.risk.scores import log_survival, sum_by


class DocumentValues:
    """K pairs of a document and a value that may be shown there, or something under it.

    Attributes:
        keys: document · V + value, ascending; (K,).
        begin: pairs of document d are begin[d]:begin[d+1]; (N+1,).
        value: of each pair; (K,).
        unit: uniqueness times weight of the type of each value; (V,).
        up: the next coarser value that may be shown somewhere, NONE if there is none; (V,).
        kept: largest relevance of unmasked entities at or under the value, −1 without any; (K,).
        relevance: the same, and of what is shown in place of masked ones, now; (K,).
        coarse: how many masked entities show the value itself, now; (K,).
        under: how many show something finer under it, now; (K,).
        largest: relevance if everything were shown; (K,).
        may_show: whether something of the document may show the value itself; (K,).

    Args:
        scores: of its coarser values.
        masked: entities that are masked; (E,).
        entity, shown: options: an entity, and a value that may be shown in its place; (T,).
    """

    def __init__(
        self, incidence: Incidence, scores: ValueScores, masked: Booleans, entity: Integers, shown: Integers
    ) -> None:
        hierarchy = scores.hierarchy
        self.hierarchy, self.unit, self.values = hierarchy, scores.unit, len(hierarchy.parent)
        self._may = np.zeros(self.values, dtype=np.bool_)
        self._may[shown] = True
        self.up = _next_above(hierarchy, self._may)
        begin, order = incidence.by_entity
        of_option, at = each_of(begin, entity)
        mention = order[at]
        value, place = self.climb(shown[of_option])
        option, own = of_option[place], value == shown[of_option[place]]
        keys = incidence.document[mention[place]] * self.values + value
        unmasked = np.flatnonzero(~masked[incidence.entity])
        kept, of_kept = self.climb(hierarchy.node[incidence.entity[unmasked]])
        kept_keys = incidence.document[unmasked[of_kept]] * self.values + kept
        self.keys, which = np.unique(np.concatenate([keys, kept_keys]), return_inverse=True)
        self.value = self.keys % self.values
        self.begin = np.searchsorted(self.keys, np.arange(incidence.documents + 1) * self.values)
        self.kept = np.full(len(self.keys), -1.0)
        np.maximum.at(self.kept, which[len(keys) :], incidence.relevance[unmasked[of_kept]])
        by_option = np.argsort(option, kind="stable")
        self._row_begin = np.searchsorted(option[by_option], np.arange(len(entity) + 1))
        self._row_key = which[: len(keys)][by_option]
        self._row_relevance = incidence.relevance[mention[place]][by_option]
        self._row_own = own[by_option]
        self.relevance = self.kept.copy()
        self.coarse = np.zeros(len(self.keys), dtype=np.int64)
        self.under = np.zeros(len(self.keys), dtype=np.int64)
        self.largest = self.kept.copy()
        np.maximum.at(self.largest, self._row_key, self._row_relevance)
        self.may_show = np.zeros(len(self.keys), dtype=np.bool_)
        self.may_show[self._row_key[self._row_own]] = True

    def climb(self, value: Integers) -> tuple[Integers, Integers]:
        """Each of some values and all above it that may be shown somewhere, and the place in the input."""
        found, place = self.hierarchy.climb(value)
        may = self._may[found]
        return found[may], place[may]

    def place(self, keys: Integers) -> tuple[Integers, Booleans]:
        """The rows of keys, and whether there is one; same shape."""
        if not len(self.keys):
            return np.zeros(len(keys), dtype=np.int64), np.zeros(len(keys), dtype=np.bool_)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return at, self.keys[at] == keys

    def show(self, options: Integers) -> tuple[Integers, Integers, Floats]:
        """Show the values of some options.

        Returns:
            The rows that changed: place of the option, row, and the relevance of before. `hide` takes them back if no
            document was in two of the options.
        """
        option, row = each_of(self._row_begin, options)
        key, own = self._row_key[row], self._row_own[row]
        before = self.relevance[key]
        np.maximum.at(self.relevance, key, self._row_relevance[row])
        np.add.at(self.coarse, key, own)
        np.add.at(self.under, key, ~own)
        return option, row, before

    def hide(self, rows: Integers, relevance: Floats) -> None:
        """Undo a `show`."""
        key, own = self._row_key[rows], self._row_own[rows]
        self.relevance[key] = relevance
        self.coarse[key] -= own
        self.under[key] -= ~own

    def terms(self, documents: Integers) -> Floats:
        """Σ ln(1 − c(g,d)) over the coarser values that count in some documents; parallel to them."""
        place, key = each_of(self.begin, documents)
        counts = np.flatnonzero((self.coarse[key] > 0) & (self.under[key] == 0) & (self.kept[key] < 0.0))
        place, key = place[counts], key[counts]
        return sum_by(place, log_survival(self.relevance[key] * self.unit[self.value[key]]), len(documents))


class LinkValues:
    """R pairs of a link and a value that may be shown, or something under it, at both of its ends.

    Args:
        a, b: ends of the links.
    """

    def __init__(self, values: DocumentValues, a: Integers, b: Integers) -> None:
        self._values = values
        few = np.diff(values.begin)
        swap = few[a] > few[b]
        probe, other = np.where(swap, b, a), np.where(swap, a, b)
        link, one = each_of(values.begin, probe)
        there, shared = values.place(other[link] * values.values + values.value[one])
        shared &= values.may_show[one] | values.may_show[there]
        self.link, self._one, self._other = link[shared], one[shared], there[shared]
        self._value = values.value[self._one]
        self._begin = np.searchsorted(self.link, np.arange(len(a) + 1))
        self._up = self._next_row_above()
        self._blocked = np.zeros(len(self.link), dtype=np.bool_)
        self._mark = np.zeros(len(self.link), dtype=np.bool_)

    def block(self, links: Links, masked: Booleans) -> None:
        """Leave out the values at and above entities that the ends of a link share and that no mask (E,) hides."""
        values = self._values
        of_via = np.repeat(np.arange(len(links.a)), np.diff(links.start))
        readable = np.flatnonzero(~masked[links.via])
        node, place = values.climb(values.hierarchy.node[links.via[readable]])
        self._blocked = np.isin(self._keys(), of_via[readable[place]] * values.values + node)

    def terms(self, links: Integers) -> Floats:
        """Σ ln(1 − s_v) over the coarser values that the ends of some links share; parallel to them, each once."""
        values = self._values
        place, row = each_of(self._begin, links)
        one, other = self._one[row], self._other[row]
        in_one, in_other = values.relevance[one], values.relevance[other]
        both = (values.coarse[one] > 0) & (in_other >= 0.0)
        both |= (values.coarse[other] > 0) & (in_one >= 0.0)
        shared = np.flatnonzero(both)
        row = row[shared]
        self._mark_above(row, mark=True)
        counts = ~(self._mark[row] | self._blocked[row])
        self._mark_above(row, mark=False)
        shared, row = shared[counts], row[counts]
        relevance = np.maximum(in_one[shared], in_other[shared])
        return sum_by(place[shared], log_survival(relevance * values.unit[self._value[row]]), len(links))

    def most(self, links: int) -> Floats:
        """At most what the ends of each link can share, −Σ ln(1 − s_v); (links,)."""
        values = self._values
        relevance = np.maximum(values.largest[self._one], values.largest[self._other])
        own = -log_survival(relevance * values.unit[self._value])
        depth = np.zeros(len(own), dtype=np.int64)
        up = self._up
        while (up != NONE).any():
            depth += up != NONE
            up = np.where(up != NONE, self._up[up], NONE)
        under = np.zeros(len(own))
        # Of a branch, a value or what is under it counts.
        for level in range(int(depth.max(initial=0)), 0, -1):
            rows = np.flatnonzero(depth == level)
            np.add.at(under, self._up[rows], np.maximum(own[rows], under[rows]))
        roots = depth == 0
        return sum_by(self.link[roots], np.maximum(own, under)[roots], links)

    def _mark_above(self, rows: Integers, *, mark: bool) -> None:
        """Mark, or unmark, all rows above some of them, of the same links."""
        coarser = self._up[rows]
        while len(coarser := coarser[coarser != NONE]):
            self._mark[coarser] = mark
            coarser = self._up[coarser]

    def _keys(self) -> Integers:
        keys: Integers = self.link * self._values.values + self._value
        return keys

    def _next_row_above(self) -> Integers:
        """Row of the next coarser value of the same link, NONE if there is none; (R,)."""
        keys = self._keys()
        above = np.full(len(keys), NONE)
        value = self._values.up[self._value]
        rows = np.flatnonzero(value != NONE)
        while len(rows):
            wanted = self.link[rows] * self._values.values + value[rows]
            at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            there = keys[at] == wanted
            above[rows[there]] = at[there]
            rows = rows[~there]
            value[rows] = self._values.up[value[rows]]
            rows = rows[value[rows] != NONE]
        return above


def _next_above(hierarchy: Hierarchy, may: Booleans) -> Integers:
    """The next value above each that may be shown, NONE if there is none; (V,)."""
    up = hierarchy.parent.copy()
    while len(rows := np.flatnonzero((up != NONE) & ~may[up])):
        up[rows] = hierarchy.parent[up[rows]]
    return up

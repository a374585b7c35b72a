"""The worst chains of a corpus, with what links their documents before any mask and now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pandas as pd

from sanon.report.names import Names
from sanon.results.report import Network, SharedType, ShownChain, ShownDocument, ShownLink

_CHAINS, _STILL_RISKY = 6, 3
_IN_NETWORK = 40
Chain = dict[str, Any]


@dataclass(frozen=True)
class Chosen:
    """Which chains a report shows.

    Attributes:
        chains: as `Store.chains` gives them.
        documents: source ids of those of the network.
    """

    chains: list[Chain]
    documents: list[str]


def choose(chains: pd.DataFrame) -> Chosen:
    """The worst chains before any mask, then the worst now, each with links that none before it shows.

    Without that rule they would all be about one person, whose documents make dozens of chains.

    Args:
        chains: as `Store.chains` gives them.
    """
    rows = _records(chains)
    before = sorted(rows, key=lambda row: (-row["risk"], row["documents"]))
    now = sorted(rows, key=lambda row: (-row["residual_risk"], row["documents"]))
    shown = _with_new_links(before, _CHAINS, set())
    shown += _with_new_links(now, _STILL_RISKY, {pair for row in shown for pair in _pairs(row)})
    documents: dict[str, None] = {}
    for row in before:
        if len(documents.keys() | row["documents"]) <= _IN_NETWORK:
            documents |= dict.fromkeys(row["documents"])
    return Chosen(shown, list(documents))


class ChainPictures:
    """Chains and links as the page draws them.

    Args:
        links: as `Store.links` gives them.
        documents: as `Store.document_risks` gives them.
        entities: of the corpus, with `masked`.
        show_values: whether the values of entities are told.
    """

    def __init__(
        self, links: pd.DataFrame, documents: pd.DataFrame, entities: pd.DataFrame, names: Names, *, show_values: bool
    ) -> None:
        self._links, self._names, self._show_values = links, names, show_values
        numbers = (documents[name].tolist() for name in ("source_id", "risk", "residual_risk"))
        self._risks = {source_id: (risk, now) for source_id, risk, now in zip(*numbers, strict=True)}
        self._entities = entities.set_index("id")

    def chains(self, chains: Iterable[Chain]) -> list[ShownChain]:
        """Some chains, in their order."""
        rows = list(chains)
        links = self._between({pair for row in rows for pair in _pairs(row)})
        return [
            ShownChain(
                documents=self.documents(row["documents"]),
                links=[
                    self._link(links[pair], place, place + 1) for place, pair in enumerate(_pairs(row)) if pair in links
                ],
                risk=row["risk"],
                residual_risk=row["residual_risk"],
                limit=row["highest_allowed"],
                category=row["category"],
            )
            for row in rows
        ]

    def network(self, source_ids: Sequence[str]) -> Network:
        """Some documents, and every link between two of them."""
        place = {source_id: number for number, source_id in enumerate(source_ids)}
        there = self._links["source"].isin(place.keys()) & self._links["target"].isin(place.keys())
        found = [self._link(row, place[row["source"]], place[row["target"]]) for row in _records(self._links[there])]
        return Network(
            documents=self.documents(source_ids),
            links=sorted(found, key=lambda link: (link.source, link.target)),
        )

    def _between(self, pairs: set[tuple[str, str]]) -> dict[tuple[str, str], Chain]:
        ends = {end for pair in pairs for end in pair}
        there = self._links["source"].isin(ends) & self._links["target"].isin(ends)
        return {_ordered(row["source"], row["target"]): row for row in _records(self._links[there])}

    def documents(self, source_ids: Iterable[str]) -> list[ShownDocument]:
        """Some documents with their risks, in their order."""
        return [
            ShownDocument(name=self._names[one], risk=self._risks[one][0], residual_risk=self._risks[one][1])
            for one in source_ids
        ]

    def _link(self, row: Chain, source: int, target: int) -> ShownLink:
        known = self._entities.loc[[one for one in row["via"] if one in self._entities.index]]
        return ShownLink(
            source=source,
            target=target,
            strength=row["strength"],
            residual_strength=row["residual_strength"],
            shared=len(known),
            masked=int(known["masked"].sum()),
            via=self._by_type(known.sort_values("importance", ascending=False, kind="stable")),
        )

    def _by_type(self, shared: pd.DataFrame) -> list[SharedType]:
        return [
            SharedType(
                type=str(kind),
                masked=int(some["masked"].sum()),
                readable=int((~some["masked"]).sum()),
                masked_values=some.loc[some["masked"], "value"].tolist() if self._show_values else [],
                readable_values=some.loc[~some["masked"], "value"].tolist() if self._show_values else [],
            )
            for kind, some in shared.groupby("type", sort=False)
        ]


def _with_new_links(rows: Iterable[Chain], most: int, seen: set[tuple[str, str]]) -> list[Chain]:
    chosen: list[Chain] = []
    for row in rows:
        pairs = set(_pairs(row))
        if len(chosen) < most and not pairs & seen:
            chosen.append(row)
            seen |= pairs
    return chosen


def _records(frame: pd.DataFrame) -> list[Chain]:
    return frame.to_dict("records")  # type: ignore[return-value]


def _pairs(row: Chain) -> list[tuple[str, str]]:
    return [_ordered(a, b) for a, b in pairwise(row["documents"])]


def _ordered(a: str, b: str) -> tuple[str, str]:
    return min(a, b), max(a, b)

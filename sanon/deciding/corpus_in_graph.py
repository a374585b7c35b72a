"""The corpus as it stands in the graph, read once and only read; and the things in it that a person names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import pandas as pd

from sanon.corpus_state.runs import last_run
from sanon.deciding.demands import demands_under
from sanon.derivation.coarsening import decided_coarser
from sanon.derivation.incidence import incidence_of
from sanon.errors import ConfigurationError
from sanon.graph.store import Store
from sanon.risk.masks import Masks
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.settings import Settings

#: Fewer hex digits of an id than this would soon mean several entities.
LEAST_PREFIX = 6
_SHOWN = 5
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True)
class CorpusInGraph:
    """What was read.

    Attributes:
        masked: the corpus in arrays, with the masks of now.
        entities: columns as `Store.entities`, row i is column i of the incidence.
        pending: source ids of documents whose extraction is not finished.
        decided: whether a redact has been here.
        settings: under which its limits are known.
        read_mentions: `Store.mentioned_values`, for whoever names an entity as a document spells it.
    """

    masked: MaskedCorpus
    entities: pd.DataFrame
    pending: frozenset[str]
    decided: bool
    settings: Settings
    read_mentions: Callable[[], pd.DataFrame]

    @property
    def source_ids(self) -> Sequence[str]:
        """Of the extracted documents."""
        return self.masked.incidence.source_ids

    def entity(self, name: str, *, by_value: bool = False) -> int:
        """The column of an entity, by its id, the beginning of its id, or its value.

        Args:
            name: hex digits of the id; or the value, as it is normalized or as a document spells it.
            by_value: whether values are taken, and named in messages.

        Raises:
            ConfigurationError: none or several have that name.
        """
        ids, prefix = self.masked.incidence.entity_ids, name.strip().lower()
        if len(prefix) >= LEAST_PREFIX and _HEX.issuperset(prefix):
            found = [column for column, entity_id in enumerate(ids) if entity_id.startswith(prefix)]
            if len(found) == 1:
                return found[0]
            if found:
                several = ", ".join(ids[column][: len(prefix) + 4] for column in found[:_SHOWN])
                raise ConfigurationError(f"{len(found)} entities begin with {name}: {several}; give more digits")
        if by_value:
            return self._by_value(name)
        hint = "sanon analyze shows ids, sanon analyze --masked the masked ones; a value is taken with --show-values"
        if len(prefix) < LEAST_PREFIX or not _HEX.issuperset(prefix):
            raise ConfigurationError(f"entity {name!r}: give at least {LEAST_PREFIX} hex digits of its id; {hint}")
        raise ConfigurationError(f"no entity {name}: {hint}")

    def _by_value(self, value: str) -> int:
        sought = _folded(value)
        values = [_folded(one) for one in self.entities["value"]]
        found = [column for column, one in enumerate(values) if one == sought and self.entities["frequency"][column]]
        found = found or self._spelled(sought)
        if len(found) == 1:
            return found[0]
        if found:
            rows = self.entities.iloc[found]
            several = ", ".join(
                f"{entity_id[:8]} {kind}" for entity_id, kind in zip(rows["id"], rows["type"], strict=True)
            )
            raise ConfigurationError(f"{value!r} is the value of {len(found)} entities: name one by its id: {several}")
        near = [one for one in values if sought and sought in one] or get_close_matches(sought, values, n=1)
        hint = (
            f"did you mean {' or '.join(map(repr, near[:_SHOWN]))}?"
            if near
            else "sanon analyze --show-values lists all"
        )
        raise ConfigurationError(f"no entity {value!r}: {hint}")

    def _spelled(self, sought: str) -> list[int]:
        """Columns of the entities that a document spells so."""
        mentions = self.read_mentions()
        spelled = mentions["original_values"].map(lambda found: any(_folded(one) == sought for one in found))
        return self.entities.index[self.entities["id"].isin(mentions.loc[spelled, "entity_id"])].tolist()

    def document(self, source_id: str) -> int:
        """The row of a document, by its source id.

        Raises:
            ConfigurationError: there is none, or its extraction is not finished.
        """
        try:
            return list(self.source_ids).index(source_id)
        except ValueError:
            pass
        if source_id in self.pending:
            raise ConfigurationError(f"document {source_id} is pending: nothing is known of it; load again")
        near = get_close_matches(source_id, self.source_ids, n=1)
        hint = f"did you mean {near[0]}?" if near else "sanon analyze shows the riskiest ones"
        raise ConfigurationError(f"no document {source_id}: {hint}")

    def path(self, source_ids: Sequence[str]) -> tuple[int, ...]:
        """The rows of a chain's documents.

        Raises:
            ConfigurationError: unknown or repeated documents, too few, or two neighbours that share nothing.
        """
        rows = tuple(self.document(source_id) for source_id in source_ids)
        if len(rows) < 2 or len(set(rows)) < len(rows):
            raise ConfigurationError("a chain is two or more different documents: source ids separated by commas")
        links = self.masked.along(rows).links
        for hop, width in enumerate((links.start[1:] - links.start[:-1]).tolist()):
            if not width:
                a, b = source_ids[hop], source_ids[hop + 1]
                raise ConfigurationError(f"no chain: {a} and {b} share no entity; give the documents in chain order")
        return rows


def read_corpus_in_graph(store: Store, settings: Settings) -> CorpusInGraph:
    """Read the corpus with the masks of now.

    Raises:
        ConfigurationError: the graph holds types that the profile lacks, or the rules name what is not there.
    """
    profile = settings.profile
    entities = store.entities()
    incidence = incidence_of(store, entities, store.document_risks()["source_id"], profile)
    versions = store.document_versions()
    demands = demands_under(store, incidence, entities, settings)
    corpus = MaskedCorpus.build(incidence, Masks.of_decisions(entities), settings.policy, demands)
    return CorpusInGraph(
        masked=corpus.with_coarser(decided_coarser(incidence, entities, profile)),
        entities=entities,
        pending=frozenset(versions.loc[versions["state"] == "pending", "source_id"]),
        decided=last_run(store, "redact") is not None,
        settings=settings,
        read_mentions=store.mentioned_values,
    )


def _folded(value: object) -> str:
    return " ".join(str(value).casefold().split())

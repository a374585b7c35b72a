"""The corpus as it stands in the graph, read once and only read; and the things in it that a person names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

import pandas as pd

from sanon.deciding.demands import apply_rules
from sanon.derivation.coarsening import decided_coarser
from sanon.derivation.incidence import read_incidence
from sanon.errors import ConfigurationError
from sanon.graph.store import Store
from sanon.risk.masks import Masks
from sanon.selection.demands import Demands
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.masking import Masking
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.settings.rules import Rules

#: Fewer hex digits of an id than this would soon mean several entities.
LEAST_PREFIX = 6
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True)
class CorpusInGraph:
    """What was read.

    Attributes:
        masked: the corpus in arrays, with the masks of now.
        entities: columns as `Store.entities`, row i is column i of the incidence.
        pending: source ids of documents whose extraction is not finished.
        decided: whether a redact has been here.
        profile: weights of the types.
        masking: strategy, costs and operators.
    """

    masked: MaskedCorpus
    entities: pd.DataFrame
    pending: frozenset[str]
    decided: bool
    profile: Profile
    masking: Masking

    @property
    def source_ids(self) -> Sequence[str]:
        """Of the extracted documents."""
        return self.masked.incidence.source_ids

    def entity(self, name: str) -> int:
        """The column of an entity, by its id or the beginning of it.

        Raises:
            ConfigurationError: none or several begin like this.
        """
        prefix = name.strip().lower()
        if len(prefix) < LEAST_PREFIX or not _HEX.issuperset(prefix):
            raise ConfigurationError(
                f"entity {name!r}: give at least {LEAST_PREFIX} hex digits of its id; sanon analyze shows ids"
            )
        ids = self.masked.incidence.entity_ids
        found = [column for column, entity_id in enumerate(ids) if entity_id.startswith(prefix)]
        if not found:
            raise ConfigurationError(
                f"no entity {name}: sanon analyze shows ids, sanon analyze --masked the masked ones"
            )
        if len(found) > 1:
            several = ", ".join(ids[column][: len(prefix) + 4] for column in found[:5])
            raise ConfigurationError(f"{len(found)} entities begin with {name}: {several}; give more digits")
        return found[0]

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


def read_corpus_in_graph(
    store: Store, policy: Policy, profile: Profile, rules: Rules, masking: Masking
) -> CorpusInGraph:
    """Read the corpus with the masks of now.

    Raises:
        ConfigurationError: the graph holds types that the profile lacks, or the rules name what is not there.
    """
    incidence, entities = read_incidence(store, profile), store.entities().sort_values("id", ignore_index=True)
    versions = store.document_versions()
    demands = apply_rules(store, incidence, policy, profile, rules, masking, date.today()).demands
    corpus = MaskedCorpus.build(incidence, Masks.of_decisions(entities), policy, demands)
    return CorpusInGraph(
        masked=corpus.with_coarser(decided_coarser(incidence, entities, profile)),
        entities=entities,
        pending=frozenset(versions.loc[versions["state"] == "pending", "source_id"]),
        decided=any(run.command == "redact" and run.finished for run in store.runs()),
        profile=profile,
        masking=masking,
    )


def demands_under(store: Store, corpus: CorpusInGraph, policy: Policy, rules: Rules, masking: Masking) -> Demands:
    """What the rules ask under other thresholds."""
    incidence = corpus.masked.incidence
    return apply_rules(store, incidence, policy, corpus.profile, rules, masking, date.today()).demands

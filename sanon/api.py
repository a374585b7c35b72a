"""The same steps from Python: a corpus with its tables.

from sanon import Corpus

with Corpus("claims.graph") as corpus:
    corpus.load("documents/")
    corpus.redact(strategy="optimal")
    corpus.export("protected/")
    corpus.decisions
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import pandas as pd

from sanon.extraction.build import Extraction, beside_rules, rules_of
from sanon.extraction.entities_file import read_entities_file
from sanon.extraction.extractor import Extractor
from sanon.graph.open import create_or_open
from sanon.results import ExportResult, LoadResult
from sanon.settings.choosing import Choosing, Objective, Strategy
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from sanon.steps.analyze import Analysis, analyze
from sanon.steps.export import export
from sanon.steps.load import load
from sanon.steps.redact import Redaction, redact


class Corpus:
    """One corpus in one graph.

    Args:
        graph: a folder, made if there is none, or the address of a Neo4j server.
        profile: name or file of a profile.
        policy: thresholds.

    Raises:
        ConfigurationError: no such profile, or not a place for a graph.
        GraphError: the graph is in use, unreachable or refused.
    """

    def __init__(self, graph: str | Path, *, profile: str = "insurance", policy: Policy | None = None) -> None:
        self.profile = load_profile(profile)
        self.policy = policy or Policy()
        self._store = create_or_open(str(graph))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.__exit__()

    def load(
        self,
        docs: str | Path,
        *,
        entities: str | Path | None = None,
        extractor: Extractor | None = None,
        **options: Any,
    ) -> LoadResult:
        """Bring the graph to what the input says; see `sanon.steps.load.load` for the options.

        Args:
            docs: folder or file.
            entities: file with entities made elsewhere.
            extractor: any object with a name and an `extract`; by default the embedded one.
        """
        if entities is not None:
            extraction = Extraction.taken(read_entities_file(Path(entities), self.profile))
        elif extractor is None:
            extraction = Extraction(rules_of(self.profile), rarity=True)
        else:
            extraction = beside_rules(extractor, self.profile)
        return load(self._store, Path(docs), extraction=extraction, profile=self.profile, policy=self.policy, **options)

    def redact(
        self,
        *,
        strategy: Strategy = "greedy",
        objective: Objective = "entities",
        time_limit: float = 60.0,
        operators: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Redaction:
        """Mask until every document and chain is under the policy; see `sanon.steps.redact.redact`."""
        choosing = Choosing(
            strategy=strategy, objective=objective, time_limit=time_limit, operators=dict(operators or {})
        )
        return redact(self._store, profile=self.profile, policy=self.policy, choosing=choosing, **options)

    def export(
        self, out: str | Path, *, overwrite: bool = False, rename: bool = False, strict: bool = False
    ) -> ExportResult:
        """Write the protected corpus; see `sanon.steps.export.export`."""
        return export(self._store, Path(out), profile=self.profile, overwrite=overwrite, rename=rename, strict=strict)

    def analyze(self, *, all_chains: bool = False) -> Analysis:
        """The risks, links and chains of now; see `sanon.steps.analyze.analyze`."""
        return analyze(self._store, policy=self.policy, profile=self.profile, all_chains=all_chains)

    @property
    def documents(self) -> pd.DataFrame:
        """Columns id, source_id, risk, residual_risk."""
        return self._store.document_risks()

    @property
    def entities(self) -> pd.DataFrame:
        """Columns as the properties of Entity in docs/graph.md; holds values."""
        return self._store.entities()

    @property
    def mentions(self) -> pd.DataFrame:
        """Columns source_id, entity_id, relevance, original_values, found_by; holds values."""
        return self._store.mentioned_values()

    @property
    def links(self) -> pd.DataFrame:
        """Columns source, target, strength, residual_strength, hop_risk, via."""
        return self._store.links()

    @property
    def chains(self) -> pd.DataFrame:
        """The worst chains of now: columns documents, risk, residual_risk, category."""
        return pd.DataFrame(self.analyze().chain_items(), columns=["documents", "risk", "residual_risk", "category"])

    @property
    def decisions(self) -> pd.DataFrame:
        """Masked entities: columns id, type, replacement, operator, reason, decided_by."""
        entities = self._store.entities()
        shown = ["id", "type", "replacement", "operator", "reason", "decided_by"]
        return entities.loc[entities["masked"].astype(bool), shown].reset_index(drop=True)

"""What `sanon tune` measures."""

from __future__ import annotations

from typing import Self

from sanon.results.base import Count, Result, Share


class _OfEntities(Result):
    """A number that depends on who found the entities.

    Attributes:
        entities: whose: "by hand", or the name of an extractor.
    """

    entities: str


class SeparationRow(_OfEntities):
    """Links inside of clusters and between them, at one edge threshold."""

    edge_threshold: Share
    inside: Count
    between: Count


class ChainAgreement(Result):
    """Chains that are found at two thresholds, against those that are dangerous by labels or in truth.

    Attributes:
        edge_threshold, risk_threshold: what a link needs, and what a chain needs to count as found.
        found, hits, labelled: chains by their documents: found, found and labelled, labelled.
        precision: hits of the found; 1 if none is found.
        recall: hits of the labelled; 1 if none is labelled.
        f1: 2·hits / (found + labelled); 1 if there is neither.
    """

    edge_threshold: Share
    risk_threshold: Share
    found: Count
    hits: Count
    labelled: Count
    precision: Share
    recall: Share
    f1: Share

    @classmethod
    def of(cls, edge_threshold: float, risk_threshold: float, found: int, hits: int, labelled: int) -> Self:
        """With the shares that follow."""
        total = found + labelled
        return cls(
            edge_threshold=edge_threshold,
            risk_threshold=risk_threshold,
            found=found,
            hits=hits,
            labelled=labelled,
            precision=hits / found if found else 1.0,
            recall=hits / labelled if labelled else 1.0,
            f1=2 * hits / total if total else 1.0,
        )


class AgreementRow(ChainAgreement, _OfEntities):
    """Chains above a risk against labelled ones, at one edge threshold."""


class FilterRow(Result):
    """The second stage of a language model at one setting of the context filter; means over documents.

    Attributes:
        strength: least filter score.
        type_filter: direct identifiers left out of the context.
        context: entities in the context.
        found: distinct entities that the model found, in both stages.
        rouge_model: ROUGE-1 F1 of what the model found.
        rouge: the same with the rules beside it.
    """

    strength: Share
    type_filter: bool
    context: Count
    found: float
    rouge_model: Share
    rouge: Share


class FirstStage(Result):
    """The first stage of a language model, without any context."""

    found: float
    rouge_model: Share
    rouge: Share


class FilterResult(Result):
    """The context filter at several strengths.

    Attributes:
        rules: ROUGE-1 F1 of the rules alone.
    """

    points: list[FilterRow]
    first_stage: FirstStage
    rules: Share


class TuneResult(Result):
    """What thresholds do on annotated documents.

    Attributes:
        separation: links, by edge threshold, of the entities made by hand and of those that were found.
        chains: against the labelled ones, by edge and risk threshold; empty if none are labelled.
        filter: of a language model; None if none was asked.
    """

    listed = "separation"

    clusters: Count
    separation: list[SeparationRow]
    chains: list[AgreementRow]
    filter: FilterResult | None

    @property
    def series(self) -> list[str]:
        """Whose entities were measured."""
        return list(dict.fromkeys(row.entities for row in self.separation))

    def best_chains(self, entities: str) -> AgreementRow:
        """The greatest F1; among equals the highest thresholds, which give the fewest chains to break."""
        rows = [row for row in self.chains if row.entities == entities]
        return max(rows, key=lambda row: (row.f1, row.edge_threshold, row.risk_threshold))

    def best_separation(self, entities: str) -> SeparationRow:
        """The greatest F1 of the links as pairs of one cluster, of which the lowest threshold shows all; then highest.

        Precision is the share of the links that stay inside of a cluster, recall the share of the inside ones kept.
        """
        rows = [row for row in self.separation if row.entities == entities]
        most = max(row.inside for row in rows)
        return max(rows, key=lambda row: (2 * row.inside / max(row.inside + row.between + most, 1), row.edge_threshold))

"""What `sanon tune` measures."""

from __future__ import annotations

from sanon.results.base import Count, Result, Share


class SeparationRow(Result):
    """Links inside of clusters and between them, at one edge threshold.

    Attributes:
        entities: whose: "by hand", or the name of an extractor.
    """

    entities: str
    edge_threshold: Share
    inside: Count
    between: Count


class AgreementRow(Result):
    """Chains above a risk against labelled ones, at one edge threshold.

    Attributes:
        entities: whose: "by hand", or the name of an extractor.
        found, hits, labelled: chains above the risk, those of them that are labelled, all that are.
    """

    entities: str
    edge_threshold: Share
    risk_threshold: Share
    found: Count
    hits: Count
    labelled: Count
    precision: Share
    recall: Share
    f1: Share


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
    """The sweeps against entities made by hand."""

    separation: list[SeparationRow]
    chains: list[AgreementRow]
    filter: FilterResult | None

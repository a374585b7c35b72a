"""Estimate: what a load would ask a language model, and what that takes. Nothing is asked and nothing is written."""

from __future__ import annotations

from sanon.commands.command import Command
from sanon.commands.load import LOAD, DocumentsRequest, finds_otherwise
from sanon.corpus_state.stored_corpus import StoredCorpus, unextracted, version_of
from sanon.derivation.incidence import require_types
from sanon.extraction.build import estimating
from sanon.extraction.extract import extract
from sanon.extraction.llm.endpoint import Usage
from sanon.graph.open import own_folder
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.results import EstimateResult
from sanon.results.load import ModelCalls
from sanon.settings.model import Model
from sanon.settings.settings import Settings


class EstimateRequest(DocumentsRequest):
    """Documents about which a model would be asked."""


def run(
    store: Store | None, settings: Settings, request: EstimateRequest, progress: Progress = silent
) -> EstimateResult:
    """Go through a load up to the last question, and count.

    What the model would find is not known: the context of the second stage is what the rules find, and what answers in
    the cache and the graph say.

    Raises:
        ConfigurationError: the settings do not ask a model, there is nothing to read, or the graph holds types that the
            profile lacks.
    """
    answers = own_folder(store.address) if store else None
    with estimating(settings, answers) as extraction:
        read = request.read(settings, settings.graph if store is None else store.address)
        held = StoredCorpus.read(store) if store else None
        versions = {document.source_id: version_of(document) for document in read.documents}
        documents = read.documents.only(unextracted(versions, held.versions if held and not request.reextract else {}))
        again = versions.keys() if request.reextract else set()
        known = {one: found for one, found in held.mentions.items() if one not in again} if held else {}
        require_types((mention.entity.type for found in known.values() for mention in found), settings.profile)
        extract(extraction, documents, known, progress)
        usage = extraction.model.report.usage if extraction.model else Usage()
        otherwise = store is not None and finds_otherwise(store, settings, extraction)
    return EstimateResult(
        documents=len(documents),
        **{name: getattr(usage, name) for name in ModelCalls.model_fields},
        cost=_cost(usage, settings.model),
        extracted_otherwise=len(versions) - len(documents) if otherwise else 0,
    )


def _cost(usage: Usage, model: Model) -> float | None:
    if model.price_input is None or model.price_output is None:
        return None
    return (model.price_input * usage.input_tokens + model.price_output * usage.output_tokens) / 1e6


ESTIMATE = Command("estimate", EstimateRequest, run, graph="optional", settings=LOAD.settings)

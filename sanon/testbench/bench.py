"""Bench: privacy and utility of several systems on generated documents; resumable, every answer paid for once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

from sanon.errors import InputRejected, needing
from sanon.progress import Progress, silent
from sanon.results.bench import BenchParameters, BenchResult, SkippedSystem, SystemResult
from sanon.settings.model import Model
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from sanon.testbench import output
from sanon.testbench.chains import chains_against_truth
from sanon.testbench.curves_and_series import equal_points, sweeps
from sanon.testbench.dataset.reader import Dataset
from sanon.testbench.dataset.records import GeneratedCluster
from sanon.testbench.metrics import METRICS
from sanon.testbench.output import key_of, manifest_of, measured_before, prepare, write
from sanon.testbench.page import page
from sanon.testbench.rag.answering import SENTENCES
from sanon.testbench.rag.retrieval import Indices, K
from sanon.testbench.request import BenchRequest
from sanon.testbench.systems import DEFAULT, parsed
from sanon.testbench.systems.contract import GIVEN, NO_MODEL, System
from sanon.testbench.tables import as_csv
from sanon.testbench.trial import Material, Trial
from sanon.testbench.workshop import Workshop

EXTRACTIVE = "extractive"
_EMBEDDING = "all-MiniLM-L6-v2 int8, L2, HNSW"
#: The types and weights of generated documents.
_PROFILE = "insurance"
_WITHOUT_MODEL = [
    f"answers: without a model, the {SENTENCES} sentences of what was retrieved that cover the question best",
    "judge: none; exact truth (every fact of the expected answer), ROUGE-1 and BERTScore recall stand for it",
    "membership inference: without a model, yes if the value stands in what was retrieved",
    "targeted prompts: without a model, the attacker reads all that was retrieved; readable is what all documents show",
]


def bench(
    folder: Path,
    out: Path,
    request: BenchRequest,
    model: Model,
    *,
    progress: Progress = silent,
    on_result: Callable[[SystemResult, bool], None] = lambda _result, _anew: None,
) -> BenchResult:
    """Measure systems; what the same code measured under the same parameters into the same folder is taken over.

    Args:
        folder: a generated one; those that the request names do not count.
        out: gets results, caches and indices; it holds texts and values of the data set.
        model: how a model is asked; without its name answers are extracted, and the attacker reads what was retrieved.
        on_result: called with each result, and whether it was measured now.

    Raises:
        ConfigurationError: not a generated folder, no such system, an extra that is missing, or a folder that cannot be
            written.
        InputRejected: the data set is broken.
        ExtractionError: the model gives no answers any more; the same command goes on from there.
    """
    labels = request.labels or DEFAULT
    quick = dict.fromkeys(labels, request.quick)
    quick |= {label: True for label in (sweeps(request.curves) if request.curves else ()) if label not in quick}
    systems = [parsed(label) for label in quick]
    dataset = Dataset(folder)
    clusters = list(islice(dataset.clusters(), request.clusters))
    if not clusters:
        raise InputRejected(f"{folder}: holds no cluster")
    with needing("sanon bench needs Chroma", "bench"):
        import chromadb  # noqa: F401 # before anything is computed
    parameters = _parameters(request, model, dataset, clusters)
    wanted = [system for system in systems if model.model or not system.asks]
    prepare(out)
    write(out / "manifest.json", manifest_of(parameters, [system.label for system in wanted]))
    results: list[SystemResult] = []
    texts = [document for cluster in clusters for document in cluster.documents]
    profile = load_profile(_PROFILE)
    with Workshop(texts, dataset.entities_file, out, profile, model, request.seed) as workshop:
        material = Material(
            clusters,
            dataset.outside(),
            dataset.manifest.population,
            profile=profile,
            vectors=workshop.vectors,
            workers=workshop.workers,
            progress=progress,
        )
        indices = Indices(out / "index", workshop.vectors)
        for system in wanted:
            file = out / "results" / f"{key_of(parameters, system.label, quick[system.label])}.json"
            result = measured_before(file, SystemResult)
            anew = result is None
            if result is None:
                result = _measured(system, workshop, material, indices, quick[system.label])
                write(file, result.model_dump_json(indent=1))
            results.append(result)
            on_result(result, anew)
        truth = chains_against_truth(workshop.graph(GIVEN), clusters, profile, Policy()) if request.chains else None
    whole = BenchResult(
        systems=results,
        skipped=[SkippedSystem(name=system.label, reason=NO_MODEL) for system in systems if system not in wanted],
        equal=equal_points(results),
        without_model=[] if model.model else _WITHOUT_MODEL,
        chains=truth,
        parameters=parameters,
    )
    write(out / "bench.json", whole.model_dump_json(indent=1))
    write(out / "systems.csv", as_csv(results))
    write(out / "frontier.html", page(whole))
    return whole


def _measured(
    system: System[Any], workshop: Workshop, material: Material, indices: Indices, quick: bool
) -> SystemResult:
    """One system, by all metrics or those that are quick."""
    asking = workshop.asking
    begun, failed = time.monotonic(), asking.failed if asking else 0
    made = system.protect(workshop)
    trial = Trial(material, system.label, made, indices.index(system.label, made.texts), asking)
    numbers: dict[str, object] = {}
    for metric in METRICS.classes.values():
        if (asking or not metric.needs_model) and not (quick and metric.slow):
            numbers |= metric().numbers(trial)
    found: dict[str, object] = {
        "name": system.label,
        "about": system.about,
        "masks": made.masks,
        "failed_answers": asking.failed - failed if asking else 0,
        "seconds": round(time.monotonic() - begun, 1),
    }
    return SystemResult.model_validate(found | numbers)


def _parameters(
    request: BenchRequest, model: Model, dataset: Dataset, clusters: Sequence[GeneratedCluster]
) -> BenchParameters:
    digest = sha256()
    for cluster in clusters:
        digest.update(cluster.model_dump_json().encode())
    return BenchParameters(
        generator=dataset.manifest.generator,
        dataset_seed=dataset.manifest.seed,
        digest=digest.hexdigest(),
        clusters=len(clusters),
        documents=sum(len(cluster.documents) for cluster in clusters),
        questions=sum(len(cluster.questions) for cluster in clusters),
        entities=sum(len(cluster.cluster.person) for cluster in clusters),
        seed=request.seed,
        profile=_PROFILE,
        embedding=_EMBEDDING,
        k=K,
        answers=model.model or EXTRACTIVE,
        sanon_version=version("sanon"),
        code=output.code_digest(),
    )

"""Bench: privacy and utility of several systems on generated documents; resumable, every answer paid for once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from itertools import islice
from pathlib import Path

from pydantic import ValidationError

from sanon.attack.attackers.embeddings import SentenceEmbeddings
from sanon.errors import ConfigurationError, InputRejected
from sanon.extraction.llm.endpoint import Endpoint
from sanon.results.bench import BenchParameters, BenchResult, SkippedSystem, SystemResult
from sanon.results.chains_and_truth import ChainTruth
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.testbench import code
from sanon.testbench.asking import Asking
from sanon.testbench.attacks import PROMPTS
from sanon.testbench.chain_agreement import chains_against_truth
from sanon.testbench.dataset import Dataset, GeneratedCluster
from sanon.testbench.extractive import SENTENCES, Extractive
from sanon.testbench.language_model import LanguageModel
from sanon.testbench.measuring import Progress, measure
from sanon.testbench.page import page
from sanon.testbench.retrieval import Indices, K
from sanon.testbench.systems import BASES, System
from sanon.testbench.tables import as_csv
from sanon.testbench.vectors import Vectors
from sanon.testbench.workshop import Workshop

EXTRACTIVE = "extractive"
_EMBEDDING = "all-MiniLM-L6-v2 int8, L2, HNSW"
#: Packages whose versions the manifest names.
_PACKAGES = ("sanon", "chromadb", "onnxruntime", "tokenizers", "numpy")


@dataclass(frozen=True)
class Answering:
    """The model that writes answers and judges.

    Attributes:
        model: its name at the endpoint that the environment names.
        concurrency: questions at a time.
        timeout: seconds that an answer may take.
        on_contact: called with the host before it is sent a text.
    """

    model: str
    concurrency: int
    timeout: float
    on_contact: Callable[[str], None] = lambda _host: None


def bench(
    folder: Path,
    out: Path,
    *,
    systems: Sequence[System],
    profile: Profile,
    clusters: int | None = None,
    seed: int = 7,
    prompts: int = PROMPTS,
    answering: Answering | None = None,
    chains: bool = False,
    progress: Progress,
    told: Callable[[SystemResult, bool], None] = lambda _result, _anew: None,
) -> BenchResult:
    """Measure systems; what the same code measured under the same parameters into the same folder is taken over.

    Args:
        folder: what `sanon generate` made.
        out: gets results, caches and indices; it holds texts and values of the data set.
        systems: to compare.
        profile: entity types and weights.
        clusters: measure the first so many only.
        seed: of what is drawn at random.
        prompts: of each attack for each value.
        answering: a model; without one answers are extracted, and the attacker reads what was retrieved.
        chains: compare the chains with the hidden persons too.
        progress: shows how far it is.
        told: called with each result, and whether it was measured now.

    Raises:
        ConfigurationError: not a generated folder, an extra that is missing, or a folder that cannot be written.
        InputRejected: the data set is broken.
        ExtractionError: the model gives no answers any more; the same command goes on from there.
    """
    dataset = Dataset(folder)
    chosen = list(islice(dataset.clusters(), clusters))
    if not chosen:
        raise InputRejected(f"{folder}: holds no cluster")
    parameters = _parameters(dataset, chosen, profile, seed, prompts, answering)
    wanted = [system for system in systems if answering or not BASES[system.base].model]
    skipped = [
        SkippedSystem(name=system.name, reason="needs a model: --model") for system in systems if system not in wanted
    ]
    _make(out)
    _write(out / "manifest.json", _manifest(parameters, [system.name for system in wanted]))
    results: list[SystemResult] = []
    with ExitStack() as closing:
        vectors = closing.enter_context(Vectors(out, SentenceEmbeddings()))
        indices = Indices(out / "index", vectors)
        asking = closing.enter_context(_asking(answering, out)) if answering else None
        model = LanguageModel(asking) if asking else None
        workshop = closing.enter_context(
            Workshop(
                dataset,
                chosen,
                profile=profile,
                vectors=vectors,
                ask=asking,
                seed=seed,
                workers=answering.concurrency if answering else 1,
            )
        )
        for system in wanted:
            file = out / "results" / f"{_key(parameters, system)}.json"
            result = _measured(file)
            anew = result is None
            if result is None:
                begun, failed = time.monotonic(), asking.failed if asking else 0
                made = workshop.protect(system)
                found = measure(
                    system,
                    made,
                    clusters=chosen,
                    index=indices.index(system.name, made.texts),
                    vectors=vectors,
                    rag=model or Extractive(made.texts.values()),
                    judge=model,
                    profile=profile,
                    prompts=prompts,
                    workers=answering.concurrency if answering else 1,
                    progress=progress,
                )
                failed = asking.failed - failed if asking else 0
                seconds = round(time.monotonic() - begun, 1)
                result = found.model_copy(update={"failed_answers": failed, "seconds": seconds})
                _write(file, result.model_dump_json(indent=1))
            results.append(result)
            told(result, anew)
        truth = _chains(out, parameters, workshop, chosen, profile) if chains else None
    whole = BenchResult(
        systems=results,
        skipped=skipped,
        without_model=[] if answering else _WITHOUT_MODEL,
        chains=truth,
        parameters=parameters,
    )
    _write(out / "bench.json", whole.model_dump_json(indent=1))
    _write(out / "systems.csv", as_csv(results))
    _write(out / "frontier.html", page(whole))
    return whole


_WITHOUT_MODEL = [
    f"answers: without a model, the {SENTENCES} sentences of what was retrieved that cover the question best",
    "judge: none; exact truth (every fact of the expected answer), ROUGE-1 and BERTScore recall stand for it",
    "membership inference: without a model, yes if the value stands in what was retrieved",
    "targeted prompts: without a model, the attacker reads all that was retrieved, which is the worst case",
]


def _parameters(
    dataset: Dataset,
    clusters: Sequence[GeneratedCluster],
    profile: Profile,
    seed: int,
    prompts: int,
    answering: Answering | None,
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
        seed=seed,
        prompts=prompts,
        profile=profile.name,
        embedding=_EMBEDDING,
        k=K,
        answers=answering.model if answering else EXTRACTIVE,
        sanon_version=version("sanon"),
        code=code.installed(),
    )


def _asking(answering: Answering, out: Path) -> Asking:
    return Asking(Endpoint(answering.model, timeout=answering.timeout, on_contact=answering.on_contact), out)


def _key(parameters: BenchParameters, system: System) -> str:
    return sha256(f"{parameters.model_dump_json()}\n{system.name}".encode()).hexdigest()[:24]


def _chains(
    out: Path, parameters: BenchParameters, workshop: Workshop, clusters: Sequence[GeneratedCluster], profile: Profile
) -> ChainTruth:
    """What the same code found of the same data set is taken over."""
    key = sha256(f"{parameters.digest}\n{parameters.code}".encode()).hexdigest()
    file = out / "results" / f"chains-{key[:24]}.json"
    try:
        return ChainTruth.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        found = chains_against_truth(workshop.graph, clusters, profile, Policy())
        _write(file, found.model_dump_json(indent=1))
        return found


def _measured(file: Path) -> SystemResult | None:
    """What an earlier run wrote; None if it did not, or it cannot be read."""
    try:
        return SystemResult.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return None


def _manifest(parameters: BenchParameters, systems: Sequence[str]) -> str:
    told = {
        "parameters": parameters.model_dump(),
        "systems": list(systems),
        "packages": {name: version(name) for name in _PACKAGES},
    }
    return json.dumps(told, indent=1) + "\n"


def _make(out: Path) -> None:
    try:
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
        (out / "results").mkdir(exist_ok=True)
        (out / ".gitignore").write_text("*\n", "utf-8")
    except OSError as error:
        raise ConfigurationError(f"--out {out}: cannot be written: {error.strerror}") from error


def _write(file: Path, text: str) -> None:
    """In one step: a run that is killed leaves no half of a file."""
    beside = file.with_name(f".{file.name}.new")
    beside.write_text(text, "utf-8")
    beside.replace(file)

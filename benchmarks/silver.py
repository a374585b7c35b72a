"""Label texts that nobody labelled with a tagger, for the next one to learn from.

    python benchmarks/silver.py FOLDER [--without FOLDER] --model FILE --out FILE

What the tagger is sure of becomes a label, what it doubts is left open ("?"), and a part of a person's name is that
person throughout its text. `--without` leaves out texts that share a phrase of eight words with the documents there,
so that nothing that is measured on is learned from.
"""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import click

from sanon.extraction.people import Spanned, found_alone
from sanon.extraction.span import Span
from sanon.extraction.tagger.model import TYPES, load
from sanon.extraction.tagger.tagging import read

LABELLED = ("PERSON", "LOC", "ORG")
SURE, DOUBT = 0.75, 0.3
_WORD = re.compile(r"\w+")


def phrases(text: str) -> set[tuple[str, ...]]:
    """All runs of eight words."""
    words = [match[0].lower() for match in _WORD.finditer(text)]
    return {tuple(words[at : at + 8]) for at in range(len(words) - 7)}


def labelled(text: str, model: Path) -> list[tuple[int, int, str]]:
    """Spans of sure and of doubtful words."""
    seen = read(text, load(model))
    spans: list[tuple[int, int, str]] = []
    tokens = seen.tokens
    columns = [TYPES.index(kind) for kind in LABELLED]
    previous = -2
    for at in range(len(tokens)):
        row = seen.types[at, columns]
        best = int(row.argmax())
        kind = LABELLED[best] if row[best] >= SURE else "?" if row[best] >= DOUBT else ""
        if not kind or tokens.words[at][0] == "\n":
            continue
        if previous == at - 1 and spans and spans[-1][2] == kind:
            spans[-1] = (spans[-1][0], int(tokens.ends[at]), kind)
        else:
            spans.append((int(tokens.starts[at]), int(tokens.ends[at]), kind))
        previous = at
    names = [Span(start, end, "NAME", 1.0) for start, end, kind in spans if kind == "PERSON"]
    one = Spanned(text, names, seen)
    found_alone([one])
    persons = {(span.start, span.end) for span in one.spans}
    rest = [s for s in spans if s[2] != "PERSON" and not any(s[0] < end and start < s[1] for start, end in persons)]
    return sorted([*rest, *((start, end, "PERSON") for start, end in persons)])


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--without", type=click.Path(exists=True, path_type=Path), help="Folder of documents to stay clear of.")
@click.option("--truth", type=click.Path(exists=True, path_type=Path), help="CSV whose background texts are left out.")
@click.option("--model", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(folder: Path, without: Path | None, truth: Path | None, model: Path, out: Path) -> None:
    """Write labelled texts, a line each."""
    known = {value for row in csv.reader(truth.read_text("utf-8").splitlines()) for value in row} if truth else set()
    held = (
        set().union(*(phrases(json.loads(p.read_text("utf-8"))["content"]) for p in without.rglob("*.json")))
        if without
        else set()
    )
    lines = []
    for path in sorted(folder.iterdir()):
        raw = path.read_text("utf-8")
        text = json.loads(raw)["content"] if path.suffix == ".json" else raw
        if path.stem in known or path.name in known or phrases(text) & held:
            continue
        lines.append(json.dumps({"name": path.stem, "text": text, "spans": labelled(text, model)}, ensure_ascii=False))
    out.write_text("\n".join(lines) + "\n", "utf-8")
    click.echo(f"{len(lines)} texts")


if __name__ == "__main__":
    main()

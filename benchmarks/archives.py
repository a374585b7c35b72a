"""What `sanon run` protects, and what it leaves useful, on labelled archives: one command, as a user would run it.

    python benchmarks/archives.py FOLDER... [--run "OPTIONS"] [--sources] [--wrong 20] [--json FILE]

OPTIONS go to `sanon run`; `{archive}` in them is the folder of the archive. FOLDER is an archive, as
`sanon.testbench.archives` describes it, or holds archives.

What is gone, kept and answerable is counted as by `sanon bench`. *Found* counts values of mentions wherever they stand:
a label is recalled if its letters and digits are covered everywhere; *precision* is the share of the characters so
covered that a label other than NO_MASK covers too. *Masks right* is that precision over the mentions of masked entities
alone.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from sanon import Corpus
from sanon.results.bench import Part
from sanon.testbench.archives.reader import Archive, is_archive, read_archive
from sanon.testbench.archives.scoring import cover, scored, spans


@dataclass(frozen=True)
class Seen:
    """A mention as the graph holds it: the spellings in one document, who found them, and whether they are masked."""

    source_id: str
    type: str
    values: tuple[str, ...]
    found_by: frozenset[str]
    masked: bool


@dataclass
class Score:
    """The measures of one archive; those of several are their sums."""

    name: str
    seconds: float = 0.0
    shares: dict[str, Part] = field(default_factory=dict)
    lost: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    def add(self, measure: str, part: int, whole: int = 1) -> None:
        """Count some more of a measure."""
        self.shares[measure] = self.shares.get(measure, Part()) + Part(part=part, whole=whole)


def protect(archive: Archive, work: Path, options: Iterable[str]) -> tuple[dict[str, str], list[Seen], float]:
    """Run `sanon run` on an archive: its export by document id, its mentions, and the seconds it took."""
    sanon, out, graph = Path(sys.executable).with_name("sanon"), work / "out", work / "graph"
    command = [str(sanon), "run", str(archive.folder / "documents"), str(out), "--graph", str(graph), *options]
    started = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise click.ClickException(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
    seconds = time.monotonic() - started
    exported = [json.loads(path.read_text("utf-8")) for path in sorted(out.glob("*.json"))]
    with Corpus(graph) as corpus:
        entities, mentions = corpus.entities.set_index("id"), corpus.mentions
        seen = [
            Seen(
                row.source_id,
                str(entities.at[row.entity_id, "type"]),
                tuple(row.original_values),
                frozenset(row.found_by),
                bool(entities.at[row.entity_id, "masked"]),
            )
            for row in mentions.itertuples()
        ]
    return {one["id"]: one["content"] for one in exported if "content" in one}, seen, seconds


def score_found(score: Score, archive: Archive, seen: list[Seen], named: str) -> None:
    """Add what some of the mentions find: recall of labels under `named direct`, `named quasi`, and precision."""
    for name, text in archive.texts.items():
        kept = [one for one in seen if one.source_id == name]
        covered = cover(text, {value for one in kept for value in one.values})
        labels = [label for label in archive.labels[name] if label.identifier != "NO_MASK"]
        marked = cover(text, {label.original_value for label in labels})
        for label in labels:
            where = list(spans(label.original_value, text))
            if where:
                hit = all(covered[at] for start, end in where for at in range(start, end) if text[at].isalnum())
                score.add(f"{named} {label.identifier.lower()}", hit)
                if not hit and named == "found":
                    score.missed[f"{label.identifier} {label.type}: {label.original_value}"] += 1
        score.add(f"{named} precision", sum(a & b for a, b in zip(covered, marked, strict=True)), sum(covered))
        if named == "masked":
            for one in kept:
                for value in one.values:
                    for start, end in spans(value, text):
                        if not all(marked[at] for at in range(start, end) if text[at].isalnum()):
                            score.lost[f"{one.type} {'+'.join(sorted(one.found_by))}: {value}"] += end - start


def measured(archive: Archive, options: Iterable[str], work: Path, *, sources: bool) -> Score:
    """All measures of one archive."""
    exported, seen, seconds = protect(archive, work, options)
    score = Score(archive.name, seconds)
    whole = scored(archive, "", "", {name: exported.get(name, "") for name in archive.texts}, None)
    score.shares |= {
        "direct gone": whole.direct_gone,
        "quasi gone": whole.quasi_gone,
        "words kept": whole.words_kept,
        "general": whole.general_left,
        "specific": whole.specific_left,
    }
    score_found(score, archive, seen, "found")
    score_found(score, archive, [one for one in seen if one.masked], "masked")
    for source in sorted({name for one in seen for name in one.found_by}) if sources else ():
        score_found(score, archive, [one for one in seen if source in one.found_by], f"by {source}")
        score_found(score, archive, [one for one in seen if one.found_by != {source}], f"without {source}")
    return score


def total(scores: list[Score]) -> Score:
    """The sums of several archives."""
    found = Score("all", sum(score.seconds for score in scores))
    for score in scores:
        for measure, share in score.shares.items():
            found.shares[measure] = found.shares.get(measure, Part()) + share
        found.lost += score.lost
        found.missed += score.missed
    return found


def table(scores: list[Score]) -> str:
    """The measures as a table of Markdown, an archive a row."""
    columns: list[tuple[str, Callable[[Score], str]]] = [
        ("direct gone", lambda s: _count(s, "direct gone")),
        ("quasi gone", lambda s: _count(s, "quasi gone")),
        ("words kept", lambda s: _share(s, "words kept")),
        ("general", lambda s: _count(s, "general")),
        ("specific", lambda s: _count(s, "specific")),
        ("masks right", lambda s: _share(s, "masked precision")),
        ("found direct", lambda s: _share(s, "found direct")),
        ("found quasi", lambda s: _share(s, "found quasi")),
        ("precision", lambda s: _share(s, "found precision")),
        ("seconds", lambda s: f"{s.seconds:.0f}"),
    ]
    lines = ["| archive | " + " | ".join(name for name, _ in columns) + " |", "| --- |" + " --- |" * len(columns)]
    lines += [f"| {score.name} | " + " | ".join(cell(score) for _, cell in columns) + " |" for score in scores]
    return "\n".join(lines)


def table_of_sources(score: Score) -> str:
    """Who finds what, over all archives."""
    names = [name.removesuffix(" precision") for name in score.shares if name.endswith(" precision")]
    lines = ["| mentions | direct | quasi | precision |", "| --- | --- | --- | --- |"]
    cells = [[name, *(_share(score, f"{name} {what}") for what in ("direct", "quasi", "precision"))] for name in names]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in cells])


def _count(score: Score, measure: str) -> str:
    share = score.shares.get(measure, Part())
    return f"{share.part}/{share.whole}" if share.whole else "–"


def _share(score: Score, measure: str) -> str:
    share = score.shares.get(measure, Part())
    return f"{share.part / share.whole:.3f}" if share.whole else "–"


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--run", "options", default="", help='Options of `sanon run`, such as "--theta-doc 0.8".')
@click.option("--sources", is_flag=True, help="Also say who finds what, over all archives.")
@click.option(
    "--wrong", default=0, help="Print so many values that are masked wrongly, and that are missed, most first."
)
@click.option("--json", "to_json", type=click.Path(path_type=Path), help="Write all measures to this file.")
def main(folders: tuple[Path, ...], options: str, sources: bool, wrong: int, to_json: Path | None) -> None:
    """Run `sanon run` on archives and print what it protects and what it leaves."""
    found = sorted(one for path in folders for one in [path, *path.iterdir()] if is_archive(one))
    scores = []
    for folder in found:
        told = [option.replace("{archive}", str(folder)) for option in shlex.split(options)]
        with TemporaryDirectory() as work:
            scores.append(measured(read_archive(folder), told, Path(work), sources=sources))
        click.echo(f"{folder.name} done in {scores[-1].seconds:.0f} s", err=True)
    everything = total(scores)
    click.echo(table([*scores, everything] if len(scores) > 1 else scores))
    if sources:
        click.echo("\n" + table_of_sources(everything))
    for title, values in (("masked wrongly", everything.lost), ("missed", everything.missed)) if wrong else ():
        click.echo(f"\n{title}:\n" + "\n".join(f"{count:6} {value}" for value, count in values.most_common(wrong)))
    if to_json:
        rows = [
            {"name": s.name, "seconds": s.seconds, **{k: v.model_dump() for k, v in s.shares.items()}} for s in scores
        ]
        to_json.write_text(json.dumps(rows, indent=1), "utf-8")


if __name__ == "__main__":
    main()

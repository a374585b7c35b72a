"""Measuring systems on labelled archives, and the tables of what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sanon.attack.reader import Reader
from sanon.packaged import table
from sanon.results.bench import ArchiveBench, ArchiveResult, ArchiveSystem, Part, SkippedSystem
from sanon.settings.model import Model
from sanon.testbench import tables
from sanon.testbench.archives.reader import Archive, read_archive
from sanon.testbench.archives.scoring import scored
from sanon.testbench.systems.contract import NO_MODEL, System
from sanon.testbench.workshop import Workshop, write_entities

#: What is compared on real text when nobody names systems.
DEFAULT = tuple(table("sanon.testbench.data", "systems")["archives"])


def bench_archives(
    folders: Sequence[Path],
    out: Path,
    systems: Sequence[System[Any]],
    *,
    seed: int,
    model: Model,
    on_result: Callable[[str, ArchiveSystem], None],
) -> ArchiveBench:
    """Measure systems on every archive.

    Args:
        out: keeps what a model answers, and vectors; there already.
        model: how a model is asked, by systems and to read as an attacker does; without its name there is none.
        on_result: called with the name of the archive and each result.

    Raises:
        ConfigurationError: an extra that is missing.
        InputRejected: an archive that cannot be read.
        ExtractionError: the model gives no answers any more.
    """
    wanted = [system for system in systems if model.model or not system.asks]
    results = []
    for folder in folders:
        archive = read_archive(folder)
        rows = []
        for row in _measured(archive, out, wanted, seed, model):
            rows.append(row)
            on_result(archive.name, row)
        results.append(ArchiveResult(name=archive.name, documents=len(archive.documents), systems=rows))
    return ArchiveBench(
        archives=results,
        together=[_together([one.systems[place] for one in results]) for place in range(len(wanted))],
        skipped=[SkippedSystem(name=one.label, reason=NO_MODEL) for one in systems if one not in wanted],
    )


def _measured(
    archive: Archive, out: Path, systems: Sequence[System[Any]], seed: int, model: Model
) -> Iterator[ArchiveSystem]:
    with ExitStack() as closing:
        folder = Path(closing.enter_context(TemporaryDirectory(prefix="sanon-labels-")))
        entities = write_entities(folder / "entities.jsonl", archive.entities())
        workshop = closing.enter_context(Workshop(archive.documents, entities, out, archive.profile, model, seed))
        reader = Reader(workshop.asking, workshop.workers) if workshop.asking else None
        for system in systems:
            made = system.protect(workshop)
            yield scored(archive, system.label, system.about, made.texts, made.masks, reader)


def _together(rows: Sequence[ArchiveSystem]) -> ArchiveSystem:
    """The sums over several archives, the mean of digits; of what some lack, over those that have it."""

    def there(name: str) -> list[Any]:
        return [value for row in rows if (value := getattr(row, name)) is not None]

    names = ArchiveSystem.model_fields.keys() - {"name", "about"}
    found = {name: sum(some[1:], some[0]) if (some := there(name)) else None for name in names}
    if found["digits"] is not None:
        found["digits"] /= len(there("digits"))
    return rows[0].model_copy(update=found)


#: Heading -> what stands under it.
COLUMNS: dict[str, Callable[[ArchiveSystem], str]] = {
    "system": lambda one: one.name,
    "masks": lambda one: "" if one.masks is None else f"{one.masks:,}",
    "direct gone": lambda one: _of(one.direct_gone),
    "quasi gone": lambda one: _of(one.quasi_gone),
    "words kept": lambda one: "" if (share := one.words_kept.share) is None else f"{share:.3f}",
    "general answers": lambda one: _of(one.general_left),
    "specific answers": lambda one: _of(one.specific_left),
    "pairs joined": lambda one: _of(one.pairs_joined),
    "fewer than 20 fit": lambda one: _of(one.few_fit),
    "digits told": lambda one: "" if one.digits is None else f"{one.digits:.1f}",
    "recognized": lambda one: _of(one.recognized),
    "by a reader": lambda one: _of(one.recognized_by_reader),
    "joined by a reader": lambda one: _of(one.joined_by_reader),
    "wrongly": lambda one: _of(one.wrongly_by_reader),
    "named": lambda one: _of(one.named_by_reader),
    "values guessed": lambda one: _of(one.guessed_by_reader),
}


def markdown(found: ArchiveBench) -> str:
    """All archives together first, with the systems that were not measured, then each; no column that nobody fills."""
    parts = [_table(found.together, "all archives" if len(found.archives) > 1 else found.archives[0].name)]
    if found.skipped:
        parts[0] += "".join(f"\n| {one.name} | {one.reason} |" for one in found.skipped)
    if len(found.archives) > 1:
        parts += [_table(one.systems, one.name) for one in found.archives]
    return "\n\n".join(parts)


def _table(systems: Sequence[ArchiveSystem], title: str) -> str:
    rows = [[cell(one) for cell in COLUMNS.values()] for one in systems]
    return tables.markdown([title, *list(COLUMNS)[1:]], rows)


def _of(part: Part | None) -> str:
    return f"{part.part:,}/{part.whole:,}" if part and part.whole else ""

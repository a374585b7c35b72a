"""Systems on real text as a table of Markdown, as the README has it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sanon.results.bench import ArchiveBench, ArchiveSystem, Part
from sanon.testbench import tables

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

"""Systems on real text as a table of Markdown, as the README has it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from sanon.results.bench import ArchiveBench, ArchiveSystem, Part

HEADINGS = (
    "system",
    "masks",
    "direct gone",
    "quasi gone",
    "words kept",
    "general answers",
    "specific answers",
    "pairs joined",
    "fewer than 20 fit",
    "digits told",
    "recognized",
    "by a reader",
)


def cells(system: ArchiveSystem) -> list[str]:
    """What stands in a row under `HEADINGS`."""
    kept = system.words_kept
    return [
        system.name,
        "" if system.masks is None else f"{system.masks:,}",
        _of(system.direct_gone),
        _of(system.quasi_gone),
        f"{kept.part / kept.whole:.3f}" if kept.whole else "",
        _of(system.general_left),
        _of(system.specific_left),
        _of(system.pairs_joined),
        _of(system.few_fit),
        "" if system.digits is None else f"{system.digits:.1f}",
        _of(system.recognized),
        _of(system.recognized_by_reader),
    ]


def markdown(found: ArchiveBench) -> str:
    """All archives together first, with the systems that were not measured, then each; no column that nobody fills."""
    parts = [_table(found.together, "all archives" if len(found.archives) > 1 else found.archives[0].name)]
    if found.skipped:
        parts[0] += "".join(f"\n| {one.name} | {one.reason} |" for one in found.skipped)
    if len(found.archives) > 1:
        parts += [_table(one.systems, one.name) for one in found.archives]
    return "\n\n".join(parts)


def _table(systems: Sequence[ArchiveSystem], title: str) -> str:
    rows = [cells(one) for one in systems]
    filled = [place for place in range(len(HEADINGS)) if any(row[place] for row in rows)]
    lines = [[title, *HEADINGS[1:]], ["---"] * len(HEADINGS), *rows]
    return "\n".join("| " + " | ".join(line[place] for place in filled) + " |" for line in lines)


def _of(part: Part | None) -> str:
    return f"{part.part:,}/{part.whole:,}" if part and part.whole else ""

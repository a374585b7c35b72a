"""Write documents in the form in which they were read, under the names they had."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from sanon.corpus.readers import reader_of, written_path
from sanon.corpus.spool import Documents
from sanon.errors import ConfigurationError
from sanon.records import Source


def grouped_by_file(sources: Mapping[str, Source]) -> dict[str, list[str]]:
    """Group documents by the file they belong to, each in the order of its records.

    Args:
        sources: source id -> where the document belongs.

    Raises:
        ConfigurationError: a path that leads out of the folder, or two documents that claim one place.
    """
    files: defaultdict[str, list[str]] = defaultdict(list)
    for source_id, source in sources.items():
        files[written_path(source)].append(source_id)
    for path, members in files.items():
        _check(path)
        members.sort(key=lambda source_id: sources[source_id].position)
        form = sources[members[0]].form
        one_a_file = reader_of(sources[members[0]]).one_a_file
        places = {0 if one_a_file else sources[one].position for one in members}
        if len(places) < len(members) or any(sources[one].form != form for one in members):
            raise ConfigurationError(
                f"{path}: two documents claim the same place in this file, one of them from an older state of it;"
                " run `sanon load --prune` to remove what is gone"
            )
    return dict(sorted(files.items()))


def write_files(folder: Path, files: Mapping[str, Sequence[str]], documents: Documents) -> None:
    """Write grouped documents below a folder that nobody else writes to, each read when its turn comes."""
    for path, source_ids in files.items():
        target = folder.joinpath(*PurePosixPath(path).parts)
        if target.exists():
            raise ConfigurationError(f"{path}: differs from another file only in case, which this file system ignores")
        target.parent.mkdir(parents=True, exist_ok=True)
        members = documents.listed(source_ids)
        reader_of(members[0].source).write(target, members)


def _check(path: str) -> None:
    pure = PurePosixPath(path)
    # A backslash or a drive letter would mean a place outside on Windows.
    bad = not pure.parts or pure.is_absolute() or ".." in pure.parts or "\0" in path or Path(path).drive
    if bad or path != pure.as_posix() or Path(path).parts != pure.parts:
        raise ConfigurationError("the graph holds a document whose file would lie outside the output folder")

"""Readers: the forms of files that a corpus may have. One module a form."""

from functools import cache

from sanon.corpus.readers.base import Reader, TextReader
from sanon.errors import ConfigurationError
from sanon.records import Source
from sanon.registry import Registry

__all__ = ["READERS", "Reader", "TextReader", "reader_by_suffix", "reader_of", "written_path"]

READERS = Registry(Reader, package=__name__, group="sanon.readers", kind="reader")  # type: ignore[type-abstract]
"""All readers by the names of their forms."""


@cache
def reader_by_suffix() -> dict[str, type[Reader]]:
    """Suffix of a file, in small letters, with its dot -> its reader; sorted by suffix.

    Raises:
        ConfigurationError: two readers claim one suffix.
    """
    found: dict[str, type[Reader]] = {}
    for reader in READERS.classes.values():
        for suffix in reader.suffixes:
            if found.setdefault(suffix, reader) is not reader:
                raise ConfigurationError(f"readers {found[suffix].name} and {reader.name} both read {suffix} files")
    return dict(sorted(found.items()))


def reader_of(source: Source) -> type[Reader]:
    """The reader of a document.

    Raises:
        ConfigurationError: it belongs to a package that is not installed.
    """
    return READERS.named(source.form)


def written_path(source: Source) -> str:
    """File of an export, relative to its folder: as it was read, or JSON beside its name."""
    return f"{source.path}.json" if reader_of(source).text_only else source.path

"""Commands on a store that a test has opened, with the settings that it names as parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sanon.commands import export as exporting
from sanon.commands import redact as redacting
from sanon.commands.export import ExportRequest
from sanon.commands.load import LoadRequest, load_with
from sanon.commands.redact import RedactRequest
from sanon.extraction.build import Extraction
from sanon.graph.store import Store
from sanon.results import ExportResult, LoadResult, RedactResult
from sanon.settings.input import Input
from sanon.settings.settings import Settings

_OF_INPUT = frozenset(Input.model_fields)


def settings_of(**parts: Any) -> Settings:
    """Settings of parts (policy, profile, rules, masking, compute) and of fields of the input."""
    named = {name: parts.pop(name) for name in list(parts) if name in _OF_INPUT}
    return Settings(input=Input(**named), **parts)


def load(
    store: Store, docs: object, *, extraction: Extraction, prune: bool = False, reextract: bool = False, **parts: Any
) -> LoadResult:
    """Load with an extraction that the test has put together."""
    request = LoadRequest.of(docs=docs, prune=prune, reextract=reextract)
    return load_with(store, settings_of(**parts), request, extraction)


def redact(store: Store, *, fresh: bool = False, dry_run: bool = False, **parts: Any) -> RedactResult:
    """Redact."""
    return redacting.run(store, settings_of(**parts), RedactRequest(fresh=fresh, dry_run=dry_run))


def export(store: Store, out: Path, *, overwrite: bool = False, **parts: Any) -> ExportResult:
    """Export."""
    return exporting.run(store, settings_of(**parts), ExportRequest(out=out, overwrite=overwrite))

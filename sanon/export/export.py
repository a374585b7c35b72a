"""Export: check for leaks, write everything beside the target, then put it in place at once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from sanon.audit.leakcheck import leaking_names
from sanon.corpus.readers import reader_of, written_path
from sanon.corpus.spool import Documents, PageFile
from sanon.corpus.walk import AS_TEXT, BESIDE, CHANGES, SPANS
from sanon.errors import ConfigurationError
from sanon.export.changes import LastExport, digest
from sanon.export.checking import Check
from sanon.export.folder import check_target, replaced_at_once
from sanon.export.manifest import Statement, write_json, write_manifest
from sanon.export.redacted import RedactedCorpus
from sanon.export.writers import grouped_by_file, write_files
from sanon.records import Document, Source
from sanon.replacement.masked import RedactedDocument, Span
from sanon.replacement.vault import VaultWriter
from sanon.results import ExportResult
from sanon.results.export import NearMisses, ReplacedInside, ReplacedSpan

_NOTE = """\
Of these files only the text was read. It is here as JSON: id, metadata, content. Layout, images, attachments, comments,
revisions and properties of the files are not.
"""


def export_corpus(
    out: Path,
    corpus: RedactedCorpus,
    statement: Statement,
    last: LastExport,
    *,
    overwrite: bool = False,
    rename_key: bytes | None = None,
    strict: bool = False,
    csv_safe: bool = True,
    vault: VaultWriter | None = None,
) -> tuple[ExportResult, dict[str, str]]:
    """Write the redacted corpus.

    Documents pass one by one: each is checked as it comes and lies on disk until all are known to be safe.

    Args:
        out: target folder; absent or empty, or with `overwrite` an earlier export.
        statement: for the manifest.
        last: what others hold, to tell a search index what changed.
        rename_key: secret of the corpus, to give ids and file names keyed pseudonyms.
        strict: near misses that cannot be replaced stop the export as leaks do.
        csv_safe: put an apostrophe before cells of CSV files that a spreadsheet would run as formulas.
        vault: gets every document, and is written when all is checked, before the export is in place.

    Returns:
        What was written, and id as exported -> digest of the document, to tell what changed since the last export.

    Raises:
        ConfigurationError: the target, the documents or the vault do not allow an export; nothing was written.
        LeakFound: a masked value still stands somewhere, with `strict` even in disguise; nothing was written.
    """
    check_target(out, overwrite)
    check, spans = Check(corpus.masked, corpus.search, rename_key), _Spans()
    sources: dict[str, Source] = {}
    digests: dict[str, str] = {}

    def checked() -> Iterator[Document]:
        for replaced in corpus.redacted:
            one = check.looked_at(replaced, corpus.mentioned.get(replaced.document.source_id, ()))
            spans.put(one)
            sources[one.document.source_id] = one.document.source
            digests[one.document.source_id] = digest(one.document)
            if vault:
                vault.take(one)
            yield one.document

    documents = Documents.of(checked())
    files = grouped_by_file(sources)
    _refuse_reserved(files)
    near_left = check.passed(strict=strict)
    changes = last.changes(digests)
    # An id of the last export may hold what is masked by now; the caller can tell the index, the folder must not.
    unsaid = leaking_names(changes.removed, corpus.masked)
    with replaced_at_once(out, overwrite) as folder:
        (folder / BESIDE).mkdir()
        write_files(folder, files, documents)
        made_safe = 0
        if csv_safe:
            made_safe = sum(reader_of(sources[names[0]]).make_safe(folder / path) for path, names in files.items())
        with (folder / SPANS).open("wb") as file:
            file.writelines(spans.pages())
        said = changes.model_copy(update={"removed": [one for one in changes.removed if one not in unsaid]})
        write_json(folder / CHANGES, said)
        as_text = sorted((one for one in sources.values() if reader_of(one).text_only), key=lambda one: one.path)
        beside = [SPANS, CHANGES, *([AS_TEXT] if as_text else [])]
        if as_text:
            _write_note(folder / AS_TEXT, as_text)
        write_manifest(folder, [*files, *beside], statement, csv_safe=csv_safe)
        if vault:
            vault.write()
    result = ExportResult(
        out=str(out),
        documents=len(documents),
        files=len(files),
        spans=spans.count,
        pending=corpus.pending,
        changes=changes,
        unsaid=len(unsaid),
        near_misses=NearMisses(replaced=dict(spans.disguises), left=near_left),
        as_text=len(as_text),
        made_safe=made_safe,
    )
    return result, digests


class _Spans:
    """Lines of `.sanon/spans.jsonl` by document, on disk until all documents are checked."""

    def __init__(self) -> None:
        self._pages = PageFile()
        self._numbers: dict[str, int] = {}
        self.count = 0
        self.disguises: Counter[str] = Counter()

    def put(self, one: RedactedDocument) -> None:
        """Keep the spans of a document, as it leaves."""
        self.count += len(one.spans)
        self.disguises.update(span.disguise for span in one.spans if span.disguise)
        spans = sorted(one.spans, key=lambda span: (span.field, span.start))
        lines = (_span_line(one.document.source_id, span) for span in spans)
        self._numbers[one.document.source_id] = self._pages.put("".join(lines).encode())

    def pages(self) -> Iterator[bytes]:
        """The lines of each document, by the ids that leave: in another order they would tell of those before."""
        return (self._pages.take(self._numbers[source_id]) for source_id in sorted(self._numbers))


def _refuse_reserved(files: Collection[str]) -> None:
    for path in files:
        # A file system may ignore case; a folder of that name is in the way too.
        if path.partition("/")[0].casefold() == BESIDE:
            raise ConfigurationError(
                f"{path}: the export writes a folder {BESIDE} itself; rename the input, or export with --rename"
            )


def _write_note(target: Path, sources: Sequence[Source]) -> None:
    """Say of which files only the text is here, by their names in the export."""
    lines = [
        f"{one.path} -> {written_path(one)}" + (f"; not read: {', '.join(one.left_out)}" if one.left_out else "")
        for one in sources
    ]
    text = "\n".join([_NOTE, *lines, ""])
    target.write_text(text, encoding="utf-8", newline="")


def _span_line(source_id: str, span: Span) -> str:
    # No entity id: it is a bare hash of the value, which anybody can guess at.
    line = ReplacedSpan(
        source_id=source_id,
        field=span.field,
        start=span.start,
        end=span.end,
        entity_type=span.entity_type,
        operator=span.operator,
        replacement=span.replacement,
        inside=[
            ReplacedInside(start=one.start, end=one.end, entity_type=one.entity_type, replacement=one.replacement)
            for one in span.inside
        ],
    ).to_json()
    if not span.inside:  # only rewritten sentences hold spans
        del line["inside"]
    return json.dumps(line, ensure_ascii=False) + "\n"

"""Export: check for leaks, write everything beside the target, then put it in place at once."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sanon import __version__
from sanon.audit.leakcheck import leaking_names
from sanon.corpus.readers import reader_of, written_path
from sanon.corpus.spool import Documents, PageFile
from sanon.corpus.walk import AS_TEXT, BESIDE, CHANGES, MANIFEST, SIGNATURE, SPANS
from sanon.errors import ConfigurationError
from sanon.export.checking import Check
from sanon.export.folder import check_target, replaced_at_once
from sanon.export.writers import grouped_by_file, write_files
from sanon.records import Document, Source
from sanon.replacement.masked import MaskedEntity, RedactedDocument, Span
from sanon.replacement.search import Search
from sanon.results import ExportChanges, ExportResult, Result
from sanon.results.export import Making, Manifest, NearMisses, ReplacedInside, ReplacedSpan

_NOTE = """\
Of these files only the text was read. It is here as JSON: id, metadata, content. Layout, images, attachments, comments,
revisions and properties of the files are not.
"""


def export_corpus(
    out: Path,
    redacted: Iterable[RedactedDocument],
    search: Search,
    masked: Sequence[MaskedEntity],
    mentioned: Mapping[str, Collection[str]],
    *,
    parameters: dict[str, Any],
    counts: dict[str, Any],
    overwrite: bool = False,
    rename_key: bytes | None = None,
    making: Making | None = None,
    sign: Callable[[bytes], bytes] | None = None,
    strict: bool = False,
    csv_safe: bool = True,
    changes_since: Mapping[str, str] | None = None,
    newly_masked: int = 0,
    leaving: Callable[[RedactedDocument], None] | None = None,
    before_publishing: Callable[[], None] | None = None,
) -> tuple[ExportResult, dict[str, str]]:
    """Write the redacted corpus.

    Documents pass one by one: each is checked as it comes and lies on disk until all are known to be safe.

    Args:
        out: target folder; absent or empty, or with `overwrite` an earlier export.
        masked: all masked entities of the corpus.
        mentioned: source id -> ids of the entities that the document mentions.
        parameters: of the run, for the manifest, as JSON values.
        counts: of the run, for the manifest, as JSON values.
        rename_key: secret of the corpus, to give ids and file names keyed pseudonyms.
        making: when and by what the export is made, for the manifest.
        sign: gives the signature of the manifest, which is written beside it.
        strict: near misses that cannot be replaced stop the export as leaks do.
        csv_safe: put an apostrophe before cells of CSV files that a spreadsheet would run as formulas.
        changes_since: digests of the last export, to tell a search index what changed.
        newly_masked: how many values are masked now that the last export showed.
        leaving: gets every document as it would leave; whether any does leave is not known then.
        before_publishing: called when all is checked and written, and before it is in place.

    Returns:
        What was written, and id as exported -> digest of the document, to tell what changed since the last export.

    Raises:
        ConfigurationError: the target or the documents do not allow an export; nothing was written.
        LeakFound: a masked value still stands somewhere, with `strict` even in disguise; nothing was written.
    """
    check_target(out, overwrite)
    check, spans = Check(masked, search, rename_key), _Spans()
    sources: dict[str, Source] = {}
    digests: dict[str, str] = {}

    def checked() -> Iterator[Document]:
        for replaced in redacted:
            one = check.looked_at(replaced, mentioned.get(replaced.document.source_id, ()))
            spans.put(one)
            sources[one.document.source_id] = one.document.source
            digests[one.document.source_id] = digest(one.document)
            if leaving:
                leaving(one)
            yield one.document

    documents = Documents.of(checked())
    files = grouped_by_file(sources)
    _refuse_reserved(files)
    near_left = check.passed(strict=strict)
    changes = changes_between(changes_since or {}, digests, newly_masked)
    # An id of the last export may hold what is masked by now; the caller can tell the index, the folder must not.
    unsaid = leaking_names(changes.removed, masked)
    with replaced_at_once(out, overwrite) as folder:
        (folder / BESIDE).mkdir()
        write_files(folder, files, documents)
        made_safe = 0
        if csv_safe:
            made_safe = sum(reader_of(sources[names[0]]).make_safe(folder / path) for path, names in files.items())
        with (folder / SPANS).open("wb") as file:
            file.writelines(spans.pages())
        said = changes.model_copy(update={"removed": [one for one in changes.removed if one not in unsaid]})
        _write_json(folder / CHANGES, said)
        as_text = sorted((one for one in sources.values() if reader_of(one).text_only), key=lambda one: one.path)
        beside = [SPANS, CHANGES, *([AS_TEXT] if as_text else [])]
        if as_text:
            _write_note(folder / AS_TEXT, as_text)
        write_manifest(folder, [*files, *beside], parameters, counts, making, csv_safe=csv_safe, sign=sign)
        if before_publishing:
            before_publishing()
    result = ExportResult(
        out=str(out),
        documents=len(documents),
        files=len(files),
        spans=spans.count,
        pending=[],
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


def write_manifest(
    folder: Path,
    files: Iterable[str],
    parameters: dict[str, Any],
    counts: dict[str, Any],
    making: Making | None,
    *,
    csv_safe: bool,
    sign: Callable[[bytes], bytes] | None,
) -> None:
    """Write what made an export beside its files, with their digests, and the signature of that if there is a key.

    Args:
        folder: of the export, which has a folder `.sanon`.
        parameters, counts, making, csv_safe: see `Manifest`.
        sign: gives the signature of some bytes.
    """
    digests = {name: digest_of_file(folder / name) for name in sorted(files)}
    manifest = Manifest(
        sanon_version=__version__,
        making=making,
        parameters=parameters,
        policy_sha256=policy_digest(parameters),
        csv_safe=csv_safe,
        counts=counts,
        files=digests,
        files_sha256=digest_of_all(digests),
    )
    _write_json(folder / MANIFEST, manifest)
    if sign:
        (folder / SIGNATURE).write_bytes(sign((folder / MANIFEST).read_bytes()))


def changes_between(former: Mapping[str, str], now: Mapping[str, str], newly_masked: int = 0) -> ExportChanges:
    """Ids to take in, to index again and to drop, given the digests of two exports."""
    return ExportChanges(
        added=sorted(now.keys() - former.keys()),
        changed=sorted(one for one in now.keys() & former.keys() if now[one] != former[one]),
        removed=sorted(former.keys() - now.keys()),
        newly_masked=newly_masked,
    )


def digest(document: Document) -> str:
    """Tell two states of an exported document apart: SHA-256 of its content and metadata."""
    state = json.dumps([document.content, document.metadata], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(state.encode()).hexdigest()


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


def policy_digest(parameters: Mapping[str, Any]) -> str:
    """SHA-256 of what a manifest says of policy and profile: as JSON with sorted keys and without blanks."""
    text = json.dumps(parameters, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of_all(digests: Mapping[str, str]) -> str:
    """SHA-256 of the lines that `sha256sum` prints for files in the order of their paths."""
    lines = (f"{digest}  {name}\n" for name, digest in sorted(digests.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


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


def _write_json(target: Path, value: Result) -> None:
    target.write_text(json.dumps(value.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="")


def digest_of_file(file: Path) -> str:
    """SHA-256 of what a file holds."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()

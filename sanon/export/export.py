"""Export: check for leaks, write everything beside the target, then put it in place at once."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sanon.audit.leakcheck import NAMES, Leak, LeakCheck, leaking_names
from sanon.audit.near_misses import NearMissesLeft
from sanon.corpus.readers import reader_of, written_path
from sanon.corpus.spool import Documents, PageFile
from sanon.corpus.walk import AS_TEXT, BESIDE, CHANGES, MANIFEST, SIGNATURE, SPANS
from sanon.errors import ConfigurationError, LeakFound
from sanon.export.folder import check_target, replaced_at_once
from sanon.export.renaming import Renaming
from sanon.export.writers import grouped_by_file, write_files
from sanon.records import Document, Source
from sanon.replacement.masked import MaskedEntity, RedactedDocument, Span
from sanon.replacement.search import Search
from sanon.results import ExportChanges, Result
from sanon.results.export import Making, Manifest, NearMiss, ReplacedInside, ReplacedSpan
from sanon.text.counting import counted

_PLACES_SHOWN = 10
_NOTE = """\
Of these files only the text was read. It is here as JSON: id, metadata, content. Layout, images, attachments, comments,
revisions and properties of the files are not.
"""


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written.

    Attributes:
        out: the folder.
        documents, files, spans: how many of each.
        digests: id as exported -> digest of the document, to tell what changed since the last export.
        changes: exported ids that were added, changed and removed since then.
        unsaid: how many of the removed ids are not in `.sanon/changes.json`, since a masked value stands in them.
        near_replaced: disguise -> how many values were replaced that stood in it.
        near_left: direct identifiers in disguise that stand in ids, file names and keys of metadata.
        as_text: how many files are exported as JSON, since only their text was read.
        made_safe: how many cells of CSV files got an apostrophe.
    """

    out: Path
    documents: int
    files: int
    spans: int
    digests: dict[str, str]
    changes: ExportChanges
    unsaid: int
    near_replaced: dict[str, int]
    near_left: list[NearMiss]
    as_text: int
    made_safe: int


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
) -> ExportReport:
    """Write the redacted corpus.

    Documents pass one by one: each is checked as it comes and lies on disk until all are known to be safe.

    Args:
        out: target folder; absent or empty, or with `overwrite` an earlier export.
        redacted: the documents.
        search: of all masked entities.
        masked: all masked entities of the corpus.
        mentioned: source id -> ids of the entities that the document mentions.
        parameters: of the run, for the manifest, as JSON values.
        counts: of the run, for the manifest, as JSON values.
        overwrite: replace an earlier export.
        rename_key: secret of the corpus, to give ids and file names keyed pseudonyms.
        making: when and by what the export is made, for the manifest.
        sign: gives the signature of the manifest, which is written beside it.
        strict: near misses that cannot be replaced stop the export as leaks do.
        csv_safe: put an apostrophe before cells of CSV files that a spreadsheet would run as formulas.
        changes_since: digests of the last export, to tell a search index what changed.
        newly_masked: how many values are masked now that the last export showed.
        leaving: gets every document as it would leave; whether any does leave is not known then.
        before_publishing: called when all is checked and written, and before it is in place.

    Raises:
        ConfigurationError: the target or the documents do not allow an export; nothing was written.
        LeakFound: a masked value still stands somewhere, with `strict` even in disguise; nothing was written.
    """
    check_target(out, overwrite)
    leaks, near = LeakCheck(masked), NearMissesLeft(search)
    renaming = Renaming(rename_key) if rename_key else None
    spans = _Spans()
    sources: dict[str, Source] = {}
    digests: dict[str, str] = {}

    def checked() -> Iterator[Document]:
        for one in redacted:
            ids = mentioned.get(one.document.source_id, ())
            if renaming:
                one = replace(one, document=renaming.renamed(one.document))
            leaks.look(one, ids)
            near.look(one, ids)
            spans.put(one)
            sources[one.document.source_id] = one.document.source
            digests[one.document.source_id] = digest(one.document)
            if leaving:
                leaving(one)
            yield one.document

    documents = Documents.of(checked())
    files = grouped_by_file(sources)
    _refuse_reserved(files)
    refuse(leaks.leaks(), renamed=renaming is not None)
    near_left = near.found()
    if strict:
        refuse_disguised(near_left)
    changes = changes_between(changes_since or {}, digests, newly_masked)
    # An id of the last export may hold what is masked by now; the caller can tell the index, the folder must not.
    unsaid = leaking_names(changes.removed, masked)
    with replaced_at_once(out, overwrite) as folder:
        (folder / BESIDE).mkdir()
        write_files(folder, files, documents)
        made_safe = _make_safe(folder, files, sources) if csv_safe else 0
        _write_spans(folder / SPANS, spans)
        said = changes.model_copy(update={"removed": [one for one in changes.removed if one not in unsaid]})
        _write_json(folder / CHANGES, said)
        as_text = sorted((one for one in sources.values() if reader_of(one).text_only), key=lambda one: one.path)
        beside = [SPANS, CHANGES, *([AS_TEXT] if as_text else [])]
        if as_text:
            _write_note(folder / AS_TEXT, as_text)
        digests_of_files = {name: _sha256(folder / name) for name in sorted([*files, *beside])}
        manifest = Manifest(
            sanon_version=_version(),
            making=making,
            parameters=parameters,
            policy_sha256=policy_digest(parameters),
            csv_safe=csv_safe,
            counts=counts,
            files=digests_of_files,
            files_sha256=digest_of_all(digests_of_files),
        )
        _write_json(folder / MANIFEST, manifest)
        if sign:
            (folder / SIGNATURE).write_bytes(sign((folder / MANIFEST).read_bytes()))
        if before_publishing:
            before_publishing()
    return ExportReport(
        out,
        len(documents),
        len(files),
        spans.count,
        digests,
        changes,
        len(unsaid),
        dict(spans.disguises),
        near_left,
        len(as_text),
        made_safe,
    )


def _make_safe(folder: Path, files: Mapping[str, Sequence[str]], sources: Mapping[str, Source]) -> int:
    """Take from all files what a spreadsheet would run; how many places that were."""
    return sum(reader_of(sources[names[0]]).make_safe(folder / path) for path, names in files.items())


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


def refuse(leaks: Sequence[Leak], *, renamed: bool = False) -> None:
    """Stop if a masked value still stands in a document, or a text differs beside what was replaced.

    Args:
        leaks: that were found.
        renamed: whether ids and file names are pseudonyms.

    Raises:
        LeakFound: there is one.
    """
    if leaks:
        raise LeakFound(_message(leaks, renamed=renamed))


def refuse_disguised(near: list[NearMiss]) -> None:
    """Stop if a direct identifier stands in disguise where nothing is replaced.

    Raises:
        LeakFound: there is one.
    """
    if near:
        raise LeakFound(_near_message(near))


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


def _write_spans(target: Path, spans: _Spans) -> None:
    with target.open("wb") as file:
        file.writelines(spans.pages())


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


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _version() -> str:
    try:
        return version("sanon")
    except PackageNotFoundError:  # run from a checkout
        return "unknown"


def _message(leaks: Sequence[Leak], renamed: bool) -> str:
    places = Counter(
        (leak.source, leak.field, leak.entity_type or "text outside of what was replaced") for leak in leaks
    )
    shown = [
        f"{source}, {field}: {kind} ({times})" for (source, field, kind), times in list(places.items())[:_PLACES_SHOWN]
    ]
    more = len(places) - len(shown)
    values = sum(leak.entity_type is not None for leak in leaks)
    differ = len(leaks) - values
    found = (
        [counted(values, "value", verb=("that had to go still stands", "that had to go still stand"))] if values else []
    )
    found += (
        [f"{counted(differ, 'text', verb=('differs', 'differ'))} from the original where nothing was replaced"]
        if differ
        else []
    )
    lines = [f"{'; '.join(found)}; nothing was written", *shown]
    if more:
        lines.append(f"and {counted(more, 'more place')}")
    fields = {leak.field for leak in leaks}
    if not renamed and fields & set(NAMES):
        lines.append("ids or file names leak: export with --rename")
    if any(field.startswith("metadata key") for field in fields):
        lines.append("names of metadata entries leak: rename them in the input, or list the value under never_mask")
    if any(field == "content" or field.startswith(("metadata.", "metadata value")) for field in fields):
        lines.append(
            "texts or metadata leak: run `sanon redact` and export again; if that does not help, it is a defect"
        )
    return "\n  ".join(lines)


def _near_message(near: list[NearMiss]) -> str:
    shown = [f"{one.source}, {one.field}: {one.form} ({one.count})" for one in near[:_PLACES_SHOWN]]
    more = [f"and {counted(len(near) - _PLACES_SHOWN, 'more place')}"] if len(near) > _PLACES_SHOWN else []
    count = sum(one.count for one in near)
    heading = counted(count, "direct identifier", verb=("stands", "stand"))
    heading += " in disguise where nothing is replaced; nothing was written"
    names = "ids and file names: export with --rename; names of metadata entries: rename them in the input"
    texts = "texts: what may be somebody else's name is masked by always_mask, and stays without --strict"
    help_ = [names] if any(one.certain for one in near) else []
    help_ += [texts] if not all(one.certain for one in near) else []
    return "\n  ".join([heading, *shown, *more, *help_])

"""Load: read documents, find what identifies people, and bring the graph to what they say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
from pydantic import BeforeValidator, Field, JsonValue, SkipValidation

from sanon.audit.leakcheck import LeakSearch, value_in_part
from sanon.audit.naming import parts_without_values
from sanon.commands.command import COLUMNS, LIMITS, MODEL, Command, Request, Terminal
from sanon.corpus.readers import reader_by_suffix
from sanon.corpus.reading import IN_MEMORY, ReadCorpus, read_corpus, read_records
from sanon.corpus.record import Rejection, write_rejections
from sanon.corpus_state.runs import last_run, remember
from sanon.corpus_state.updating import Updating
from sanon.errors import ConfigurationError, InputRejected
from sanon.export.redacted import spelled_entities
from sanon.extraction.build import Extraction, extraction_of, forget_answers, with_rules
from sanon.extraction.judging import ModelReport
from sanon.extraction.registry import Finder
from sanon.graph.open import own_folder
from sanon.graph.store import Store
from sanon.progress import Progress, silent, working
from sanon.records import Document
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.search import Search
from sanon.results import LoadResult
from sanon.results.load import ModelUse, RejectedInput
from sanon.settings.settings import Settings

#: Documents in memory: records of sAnon, mappings with id, content and metadata, texts; or a table of them.
InMemory = list[Document | Mapping[str, object] | str] | pd.DataFrame


def _documents(given: object) -> object:
    """A path if it is one, else what a list or a table holds."""
    if isinstance(given, str | Path):
        if not Path(given).exists():
            raise ValueError(f"{given}: no such file or folder")
        return Path(given)
    return given if isinstance(given, pd.DataFrame | list) else list(given)  # type: ignore[call-overload]


class DocumentsRequest(Request):
    """Documents, on disk or in memory."""

    docs: Annotated[Any, BeforeValidator(_documents), Terminal(argument=True)] = Field(
        description="Folder or file with the documents; in Python also a table, or documents in memory."
    )
    reextract: bool = Field(default=False, description="Extract unchanged documents again too.")

    @property
    def is_on_disk(self) -> bool:
        """Whether the documents are files, which a later command can read again."""
        return isinstance(self.docs, Path)

    def read(self, settings: Settings, graph: str) -> ReadCorpus:
        """Read the documents.

        Args:
            graph: folder or address of the graph, which is no document if it lies among them.

        Raises:
            InputRejected: there is nothing that can be read.
        """
        columns = settings.input.columns
        if self.is_on_disk:
            entities = settings.input.entities
            skip = [Path(graph), *([entities] if entities else [])]
            read = read_corpus(self.docs, skip=skip, **columns)
        else:
            read = read_records(_records(self.docs, columns["id_column"], columns["text_column"]), **columns)
        if not (read.documents or read.rejected):
            raise InputRejected(
                f"{self.docs}: holds no file that sAnon reads ({' '.join(reader_by_suffix())}); nothing was changed"
                if self.is_on_disk
                else "no document was given; nothing was changed"
            )
        return read


class LoadRequest(DocumentsRequest):
    """Documents to load."""

    prune: bool = Field(default=False, description="Remove documents from the graph that DOCS no longer has.")
    own_extractor: Annotated[SkipValidation[Finder] | None, Terminal(python_only=True)] = Field(
        default=None, description="An object that finds entities, in place of the extractor that the settings name."
    )


def run(store: Store, settings: Settings, request: LoadRequest, progress: Progress = silent) -> LoadResult:
    """Bring the graph to what documents say; those that did not change are not extracted again.

    Raises:
        InputRejected: there is nothing that can be read.
        ConfigurationError: a setting cannot be used, or the graph holds types that the profile lacks.
        GraphError: the graph does not hold what was written.
    """
    with extraction_for(settings, request, store.address) as extraction:
        return load_with(store, settings, request, extraction, progress)


def load_with(
    store: Store,
    settings: Settings,
    request: LoadRequest,
    extraction: Extraction,
    progress: Progress = silent,
    read: ReadCorpus | None = None,
) -> LoadResult:
    """Load with an extraction that somebody has put together, and documents that somebody has read; see `run`."""
    store.claim()
    otherwise = finds_otherwise(store, settings, extraction)
    record = _record(settings, request, extraction)
    updating = Updating(store, settings, extraction, record, request.prune, request.reextract, progress)
    if read is None:
        with working(progress, "reading"):
            read = request.read(settings, store.address)
    result, rejected = updating.bring_to(read)
    changed = remember(store, settings)
    answers = own_folder(store.address)
    forget_answers(answers, result.removed, result.pending)
    listed = answers / "rejected.jsonl"
    write_rejections(listed, rejected)
    return result.model_copy(
        update={
            "rejected": _named_safely(store, settings, rejected),
            "rejected_list": str(listed) if rejected else None,
            "model": model_use(extraction.model.report) if extraction.model else None,
            "changed_settings": changed,
            "given": extraction.given is not None,
            "extracted_otherwise": result.unchanged if otherwise and not request.reextract else 0,
        }
    )


def _named_safely(store: Store, settings: Settings, rejected: Sequence[Rejection]) -> list[RejectedInput]:
    """What was rejected, without the parts of paths in which a direct identifier stands that is known by now."""
    if not rejected:
        return []
    entities = store.entities()
    spelled, _ = spelled_entities(store, settings.profile, entities[entities["frequency"] > 0])
    return named_safely([one for one in spelled if one.corpus_wide], rejected)


def named_safely(direct: Sequence[MaskedEntity], rejected: Sequence[Rejection]) -> list[RejectedInput]:
    """What was rejected, without the parts of paths in which one of some direct identifiers stands."""
    near = Search(direct)
    holds_value = value_in_part(LeakSearch(direct), near, near.everybody)
    return [
        RejectedInput(file="/".join(parts_without_values(one.file, holds_value)), line=one.line, reason=one.reason)
        for one in rejected
    ]


@contextmanager
def extraction_for(settings: Settings, request: LoadRequest, graph: str) -> Iterator[Extraction]:
    """What finds the entities; answers of a model are kept beside the graph.

    Raises:
        ConfigurationError: what the extractor needs is not there, or a setting is wrong.
    """
    if request.own_extractor is not None:
        yield with_rules(request.own_extractor, settings.profile, settings.tables)
        return
    with extraction_of(settings, lambda: own_folder(graph)) as extraction:
        yield extraction


def finds_otherwise(store: Store, settings: Settings, extraction: Extraction) -> bool:
    """Whether the last load found by another extractor, model, recognizer or profile; never if entities are given."""
    before = last_run(store, "load", finished=False)
    now = _found_by(settings, extraction) | {"profile": settings.profile.name}
    return bool(before and not extraction.given and any(before.parameters.get(one) != now[one] for one in now))


def _found_by(settings: Settings, extraction: Extraction) -> dict[str, Any]:
    return {
        "extractor": extraction.name,
        "model": extraction.model.model if extraction.model else None,
        "tables": settings.tables.fingerprint(settings.input.extractor),
    }


def _record(settings: Settings, request: LoadRequest, extraction: Extraction) -> dict[str, Any]:
    """What the run remembers of the command: what tells about its numbers, and what it takes to resume it."""
    return {
        **_found_by(settings, extraction),
        "chunk": settings.input.chunk,
        "date_order": settings.input.date_order,
        "docs": str(request.docs) if request.is_on_disk else IN_MEMORY,
        "request": _resumable(request),
        # As text: a store would sort the names, and the order of types tells a model what comes first.
        "settings": settings.model_dump_json(exclude={"graph"}),
    }


def _resumable(request: LoadRequest) -> dict[str, JsonValue] | None:
    """The request in JSON; None if a later command cannot repeat it, since a program gave what is not in any file."""
    if not request.is_on_disk or request.own_extractor is not None:
        return None
    fields = {name: getattr(request, name) for name in ("prune", "reextract")}
    return {"docs": str(request.docs.absolute()), **fields}


def model_use(report: ModelReport) -> ModelUse:
    """What asking a model came to."""
    return ModelUse(
        **vars(report.usage),
        dropped=report.dropped,
        stopped=report.stopped,
        unconfirmed=report.unconfirmed,
    )


def _records(docs: InMemory, id_column: str, text_column: str) -> list[Document | Mapping[str, object]]:
    """Documents in memory as records; a text gets the id text-1, text-2, … by its place."""
    if isinstance(docs, pd.DataFrame):
        rows: list[dict[str, object]] = json.loads(docs.to_json(orient="records", date_format="iso"))
        # Numbers as ids become texts, as in a CSV file.
        return [row | ({id_column: str(row[id_column])} if row.get(id_column) is not None else {}) for row in rows]
    for one in docs:
        if not isinstance(one, Document | Mapping | str):
            raise ConfigurationError(f"a document is a text, a mapping or a Document, not a {type(one).__name__}")
    return [
        {id_column: f"text-{number}", text_column: one} if isinstance(one, str) else one
        for number, one in enumerate(docs, 1)
    ]


LOAD = Command(
    "load",
    LoadRequest,
    run,
    graph="made",
    settings=LIMITS
    | COLUMNS
    | MODEL
    | {"extractor", "entities", "chunk", "date_order", "background", "processes", "compute"},
)

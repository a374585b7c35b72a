"""The texts that an attack compares: exported documents, their originals, texts about people, and who is who."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sanon.attack.reader import Hidden
from sanon.attack.terms import MASK
from sanon.corpus.reading import read_corpus
from sanon.corpus.walk import SPANS
from sanon.corpus_state.background import plain, text_of
from sanon.corpus_state.chunks import read_wholes
from sanon.errors import ConfigurationError, InputRejected
from sanon.export.renaming import Renaming
from sanon.graph.store import Store
from sanon.records import Document
from sanon.replacement.operators import OPERATORS
from sanon.results.export import ReplacedSpan
from sanon.settings.profile import Profile
from sanon.settings.settings import Settings

#: Entity type, and what stood there.
Value = tuple[str, str]
_TRUTH = ("document", "person")
_NAMED = 5


class Read(NamedTuple):
    """What an attacker reads of a document: all of it, and its content alone, without metadata."""

    text: str
    content: str


#: What is read of documents, by their names: source ids, in order.
Texts = dict[str, Read]


def exported_texts(out: Path, settings: Settings) -> Texts:
    """The documents of an export, with a private character where a replacement is no word of anybody's text.

    Raises:
        InputRejected: there is no document that can be read.
    """
    corpus = read_corpus(out, **settings.input.columns)
    if not corpus.documents:
        raise InputRejected(f"{out}: holds no document that can be read")
    return texts_of(corpus.documents, _masks(out / SPANS))


def _masks(spans: Path) -> dict[str, set[str]]:
    """Source id -> replacements that are no words."""
    masks: defaultdict[str, set[str]] = defaultdict(set)
    labels = {name for name, one in OPERATORS.classes.items() if one.is_label}
    for span in _spans(spans):
        if span.operator in labels:
            masks[span.source_id].add(span.replacement)
    return masks


def _spans(file: Path) -> list[ReplacedSpan]:
    """What an export says of what was replaced; nothing if there is no such file."""
    try:
        lines = file.read_bytes().split(b"\n") if file.is_file() else []
        return [ReplacedSpan.model_validate_json(line) for line in filter(None, lines)]
    except (OSError, ValueError) as error:
        raise InputRejected(f"{file}: cannot be read as the spans of an export; export again") from error


def hidden_values(out: Path, exported: Texts, before: Texts, profile: Profile) -> dict[str, tuple[Hidden, list[Value]]]:
    """Source id -> the content with its replacements numbered, and type and value of what each stands for.

    Documents whose content hides nothing are left out.
    """
    of_document: defaultdict[str, list[ReplacedSpan]] = defaultdict(list)
    for span in _spans(out / SPANS):
        if span.field == "content" and span.entity_type in profile.types:
            of_document[span.source_id].append(span)
    found: dict[str, tuple[Hidden, list[Value]]] = {}
    for name in before.keys() & exported.keys() & of_document.keys():
        content, pieces, values, at = before[name].content, list[str](), list[Value](), 0
        for span in sorted(of_document[name], key=lambda span: span.start):
            values.append((span.entity_type, content[span.start : span.end]))
            pieces += [content[at : span.start], f"[{len(values)}: {span.replacement.strip('[]')}]"]
            at = span.end
        types = tuple(kind for kind, _ in values)
        found[name] = Hidden("".join([*pieces, content[at:]]), types), values
    return dict(sorted(found.items()))


def texts_of(documents: Iterable[Document], masks: Mapping[str, set[str]] | None = None) -> Texts:
    """What an attacker reads of documents; `masks` are the replacements of each that are no words."""
    texts = Texts()
    for document in documents:
        text = text_of(document)
        for mask in sorted((masks or {}).get(document.source_id, ()), key=lambda mask: (-len(mask), mask)):
            text = text.replace(mask, MASK)
        texts[document.source_id] = Read(text, document.content)
    return texts


def original_texts(exported: Texts, docs: Path | None, store: Store | None, settings: Settings) -> Texts | None:
    """The documents before protection, under the names of the export; None if there are none.

    Raises:
        ConfigurationError: documents are named, and none of them is in the export.
    """
    if docs is not None:
        documents: Sequence[Document] = read_corpus(docs, **settings.input.columns).documents
    elif store is not None:
        documents = read_wholes(store).documents
    else:
        return None
    if store is not None and exported.keys().isdisjoint(document.source_id for document in documents):
        renaming = Renaming(store.pseudonym_key())
        documents = [renaming.renamed(document) for document in documents]
    there = [document for document in documents if document.source_id in exported]
    if not there and docs is not None:
        raise ConfigurationError(
            f"--originals {docs}: no document there has the name of one in the export; after --rename the graph that "
            "it comes from knows the names: --graph"
        )
    return texts_of(there) if there else None


def background_texts(folder: Path, exported: Texts, before: Texts | None, settings: Settings) -> tuple[Texts, int]:
    """Texts of the attackers, and how many of them are documents of the corpus themselves, which are left out.

    Raises:
        InputRejected: there is none that can be read, or none besides the corpus.
    """
    documents = read_corpus(folder, **settings.input.columns).documents
    if not documents:
        raise InputRejected(f"--background {folder}: holds no text that can be read")
    own = {plain(one.text) for one in (*exported.values(), *(before or {}).values())}
    kept = {name: one for name, one in texts_of(documents).items() if plain(one.text) not in own}
    if not kept:
        raise InputRejected(f"--background {folder}: holds only the documents of the corpus themselves")
    return kept, len(documents) - len(kept)


def _truth_rows(truth: Path, exported: Texts) -> list[tuple[int, str, str]]:
    """Line, document and person of each row of a truth.

    Raises:
        InputRejected: the file cannot be read, or names a document that is not in the export.
    """
    try:
        with truth.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            if not set(_TRUTH) <= set(rows.fieldnames or ()):
                raise InputRejected(f"--truth {truth}: needs a first line with the columns document and person")
            found = [(rows.line_num, row["document"] or "", row["person"] or "") for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputRejected(f"--truth {truth}: cannot be read as CSV in UTF-8") from error
    _refuse_unknown(truth, "document in the export", [(line, name) for line, name, _ in found if name not in exported])
    return found


def _refuse_unknown(truth: Path, what: str, unknown: Sequence[tuple[int, str]]) -> None:
    if unknown:
        named = ", ".join(f"line {line}: {name}" for line, name in unknown[:_NAMED])
        more = f" and {len(unknown) - _NAMED} more" if len(unknown) > _NAMED else ""
        raise InputRejected(f"--truth {truth}: no such {what}: {named}{more}")


def right_texts(truth: Path, exported: Texts, held: Texts) -> dict[str, frozenset[int]]:
    """Source id -> numbers of its right texts.

    Raises:
        InputRejected: the file cannot be read, or names what is not there.
    """
    rows = _truth_rows(truth, exported)
    at = {name: number for number, name in enumerate(held)}
    _refuse_unknown(truth, "text in the background", [(line, name) for line, _, name in rows if name not in at])
    right: defaultdict[str, set[int]] = defaultdict(set)
    for _, document, person in rows:
        right[document].add(at[person])
    if not right:
        raise InputRejected(f"--truth {truth}: names no document")
    return {name: frozenset(texts) for name, texts in right.items()}


def partners_by_truth(truth: Path, exported: Texts) -> dict[str, set[str]]:
    """Source id -> other documents of the same person.

    Raises:
        InputRejected: the file cannot be read, or names what is not there.
    """
    of_person: defaultdict[str, set[str]] = defaultdict(set)
    for _, document, person in _truth_rows(truth, exported):
        of_person[person].add(document)
    partners: defaultdict[str, set[str]] = defaultdict(set)
    for together in of_person.values():
        for document in together:
            partners[document] |= together - {document}
    return partners


def exported_names(store: Store, exported: Collection[str]) -> dict[str, str]:
    """Source id in the graph -> id of the whole document in the export, whose documents may be renamed."""
    wholes = read_wholes(store)
    if not wholes.states.keys().isdisjoint(exported):
        return wholes.owners
    renaming = Renaming(store.pseudonym_key())
    renamed = {one.source_id: renaming.renamed(one).source_id for one in wholes.documents}
    return {name: renamed.get(whole, whole) for name, whole in wholes.owners.items()}


def partners_by_links(store: Store | None, exported: Texts) -> dict[str, set[str]]:
    """Source id -> documents that were linked to it before any mask.

    Raises:
        ConfigurationError: there is no graph to ask.
    """
    if store is None:
        raise ConfigurationError(
            "nothing says which documents belong together: give the graph that the export comes from with --graph, a "
            "--truth CSV with the columns document and person, or texts of an attacker with --background"
        )
    names = exported_names(store, exported)
    partners = defaultdict[str, set[str]](set)
    for a, b in store.links()[["source", "target"]].itertuples(index=False):
        one, other = names.get(a, a), names.get(b, b)
        if one != other and one in exported and other in exported:
            partners[one].add(other)
            partners[other].add(one)
    return partners

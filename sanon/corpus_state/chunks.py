"""Chunks and their mentions: cut what is written to the graph, join what is read from it.

Extraction, the search for direct identifiers, replacement and the leak check work on whole documents. Only the graph
holds chunks, so no value can hide in a cut.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import pandas as pd
from pydantic import JsonValue

from sanon.corpus.chunks import Cut, cut_up, join, owner, owner_of_name
from sanon.corpus.reading import ReadCorpus
from sanon.corpus.record import Rejection
from sanon.corpus.spool import Documents
from sanon.errors import GraphError
from sanon.graph.store import Store
from sanon.records import Document, Mention, Source, State
from sanon.settings.profile import Profile
from sanon.text.folding import fold
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity

_SHOWN = 5


class WholeDocuments(NamedTuple):
    """What the graph holds, as documents of the input.

    Attributes:
        documents: by source id.
        states: of each.
        owners: source id in the graph -> id of the whole document.
        broken: ids of documents of which the graph does not hold every chunk, or not as they were cut.
    """

    documents: Documents
    states: dict[str, State]
    owners: dict[str, str]
    broken: list[str]

    def together(self, mentioned: Mapping[str, set[str]]) -> defaultdict[str, set[str]]:
        """What whole documents mention, from what each document of the graph does: no value can hide in a cut."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for node, ids in mentioned.items():
            found[self.owners[node]] |= ids
        return found


def read_wholes(store: Store) -> WholeDocuments:
    """Read every document with its text, chunks joined."""
    parts: defaultdict[str, list[str]] = defaultdict(list)
    states: defaultdict[str, set[State]] = defaultdict(set)
    owners: dict[str, str] = {}
    cut: set[str] = set()

    def pieces() -> Iterator[Document]:
        for document, state in store.documents():
            owners[document.source_id] = source_id = owner(document)
            parts[source_id].append(document.source_id)
            states[source_id].add(state)
            if document.source.chunk:
                cut.add(source_id)
            yield document

    lying = Documents.of(pieces())
    joined = Documents.of(whole for source_id in sorted(cut) if (whole := join(list(lying.each(parts[source_id])))))
    documents = lying.only(parts.keys() - cut) | joined
    sound = [source_id for source_id in documents.ids if len(states[source_id]) == 1]
    return WholeDocuments(
        documents.only(sound),
        {source_id: states[source_id].pop() for source_id in sound},
        owners,
        broken=sorted(parts.keys() - set(sound)),
    )


def nodes_with_wholes(store: Store) -> pd.DataFrame:
    """The nodes of documents, each with the id of its whole document.

    Returns:
        As `Store.document_versions`, with the columns whole and is_first: whether it is the whole or its first chunk.
    """
    nodes = store.document_versions()
    chunks = [Source.model_validate_json(source).chunk for source in nodes["source"]]
    return nodes.assign(
        whole=[chunk.of if chunk else name for chunk, name in zip(chunks, nodes["source_id"], strict=True)],
        is_first=[chunk is None or chunk.number == 1 for chunk in chunks],
    )


def metadata_of_wholes(store: Store) -> dict[str, dict[str, JsonValue]]:
    """Source id in the graph -> metadata of the whole document, which only its first chunk holds."""
    nodes = nodes_with_wholes(store)
    first = nodes[nodes["is_first"].astype(bool)]
    metadata = dict(zip(first["whole"], map(json.loads, first["metadata"]), strict=True))
    return {node: metadata.get(whole, {}) for node, whole in zip(nodes["source_id"], nodes["whole"], strict=True)}


def refuse_broken(store: Store, broken: Sequence[str]) -> None:
    """Stop if documents lack chunks: what is left of one must neither be searched nor leave.

    Raises:
        GraphError: there are any.
    """
    if broken:
        more = ", …" if len(broken) > _SHOWN else ""
        raise GraphError(
            f"graph {store.address}: chunks are missing or changed of {', '.join(broken[:_SHOWN])}{more}; load these "
            "files again, and with --prune if they are gone; if that does not help, load into a new graph"
        )


def cut_with_mentions(
    document: Document, mentions: list[Mention], cut: Cut, profile: Profile
) -> list[tuple[Document, list[Mention]]]:
    """Cut a document outside of the values found in it; each chunk gets the mentions whose values stand in it.

    The first chunk has the metadata, and with them the mentions there. Values that stand nowhere go to the first chunk
    with another value of their entity, else to the first one: nothing that was found is lost, and `joined_mentions`
    gives back what was found in the whole.
    """
    # Entities may share a value, and a matcher names one of them: so each value is sought by itself.
    spellings_of: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    values: dict[str, SearchedEntity] = {}
    for number, mention in enumerate(mentions):
        for spelling in mention.original_values:
            for value in SearchedEntity.of_type(
                mention.entity.id, profile.types[mention.entity.type], (spelling,)
            ).search_values:
                key = fold(value).text.strip()
                spellings_of[key].append((number, spelling))
                values.setdefault(key, SearchedEntity(key, (value,), weight=0.0, corpus_wide=False, normal_form="text"))
    matcher = Matcher(list(values.values()))
    content, *metadata = document.texts()
    in_content = matcher.occurrences(content, values.keys())
    in_metadata = [match for text in metadata for match in matcher.occurrences(text, values.keys())]

    pieces = cut_up(document, cut, ((match.start, match.end) for match in in_content))
    starts = [piece.source.chunk.start if piece.source.chunk else 0 for piece in pieces]
    found: list[defaultdict[int, set[str]]] = [defaultdict(set) for _ in mentions]
    places = [(bisect_right(starts, match.start) - 1, match) for match in in_content]
    for place, match in [*places, *((0, match) for match in in_metadata)]:
        for number, spelling in spellings_of[match.entity.id]:
            found[number][place].add(spelling)
    chunks: list[tuple[Document, list[Mention]]] = [(piece, []) for piece in pieces]
    for mention, spellings in zip(mentions, found, strict=True):
        nowhere = set(mention.original_values).difference(*spellings.values())
        if nowhere or not spellings:
            spellings[min(spellings, default=0)] |= nowhere
        for place in sorted(spellings):
            piece, there = chunks[place]
            there.append(replace(mention, source_id=piece.source_id, original_values=tuple(sorted(spellings[place]))))
    return chunks


def without_collisions(corpus: ReadCorpus, cut: Cut | None, held: Mapping[str, str | None], prune: bool) -> ReadCorpus:
    """Reject documents whose id, or that of a chunk of theirs, may be taken by another.

    `a#2` is refused beside an `a` that is cut, into however many chunks: the next version of `a` may have more.

    Args:
        held: whole documents in the graph, and the rule by which each is cut.
        prune: whether those that are not in the input go.
    """
    read = set(corpus.documents.ids)
    staying = {} if prune else {source_id: how for source_id, how in held.items() if source_id not in read}
    are_cut = {source_id for source_id, how in staying.items() if how} | (read if cut else set())
    kept = {source_id for source_id in read if owner_of_name(source_id) not in are_cut}
    if cut:
        refused = read - kept
        staying |= {} if prune else {source_id: how for source_id, how in held.items() if source_id in refused}
        blocked: Collection[str] = {name for name in map(owner_of_name, staying) if name}
        kept -= set(blocked)
    rejected = [
        Rejection(document.source.path, None, "its id and that of a chunk may be the same; give it another id")
        for document in corpus.documents.each(sorted(read - kept))
    ]
    return ReadCorpus(
        corpus.documents.only(kept),
        sorted([*corpus.rejected, *rejected], key=lambda one: (one.file, one.line or 0, one.reason)),
    )

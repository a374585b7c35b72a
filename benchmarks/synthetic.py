"""Synthetic corpora in arrays: as many common entities as real corpora have, in any size."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from sanon.risk.hierarchy import NONE, Hierarchy
from sanon.risk.incidence import Incidence
from sanon.settings.profile import load_profile


def corpus(documents: int, *, hub: bool, seed: int = 1) -> Incidence:
    """A corpus of N documents, 4 N entities and about 10 N mentions.

    Half of the mentions are of entities of their own group of about five documents (a person's facts, spread), the
    other half of entities that follow Zipf's law over the whole corpus.

    Args:
        documents: N.
        hub: one common entity stands in half of all documents; otherwise none in more than 400 of 100,000.
        seed: of all random numbers.
    """
    rng = np.random.default_rng(seed)
    profile = load_profile("insurance")
    names, weights = list(profile.weights), np.array(list(profile.weights.values()))
    entities = 4 * documents
    own, common = 5 * documents, 11 * documents // 2
    of_document = np.repeat(np.arange(documents), 5)
    # A group of five documents has seventeen entities of its own, each in one or two of them.
    group_entities = (of_document // 5) * 17 + rng.integers(0, 17, own)
    first_common = (documents // 5 + 1) * 17
    common_entities = first_common + _zipf(rng, entities - first_common, common, largest=max(1, documents // 350))
    document = np.concatenate([of_document, rng.integers(0, documents, common)])
    entity = np.concatenate([group_entities, common_entities])
    if hub:
        everywhere = np.flatnonzero(rng.random(documents) < 0.5)
        document = np.concatenate([document, everywhere])
        entity = np.concatenate([entity, np.full(len(everywhere), first_common)])
    keys = np.unique(document * entities + entity)
    document, entity = keys // entities, keys % entities
    kinds = rng.integers(0, len(names), entities)
    if hub:
        kinds[first_common] = names.index("LOCATION")
    start = np.zeros(documents + 1, dtype=np.int64)
    np.cumsum(np.bincount(document, minlength=documents), out=start[1:])
    width = len(str(max(documents, entities)))
    return Incidence(
        source_ids=[f"d{number:0{width}}" for number in range(documents)],
        entity_ids=[f"e{number:0{width}}" for number in range(entities)],
        entity_types=[names[kind] for kind in kinds],
        weight=weights[kinds],
        start=start,
        entity=entity,
        relevance=np.round(rng.beta(2, 2, len(keys)), 2),
    )


def mentions_of(incidence: Incidence) -> Iterator[tuple[str, list[list[Any]]]]:
    """Id of each document, and what a line of an entities file says of it; an entity's id is its value."""
    for row, source_id in enumerate(incidence.source_ids):
        inside = slice(int(incidence.start[row]), int(incidence.start[row + 1]))
        pairs = zip(incidence.entity[inside].tolist(), incidence.relevance[inside].tolist(), strict=True)
        yield (
            source_id,
            [[incidence.entity_ids[e]] * 2 + [incidence.entity_types[e], relevance] for e, relevance in pairs],
        )


def write(folder: Path, rows: Iterable[tuple[str, str, list[list[Any]]]]) -> None:
    """A new folder with documents.jsonl and entities.jsonl, of ids, texts and mentions."""
    folder.mkdir()
    with (folder / "documents.jsonl").open("w") as documents, (folder / "entities.jsonl").open("w") as entities:
        for source_id, content, found in rows:
            documents.write(json.dumps({"id": source_id, "content": content}) + "\n")
            entities.write(json.dumps({"id": source_id, "entities": found}) + "\n")


def ladders(incidence: Incidence, per_value: tuple[int, ...] = (3, 8, 40), seed: int = 7) -> Hierarchy:
    """Ladders of three rungs for all entities: in each type, values of about so many entities, the finest first."""
    rng = np.random.default_rng(seed)
    kinds = np.array(incidence.entity_types)
    parent, weight = list[int](), list[float]()
    node, first_rung = np.full(incidence.entities, NONE), np.full(incidence.entities, NONE)
    for kind in sorted(set(incidence.entity_types)):
        members = rng.permutation(np.flatnonzero(kinds == kind))
        own = float(incidence.weight[members[0]])
        above, coarser = np.full(1, NONE), 1
        for size in reversed(per_value):
            values = max(1, len(members) // size)
            begin = len(parent)
            parent += above[np.arange(values) * coarser // values].tolist()
            above, coarser = np.arange(begin, begin + values), values
        first_rung[members] = above[np.arange(len(members)) * coarser // len(members)]
        node[members] = np.arange(len(parent), len(parent) + len(members))
        parent += first_rung[members].tolist()
        weight += [own] * (len(parent) - len(weight))
    return Hierarchy(np.array(parent), np.array(weight), node, first_rung)


def _zipf(rng: np.random.Generator, entities: int, mentions: int, largest: int) -> np.ndarray:
    """Entities of mentions whose frequencies fall as 1/rank, none above `largest`."""
    share = 1.0 / np.arange(1, entities + 1) ** 0.8
    expected = np.minimum(share / share.sum() * mentions, largest)
    return rng.choice(entities, mentions, p=expected / expected.sum())

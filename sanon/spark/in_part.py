"""The work of one worker on a bucket of the corpus: tables in, tables out, all numbers by the code of one machine."""

from __future__ import annotations

import numpy as np
import pandas as pd

from sanon.risk.links import bound_of, prefixes
from sanon.risk.scores import importance, log_survival
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.select import select
from sanon.selection.strategy import strategy_of
from sanon.spark.part import Context, Part

#: Columns of the tables that come out.
PREFIXES = "source_id string, entity_id string, weight double, needed double"
NAMED = "entity_id string, stage string, allowed boolean"
EDGES = "a string, b string"
CHOSEN = "entity_id string, stage string, documents long, open_documents long, open_chains long, open_people long"


def named(context: Context, entities: pd.DataFrame) -> pd.DataFrame:
    """What list and direct rule mask, and what may be masked at all."""
    nothing = pd.DataFrame(
        {name: pd.Series(dtype=object) for name in ("source_id", "entity_id", "relevance", "person")}
    )
    part = Part(context, nothing, entities)
    demands = part.demands(of_people=False)
    stage = np.full(part.incidence.entities, None, dtype=object)
    stage[demands.direct], stage[demands.always] = "direct", "list"
    flags = pd.DataFrame(
        {"entity_id": part.incidence.entity_ids, "stage": stage, "allowed": demands.candidates.allowed}
    )
    return flags[flags["entity_id"].isin(set(entities["entity_id"]))]


def document_prefixes(context: Context, mentions: pd.DataFrame) -> pd.DataFrame:
    """The mentions that a document joins others by, with their weights, and what its prefix must share of the bound."""
    incidence = Part(context, mentions).incidence
    weight = -log_survival(importance(incidence))[incidence.entity]
    bound = bound_of(context.settings.policy.edge_threshold)
    prefix, suffix_total = prefixes(incidence, weight, bound)
    document, entity = incidence.document[prefix], incidence.entity[prefix]
    names = np.array(incidence.source_ids, dtype=object), np.array(incidence.entity_ids, dtype=object)
    columns = names[0][document], names[1][entity], weight[prefix], (bound - suffix_total)[document]
    return pd.DataFrame(dict(zip(("source_id", "entity_id", "weight", "needed"), columns, strict=True)))


def near_limits(context: Context, mentions: pd.DataFrame) -> pd.DataFrame:
    """Edges between what has to do with each other: from each document to itself, its links, its entities."""
    part = Part(context, mentions)
    corpus = part.corpus()
    near = np.zeros(corpus.incidence.documents, dtype=np.bool_)
    near[_documents_near(corpus)] = True
    names = np.array(corpus.incidence.source_ids, dtype=object)
    both = near[corpus.links.a] & near[corpus.links.b]
    mine = mentions[mentions["source_id"].isin(set(names[near])) & mentions["stage"].isna() & mentions["allowed"]]
    # A mask of one of several entities with the same value masks the others.
    mine = mine[(mine["frequency"] > 1) | mine["twins"].notna()]
    shared = mine["twins"].fillna(mine["entity_id"])
    # No source id begins so: entities are nodes beside the documents.
    ends = (names[near], names[corpus.links.a[both]], mine["source_id"].to_numpy(object))
    others = (names[near], names[corpus.links.b[both]], ("\0" + shared).to_numpy(object))
    return pd.DataFrame({"a": np.concatenate(ends), "b": np.concatenate(others)}, dtype=object)


def _documents_near(corpus: MaskedCorpus) -> list[int]:
    """Rows of all documents that may come above a limit, alone or in a chain, under what is masked in any case."""
    demands = corpus.demands
    named = np.flatnonzero(demands.always | demands.direct).tolist()
    corpus = corpus.with_masks(corpus.masks.with_early(named, demands.leaves_link))
    # Limits of chains fall with the masks of the document stage, but none below this.
    lowest = corpus.policy.model_copy(update={"theta_chain": corpus.limits.least})
    corpus = corpus.under(lowest, demands)
    found = set(np.flatnonzero(corpus.documents_above()).tolist())
    for requirement in corpus.requirements:
        for block in requirement.violations(corpus.state):
            found.update(*(one.documents for one in block))
    return sorted(found)


def chosen(context: Context, mentions: pd.DataFrame) -> pd.DataFrame:
    """What the stages mask in a bucket, and one row about the bucket, without an entity."""
    part = Part(context, mentions)
    selection = select(part.corpus(), strategy_of(context.settings.masking))
    by_risk = [one for one in selection.choices if one.same_as is None and one.stage not in ("list", "direct")]
    rows: list[tuple[object, ...]] = [
        (entity_id, one.stage, 0, 0, 0, 0)
        for entity_id, one in zip(part.ids([one.entity for one in by_risk]), by_risk, strict=True)
    ]
    left = [len(one) for one in (selection.open_documents, selection.open_chains, selection.open_people)]
    rows.append((None, None, part.incidence.documents, *left))
    return pd.DataFrame(rows, columns=[column.split()[0] for column in CHOSEN.split(", ")])

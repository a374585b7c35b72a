"""What may leave: the documents of a graph with everything replaced that is masked, before any check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import pandas as pd

from sanon.corpus.chunks import owner_of_name
from sanon.corpus_state.chunks import read_wholes, refuse_broken
from sanon.corpus_state.runs import is_decided
from sanon.corpus_state.stored_corpus import spellings_and_mentions
from sanon.deciding.replacements import stand_ins_by_document
from sanon.derivation.incidence import require_types
from sanon.errors import InputRejected, PolicyNotMet
from sanon.graph.store import Store
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.operators import LABEL, OPERATORS, Target
from sanon.replacement.replacer import Replacer, no_stand_ins
from sanon.replacement.search import Search
from sanon.resolution.twins import twins
from sanon.settings.profile import Profile


class RedactedCorpus(NamedTuple):
    """What may leave, before it is checked.

    Attributes:
        extracted: source ids of the documents whose extraction is finished.
        redacted: these documents, whole, each replaced when it is asked for; once.
        masked: all masked entities of the corpus.
        mentioned: source id -> ids of the entities that the document mentions.
        pending: source ids of documents that stay behind.
        owners: source id in the graph -> id of the whole document.
    """

    extracted: list[str]
    redacted: Iterator[RedactedDocument]
    search: Search
    masked: list[MaskedEntity]
    mentioned: Mapping[str, set[str]]
    pending: list[str]
    owners: Mapping[str, str]


def redacted_corpus(store: Store, profile: Profile) -> RedactedCorpus:
    """Replace what is masked, document by document.

    Raises:
        PolicyNotMet: documents were loaded since the last decisions, or none were ever made.
        InputRejected: there is no document to export.
        ConfigurationError: a type that the profile lacks.
        GraphError: the graph has lost chunks of a document.
    """
    if not is_decided(store.runs()):
        raise PolicyNotMet("nothing was decided since the last load; run sanon redact first")
    masked, mentioned_in = masked_entities(store, profile)
    wholes = read_wholes(store)
    refuse_broken(store, wholes.broken)
    mentioned = wholes.together(mentioned_in)
    _refuse_readable_twins(store, profile, {entity.id for entity in masked})
    by_document = any(OPERATORS.named(entity.operator).scope == "document" for entity in masked)
    stand_ins = stand_ins_by_document(store, profile, wholes.owners) if by_document else no_stand_ins
    replacer = Replacer(masked, stand_ins)
    extracted = [source_id for source_id, state in wholes.states.items() if state == "extracted"]
    if not extracted:
        raise InputRejected(f"graph {store.address}: holds no document whose extraction is finished; nothing to export")
    return RedactedCorpus(
        extracted,
        (replacer.redact(one, mentioned[one.source_id]) for one in wholes.documents.each(extracted)),
        replacer.search,
        masked,
        mentioned,
        [source_id for source_id, state in wholes.states.items() if state == "pending"],
        wholes.owners,
    )


def newly_masked(store: Store) -> set[str]:
    """Ids of entities that are masked now and that the last export showed: who has both exports learns them."""
    exported, hidden = store.exported_digests(), store.exported_masks()
    if not exported:
        return set()
    entities = store.entities()
    masked = set(entities.loc[entities["masked"], "id"]) - hidden
    mentions = store.mentions()
    there = mentions["source_id"].map(lambda source_id: owner_of_name(source_id) or source_id).isin(set(exported))
    there |= mentions["source_id"].isin(set(exported))
    return masked & set(mentions.loc[there, "entity_id"])


def _refuse_readable_twins(store: Store, profile: Profile, masked: AbstractSet[str]) -> None:
    """Stop if the value of a mask stays readable under another type.

    Raises:
        PolicyNotMet: one does.
    """
    entities = store.entities()
    entities = entities[entities["frequency"] > 0]
    rows = zip(*(entities[name].tolist() for name in ("id", "type", "value")), strict=True)
    type_of = dict(zip(entities["id"].tolist(), entities["type"].tolist(), strict=True))
    readable = [
        (type_of[one], " and ".join(sorted({type_of[other] for other in group if other in masked})))
        for group in twins(rows, profile)
        if not masked.isdisjoint(group)
        for one in group
        if one not in masked
    ]
    if readable:
        kinds = ", ".join(f"{kind} with the value of a masked {other}" for kind, other in sorted(set(readable)))
        raise PolicyNotMet(
            f"values that are masked stay readable under another type ({len(readable)}: {kinds}): run sanon redact; "
            "what never_mask or the operator keep keeps under one type it must keep under both"
        )


def masked_entities(store: Store, profile: Profile) -> tuple[list[MaskedEntity], dict[str, set[str]]]:
    """The masked entities with all their spellings, and the ids that each document mentions.

    A mask that somebody set in the graph by hand, without a replacement, becomes a type label.

    Raises:
        ConfigurationError: a type that the profile lacks.
    """
    entities = store.entities()
    require_types(entities["type"], profile)
    return spelled_entities(store, profile, entities[entities["masked"]])


def spelled_entities(
    store: Store, profile: Profile, entities: pd.DataFrame
) -> tuple[list[MaskedEntity], dict[str, set[str]]]:
    """Some entities with all their spellings, as they are or would be masked, and the ids that each document mentions.

    Raises:
        ConfigurationError: a type that the profile lacks.
    """
    require_types(entities["type"], profile)
    spellings, mentioned = spellings_and_mentions(store)
    masked = [
        MaskedEntity(
            id=row["id"],
            type=row["type"],
            weight=profile.types[row["type"]].weight,
            corpus_wide=profile.types[row["type"]].searched,
            normal_form=profile.types[row["type"]].normal_form,
            original_values=tuple(sorted(spellings[row["id"]])),
            value=row["value"],
            operator=row["operator"] or LABEL.name,
            replacement=row["replacement"] or LABEL.replacement(Target(row["id"], row["type"])),
        )
        for row in entities.to_dict("records")
        if row["id"] in spellings
    ]
    return masked, mentioned

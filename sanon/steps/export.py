"""Export: write the corpus with everything replaced that the graph says is masked."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sanon.derivation.derive import require_types
from sanon.errors import PolicyNotMet
from sanon.export.export import ExportReport, export_corpus
from sanon.graph.store import Store
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.operators import LABEL, Target
from sanon.replacement.replacer import Replacer
from sanon.settings.profile import Profile
from sanon.steps.chunk import read_wholes, refuse_broken
from sanon.steps.status import is_decided


@dataclass(frozen=True)
class Exported:
    """What was written, and what a search index must do.

    Attributes:
        report: files, documents, spans.
        pending: source ids that were left out because their extraction is not finished.
        changes: exported ids that are new, differ from the last export, or are gone since.
    """

    report: ExportReport
    pending: list[str]
    changes: dict[str, list[str]]


def export(store: Store, out: Path, *, profile: Profile, overwrite: bool = False, rename: bool = False) -> Exported:
    """Write every extracted document to `out`, chunks put together again; pending ones stay behind.

    Raises:
        PolicyNotMet: documents were loaded since the last decisions, or none were ever made.
        ConfigurationError: the target or the documents do not allow an export.
        GraphError: the graph has lost chunks of a document; nothing was written.
        LeakFound: a masked value would have been exported; nothing was written.
    """
    store.claim()
    runs = store.runs()
    if not is_decided(runs):
        raise PolicyNotMet("nothing was decided since the last load; run sanon redact first")
    masked, mentioned_in = masked_entities(store, profile)
    wholes = read_wholes(store)
    refuse_broken(store, wholes.broken)
    # Whole documents are redacted, with what any of their chunks mentions: no value can hide in a cut.
    mentioned: defaultdict[str, set[str]] = defaultdict(set)
    for source_id, entity_ids in mentioned_in.items():
        mentioned[wholes.owners[source_id]] |= entity_ids
    replacer = Replacer(masked)
    extracted = [source_id for source_id, state in wholes.states.items() if state == "extracted"]
    redacted = [replacer.redact(one, mentioned[one.source_id]) for one in wholes.documents.each(extracted)]
    pending = [source_id for source_id, state in wholes.states.items() if state == "pending"]
    counts = store.counts()
    report = export_corpus(
        out,
        redacted,
        masked,
        mentioned,
        parameters=_parameters(store, profile),
        counts={"documents": len(redacted), "pending": len(pending)}
        | {name: counts[name] for name in ("entities", "masked")},
        overwrite=overwrite,
        rename_key=store.pseudonym_key() if rename else None,
        changes_since=store.exported_digests(),
    )
    store.write_exported_digests(report.digests)
    return Exported(report, pending, report.changes)


def masked_entities(store: Store, profile: Profile) -> tuple[list[MaskedEntity], dict[str, set[str]]]:
    """The masked entities with all their spellings, and the ids that each document mentions.

    A mask that somebody set in the graph by hand, without a replacement, becomes a type label.

    Raises:
        ConfigurationError: a type that the profile lacks.
    """
    entities, mentions = store.entities(), store.mentioned_values()
    require_types(entities["type"], profile)
    spellings: defaultdict[str, set[str]] = defaultdict(set)
    mentioned: defaultdict[str, set[str]] = defaultdict(set)
    columns = (mentions[name].tolist() for name in ("source_id", "entity_id", "original_values"))
    for source_id, entity_id, originals in zip(*columns, strict=True):
        spellings[entity_id].update(originals)
        mentioned[source_id].add(entity_id)
    masked = [
        MaskedEntity(
            id=row["id"],
            type=row["type"],
            weight=profile.types[row["type"]].weight,
            direct=profile.types[row["type"]].searched,
            normal_form=profile.types[row["type"]].normal_form,
            original_values=tuple(sorted(spellings[row["id"]])),
            value=row["value"],
            operator=row["operator"] or LABEL.name,
            replacement=row["replacement"] or LABEL.replacement(Target(row["id"], row["type"])),
        )
        for row in entities[entities["masked"].astype(bool)].to_dict("records")
        if row["id"] in spellings
    ]
    return masked, mentioned


def _parameters(store: Store, profile: Profile) -> dict[str, Any]:
    decided = next(run for run in store.runs() if run.command == "redact")
    return {"profile": profile.name, "policy": decided.parameters["policy"], "strategy": decided.parameters["strategy"]}

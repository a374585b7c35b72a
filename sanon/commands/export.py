"""Export: write the corpus with everything replaced that the graph says is masked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from platform import python_version
from typing import Any, NamedTuple

import pandas as pd

from sanon.commands.status import is_decided
from sanon.corpus.chunks import owner_of_name
from sanon.corpus_state.chunks import read_wholes, refuse_broken
from sanon.deciding.replacements import stand_ins_by_document
from sanon.derivation.incidence import require_types
from sanon.errors import ConfigurationError, InputRejected, PolicyNotMet
from sanon.export.export import export_corpus
from sanon.export.rewriting import Rewriting, Rewritten, asks_for_rewriting, readable_values, rewrite_corpus
from sanon.graph.store import Run, Store
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.operators import LABEL, OPERATORS, Target
from sanon.replacement.replacer import Replacer, no_stand_ins
from sanon.replacement.search import Search
from sanon.replacement.vault import VaultWriter, vault_for, write_vault
from sanon.resolution.twins import twins
from sanon.results import ExportResult, Making, NearMisses, RisksBeforeAndAfter
from sanon.settings.profile import Profile
from sanon.settings.settings import Remembered


@dataclass(frozen=True)
class Keeping:
    """Where the replaced values are kept.

    Attributes:
        file: of the vault.
        passphrase: that it is sealed with.
    """

    file: Path
    passphrase: str = field(repr=False)


def export(
    store: Store,
    out: Path,
    *,
    profile: Profile,
    overwrite: bool = False,
    rename: bool = False,
    strict: bool = False,
    keeping: Keeping | None = None,
    sign: Callable[[bytes], bytes] | None = None,
    rewriting: Rewriting | None = None,
) -> ExportResult:
    """Write every extracted document to `out`, chunks put together again; pending ones stay behind.

    With `sign`, what it gives for the manifest is written beside it as its signature.
    With a vault, that is written first: whatever export is in place, its vault can restore it.

    Args:
        store: the graph.
        out: the folder.
        profile: the types.
        overwrite: replace an earlier export.
        rename: give ids and file names pseudonyms.
        strict: near misses in names stop the export.
        keeping: where the replaced values are kept.
        rewriting: what rewrites sentences; needed if an operator asks for it.

    Raises:
        PolicyNotMet: documents were loaded since the last decisions, or none were ever made.
        InputRejected: there is no document to export.
        ConfigurationError: the target or the documents do not allow an export.
        GraphError: the graph has lost chunks of a document; nothing was written.
        LeakFound: a masked value would have been exported; nothing was written.
        ExtractionError: the endpoint that rewrites is gone; nothing was written.
    """
    store.claim()
    vault = vault_for(keeping.file, keeping.passphrase, store.pseudonym_key()) if keeping else None
    corpus = redacted_corpus(store, profile)
    rewritten = _rewritten(store, corpus, rewriting)
    counts = store.counts()

    remembering = VaultWriter(vault) if vault else None

    def keep() -> None:
        if vault and keeping and remembering:
            remembering.finish()
            write_vault(vault, keeping.file, keeping.passphrase)

    report = export_corpus(
        out,
        rewritten.documents if rewritten else corpus.redacted,
        corpus.search,
        corpus.masked,
        corpus.mentioned,
        parameters=_parameters(store, profile),
        counts={"documents": len(corpus.extracted), "pending": len(corpus.pending)}
        | {name: counts[name] for name in ("entities", "masked")},
        overwrite=overwrite,
        rename_key=store.pseudonym_key() if rename else None,
        making=_making(store),
        sign=sign,
        strict=strict,
        changes_since=store.exported_digests(),
        newly_masked=len(newly_masked(store)),
        leaving=remembering.take if remembering else None,
        before_publishing=keep,
    )
    store.write_exported(report.digests, (entity.id for entity in corpus.masked))
    return ExportResult(
        out=str(report.out),
        documents=report.documents,
        files=report.files,
        spans=report.spans,
        pending=corpus.pending,
        changes=report.changes,
        unsaid=report.unsaid,
        near_misses=NearMisses(replaced=report.near_replaced, left=report.near_left),
        rewriting=rewritten.report() if rewritten else None,
        as_text=report.as_text,
    )


def _rewritten(store: Store, corpus: RedactedCorpus, rewriting: Rewriting | None) -> Rewritten | None:
    if rewriting is None:
        if asks_for_rewriting(corpus.masked):
            raise ConfigurationError(
                "the operator rewrite asks a model when documents are exported: name it with --model or SANON_MODEL"
            )
        return None
    readable = readable_values(store, corpus.owners)
    return rewrite_corpus(corpus.redacted, corpus.masked, corpus.mentioned, readable, rewriting)


class RedactedCorpus(NamedTuple):
    """What may leave, before it is checked.

    Attributes:
        extracted: source ids of the documents whose extraction is finished.
        redacted: these documents, whole, each replaced when it is asked for; once.
        search: finds all masked entities.
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
    # Whole documents are redacted, with what any of their chunks mentions: no value can hide in a cut.
    mentioned: defaultdict[str, set[str]] = defaultdict(set)
    for source_id, entity_ids in mentioned_in.items():
        mentioned[wholes.owners[source_id]] |= entity_ids
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
    masked = set(entities.loc[entities["masked"].astype(bool), "id"]) - hidden
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
    return spelled_entities(store, profile, entities[entities["masked"].astype(bool)])


def spelled_entities(
    store: Store, profile: Profile, entities: pd.DataFrame
) -> tuple[list[MaskedEntity], dict[str, set[str]]]:
    """Some entities with all their spellings, as they are or would be masked, and the ids that each document mentions.

    Raises:
        ConfigurationError: a type that the profile lacks.
    """
    mentions = store.mentioned_values()
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


def _parameters(store: Store, profile: Profile) -> dict[str, Any]:
    """By what was decided. Of the rules of a policy file their types and numbers, no value: digests can be guessed."""
    decided, remembered = _last(store, "redact"), store.remembered() or Remembered()
    rules = remembered.rules
    return {
        "profile": profile.name,
        "policy": decided.parameters["policy"],
        "strategy": decided.parameters["strategy"],
        "operators": dict(sorted(remembered.masking.operators.items())),
        "rules": {
            "always_mask": [rule.type for rule in rules.always_mask],
            "never_mask": [rule.type for rule in rules.never_mask],
            "largest_importance": dict(sorted(rules.largest_importance.items())),
            "theta_doc_by_format": sorted(rules.theta_doc_by_format.values()),
            "costs": dict(sorted(rules.costs.items())),
            "accepted_until": sorted(one.until.isoformat() for one in rules.accepted),
        },
    }


def _making(store: Store) -> Making:
    decided, loaded = _last(store, "redact"), _last(store, "load")
    counts = decided.counts or {}
    return Making(
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        run_id=decided.id,
        decided_at=decided.started_at,
        python=python_version(),
        extractor=str(loaded.parameters.get("extractor")),
        model=loaded.parameters.get("model"),
        # A run of an earlier version did not keep them.
        risks=RisksBeforeAndAfter.model_validate({"before": counts["unmasked"], "after": counts["after"]})
        if "unmasked" in counts
        else None,
    )


def _last(store: Store, command: str) -> Run:
    return next(run for run in store.runs() if run.command == command and run.finished)

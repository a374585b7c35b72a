"""A review: documents side by side, and decisions about them, which go into the policy file, never into the graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd

from sanon.deciding.corpus_in_graph import CorpusInGraph, read_corpus_in_graph
from sanon.deciding.demands import demands_under
from sanon.errors import ConfigurationError
from sanon.explanation.comparison import compare
from sanon.explanation.document import explain_document, explain_people
from sanon.export.redacted import spelled_entities
from sanon.graph.store import Store
from sanon.records import Document
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.replacer import Replacer
from sanon.results import ReviewResult
from sanon.results.risks import PeopleFit
from sanon.review import answers
from sanon.review.missed import MissedValues
from sanon.review.policy_file import EditedPolicy
from sanon.review.side_by_side import Part, parts_of, side_by_side
from sanon.selection.demands import Demands
from sanon.settings.rules import Rules
from sanon.settings.settings import Settings
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity

_CHANGES = 8
_CHAINS = 10


@dataclass(frozen=True)
class _Values:
    """The entities of the corpus with their spellings, and which documents mention them.

    Attributes:
        spelled: by id.
        mentioned: source id -> ids of entities.
        replacer: puts all masks in their places.
    """

    spelled: Mapping[str, MaskedEntity]
    mentioned: Mapping[str, set[str]]
    replacer: Replacer


class Review:
    """One session over one graph, asked by one thread at a time.

    Args:
        store: open as long as the session; only read.
        settings: under which the corpus is read.
        policy_file: where decisions go; made by the first one.

    Raises:
        ConfigurationError: the rules name what is not there.
    """

    def __init__(self, store: Store, settings: Settings, policy_file: Path) -> None:
        self._store = store
        self._began = self._last_change()
        self._file = EditedPolicy(policy_file, settings.rules)
        self._corpus: CorpusInGraph = read_corpus_in_graph(store, settings)
        #: With the decisions of this session.
        self._after = self._corpus.masked
        self._decided: dict[str, answers.Action] = {}
        self._missed = MissedValues(settings.profile)
        self._accepted: set[tuple[str, ...]] = set()
        self._open: tuple[tuple[str, tuple[str, ...]], list[Part]] | None = None

    def overview(self) -> answers.Overview:
        """All documents, the riskiest now first.

        Raises:
            ConfigurationError: the graph has changed since the review began; so does each of the others.
        """
        self._refuse_changes()
        corpus, masked = self._corpus, self._corpus.masked
        risks = self._store.document_risks()
        limits = dict(zip(corpus.source_ids, masked.demands.theta_doc.tolist(), strict=True))
        too_few: set[str] = set()
        if people := masked.demands.people:
            shown = masked.coarser.shown if masked.coarser else None
            digits = people.of_documents(masked.masks.now.in_documents, shown)
            too_few.update(masked.names(np.flatnonzero(digits > people.budget).tolist()))
        by_risk = risks.sort_values(["residual_risk", "risk", "source_id"], ascending=[False, False, True])
        return answers.Overview(
            policy_file=self._file.path.name,
            documents=[
                answers.ListedDocument(
                    source_id=row["source_id"],
                    risk=row["risk"],
                    residual_risk=row["residual_risk"],
                    limit=limits[row["source_id"]],
                    masks=len(self._values.mentioned.get(row["source_id"], set()) & self._masked_ids),
                    too_few=row["source_id"] in too_few,
                )
                for row in by_risk.to_dict("records")
            ],
            pending=len(corpus.pending),
            theta_chain=masked.policy.theta_chain,
            types={name: kind.description for name, kind in corpus.settings.profile.types.items()},
        )

    def search(self, words: str) -> list[str]:
        """Source ids of documents whose id, or a value in which, holds these words, in upper or lower case."""
        self._refuse_changes()
        sought = " ".join(words.casefold().split())
        if not sought:
            return []
        ids = {
            entity.id
            for entity in self._values.spelled.values()
            if any(sought in " ".join(value.casefold().split()) for value in (entity.value, *entity.original_values))
        }
        return [
            source_id
            for source_id in self._corpus.source_ids
            if sought in source_id.casefold() or not ids.isdisjoint(self._values.mentioned.get(source_id, ()))
        ]

    def document(self, source_id: str, part: int = 1) -> answers.ReviewedDocument:
        """A part of a document side by side.

        Args:
            part: of one that is too long for one answer, from 1; the last one, if there are fewer.

        Raises:
            ConfigurationError: there is none, or its extraction is not finished.
        """
        self._refuse_changes()
        row = self._corpus.document(source_id)
        explained = explain_document(self._corpus.masked, row, _CHAINS)
        parts = self._parts(source_id)
        if part < 1:
            raise ConfigurationError(f"this document has the parts 1 to {len(parts)}")
        part = min(part, len(parts))
        texts, marked = parts[part - 1]
        contributions = {self._column[one.id]: one.contribution for one in explained.entities}
        others = marked - self._values.mentioned.get(source_id, set())
        columns = [*contributions, *(self._column[one] for one in sorted(others) if one in self._column)]
        if len(parts) > 1:
            ids = self._corpus.masked.incidence.entity_ids
            columns = [column for column in columns if ids[column] in marked]
        return answers.ReviewedDocument(
            source_id=source_id,
            part=part,
            parts=len(parts),
            risk=explained.risk,
            residual_risk=explained.residual_risk,
            limit=explained.limit,
            fields=texts,
            entities=[
                *(self._entity(column, contributions.get(column, 0.0)) for column in columns),
                *self._missed.marked,
            ],
            chains=explained.chains,
            people=self._people_of(row, marked if len(parts) > 1 else None),
        )

    def decide(self, decision: answers.Decision) -> answers.Change:
        """Write a decision into the policy file, and say what all decisions of this session would change.

        The page shows a decision once it is in the file, and none that could not be written.

        Raises:
            ConfigurationError: no such entity or document, a day that is over, or a file that cannot be changed.
        """
        self._refuse_changes()
        ineffective = missed = None
        if decision.source_id:  # the document that is open: nothing is written if there is none
            self._corpus.document(decision.source_id)
        if decision.action == "accept":
            demands = self._demands(self._accept(decision))
        elif decision.action == "mask" and decision.entity is None:
            texts = (document for document, _ in self._store.documents())
            found = self._missed.found(decision.type, decision.value, self._text(decision.source_id), texts)
            rules = self._file.decide("mask", found.type, found.value, everywhere=True)
            self._missed.add(found)
            demands, missed = self._demands(rules), found.id
        elif decision.action == "undo" and (undone := self._missed.named(decision.entity)):
            rules = self._file.undo(undone.type, undone.value)
            self._missed.remove(undone)
            demands = self._demands(rules)
        else:
            entity = self._corpus.entity(decision.entity or "")
            demands = self._demands(self._mark(entity, decision.action))
            ineffective = _ineffective(demands, entity, decision.action)
        return self._change(demands, ineffective, missed, decision)

    def result(self) -> ReviewResult:
        """What was decided in this session."""
        decisions = list(self._decided.values())
        return ReviewResult(
            policy_file=str(self._file.path),
            mask=decisions.count("mask") + len(self._missed.marked),
            keep=decisions.count("keep"),
            accepted=len(self._accepted),
        )

    def _refuse_changes(self) -> None:
        """On a server others may load and redact meanwhile: the page would show masks and documents of before.

        Raises:
            ConfigurationError: somebody did.
        """
        if self._last_change() != self._began:
            raise ConfigurationError(
                "somebody has loaded or redacted since this review began: end sanon review with Control+C and start it "
                f"again; what was decided is in {self._file.path.name}"
            )

    def _last_change(self) -> tuple[str, bool] | None:
        """The last run that changed documents or masks, and whether it got to its end."""
        runs = self._store.runs()
        return next(((run.id, run.finished) for run in runs if run.command in ("load", "redact")), None)

    def _mark(self, entity: int, action: Literal["mask", "keep", "undo"]) -> Rules:
        row = self._corpus.entities.iloc[entity]
        if action == "undo":
            rules = self._file.undo(row["type"], row["value"])
            self._decided.pop(row["id"], None)
        else:
            rules = self._file.decide(action, row["type"], row["value"])
            self._decided[row["id"]] = action
        return rules

    def _text(self, source_id: str) -> Document:
        """A document with its text.

        Raises:
            ConfigurationError: there is none, or its extraction is not finished.
        """
        self._corpus.document(source_id)
        nodes = pd.DataFrame({"id": [self._nodes[source_id]]}, dtype=object)
        return next(self._store.documents_of(nodes))[0]

    def _accept(self, decision: answers.Decision) -> Rules:
        if not decision.documents:
            raise ConfigurationError("name the document, or the documents of the chain, whose risk is accepted")
        if decision.until is None or decision.until < date.today():
            raise ConfigurationError("until when: a day that is not over")
        if not decision.reason.strip():
            raise ConfigurationError("why: a reason for whoever reads the policy later")
        for source_id in decision.documents:
            self._corpus.document(source_id)
        if len(decision.documents) > 1:
            self._corpus.path(decision.documents)
        rules = self._file.accept(decision.documents, decision.reason.strip(), decision.until)
        self._accepted.add(decision.documents)
        return rules

    def _demands(self, rules: Rules) -> Demands:
        settings = self._corpus.settings.model_copy(update={"rules": rules})
        return demands_under(self._store, self._corpus.masked.incidence, self._corpus.entities, settings)

    def _change(
        self, demands: Demands, ineffective: str | None, missed: str | None, decision: answers.Decision
    ) -> answers.Change:
        """The corpus as decided in the graph beside the same with the decisions of this session."""
        before = self._corpus.masked
        columns: defaultdict[answers.Action, list[int]] = defaultdict(list)
        for entity_id, action in self._decided.items():
            columns[action].append(self._column[entity_id])
        after = before.with_labels(columns["mask"]).without_masks(columns["keep"]).under(before.policy, demands)
        one = compare(before, after, _CHANGES)
        self._after = after
        return answers.Change(
            before=answers.Risks(**vars(one.before), people=self._people_now),
            after=answers.Risks(**vars(one.after), people=after.people()),
            opened=[*one.documents_opened[:_CHANGES], *one.opened],
            closed=[*one.documents_closed[:_CHANGES], *one.closed],
            ineffective=ineffective,
            mask=len(columns["mask"]) + len(self._missed.marked),
            keep=len(columns["keep"]),
            accepted=len(self._accepted),
            people=self._people_in_sight(decision),
            entity=missed,
        )

    def _people_in_sight(self, decision: answers.Decision) -> answers.FittingPeople | None:
        """How many people fit the open document; digits are told of what is marked in the part that is open."""
        if not decision.source_id:
            return None
        parts = self._parts(decision.source_id)
        marked = parts[min(decision.part, len(parts)) - 1].entities if len(parts) > 1 else None
        return self._people_of(self._corpus.document(decision.source_id), marked)

    def _parts(self, source_id: str) -> list[Part]:
        """A document side by side; that of the last call is kept, as long as nothing else is marked in it."""
        key = source_id, tuple(one.id for one in self._missed.sought)
        if self._open is None or self._open[0] != key:
            values, mentioned = self._values, self._values.mentioned.get(source_id, set())
            readable = [values.spelled[one] for one in sorted(mentioned - self._masked_ids) if one in values.spelled]
            matcher = Matcher[SearchedEntity]([*readable, *self._missed.sought])
            texts = side_by_side(
                values.replacer.redact(self._text(source_id), mentioned),
                lambda text: ((one.start, one.end, one.entity.id) for one in matcher.find(text, mentioned)),
            )
            self._open = key, parts_of(texts)
        return self._open[1]

    def _people_of(self, document: int, marked: Collection[str] | None) -> answers.FittingPeople | None:
        """How many people fit a document: without any mask, as the graph says, and with this session's decisions.

        Args:
            document: its row.
            marked: ids of entities whose digits are told; None for all.
        """
        corpus = self._corpus.masked
        before, now, then = (explain_people(one, [document]) for one in (corpus.unmasked, corpus, self._after))
        if before is None or now is None or then is None:
            return None
        ids = corpus.incidence.entity_ids
        return answers.FittingPeople(
            before=before[0].people,
            now=now[0].people,
            then=then[0].people,
            **then[0].model_dump(include={"population", "at_least", "digits", "budget"}),
            values={
                ids[one.entity]: answers.DigitsOfValue(now=one.now, readable=one.readable)
                for one in then[1]
                if marked is None or ids[one.entity] in marked
            },
        )

    @cached_property
    def _people_now(self) -> PeopleFit | None:
        return self._corpus.masked.people()

    def _entity(self, column: int, contribution: float) -> answers.MarkedEntity:
        row = self._corpus.entities.iloc[column]
        masked = bool(row["masked"])
        never = not self._corpus.masked.demands.candidates.allowed[column]
        return answers.MarkedEntity(
            id=row["id"],
            type=row["type"],
            value=row["value"],
            masked=masked,
            stage=(row["decided_by"] or "by hand") if masked else None,
            operator=(row["operator"] or None) if masked else None,
            replacement=(row["replacement"] or None) if masked else None,
            reason=(row["reason"] or "") if masked else _KEPT_BY_POLICY if never else _KEPT,
            documents=int(row["frequency"]),
            contribution=contribution,
            importance=float(row["importance"]),
            decided=self._decided.get(row["id"]),
        )

    @cached_property
    def _values(self) -> _Values:
        entities = self._corpus.entities
        spelled, mentioned = spelled_entities(self._store, self._corpus.settings.profile, entities)
        replacer = Replacer([one for one in spelled if one.id in self._masked_ids])
        return _Values({one.id: one for one in spelled}, mentioned, replacer)

    @cached_property
    def _masked_ids(self) -> frozenset[str]:
        entities = self._corpus.entities
        return frozenset(entities.loc[entities["masked"], "id"])

    @cached_property
    def _column(self) -> dict[str, int]:
        return {entity_id: column for column, entity_id in enumerate(self._corpus.masked.incidence.entity_ids)}

    @cached_property
    def _nodes(self) -> dict[str, str]:
        risks = self._store.document_risks()
        return dict(zip(risks["source_id"].tolist(), risks["id"].tolist(), strict=True))


_KEPT = "readable: no document and no chain is above its limit with it"
_KEPT_BY_POLICY = "readable: the policy never masks it"


def _ineffective(demands: Demands, entity: int, action: str) -> str | None:
    """Why a decision does not work beside the other rules of the file."""
    if action == "mask" and not demands.always[entity]:
        return "another rule of never_mask names this value too, and beats always_mask: change it in the file"
    if action == "undo" and demands.always[entity]:
        return "another rule of always_mask still names this value"
    if action == "undo" and not demands.candidates.allowed[entity]:
        return "another rule of never_mask still names this value"
    return None

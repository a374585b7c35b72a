"""What `sanon export` writes."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue, WithJsonSchema

from sanon.errors import InputRejected, PolicyNotMet, SanonError
from sanon.results.base import Count, Result
from sanon.results.load import ModelCalls
from sanon.results.risks import RiskTotals
from sanon.text.counting import counted


class ExportChanges(Result):
    """`.sanon/changes.json`: what a search index must take in, index again or drop.

    Attributes:
        added, changed, removed: ids as exported; "changed" means that text or metadata differ from the last export.
        newly_masked: how many values are masked now that the last export showed; who has both learns them.
    """

    added: list[str]
    changed: list[str]
    removed: list[str]
    newly_masked: Count


class ReplacedInside(Result):
    """What had been replaced in a sentence before a model rewrote it; code points of the original text."""

    start: Count
    end: Count
    entity_type: str
    replacement: str


class ReplacedSpan(Result):
    """A line of `.sanon/spans.jsonl`: what was replaced where; no original value.

    Attributes:
        source_id: as exported.
        field: `content`, or the place in the metadata.
        start, end: code points of the original text, the whole one if it was cut into chunks.
        entity_type, operator, replacement: what stands there now; of a rewritten sentence the type is SENTENCE.
        inside: of a rewritten sentence.
    """

    source_id: str
    field: str
    start: Count
    end: Count
    entity_type: str
    operator: str
    replacement: str
    inside: list[ReplacedInside] = Field(default_factory=list)


class NearMiss(Result):
    """Direct identifiers in disguise at one place.

    Attributes:
        source: file and record; only a number if the names themselves tell.
        field: "id", "file name", "metadata key" with its number, "content", or "metadata.<path>".
        certain: whether it means nobody else; in texts what is certain was replaced.
    """

    source: str
    field: str
    form: str
    certain: bool = True
    count: Count


class NearMisses(Result):
    """Direct identifiers that stood in disguise.

    Attributes:
        replaced: disguise -> how many were replaced.
        left: those that stand where nothing is replaced.
    """

    replaced: dict[str, Count]
    left: list[NearMiss]


class RewritingRound(Result):
    """Sentences that linked a document to its source: how many were asked about and rewritten, and what is left."""

    sentences: Count
    rewritten: Count
    linkable_documents: Count


class UnlinkableResult(Result):
    """Rewriting until a search finds no source: documents whose phrases stand in fewer than k originals."""

    k: int = Field(ge=2)
    linkable_before: Count
    rounds: list[RewritingRound]


class RewritingResult(ModelCalls):
    """What a language model rewrote.

    Attributes:
        sentences: that it was asked about, those of all rounds.
        rewritten: that leave in its words.
        refused: rule -> sentences of which no answer kept it.
        unlinkable: of `--until-unlinkable`.
    """

    sentences: Count
    rewritten: Count
    refused: dict[str, Count]
    unlinkable: UnlinkableResult | None = None


class ExportResult(Result):
    """What was written.

    Attributes:
        documents, files, spans: how many of each.
        pending: source ids that were left out because their extraction is not finished.
        changes: against the last export; ids that hold masked values are here and not in the folder.
        unsaid: how many of the removed ids are not in `.sanon/changes.json` for that reason.
        rewriting: what a language model rewrote; None if none was asked.
        as_text: how many files are exported as JSON, since only their text was read.
        made_safe: how many cells of CSV files got an apostrophe, since a spreadsheet would have run them.
    """

    out: str
    documents: Count
    files: Count
    spans: Count
    pending: list[str]
    changes: ExportChanges
    unsaid: Count = Field(default=0)
    near_misses: NearMisses
    rewriting: RewritingResult | None = None
    as_text: Count = Field(default=0)
    made_safe: Count = Field(default=0)

    def problem(self) -> SanonError | None:
        """Documents that can still be looked up by a phrase, where the request was to rewrite until none can."""
        one = self.rewriting.unlinkable if self.rewriting else None
        left = (one.rounds[-1].linkable_documents if one.rounds else one.linkable_before) if one else 0
        if not one or not left:
            return None
        return PolicyNotMet(
            f"{counted(left, 'document')} can be looked up by a phrase that stands in fewer than {one.k} originals: "
            "the model found no other words that pass the checks; sanon audit counts them, masks take them away"
        )


class RestoreResult(Result):
    """What was given back.

    Attributes:
        missing: files of documents that were exported and are not in the export any more.
    """

    back: str
    documents: Count
    files: Count
    missing: list[str]

    def problem(self) -> SanonError | None:
        """Originals that nobody can give back."""
        if not self.missing:
            return None
        return InputRejected(
            f"missing in the export: {counted(len(self.missing), 'file')} (the first: {self.missing[0]}); "
            f"all others were restored to {self.back}"
        )


class RestoredText(Result):
    """A text in which pseudonyms and surrogates became what they stand for; it is as secret as the originals."""

    text: str


#: SHA-256, hex.
Sha256 = Annotated[str, WithJsonSchema({"type": "string", "pattern": "^[0-9a-f]{64}$"})]


class RisksBeforeAndAfter(Result):
    """What the corpus told before any mask, and what it tells by the decisions that were exported.

    Attributes:
        before, after: the greatest risks, and how many documents and chains are above their limits.
    """

    before: RiskTotals
    after: RiskTotals


class Making(Result):
    """When and by what an export was made.

    Attributes:
        made_at: UTC, ISO 8601.
        run_id, decided_at: of the `redact` whose decisions were exported; of Spark the id of its application.
        extractor, model: what found the entities, by the last load; no model if none was asked.
        risks: by those decisions; None if they are of Spark.
    """

    made_at: str
    run_id: str
    decided_at: str
    python: str
    extractor: str
    model: str | None
    risks: RisksBeforeAndAfter | None


class Manifest(Result):
    """`.sanon/manifest.json`: what made the export.

    Attributes:
        making: when, by which run, with which risks.
        parameters: profile, policy, strategy, operators, and what the rules of a policy file are about.
        policy_sha256: of `parameters`, as JSON with sorted keys and without blanks.
        counts: of documents and entities.
        csv_safe: whether cells of CSV files that a spreadsheet would run have an apostrophe before them.
        files: path -> SHA-256.
        files_sha256: of the lines that `sha256sum` prints for them, by path.
    """

    sanon_version: str
    making: Making | None
    parameters: dict[str, JsonValue]
    policy_sha256: Sha256
    csv_safe: bool = False
    counts: dict[str, JsonValue]
    files: dict[str, Sha256]
    files_sha256: Sha256

"""What a report shows: everything on the page, and nothing that is not."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from sanon.results.attack import AttackResult
from sanon.results.audit import AuditResult
from sanon.results.base import Count, Result, Share
from sanon.results.risks import ByCategory, OverPolicy, Parameters, PeopleFit, Stage
from sanon.settings.policy import Category

#: Last place of each band; a further one is that of none of these places.
BANDS = (1, 5, 20, 100)
#: How many places of an audit a page lists of each kind.
PLACES = 20
#: Who decided a mask: a stage of redact, or somebody in the graph itself.
DecidedBy = Stage | Literal["by hand"]


class TypeRow(Result):
    """The entities of one type.

    Attributes:
        description: what belongs to it, as the profile says.
        direct: whether such an entity stands for a person by itself.
        entities: different ones that documents mention.
        masked: how many each stage masked; a stage that masked none is left out.
        readable: that no mask covers.
    """

    type: str
    description: str
    direct: bool
    entities: Count
    masked: dict[DecidedBy, Count]
    readable: Count


class OperatorRow(Result):
    """How many masks show what: a label, a stand-in, a coarser value."""

    operator: str
    masks: Count


class Histogram(Result):
    """How many things fall into each bin, from what is harmless to what identifies: before any mask, and now.

    Risks and strengths have ten bins of equal width over [0, 1], the last with 1. People that fit have one for each
    power of ten, from the whole population to less than one.
    """

    before: list[Count]
    now: list[Count]


class PeopleInReport(PeopleFit):
    """How many people fit documents and chains now, and what fitted before any mask.

    Attributes:
        fewest_before: that fitted a document; documents_below_before: how many documents fewer fitted than must.
        documents: how the numbers are spread.
    """

    fewest_before: float = Field(ge=0)
    documents_below_before: Count
    documents: Histogram


class Worst(Result):
    """The greatest risks, before any mask and now."""

    document_before: Share
    document_now: Share
    chain_before: Share
    chain_now: Share


class ShownDocument(Result):
    """A document.

    Attributes:
        name: its source id, or its number where the id itself holds a value.
    """

    name: str
    risk: Share
    residual_risk: Share


class AddedRisk(Result):
    """What one value adds to the risk of a document; the value only if values are shown."""

    type: str
    value: str | None
    contribution: Share
    masked: bool


class RiskOfDocument(ShownDocument):
    """A document taken apart: its limit, and what its values add, the most first."""

    limit: Share
    values: list[AddedRisk]


class SharedType(Result):
    """The entities of one type that two documents share.

    No ids: they are bare hashes of the values, which anybody can guess at.

    Attributes:
        masked, readable: how many.
        masked_values, readable_values: which, if values are shown.
    """

    type: str
    masked: Count
    readable: Count
    masked_values: list[str]
    readable_values: list[str]


class ShownLink(Result):
    """A link between two documents, by their places in a list of documents.

    Attributes:
        shared: how many entities both mention; masked: how many of them are.
        via: them by type, the most identifying type first.
    """

    source: Count
    target: Count
    strength: Share
    residual_strength: Share
    shared: Count
    masked: Count
    via: list[SharedType]


class ShownChain(Result):
    """A chain to look at; its links in the order of the documents."""

    documents: list[ShownDocument] = Field(min_length=2, max_length=6)
    links: list[ShownLink]
    risk: Share
    residual_risk: Share
    limit: Share
    category: Category


class Network(Result):
    """The documents of the worst chains, and every link between two of them."""

    documents: list[ShownDocument]
    links: list[ShownLink]


class Hub(Result):
    """An entity that stands in many documents; its value only if values are shown."""

    type: str
    documents: Count
    uniqueness: Share
    importance: Share
    masked: bool
    value: str | None


class AcceptedRisk(Result):
    """A risk that somebody decided to live with.

    Attributes:
        documents: one, or those of a chain in order.
        reason: as the policy file gives it; None if it holds a value.
        residual_risk: now; None if the graph does not hold the chain.
        counts: whether it still does, on the day of the report.
    """

    documents: list[str]
    reason: str | None
    until: date
    residual_risk: Share | None
    counts: bool


class RunOfReport(Result):
    """A command that wrote, and what it left; None where it does not say.

    Attributes:
        added, changed, removed: documents, by a load.
        masked: new masks, by a redact; masks: all after it.
    """

    started_at: datetime
    command: str
    finished: bool
    added: Count | None
    changed: Count | None
    removed: Count | None
    masked: Count | None
    masks: Count | None
    direct_readable: Count | None
    max_document_risk: Share | None
    max_chain_risk: Share | None
    over_policy: OverPolicy | None


class ReportedExport(Result):
    """An export as it lies on the disk.

    Attributes:
        changed_files: files that are not as its manifest says, are missing, or are not in it.
        newly_masked: values masked now that stand readable in the last export of this graph.
    """

    documents: Count
    files: Count
    spans: Count
    sanon_version: str
    changed_files: Count
    newly_masked: Count


class Moved(Result):
    """Documents whose text about their person an attacker finds on a place of one band, and now on one of another.

    Attributes:
        before, now: numbers of bands, from 0; the last one is that of none of those places.
    """

    before: Count = Field(le=4)
    now: Count = Field(le=4)
    documents: Count


class Resembling(Result):
    """From whom masks hide: on which places attackers find the texts about the persons of documents, at best.

    Attributes:
        texts: of the background.
        documents: that have a text about their person there.
        candidates: how many texts count as the first ones; 0 where no document is hidden from the background.
        found_before, found_now: documents that an attacker finds among the first ones.
        moved: by band before, then now.
    """

    texts: Count
    documents: Count
    candidates: Count
    found_before: Count
    found_now: Count
    moved: list[Moved]


class PolicyLists(Result):
    """What a policy file says besides thresholds, as numbers of rules."""

    always_mask: Count
    never_mask: Count
    theta_doc_by_format: Count
    largest_importance: Count
    costs: Count


class ReportResult(Result):
    """What a report shows: schemas/report-1.json.

    Attributes:
        made_at: when; sanon_version: by which.
        values_shown: whether values of entities stand in it.
        hidden_names: ids of documents that are given as numbers, because they hold a value.
        documents, pending: of the graph; pending ones are never exported.
        exportable: whether decisions were made after the last load.
        documents_over_before, chains_over_before: how many were above θ_doc, θ_chain before any mask.
        document_risks, link_strengths, chain_risks: how they are spread.
        people: how many people fit; None if the policy does not ask.
        types: by falling number of entities.
        taken_apart: the riskiest documents now, each with what makes its risk.
        chains: the worst before any mask and the worst now, none with a link that one before it shows.
        strategy: of the chain stage.
        resembling: None without a background.
        audit, attack, export: if they were given; of an attack without the documents that it finds.
    """

    made_at: datetime
    sanon_version: str
    values_shown: bool
    hidden_names: Count
    documents: Count
    pending: Count
    exportable: bool
    entities: Count
    masked: Count
    direct_readable: Count
    links: Count
    chain_count: Count
    by_category: ByCategory
    worst: Worst
    documents_over_before: Count
    chains_over_before: Count
    over_policy: OverPolicy
    document_risks: Histogram
    link_strengths: Histogram
    chain_risks: Histogram
    types: list[TypeRow]
    operators: list[OperatorRow]
    taken_apart: list[RiskOfDocument]
    chains: list[ShownChain]
    network: Network
    hubs: list[Hub]
    accepted: list[AcceptedRisk]
    runs: list[RunOfReport]
    strategy: str
    parameters: Parameters
    lists: PolicyLists
    people: PeopleInReport | None = None
    resembling: Resembling | None = None
    export: ReportedExport | None = None
    audit: AuditResult | None = None
    attack: AttackResult | None = None

"""What a report says in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from sanon.replacement.operators import OPERATORS
from sanon.results.report import DecidedBy, Histogram, ReportResult
from sanon.results.risks import PeopleFit
from sanon.selection.strategy import STRATEGIES
from sanon.settings.policy import HIGH_FROM, MEDIUM_FROM
from sanon.text.counting import about, counted

#: How bad it is.
Grade = Literal["bad", "warn", "note"]

#: Who decided a mask -> its heading, and why it masks; in the order of the method.
STAGES: dict[DecidedBy, tuple[str, str]] = {
    "list": ("list", "A list of the policy file asks for it."),
    "direct": ("direct", "It stands for one person by itself: a name, a number, an address."),
    "document": ("document", "One document alone said too much about somebody."),
    "chain": ("chain", "Documents that share it said too much together."),
    "people": ("people", "What a document or chain tells fitted too few people."),
    "background": ("background", "It told which of the texts that an attacker may hold belongs to a document."),
    "by hand": ("by hand", "Somebody set it in the graph."),
}


class Remark(NamedTuple):
    """Something to know, and how bad it is."""

    grade: Grade
    text: str


def of_operator(name: str) -> str:
    """What a reader of the protected corpus sees; the name itself of an operator that is not installed."""
    return OPERATORS.classes[name].summary if name in OPERATORS.classes else name


def is_met(report: ReportResult) -> bool:
    """Whether every document and chain is within its limits, under decisions about all of them."""
    over = report.over_policy.documents + report.over_policy.chains > 0
    return report.exportable and not over and not (report.people and report.people.too_few)


def is_doubted(report: ReportResult) -> bool:
    """Whether something bad was found beside the numbers of the policy."""
    return any(remark.grade == "bad" for remark in remarks(report))


def verdict(report: ReportResult) -> str:
    """One sentence."""
    if not report.documents:
        return "There is no document yet."
    if not report.exportable:
        return "Nothing is decided for the documents as they are now."
    over, people = report.over_policy, report.people
    if is_met(report) and is_doubted(report):
        return "By the numbers of the graph the policy is met, but the points in red below speak against it."
    if is_met(report):
        return "The policy is met: every document and every chain of documents is within its limit."
    found = []
    if over.documents or over.chains:
        found.append(f"{over.places} of linked documents are above their limits")
    if people and people.too_few:
        found.append(_too_few(people))
    return f"The policy is not met: {', and '.join(found)}."


def _too_few(fit: PeopleFit) -> str:
    return f"fewer than {about(fit.at_least)} people fit {fit.places_below}"


def remarks(report: ReportResult) -> list[Remark]:
    """What somebody must know before the corpus leaves, the worst first."""
    order: dict[Grade, int] = {"bad": 0, "warn": 1, "note": 2}
    return sorted(_remarks(report), key=lambda remark: order[remark.grade])


def _remarks(report: ReportResult) -> Iterator[Remark]:
    if not report.exportable and report.documents:
        yield Remark("bad", "Documents were loaded, and nothing was decided since: sanon redact decides.")
    if report.direct_readable:
        kinds = ", ".join(f"{row.type} {row.readable:,}" for row in report.types if row.direct and row.readable)
        yield Remark("bad", f"Direct identifiers that remain readable: {kinds}.")
    else:
        yield Remark("note", "No direct identifier that was found remains readable.")
    if report.pending:
        yield Remark(
            "warn",
            f"{counted(report.pending, 'document')} could not be examined; they are in no number here and are never "
            "exported.",
        )
    in_force, ended = (sum(one.counts is state for one in report.accepted) for state in (True, False))
    if ended:
        said = (
            "1 acceptance of a risk has ended: it counts"
            if ended == 1
            else f"{ended} acceptances have ended: they count"
        )
        yield Remark("warn", f"{said} again.")
    if in_force:
        yield Remark("note", f"Accepted for a time, whatever the limits say: {counted(in_force, 'risk')}.")
    yield from _of_export(report)
    yield from _of_audit(report)
    yield from _of_attack(report)


def _of_export(report: ReportResult) -> Iterator[Remark]:
    if report.export is None:
        return
    if report.export.changed_files:
        yield Remark("bad", f"Files of the export that are not as it left them: {report.export.changed_files:,}.")
    if report.export.newly_masked:
        yield Remark(
            "bad", f"Values that are masked now and stand readable in the last export: {report.export.newly_masked:,}."
        )


def _of_audit(report: ReportResult) -> Iterator[Remark]:
    audit = report.audit
    if audit is None:
        yield Remark("note", "No audit of the export was given to this report: sanon audit makes one.")
        return
    if audit.leaks or audit.near_misses or audit.changed_files:
        places = len(audit.leaks) + len(audit.near_misses)
        yield Remark(
            "bad",
            f"The audit fails: masked values stand in {counted(places, 'place')}, and "
            f"{counted(audit.changed_files, 'file')} changed.",
        )
    over = audit.over_policy
    if over.documents or over.chains:
        anew = "By the audit, which searches the exported texts anew"
        yield Remark("bad", f"{anew}, {over.places} are above their limits.")
    if audit.people and audit.people.too_few:
        yield Remark("bad", f"In the exported texts, by that search, {_too_few(audit.people)}.")
    if audit.direct_readable:
        yield Remark(
            "warn",
            f"A fresh search reads {counted(audit.direct_readable, 'direct identifier')} in the exported texts; "
            "somebody should look at each.",
        )
    if audit.linkable_documents:
        yield Remark(
            "warn",
            f"{audit.linkable_documents:,} of {counted(audit.documents, 'document')} can be found again by somebody "
            "who holds the originals and searches for rare phrases.",
        )
    if audit.passed:
        yield Remark("note", "The audit found no leak, no disguised value, and nothing above a limit.")


def _of_attack(report: ReportResult) -> Iterator[Remark]:
    attack = report.attack
    if attack is None:
        yield Remark("note", "No attack on the export was given to this report: sanon attack makes one.")
    elif attack.attackers:
        best = max(attack.attackers, key=lambda one: one.top1)
        grade: Grade = "warn" if best.top1 else "note"
        yield Remark(
            grade,
            f"The best attacker (“{best.name}”) finds whom a document is about for {best.top1:.0%} of "
            f"{counted(attack.documents, 'document')}{_compared(best.original_top1, attack.chance_top1)}.",
        )


def _compared(original: float | None, chance: float | None) -> str:
    before = "" if original is None else f", {original:.0%} before protection"
    return before if chance is None else f"{before}; by chance it would be {chance:.0%}"


#: What the ten bins of risks and strengths hold, and the numbers at their edges.
RISK_RANGES = [f"{number / 10:.1f} to {(number + 1) / 10:.1f}" for number in range(10)]
RISK_EDGES = [f"{number / 10:.1f}" if number % 2 == 0 else "" for number in range(11)]


def people_ranges(shown: Histogram) -> list[str]:
    """What the bins of a histogram of people hold, the most people first."""
    powers = range(len(shown.before) - 2, -1, -1)
    return [*(f"{10**power:,} people or more" for power in powers), "fewer than one person"]


def people_edges(shown: Histogram) -> list[str]:
    """What stands at the edges of these bins: every third power of ten."""
    powers = range(len(shown.before) - 2, -1, -1)
    names = {0: "1", 3: "1,000", 6: "1 million", 9: "1 billion"}
    return ["", *(names.get(power, "") for power in powers), ""]


def policy_sentences(report: ReportResult) -> list[str]:
    """The policy, sentence by sentence."""
    limits, lists = report.parameters, report.lists
    said = [
        f"Alone: no document may identify anybody by more than {limits.theta_doc:g} on a scale from 0 to 1.",
        f"Together: no chain of up to {limits.max_chain_length} linked documents by more than {limits.theta_chain:g}.",
        f"A chain that was at high risk ({HIGH_FROM:g} or more) before chains were looked at must also fall to "
        f"{limits.rho_high:.0%} of that risk, one at medium risk ({MEDIUM_FROM:g} or more) to {limits.rho_medium:.0%}.",
        f"Two documents are linked when what they share identifies by {limits.edge_threshold:g} or more.",
    ]
    if limits.at_least:
        said.append(
            f"Of {about(limits.population)} people at least {about(limits.at_least)} must fit what each document, and "
            "each chain, still tells of somebody."
        )
    if limits.direct == "always":
        said.append("Whatever stands for a person by itself (names, numbers, addresses) is masked wherever it stands.")
    else:
        said.append("Names, numbers and addresses are masked only where a risk demands it.")
    said.append(f"To bring chains under their limits sAnon masks {STRATEGIES.named(report.strategy).summary}.")
    rules = (
        (lists.always_mask, "always masked by {} of the policy file"),
        (lists.never_mask, "never masked by {} of the policy file"),
        (lists.largest_importance, "masked above an importance of their own by {}"),
        (lists.theta_doc_by_format, "held to other limits by their format by {}"),
        (lists.costs, "kept longer or shorter than others by {} of costs"),
    )
    extra = [text.format(counted(number, "rule")) for number, text in rules if number]
    if extra:
        said.append(f"Besides, some values or documents are {'; '.join(extra)}.")
    return said

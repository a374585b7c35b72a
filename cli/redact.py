"""sanon redact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.redact import REDACT, RedactRequest
from sanon.replacement.operators import DEFAULT_OPERATOR
from sanon.results import RedactResult
from sanon.results.redact import BackgroundResult
from sanon.results.risks import PeopleFit, Stage
from sanon.text.counting import about, counted

_SHOWN = 50
_OPENED_SHOWN = 3
#: Stage, and how its masks are counted: a noun with its plural, or words after the number.
_STAGES: tuple[tuple[Stage, str, str], ...] = (
    ("list", "on a list of the policy", ""),
    ("direct", "direct identifier", "direct identifiers"),
    ("document", "to bring documents under their limit", ""),
    ("chain", "to bring chains under theirs", ""),
    ("people", "so that enough people fit", ""),
    ("background", "to hide documents from the background", ""),
)


@command(REDACT)
def redact(result: RedactResult, request: RedactRequest) -> None:
    """Choose the smallest set of entities to mask, and write the decisions into the graph.

    \b
    Examples:
      sanon redact
      sanon redact --dry-run --theta-chain 0.4
      sanon redact --strategy optimal --objective mentions
      sanon redact --compare --dry-run
      sanon redact --operator pseudonym --operator NAME=redacted
      sanon redact --operator surrogate --operator EVENT_DATE=generalize
      sanon redact --format json > decisions.json
    """
    tell(result)
    printing.as_lines(lines(result))
    for one in result.masked[:_SHOWN]:
        value = f"  {printing.on_one_line(result.values[one.id])}" if one.id in result.values else ""
        say(f"  {one.type:<20} {one.id[:8]}  {one.reason}{value}")
    if len(result.masked) > _SHOWN:
        say(f"  … and {len(result.masked) - _SHOWN} more: sanon analyze --masked")
    if result.run_id:
        printing.next_step("sanon export OUT")
    tell_open(result)


def tell(result: RedactResult) -> None:
    """Say on stderr what is otherwise than before, and what others may learn from it."""
    printing.tell_changed(result.changed_settings)
    printing.tell_newly_masked(result.newly_masked)
    if result.taken_back:
        values = counted(len(result.taken_back), "value", verb=("is", "are"))
        say(f"note: {values} readable again, since never_mask or the operator keep names what was masked", err=True)
    for accepted in result.expired:
        what = accepted.document or " – ".join(accepted.chain or ())
        say(f"note: the accepted risk of {what} ended {accepted.until} and counts again", err=True)


def tell_open(result: RedactResult) -> None:
    """Say on stderr which documents and chains stay above their limits."""
    for document in result.open.documents[:_SHOWN]:
        risk = f"risk {document.residual_risk:.4f} above {document.limit:.4f}"
        say(f"open: document {document.source_id}: {risk}", err=True)
    for chain in result.open.chains[:_SHOWN]:
        risk = f"risk {chain.residual_risk:.4f} above {chain.limit:.4f}"
        say(f"open: chain {' – '.join(chain.documents)}: {risk}", err=True)
    for few in result.open.people[:_SHOWN]:
        fit = f"{about(few.people)} people fit, at least {about(result.parameters.at_least)} must"
        say(f"open: {' – '.join(few.documents)}: {fit}", err=True)


def lines(result: RedactResult) -> list[tuple[str, str]]:
    """What was masked and what it leaves, for a person."""
    before, after, limits = result.before, result.after, result.parameters
    stages = Counter(one.stage for one in result.masked)
    parts = [
        counted(stages[name], what, plural) if plural else f"{stages[name]:,} {what}"
        for name, what, plural in _STAGES
        if stages[name]
    ]
    if result.kept:
        parts.append(f"{result.kept:,} as in earlier runs")
    masked = f"{len(result.masked) + result.kept:,} of {counted(result.entities, 'value')}"
    said = f"{masked}: {', '.join(parts)}" if parts else masked
    types = Counter(one.type for one in result.masked).most_common()
    types.sort(key=lambda item: (-item[1], item[0]))
    found = [
        ("masked", said),
        *([("missed", f"{counted(result.missed, 'mention')} found by the policy alone")] if result.missed else []),
        *_cost(result),
        *([("types", ", ".join(f"{number} {kind}" for kind, number in types))] if types else []),
        *_operators(result),
        (
            "documents",
            f"highest risk {before.max_document_risk:.3f} before, {after.max_document_risk:.3f} now, limit "
            f"{limits.theta_doc:g}; above the limit {_count(before.documents_over_policy)} before, "
            f"{_count(after.documents_over_policy)} now",
        ),
        (
            "chains",
            f"of up to {limits.max_chain_length} linked documents: highest risk {before.max_chain_risk:.3f} before, "
            f"{after.max_chain_risk:.3f} now, limit {limits.theta_chain:g}; above the limit "
            f"{_count(before.chains_over_policy)} before, {_count(after.chains_over_policy)} now",
        ),
        *people(result.people),
        ("direct", readable(result.direct_readable)),
        *_coarser(result),
        *([("background", _hidden(result.background))] if result.background else []),
    ]
    if result.opened:
        worst = [f"{' – '.join(one.documents)} ({one.residual_risk:.3f})" for one in result.opened[:_OPENED_SHOWN]]
        more = ", …" if result.opened_count > len(worst) else ""
        opened = f"{counted(result.opened_count, 'chain')} over policy through new or changed documents"
        found.append(("opened", f"{opened}: {', '.join(worst)}{more}"))
    return found


def readable(number: int) -> str:
    """How many direct identifiers stay readable, as a sentence."""
    verb = ("stays", "stay")
    found = counted(number, "direct identifier", verb=verb) if number else "no direct identifier that was found stays"
    return f"{found} readable"


def people(fit: PeopleFit | None) -> list[tuple[str, str]]:
    """How many people fit, as a line, where the policy asks for it."""
    if fit is None:
        return []
    missed = f"missed by {fit.places_below}" if fit.too_few else "kept by all"
    fewest = f"at least {about(fit.fewest_in_a_document)} fit each document, {about(fit.fewest_in_a_chain)} each chain"
    return [("people", f"of {about(fit.population)}, {fewest}; the limit of {about(fit.at_least)} is {missed}")]


def by_operator(rows: Iterable[tuple[str, str, int, int]]) -> str:
    """Which operator stands for which types, such as "generalize: 4 EVENT_DATE (3 coarser), 2 AGE".

    Args:
        rows: operator, type, how many masks, how many of them show a coarser value.
    """
    types: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
    for operator, kind, masks, coarser in rows:
        types[operator].append((-masks, kind, coarser))
    return "; ".join(
        f"{operator}: "
        + ", ".join(
            f"{-masks} {kind}" + (f" ({coarser} coarser)" if coarser else "") for masks, kind, coarser in sorted(some)
        )
        for operator, some in sorted(types.items())
    )


def _count(number: int) -> str:
    return f"{number:,}" if number else "none"


def _cost(result: RedactResult) -> list[tuple[str, str]]:
    """The cost, where it is another number than that of the masks, or where something is known about it."""
    others = "".join(f"; {name} {cost:g}" for name, cost in result.cost_of_others.items())
    proof = f", at least {result.lower_bound:g} ({result.gap:.1%} gap)" if result.gap is not None else ""
    if not (others or proof) and result.cost == len(result.masked):
        return []
    return [("cost", f"{result.cost:g}{proof}{others}")]


def _operators(result: RedactResult) -> list[tuple[str, str]]:
    """What stands in place of the values of each type, if not labels alone."""
    masks = Counter((one.operator, one.type) for one in result.masked)
    if {operator for operator, _ in masks} <= {DEFAULT_OPERATOR}:
        return []
    coarser = Counter((one.operator, one.type) for one in result.masked if one.level)
    return [("operators", by_operator((*key, number, coarser[key]) for key, number in masks.items()))]


def _coarser(result: RedactResult) -> list[tuple[str, str]]:
    """What coarser values keep, if there are any."""
    if not result.kept_coarser and not result.coarsened:
        return []
    lost, of = result.information_lost, result.information_lost_with_labels
    again = f"; {result.coarsened} of earlier runs got coarser" if result.coarsened else ""
    masks = counted(result.kept_coarser, "mask", verb=("shows", "show"))
    return [("coarser", f"{masks} a coarser value; information lost {lost:.1f}, with labels {of:.1f}{again}")]


def _hidden(hiding: BackgroundResult) -> str:
    """From whom documents are hidden."""
    return (
        f"of {counted(hiding.documents, 'document')} attackers find {_count(hiding.found_before)} before and "
        f"{_count(hiding.found_after)} now among the first {hiding.candidates} of {counted(hiding.texts, 'text')}; "
        f"masks hide {hiding.words:,.0f} words for it, at least {hiding.lower_bound:,.0f} are needed"
    )

"""sanon redact."""

from __future__ import annotations

import click
from sanon.cli import options, printing, session
from sanon.cli.operators import by_operator
from sanon.cli.printing import counted, say
from sanon.cli.told import Told, told

from sanon.commands.export import newly_masked
from sanon.commands.redact import Redaction
from sanon.commands.redact import redact as redact_corpus
from sanon.corpus_state.remembered import remember
from sanon.deciding.background import Hiding
from sanon.errors import PolicyNotMet
from sanon.graph.open import open_existing
from sanon.graph.store import Store
from sanon.replacement.operators import DEFAULT_OPERATOR

_SHOWN = 50
_OPENED_SHOWN = 3
_STAGES = (
    ("list", "by a list"),
    ("direct", "direct"),
    ("document", "for documents"),
    ("chain", "for chains"),
    ("background", "for the background"),
)


@click.command()
@options.selecting
@click.option("--compare", is_flag=True, help="Say what the other strategies would have cost.")
@click.option("--dry-run", is_flag=True, help="Choose and print, but write nothing.")
@options.policy
@options.compute
@options.graph
@options.config
@options.output_format
@options.show_values
@told
def redact(told: Told, compare: bool, dry_run: bool, fresh: bool, output_format: str, show_values: bool) -> None:
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
    with open_existing(told.graph) as store:
        redaction = redact_in(store, told, fresh=fresh, dry_run=dry_run, compare=compare)
        values = store.entities().set_index("id")["value"] if show_values else None
    if output_format == "json":
        printing.as_json(redaction.result().to_json())
    else:
        printing.as_lines(lines(redaction))
        for decision in redaction.decisions.head(_SHOWN).to_dict("records"):
            shown = f"  {values[decision['id']]}" if values is not None else ""
            say(f"  {decision['type']:<20} {decision['id'][:8]}  {decision['reason']}{shown}")
        if len(redaction.decisions) > _SHOWN:
            say(f"  … and {len(redaction.decisions) - _SHOWN} more: sanon analyze --masked")
        if redaction.run_id:
            printing.next_step("sanon export OUT")
    refuse_unmet(redaction)


def redact_in(store: Store, told: Told, *, fresh: bool, dry_run: bool = False, compare: bool = False) -> Redaction:
    """Redact as told."""
    settings = told.settings(store)
    redaction = redact_corpus(
        store,
        policy=settings.policy,
        profile=settings.profile,
        rules=settings.rules,
        masking=settings.masking,
        compute=settings.compute,
        fresh=fresh,
        dry_run=dry_run,
        compare=compare,
        progress=session.show_progress,
    )
    if not dry_run:
        session.tell_changed(remember(store, settings))
        session.tell_newly_masked(len(newly_masked(store)))
    session.tell_computed(redaction.computed)
    for accepted in redaction.expired:
        what = accepted.document or " – ".join(accepted.chain or ())
        say(f"expired: the accepted risk of {what} ended {accepted.until} and counts again", err=True)
    return redaction


def lines(redaction: Redaction) -> list[tuple[str, str]]:
    """What was masked, for a person."""
    before, after, stages = redaction.before, redaction.after, redaction.decisions["stage"]
    masked = len(redaction.decisions) + redaction.kept_masks
    kinds = redaction.decisions["type"].value_counts()
    proof = f", at least {redaction.lower_bound:g} ({redaction.gap:.1%} gap)" if redaction.gap is not None else ""
    others = "".join(f"; {name} {cost:g}" for name, cost in redaction.cost_of_others.items())
    opened = [
        f"{' – '.join(one['documents'])} ({one['residual_risk']:.3f})" for one in redaction.opened[:_OPENED_SHOWN]
    ]
    more = ", …" if redaction.opened_count > len(opened) else ""
    ordered = sorted(kinds.items(), key=lambda item: (-item[1], str(item[0])))
    return [
        (
            "masked",
            f"{masked} of {counted(redaction.entities, 'entity', 'entities')}: "
            f"{', '.join(f'{int((stages == name).sum())} {what}' for name, what in _STAGES if (stages == name).any())}"
            f"{', ' if len(stages) else ''}{redaction.kept_masks} from before",
        ),
        ("cost", f"{redaction.cost:g}{proof}{others}"),
        ("types", ", ".join(f"{number} {kind}" for kind, number in ordered) or "none"),
        *_operators(redaction),
        (
            "documents",
            f"greatest risk {before.max_document_risk:.3f} -> {after.max_document_risk:.3f} "
            f"(at most {redaction.policy.theta_doc}); over policy {before.documents_over_policy:,} -> "
            f"{after.documents_over_policy:,}",
        ),
        (
            "chains",
            f"greatest risk {before.max_chain_risk:.3f} -> {after.max_chain_risk:.3f} "
            f"(at most {redaction.policy.theta_chain}); over policy {before.chains_over_policy:,} -> "
            f"{after.chains_over_policy:,}",
        ),
        ("direct", f"{counted(redaction.direct_readable, 'direct identifier')} readable"),
        *_kept_coarser(redaction),
        *([("background", _hidden(redaction.background))] if redaction.background else []),
        *(
            [
                (
                    "opened",
                    f"{counted(redaction.opened_count, 'chain')} over policy through new or changed documents: "
                    f"{', '.join(opened)}{more}",
                )
            ]
            if opened
            else []
        ),
    ]


def _operators(redaction: Redaction) -> list[tuple[str, str]]:
    """What stands in place of the values of each type, if not labels alone."""
    decided = redaction.decisions
    if set(decided["operator"]) <= {DEFAULT_OPERATOR}:
        return []
    rows = [
        (str(operator), str(kind), len(some), int((some["level"] > 0).sum()))
        for (operator, kind), some in decided.groupby(["operator", "type"])
    ]
    return [("operators", by_operator(rows))]


def _kept_coarser(redaction: Redaction) -> list[tuple[str, str]]:
    """What coarser values keep, if there are any."""
    if not redaction.kept_coarser and not redaction.coarsened:
        return []
    lost, of = redaction.information_lost, redaction.information_lost_with_labels
    coarsened = f"; {redaction.coarsened} of before got coarser" if redaction.coarsened else ""
    shown = counted(redaction.kept_coarser, "mask", verb=("shows", "show"))
    return [
        ("coarser", f"{shown} a coarser value; information lost {lost:.1f}, with labels {of:.1f}{coarsened}"),
    ]


def _hidden(hiding: Hiding) -> str:
    """From whom documents are hidden."""
    return (
        f"attackers find {hiding.found_before} of {counted(hiding.documents, 'document')} among the first "
        f"{hiding.candidates} of {counted(hiding.texts, 'text')} -> {hiding.found_after}; {hiding.cost:,.0f} words, "
        f"at least {hiding.lower_bound:,.0f}"
    )


def refuse_unmet(redaction: Redaction) -> None:
    """End with the exit code for a policy that is not met.

    Raises:
        PolicyNotMet: a document or chain stays above its limit.
    """
    if redaction.met:
        return
    for one in redaction.open_documents[:_SHOWN]:
        say(f"open: document {one['source_id']}: risk {one['residual_risk']:.4f} above {one['limit']:.4f}", err=True)
    for one in redaction.open_chains[:_SHOWN]:
        chain = " – ".join(one["documents"])
        say(f"open: chain {chain}: risk {one['residual_risk']:.4f} above {one['limit']:.4f}", err=True)
    raise PolicyNotMet(
        f"never_mask or the operator keep leaves {counted(len(redaction.open_documents), 'document')} and "
        f"{counted(redaction.after.chains_over_policy, 'chain')} above the policy"
    )

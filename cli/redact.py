"""sanon redact."""

from __future__ import annotations

from typing import Any

import click
from sanon.cli import options, printing, session
from sanon.cli.printing import counted

from sanon.errors import ConfigurationError, PolicyNotMet
from sanon.graph.open import open_existing
from sanon.graph.store import Store
from sanon.replacement.operators import OPERATORS
from sanon.settings.profile import Profile, load_profile
from sanon.steps.redact import Redaction
from sanon.steps.redact import redact as redact_corpus

_SHOWN = 50
_OPENED_SHOWN = 3


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
def redact(output_format: str, show_values: bool, **settings: Any) -> None:
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
    profile = load_profile(settings["profile"])
    with open_existing(settings["graph"]) as store:
        redaction = redact_in(store, profile, settings)
        values = store.entities().set_index("id")["value"] if show_values else None
    if output_format == "json":
        printing.as_json(redaction.to_json())
    else:
        printing.as_lines(lines(redaction))
        for decision in redaction.decisions.head(_SHOWN).to_dict("records"):
            shown = f"  {values[decision['id']]}" if values is not None else ""
            click.echo(f"  {decision['type']:<20} {decision['id'][:8]}  {decision['reason']}{shown}")
        if len(redaction.decisions) > _SHOWN:
            click.echo(f"  … and {len(redaction.decisions) - _SHOWN} more: sanon analyze --masked")
        if redaction.run_id:
            click.echo("next: sanon export OUT")
    refuse_unmet(redaction)


def redact_in(store: Store, profile: Profile, settings: dict[str, Any]) -> Redaction:
    """Redact with the options of a command."""
    redaction = redact_corpus(
        store,
        policy=options.policy_of(settings),
        profile=profile,
        strategy=settings["strategy"],
        objective=settings["objective"],
        time_limit=settings["time_limit"],
        rules=settings["rules"],
        operators=_operators(settings["operators"], profile),
        compute=settings["compute"],
        fresh=settings["fresh"],
        dry_run=settings.get("dry_run", False),
        compare=settings.get("compare", False),
    )
    session.tell_computed(redaction.computed)
    for accepted in redaction.expired:
        what = accepted.document or " – ".join(accepted.chain or ())
        click.echo(f"expired: the accepted risk of {what} ended {accepted.until} and counts again", err=True)
    return redaction


def lines(redaction: Redaction) -> list[tuple[str, str]]:
    """What was masked, for a person."""
    before, after, stages = redaction.before, redaction.after, redaction.decisions["stage"]
    masked = len(redaction.decisions) + redaction.kept_masks
    kinds = redaction.decisions["type"].value_counts()
    proof = f", at least {redaction.lower_bound:g} ({redaction.gap:.1%} gap)" if redaction.gap is not None else ""
    others = "".join(f"; {name} {cost:g}" for name, cost in redaction.cost_of_others.items())
    opened = [f"{' – '.join(one['documents'])} ({one['risk']:.3f})" for one in redaction.opened[:_OPENED_SHOWN]]
    more = ", …" if redaction.opened_count > len(opened) else ""
    ordered = sorted(kinds.items(), key=lambda item: (-item[1], str(item[0])))
    return [
        (
            "masked",
            f"{masked} of {counted(redaction.entities, 'entity', 'entities')}: "
            f"{int((stages == 'document').sum())} for documents, {int((stages == 'chain').sum())} for chains, "
            f"{redaction.kept_masks} from before",
        ),
        ("cost", f"{redaction.cost:g}{proof}{others}"),
        ("types", ", ".join(f"{number} {kind}" for kind, number in ordered) or "none"),
        (
            "documents",
            f"greatest risk {before.max_document_risk:.3f} -> {after.max_document_risk:.3f} "
            f"(at most {redaction.policy.theta_doc})",
        ),
        (
            "chains",
            f"greatest risk {before.max_chain_risk:.3f} -> {after.max_chain_risk:.3f} "
            f"(at most {redaction.policy.theta_chain}); over policy {before.chains_over_policy:,} -> "
            f"{after.chains_over_policy:,}",
        ),
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


def refuse_unmet(redaction: Redaction) -> None:
    """End with the exit code for a policy that is not met.

    Raises:
        PolicyNotMet: a document or chain stays above its limit.
    """
    if redaction.met:
        return
    for one in redaction.open_documents[:_SHOWN]:
        click.echo(f"open: document {one['source_id']}: risk {one['risk']:.4f} above {one['limit']:.4f}", err=True)
    for one in redaction.open_chains[:_SHOWN]:
        chain = " – ".join(one["documents"])
        click.echo(f"open: chain {chain}: risk {one['risk']:.4f} above {one['limit']:.4f}", err=True)
    raise PolicyNotMet(
        f"never_mask leaves {counted(len(redaction.open_documents), 'document')} and "
        f"{counted(redaction.after.chains_over_policy, 'chain')} above the policy"
    )


def _operators(named: tuple[str, ...], profile: Profile) -> dict[str, str]:
    """Type -> operator, from `operator` (all types) and `TYPE=operator`, the later one counting."""
    chosen: dict[str, str] = {}
    for text in sorted(named, key=lambda text: "=" in text):
        kind, _, name = text.rpartition("=")
        if name not in OPERATORS:
            raise ConfigurationError(f"--operator {text}: no such operator; there are {', '.join(OPERATORS)}")
        if kind and kind not in profile.types:
            raise ConfigurationError(f"--operator {text}: profile {profile.name} has no such type")
        chosen.update(dict.fromkeys([kind] if kind else profile.types, name))
    return chosen

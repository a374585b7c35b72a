"""sanon what-if."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click
from click.core import ParameterSource
from sanon.cli import options, printing
from sanon.cli.explained import Names
from sanon.cli.printing import counted

from sanon.explanation.comparison import ChangedChain, Comparison
from sanon.graph.open import open_existing
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from sanon.steps.standing import Standing, decided_policy, read_standing
from sanon.steps.what_if import WhatIf
from sanon.steps.what_if import what_if as what_if_in

_SHOWN = 10
_MASKS_SHOWN = 50


@click.command(name="what-if")
@click.option(
    "--mask", multiple=True, metavar="ENTITY", help="Mask this entity too: its id, or at least 6 digits of it."
)
@click.option("--keep", multiple=True, metavar="ENTITY", help="Leave this entity readable; both may be repeated.")
@options.rules
@options.choosing
@options.decided_policy
@options.graph
@options.config
@options.output_format
@options.show_values
def what_if(
    mask: tuple[str, ...], keep: tuple[str, ...], output_format: str, show_values: bool, **settings: Any
) -> None:
    """Show what other masks or thresholds would change. Nothing is written.

    Without a threshold or policy file on the command line all other masks stay as they are. With one, masks are chosen
    anew under it, as sanon redact --fresh would, around those that are named here.

    \b
    Examples:
      sanon what-if --keep 5c714308
      sanon what-if --mask 5c714308 --mask 8b17e970
      sanon what-if --theta-chain 0.4
      sanon what-if --policy stricter.toml
      sanon what-if --theta-doc 0.9 --keep 5c714308 --format json
    """
    profile = load_profile(settings["profile"])
    changed, anew = _asked(settings)
    with open_existing(settings["graph"]) as store:
        # Thresholds of this command line are the question; the policy of now is that of the last redact.
        unasked = {name: value for name, value in settings.items() if name not in changed}
        policy = options.policy_as_decided(unasked, decided_policy(store))
        standing = read_standing(store, policy, profile, settings["rules"], settings["objective"])
        answer = what_if_in(
            store,
            standing,
            mask=mask,
            keep=keep,
            policy=policy.model_copy(update=changed) if anew else None,
            rules=settings["rules"],
            strategy=settings["strategy"],
            objective=settings["objective"],
            time_limit=settings["time_limit"],
        )
    for entity_id in answer.idle:
        already = "masked" if _is_masked(standing, entity_id) else "readable"
        click.echo(f"{entity_id[:8]} is {already} already", err=True)
    if output_format == "json":
        printing.as_json(answer.to_json(standing))
        return
    for line in _lines(answer, standing, Names(standing, show_values=show_values)):
        click.echo(line.rstrip())


def _asked(settings: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """Thresholds that the question names, itself or in its policy file, and whether masks are to be chosen anew."""
    source = click.get_current_context().get_parameter_source
    by_file = source("rules") is ParameterSource.COMMANDLINE
    asking = {ParameterSource.COMMANDLINE} | ({ParameterSource.DEFAULT_MAP} if by_file else set())
    changed = {name: settings[name] for name in Policy.model_fields if source(name) in asking}
    return changed, by_file or bool(changed)


def _is_masked(standing: Standing, entity_id: str) -> bool:
    return bool(standing.entities.set_index("id").loc[entity_id, "masked"])


def _lines(answer: WhatIf, standing: Standing, names: Names) -> Iterator[str]:
    one, now, then = answer.comparison, standing.situation.policy, answer.policy
    masked = int(standing.entities["masked"].sum())
    becomes = masked + len(one.masks_gained) - len(one.masks_lost)
    chosen = ", chosen anew" if answer.selected else ", all others as they are"
    yield f"masks      {masked} -> {becomes}: {len(one.masks_gained)} gained, {len(one.masks_lost)} lost{chosen}"
    yield (
        f"documents  greatest risk {one.before.max_document_risk:.3f} -> {one.after.max_document_risk:.3f} "
        f"({_allowed(now.theta_doc, then.theta_doc)}){_documents(one)}"
    )
    yield (
        f"chains     greatest risk {one.before.max_chain_risk:.3f} -> {one.after.max_chain_risk:.3f} "
        f"({_allowed(now.theta_chain, then.theta_chain)}); over it {one.before.chains_over_policy:,} -> "
        f"{one.after.chains_over_policy:,}: {one.opened_count:,} opened, {one.closed_count:,} closed"
    )
    for title, columns in (("Masks gained", one.masks_gained), ("Masks lost", one.masks_lost)):
        if columns:
            yield f"\n{title}"
            yield from (f"  {names.entity(column)}" for column in columns[:_MASKS_SHOWN])
            yield from _more(len(columns), _MASKS_SHOWN)
    over, under = f"Chains that come over {then.theta_chain:g}", f"Chains that fall to {then.theta_chain:g} or less"
    documents = ("Documents that come over their limit", one.documents_opened, len(one.documents_opened))
    opened = (over, one.opened, one.opened_count)
    fallen = ("Documents that fall to theirs", one.documents_closed, len(one.documents_closed))
    closed = (under, one.closed, one.closed_count)
    for title, changes, count in (documents, opened, fallen, closed):
        if count:
            yield f"\n{title}"
            yield from _changes(changes, count, names)
    if not answer.selected and (one.opened_count or one.documents_opened):
        yield f"\nAdd --theta-chain {then.theta_chain:g} to see what else would have to be masked in return."


def _documents(one: Comparison) -> str:
    changes = (("opened", len(one.documents_opened)), ("closed", len(one.documents_closed)))
    said = ", ".join(f"{number} {what}" for what, number in changes if number)
    return f": {said}" if said else ""


def _allowed(now: float, then: float) -> str:
    return f"at most {now:g}" if now == then else f"at most {now:g} -> {then:g}"


def _changes(changes: Sequence[ChangedChain], count: int, names: Names) -> Iterator[str]:
    for chain in changes[:_SHOWN]:
        yield f"  {chain.risk_before:.4f} -> {chain.risk_after:.4f}  {names.chain(chain.documents)}"
    yield from _more(count, _SHOWN)


def _more(count: int, shown: int) -> Iterator[str]:
    if count > shown:
        yield f"  … and {counted(count - shown, 'more', 'more')}: --format json"

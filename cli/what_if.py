"""sanon what-if."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
from click.core import ParameterSource
from sanon.cli import options, printing, session
from sanon.cli.explanation_lines import Names
from sanon.cli.operators import by_operator
from sanon.cli.printing import counted, say
from sanon.cli.told import Told, told

from sanon.commands.what_if import WhatIf
from sanon.commands.what_if import what_if as what_if_in
from sanon.corpus_state.corpus_in_graph import CorpusInGraph, read_corpus_in_graph
from sanon.explanation.comparison import ChangedChain, Comparison
from sanon.graph.open import open_existing
from sanon.settings.policy import Policy

_SHOWN = 10
#: Settings that the command asks about.
_QUESTIONS = frozenset({*Policy.model_fields, "operators", "scope", "candidates"})
_MASKS_SHOWN = 50


@click.command(name="what-if")
@click.option(
    "--mask", multiple=True, metavar="ENTITY", help="Mask this entity too: its id, or at least 6 digits of it."
)
@click.option("--keep", multiple=True, metavar="ENTITY", help="Leave this entity readable; both may be repeated.")
@options.rules
@options.masking
@options.candidates
@options.operating
@options.decided_policy
@options.graph
@options.config
@options.output_format
@options.show_values
@told
def what_if(told: Told, mask: tuple[str, ...], keep: tuple[str, ...], output_format: str, show_values: bool) -> None:
    """Show what other masks or thresholds would change. Nothing is written.

    Without a threshold, operator, number of candidates or policy file on the command line all other masks stay as they
    are. With one, masks are chosen anew under it, as sanon redact --fresh would, around those that are named here.

    \b
    Examples:
      sanon what-if --keep 5c714308
      sanon what-if --mask 5c714308 --mask 8b17e970
      sanon what-if --theta-chain 0.4
      sanon what-if --policy stricter.toml
      sanon what-if --candidates 10
      sanon what-if --operator generalize --operator NAME=surrogate
      sanon what-if --theta-doc 0.9 --keep 5c714308 --format json
    """
    with open_existing(told.graph) as store:
        # Thresholds of this command line are the question; the policy of now is what the graph remembers.
        before, after = _without_question(told).settings(store), told.settings(store)
        corpus = read_corpus_in_graph(store, before.policy, before.profile, before.rules, before.masking)
        answer = what_if_in(
            store,
            corpus,
            mask=mask,
            keep=keep,
            policy=after.policy if _asks_for_policy(told) else None,
            rules=after.rules,
            masking=after.masking,
            progress=session.show_progress,
        )
    for entity_id in answer.idle:
        already = "masked" if _is_masked(corpus, entity_id) else "readable"
        say(f"{entity_id[:8]} is {already} already", err=True)
    if output_format == "json":
        printing.as_json(answer.result(corpus).to_json())
        return
    for line in _lines(answer, corpus, Names(corpus, show_values=show_values)):
        say(line.rstrip())


def _without_question(told: Told) -> Told:
    """What holds now: without thresholds that the question names, itself or in its policy file."""
    asked = _asked(told)
    entries = {name: value for name, value in told.entries.items() if name not in asked}
    return Told(entries, told.asked, None if _names_a_file() else told.rules, told.tables)


def _asks_for_policy(told: Told) -> bool:
    """Whether masks are to be chosen anew."""
    return _names_a_file() or bool(_asked(told))


def _asked(told: Told) -> set[str]:
    source = click.get_current_context().get_parameter_source
    from_file = {name for name in told.entries if _names_a_file() and source(name) is not ParameterSource.ENVIRONMENT}
    return {name for name in told.asked | from_file if name in _QUESTIONS}


def _names_a_file() -> bool:
    return click.get_current_context().get_parameter_source("rules") is ParameterSource.COMMANDLINE


def _is_masked(corpus: CorpusInGraph, entity_id: str) -> bool:
    return bool(corpus.entities.set_index("id").loc[entity_id, "masked"])


def _lines(answer: WhatIf, corpus: CorpusInGraph, names: Names) -> Iterator[str]:
    one, now, then = answer.comparison, corpus.masked.policy, answer.policy
    masked = int(corpus.entities["masked"].sum())
    becomes = masked + len(one.masks_gained) - len(one.masks_lost)
    chosen = ", chosen anew" if answer.selected else ", all others as they are"
    yield f"masks      {masked} -> {becomes}: {len(one.masks_gained)} gained, {len(one.masks_lost)} lost{chosen}"
    yield (
        f"documents  greatest risk {one.before.max_document_risk:.3f} -> {one.after.max_document_risk:.3f} "
        f"({_allowed(now.theta_doc, then.theta_doc)}){_documents(one)}"
    )
    yield (
        f"chains     greatest risk {one.before.max_chain_risk:.3f} -> {one.after.max_chain_risk:.3f} "
        f"({_allowed(now.theta_chain, then.theta_chain)}); over policy {one.before.chains_over_policy:,} -> "
        f"{one.after.chains_over_policy:,}: {one.opened_count:,} opened, {one.closed_count:,} closed"
    )
    if answer.selected or one.kept_before.coarser:
        shown = counted(one.kept_after.coarser, "mask", verb=("shows", "show"))
        yield (
            f"coarser    {one.kept_before.coarser} -> {shown} a coarser value; "
            f"information lost {one.kept_before.lost:.1f} -> {one.kept_after.lost:.1f}"
        )
    if answer.selected:
        yield f"operators  {by_operator((one.operator, one.type, one.masked, one.coarser) for one in answer.operators)}"
    if answer.background:
        hidden = answer.background
        yield (
            f"background {hidden.masked_before} -> {counted(hidden.masked_after, 'mask')}; found among the first "
            f"{hidden.candidates} of {counted(hidden.texts, 'text')}: {hidden.found_before} -> {hidden.found_after} of "
            f"{counted(hidden.documents, 'document')}"
        )
    for title, columns in (("Masks gained", one.masks_gained), ("Masks lost", one.masks_lost)):
        if columns:
            yield f"\n{title}"
            yield from (f"  {names.entity(column)}" for column in columns[:_MASKS_SHOWN])
            yield from _more(len(columns), _MASKS_SHOWN)
    over, under = "Chains that come over their limit", "Chains that fall to theirs"
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

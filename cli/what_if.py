"""sanon what-if."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sanon.cli.command import command
from sanon.cli.explain import chain_of, naming
from sanon.cli.printing import more, say
from sanon.cli.redact import by_operator, people
from sanon.commands.what_if import WHAT_IF, WhatIfRequest
from sanon.results import WhatIfResult
from sanon.results.what_if import ChangedChainResult, ChangedDocumentResult
from sanon.text.counting import counted

_SHOWN = 10
_MASKS_SHOWN = 50


@command(WHAT_IF)
def what_if(result: WhatIfResult, request: WhatIfRequest) -> None:
    """Show what other masks or limits would change. Nothing is written.

    Without a limit, operator, number of candidates or policy file on the command line all other masks stay as they
    are. With one, masks are chosen anew under it, as sanon redact --fresh would, around those that are named here.

    \b
    Examples:
      sanon what-if --keep 5c714308
      sanon what-if --keep landlord --show-values
      sanon what-if --mask 5c714308 --mask 8b17e970
      sanon what-if --theta-chain 0.4
      sanon what-if --policy stricter.toml
      sanon what-if --candidates 10
      sanon what-if --operator generalize --operator NAME=surrogate
      sanon what-if --theta-doc 0.9 --keep 5c714308 --format json
    """
    for one in result.idle:
        say(f"note: {one.id[:8]} is {'masked' if one.masked else 'readable'} already", err=True)
    for line in _lines(result):
        say(line.rstrip())


def _lines(result: WhatIfResult) -> Iterator[str]:
    before, after = result.before, result.after
    now, then = result.parameters_before, result.parameters
    chosen = ", chosen anew" if result.chosen_anew else ", all others as they are"
    yield (
        f"masks      {result.masked_before} now, {result.masked_after} then: {len(result.masks_gained)} gained, "
        f"{len(result.masks_lost)} lost{chosen}"
    )
    yield (
        f"documents  highest risk {before.max_document_risk:.3f} now, {after.max_document_risk:.3f} then "
        f"({_limit(now.theta_doc, then.theta_doc)}); above their limits {before.documents_over_policy:,} now, "
        f"{after.documents_over_policy:,} then"
    )
    yield (
        f"chains     highest risk {before.max_chain_risk:.3f} now, {after.max_chain_risk:.3f} then "
        f"({_limit(now.theta_chain, then.theta_chain)}); above their limits {before.chains_over_policy:,} now, "
        f"{after.chains_over_policy:,} then: {result.opened_count:,} opened, {result.closed_count:,} closed"
    )
    for when, fit in (("now", result.people_before), ("then", result.people_after)):
        yield from (f"people     {when}: {line}" for _, line in people(fit))
    if result.chosen_anew or result.kept_before.coarser:
        shown = counted(result.kept_after.coarser, "mask", verb=("shows", "show"))
        yield (
            f"coarser    {result.kept_before.coarser} now, then {shown} a coarser value; information lost "
            f"{result.kept_before.lost:.1f} now, {result.kept_after.lost:.1f} then"
        )
    if result.chosen_anew:
        rows = ((one.operator, one.type, one.masked, one.coarser) for one in result.operators)
        yield f"operators  {by_operator(rows)}"
    if hidden := result.background:
        yield (
            f"background {hidden.masked_before} masks now, {hidden.masked_after} then; of "
            f"{counted(hidden.documents, 'document')} attackers find {hidden.found_before} now and "
            f"{hidden.found_after} then among the first {hidden.candidates} of {counted(hidden.texts, 'text')}"
        )
    name = naming(result.values)
    for title, entities in (("Masks gained", result.masks_gained), ("Masks lost", result.masks_lost)):
        if entities:
            yield f"\n{title}"
            yield from (f"  {name(one)}" for one in entities[:_MASKS_SHOWN])
            yield from more(len(entities), _MASKS_SHOWN)
    documents, closed = result.documents_opened, result.documents_closed
    yield from _changes("Documents that come over their limit", documents, len(documents))
    yield from _changes("Chains that come over their limit", result.opened, result.opened_count)
    yield from _changes("Documents that fall to theirs", closed, len(closed))
    yield from _changes("Chains that fall to theirs", result.closed, result.closed_count)
    if not result.chosen_anew and (result.opened_count or documents):
        yield f"\nAdd --theta-chain {then.theta_chain:g} to see what else would have to be masked in return."


def _limit(now: float, then: float) -> str:
    return f"limit {now:g}" if now == then else f"limit {now:g} now, {then:g} then"


def _changes(
    title: str, changes: Sequence[ChangedChainResult] | Sequence[ChangedDocumentResult], count: int
) -> Iterator[str]:
    if not count:
        return
    yield f"\n{title}"
    for one in changes[:_SHOWN]:
        what = one.source_id if isinstance(one, ChangedDocumentResult) else chain_of(one.documents)
        yield f"  {one.risk_before:.4f} -> {one.risk_after:.4f}  {what}"
    yield from more(count, _SHOWN)

"""sanon explain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from sanon.cli.command import command
from sanon.cli.printing import more, on_one_line, say
from sanon.commands.explain import CHAINS_SHOWN, EXPLAIN, ExplainRequest
from sanon.results import Explained, ExplainedChain, ExplainedDocument, ExplainedEntity
from sanon.results.explain import EffectOnChain, EffectOnDocument, ExplainedPeople, HopResult
from sanon.results.risks import EntityName
from sanon.risk.limits import is_above
from sanon.text.counting import about, counted

_SHOWN = 40
_BAR = 30
_VALUE = 40


@command(EXPLAIN)
def explain(result: Explained, request: ExplainRequest) -> None:
    """Explain why an entity is masked or kept, what makes a document risky, or what carries a chain.

    KIND is entity, document or chain. ID is the id of an entity, or at least 6 digits of it, or with --show-values its
    value; the source id of a document; or, for a chain, source ids separated by commas, or the id of its node. Nothing
    is written. The text ends with a query that shows the same in Neo4j Browser.

    \b
    Examples:
      sanon explain entity 5c714308
      sanon explain entity "lagos" --show-values
      sanon explain document claim-17
      sanon explain chain claim-17,report-3,news-9
      sanon explain chain claim-17 report-3 --theta-chain 0.4 --format json
    """
    if isinstance(result, ExplainedEntity):
        lines = _entity_lines(result)
    elif isinstance(result, ExplainedDocument):
        lines = _document_lines(result)
    else:
        lines = _chain_lines(result)
    for line in lines:
        say(line.rstrip())
    say(f"\nIn Neo4j Browser:\n\n{result.browser_query}")


def naming(values: Mapping[str, str]) -> Callable[[EntityName], str]:
    """How entities are written: beginning of the id, the value if it is shown, the type; in columns.

    Of a value that is wider than its column the beginning; `--format json` has all of it.
    """
    width = min(max(map(len, values.values()), default=0), _VALUE)

    def name(entity: EntityName) -> str:
        value = on_one_line(values.get(entity.id, ""))
        value = value if len(value) <= width else f"{value[: width - 1]}…"
        return f"{entity.id[:8]}{f'  {value:<{width}}' if value else ''}  {entity.type:<20}"

    return name


def chain_of(documents: Sequence[str]) -> str:
    """Source ids in order."""
    return " – ".join(documents)


def _entity_lines(one: ExplainedEntity) -> Iterator[str]:
    other = "unmasked" if one.masked else "if masked"
    name = naming(one.values)
    itself = [one.id[:8], *([on_one_line(one.values[one.id])] if one.id in one.values else []), one.type]
    yield f"entity     {' '.join(itself)}, in {counted(one.frequency, 'document')}"
    if one.masked:
        yield f"decision   masked as {one.replacement} in the {one.stage} stage"
        yield f"reason     {one.reason}"
        if one.run_id and one.decided_at:
            yield f"run        {one.run_id[:8]}  {one.decided_at[:19]}; {_fall(one)}"
        yield f"needed     {_needed(one)}"
        yield from _ladder_lines(one)
    else:
        yield f"decision   {one.reason}"
    yield "\nDocuments that mention it"
    yield from _effects([((effect.source_id,), effect) for effect in one.documents], other)
    yield f"\nWorst chains through them{'' if one.masked else ' now'}"
    yield from _effects([(effect.documents, effect) for effect in one.chains], other) if one.chains else ["  none"]
    if one.decided_for:
        yield from _alternative_lines(one, name)


def _document_lines(one: ExplainedDocument) -> Iterator[str]:
    name, masked = naming(one.values), sum(step.masked for step in one.entities)
    above = " ABOVE" if is_above(one.residual_risk, one.limit) else ""
    yield f"document   {one.source_id}"
    yield f"risk       {one.residual_risk:.4f} now, at most {one.limit:g}{above}; {one.risk:.4f} before any mask"
    yield f"values     {len(one.entities)}, of which {masked} masked"
    yield f"\nFrom 0 to {one.residual_risk:.4f}\n  {'adds':<8}{'risk':<8}"
    before = 0.0
    for step in one.entities[:_SHOWN]:
        if step.masked:
            yield f"  {'0':<8}{'':<8}{name(step)}  masked; {step.contribution:.4f} on its own"
        else:
            bar = " " * round(before * _BAR) + "█" * (round(step.cumulative * _BAR) - round(before * _BAR))
            yield f"  {step.cumulative - before:<8.4f}{step.cumulative:<8.4f}{name(step)}  {bar}"
            before = step.cumulative
    yield from more(len(one.entities), _SHOWN)
    yield from _people_lines(one.people, name)
    yield "\nWorst chains through it\n  " + f"{'risk':<8}{'at most':<9}"
    for chain in one.chains:
        mark = "  ABOVE" if is_above(chain.residual_risk, chain.limit) else ""
        yield f"  {chain.residual_risk:<8.4f}{chain.limit:<9.4f}{chain_of(chain.documents)}{mark}"
    if not one.chains:
        yield "  none"
    if one.resembles:
        yield f"\nBackground texts that attackers take for the one about its person\n  {'before':<8}{'now':<8}"
        for text in one.resembles:
            yield f"  {_place(text.rank_before):<8}{_place(text.rank_after):<8}{text.background} by {text.attacker}"


def _people_lines(one: ExplainedPeople | None, name: Callable[[EntityName], str]) -> Iterator[str]:
    if one is None:
        return
    below = " BELOW" if is_above(one.digits, one.budget) else ""
    limit = f"at least {about(one.at_least)} of {about(one.population)} must{below}"
    yield f"\nPeople who fit: {about(one.people)}; {limit}"
    yield f"The values tell {one.digits:.1f} digits, and may tell {one.budget:.1f}\n  digits"
    yield from (f"  {entity.digits:<8.1f}{name(entity)}" for entity in one.entities[:_SHOWN])
    yield from more(len(one.entities), _SHOWN)
    alike = one.digits - sum(entity.digits for entity in one.entities)
    if round(alike, 1):
        yield f"  {alike:<8.1f}is told by several values, which are forms of one thing"


def _place(rank: int) -> str:
    return str(rank) if rank else "not"


def _chain_lines(one: ExplainedChain) -> Iterator[str]:
    name = naming(one.values)
    is_over = is_above(one.residual_risk, one.limit)
    yield f"chain      {chain_of(one.documents)}"
    yield (
        f"risk       {one.residual_risk:.4f} now, at most {one.limit:.4g}{' ABOVE' if is_over else ''}; "
        f"{one.risk:.4f} before any mask"
    )
    for hop, risks in zip(one.hops, pairwise(one.residual_document_risks), strict=True):
        yield from _hop_lines(hop, risks, one.edge_threshold, name)
    if one.breaks:
        yield "\nWhat breaks it: one mask" if is_over else "\nWithin its limit. What one more mask would do"
        yield f"  {'lowers':<8}{'to':<8}"
    for single in one.breaks:
        enough = "  enough" if is_over and single.enough else ""
        yield f"  {single.impact:<8.4f}{single.risk_after:<8.4f}{name(single)}{enough}"
    if is_over and not one.together:
        yield "Nothing that the policy allows brings it to its limit."
    elif is_over and not any(single.enough for single in one.breaks):
        yield f"No single mask is enough; {counted(len(one.together), 'mask')} together are:"
        yield from (f"  {name(entity)}" for entity in one.together)
    yield from _people_lines(one.people, name)


def _hop_lines(
    hop: HopResult, risks: tuple[float, float], edge_threshold: float, name: Callable[[EntityName], str]
) -> Iterator[str]:
    weak = "" if hop.strength >= edge_threshold else f", no link: never reached {edge_threshold:g}"
    yield f"\n{chain_of((hop.source, hop.target))}: hop risk {hop.hop_risk:.4f}"
    yield (
        f"  strength {hop.residual_strength:.4f} now, {hop.strength:.4f} before any mask{weak}; "
        f"document risks {risks[0]:.4f} and {risks[1]:.4f}"
    )
    for carrier in hop.via[:_SHOWN]:
        masked = "  masked: carries nothing" if carrier.masked else ""
        yield f"  {carrier.strength:<8.4f}{name(carrier)}{masked}"
    yield from more(len(hop.via), _SHOWN)


def _effects(effects: Sequence[tuple[Sequence[str], EffectOnDocument | EffectOnChain]], other: str) -> Iterator[str]:
    yield f"  {'now':<8}{other:<11}at most"
    for documents, one in effects[:_SHOWN]:
        marks = [
            text
            for text, risk in (("above now", one.residual_risk), (f"above {other}", one.risk_without))
            if is_above(risk, one.limit)
        ]
        mark = f"  {marks[0].upper()}" if marks else ""
        yield f"  {one.residual_risk:<8.4f}{one.risk_without:<11.4f}{one.limit:<9.4g}{chain_of(documents)}{mark}"
    yield from more(len(effects), _SHOWN)


def _alternative_lines(one: ExplainedEntity, name: Callable[[EntityName], str]) -> Iterator[str]:
    decided = one.decided_for
    assert decided is not None  # noqa: S101 - for the type checker
    what = "document" if len(decided.documents) == 1 else "chain"
    yield f"\nInstead of it, for {what} {chain_of(decided.documents)}"
    if not is_above(decided.risk_without, decided.limit):
        yield f"  nothing: other masks keep it at {decided.risk_without:.4f}, at most {decided.limit:.4g}"
        return
    yield f"  unmasked, with all other masks: {decided.risk_without:.4f}, at most {decided.limit:.4g}"
    if not one.alternatives:
        yield "  nothing else that the policy allows brings it there"
        return
    yield f"  {'cost':<6}{'masks':<7}this mask costs {decided.cost:g}"
    for other in one.alternatives:
        besides = ", ".join(" ".join(name(mask).split()) for mask in other.masks[1:])
        yield f"  {other.cost:<6g}{len(other.masks):<7}{name(other)}{f'  and {besides}' if besides else ''}"


def _needed(one: ExplainedEntity) -> str:
    documents, chains = (
        sum(is_above(effect.risk_without, effect.limit) for effect in effects)
        for effects in (one.documents, one.chains)
    )
    few = one.people_without
    if few and few.too_few:
        return f"yes: unmasked, fewer than {about(few.at_least)} people would fit {few.places_below}"
    if not documents and not chains:
        return "no: unmasked, its documents and chains would stay within their limits"
    or_more = " or more" if chains == len(one.chains) == CHAINS_SHOWN else ""
    plural = counted(chains, "chain") if not or_more else f"{chains}{or_more} chains"
    return f"yes: unmasked, {counted(documents, 'document')} and {plural} would be above their limits"


def _ladder_lines(one: ExplainedEntity) -> Iterator[str]:
    """Which coarser value stands there, and what bars each finer one."""
    for rung in one.ladder:
        if rung.shown:
            why = f"shown: {one.replacement}"
        elif rung.barred_by and rung.risk is not None and rung.limit is not None:
            what = "chain" if len(rung.barred_by) > 1 else "document"
            why = f"no: {what} {chain_of(rung.barred_by)} would have risk {rung.risk:.4f}, at most {rung.limit:g}"
        elif one.people_without:
            why = "no: too few people would fit, or it is finer than what was published"
        else:
            why = "allowed now; what was published is not made finer: sanon redact --fresh decides anew"
        yield f"{'coarser' if rung.level == 1 else '':<11}level {rung.level} {why}"


def _fall(one: ExplainedEntity) -> str:
    if one.stage == "direct":
        return "direct identifiers are masked wherever they stand"
    if one.stage == "list" or one.risk_before is None or one.risk_after is None:
        return "demanded by a list"
    what = "document" if one.decided_for and len(one.decided_for.documents) == 1 else "chain"
    return f"the mask took the risk of that {what} from {one.risk_before:.4f} to {one.risk_after:.4f}"

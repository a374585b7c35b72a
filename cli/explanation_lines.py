"""Explanations as lines for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sanon.cli.printing import counted

from sanon.commands.explain import CHAINS_SHOWN, DecidedEntity
from sanon.corpus_state.corpus_in_graph import CorpusInGraph
from sanon.explanation.alternatives import Alternatives
from sanon.explanation.chain import ChainExplanation, Hop
from sanon.explanation.document import DocumentExplanation
from sanon.explanation.entity import Effect
from sanon.results import ResemblingText
from sanon.risk.limits import is_above

_SHOWN = 40
_BAR = 30


class Names:
    """How entities and chains are written: values only when asked for."""

    def __init__(self, corpus: CorpusInGraph, *, show_values: bool) -> None:
        self._corpus, self._show_values = corpus, show_values

    def entity(self, column: int) -> str:
        """Beginning of the id, the value if asked for, the type."""
        row = self._corpus.entities.iloc[column]
        value = f"  {printable(row['value']):<28}" if self._show_values else ""
        return f"{row['id'][:8]}{value}  {row['type']:<20}"

    def short(self, column: int) -> str:
        """The same without columns, to stand in a sentence."""
        return " ".join(self.entity(column).split())

    def chain(self, rows: Sequence[int]) -> str:
        """Source ids in order."""
        return " – ".join(self._corpus.masked.names(rows))


def printable(value: str) -> str:
    """A value on a terminal: no control characters."""
    return "".join(character if character.isprintable() else "�" for character in value)


def entity_lines(one: DecidedEntity, names: Names) -> Iterator[str]:
    """Why an entity is masked or kept."""
    other = "unmasked" if one.effects.masked else "if masked"
    yield f"entity     {names.short(one.effects.entity)}, in {counted(len(one.effects.documents), 'document')}"
    if one.effects.masked:
        yield f"decision   masked as {one.replacement} in the {one.stage} stage"
        yield f"reason     {one.reason}"
        if one.run_id and one.decided_at:
            yield f"run        {one.run_id[:8]}  {one.decided_at[:19]}; {_fall(one)}"
        yield f"needed     {_needed(one)}"
        yield from _ladder_lines(one, names)
    else:
        yield f"decision   {one.reason}"
    yield "\nDocuments that mention it"
    yield from _effects(one.effects.documents, other, names)
    yield f"\nWorst chains through them{'' if one.effects.masked else ' now'}"
    yield from _effects(one.effects.chains, other, names) if one.effects.chains else ["  none"]
    if one.alternatives:
        yield from _alternative_lines(one.alternatives, names)


def document_lines(one: DocumentExplanation, names: Names, resembles: Sequence[ResemblingText] = ()) -> Iterator[str]:
    """What makes a document risky, and from whom its masks hide it."""
    masked = sum(step.masked for step in one.steps)
    above = " ABOVE" if is_above(one.residual_risk, one.limit) else ""
    yield f"document   {names.chain([one.document])}"
    yield f"risk       {one.residual_risk:.4f} now, at most {one.limit:g}{above}; {one.risk:.4f} before any mask"
    yield f"entities   {len(one.steps)}, of which {masked} masked"
    yield f"\nFrom 0 to {one.residual_risk:.4f}\n  {'adds':<8}{'risk':<8}"
    before = 0.0
    for step in one.steps[:_SHOWN]:
        if step.masked:
            yield f"  {'0':<8}{'':<8}{names.entity(step.entity)}  masked; {step.contribution:.4f} on its own"
        else:
            bar = " " * round(before * _BAR) + "█" * (round(step.cumulative * _BAR) - round(before * _BAR))
            adds = step.cumulative - before
            yield f"  {adds:<8.4f}{step.cumulative:<8.4f}{names.entity(step.entity)}  {bar}"
            before = step.cumulative
    yield from _more(len(one.steps))
    yield "\nWorst chains through it\n  " + f"{'risk':<8}{'at most':<9}"
    for chain in one.chains:
        mark = "  ABOVE" if is_above(chain.residual_risk, chain.limit) else ""
        yield f"  {chain.residual_risk:<8.4f}{chain.limit:<9.4f}{names.chain(chain.documents)}{mark}"
    if not one.chains:
        yield "  none"
    if resembles:
        yield f"\nTexts taken for the one about its person\n  {'before':<8}{'now':<8}"
        for text in resembles:
            yield f"  {_place(text.rank_before):<8}{_place(text.rank_after):<8}{text.background} by {text.attacker}"


def _place(rank: int) -> str:
    return str(rank) if rank else "not"


def chain_lines(one: ChainExplanation, names: Names, edge_threshold: float) -> Iterator[str]:
    """What carries a chain, and what breaks it."""
    above = " ABOVE" if one.above else ""
    yield f"chain      {names.chain(one.documents)}"
    before = f"{one.risk:.4f} before any mask"
    yield f"risk       {one.residual_risk:.4f} now, at most {one.limit:.4g}{above}; {before}"
    for hop, (risk_a, risk_b) in zip(one.hops, pairwise(one.residual_document_risks), strict=True):
        yield from _hop_lines(hop, risk_a, risk_b, names, edge_threshold)
    if one.above:
        yield "\nWhat breaks it: one mask\n  " + f"{'lowers':<8}{'to':<8}"
    else:
        yield "\nWithin its limit. What one more mask would do\n  " + f"{'lowers':<8}{'to':<8}"
    for single in one.breaks:
        enough = "  enough" if one.above and single.enough else ""
        yield f"  {single.impact:<8.4f}{single.risk_after:<8.4f}{names.entity(single.entity)}{enough}"
    if one.above and not one.together:
        yield "Nothing that the policy allows brings it to its limit."
    elif one.above and not any(single.enough for single in one.breaks):
        yield f"No single mask is enough; {counted(len(one.together), 'mask')} together are:"
        yield from (f"  {names.entity(entity)}" for entity in one.together)


def _hop_lines(hop: Hop, risk_a: float, risk_b: float, names: Names, edge_threshold: float) -> Iterator[str]:
    weak = "" if hop.strength >= edge_threshold else f", no link: never reached {edge_threshold:g}"
    yield f"\n{names.chain([hop.a])} – {names.chain([hop.b])}: hop risk {hop.hop_risk:.4f}"
    yield (
        f"  strength {hop.residual_strength:.4f} now, {hop.strength:.4f} before any mask{weak}; "
        f"document risks {risk_a:.4f} and {risk_b:.4f}"
    )
    for carrier in hop.via[:_SHOWN]:
        masked = "  masked: carries nothing" if carrier.masked else ""
        yield f"  {carrier.strength:<8.4f}{names.entity(carrier.entity)}{masked}"
    yield from _more(len(hop.via))


def _effects(effects: Sequence[Effect], other: str, names: Names) -> Iterator[str]:
    yield f"  {'now':<8}{other:<11}at most"
    for one in effects[:_SHOWN]:
        marks = [
            text
            for text, risk in (("above now", one.residual_risk), (f"above {other}", one.risk_without))
            if is_above(risk, one.limit)
        ]
        mark = f"  {marks[0].upper()}" if marks else ""
        yield f"  {one.residual_risk:<8.4f}{one.risk_without:<11.4f}{one.limit:<9.4g}{names.chain(one.documents)}{mark}"
    yield from _more(len(effects))


def _alternative_lines(alternatives: Alternatives, names: Names) -> Iterator[str]:
    what = "document" if len(alternatives.documents) == 1 else "chain"
    yield f"\nInstead of it, for {what} {names.chain(alternatives.documents)}"
    if not alternatives.needed:
        yield f"  nothing: other masks keep it at {alternatives.risk_without:.4f}, at most {alternatives.limit:.4g}"
        return
    yield f"  unmasked, with all other masks: {alternatives.risk_without:.4f}, at most {alternatives.limit:.4g}"
    if not alternatives.others:
        yield "  nothing else that the policy allows brings it there"
        return
    yield f"  {'cost':<6}{'masks':<7}this mask costs {alternatives.cost:g}"
    for other in alternatives.others:
        besides = f"  and {', '.join(names.short(entity) for entity in other.masks[1:])}" if other.masks[1:] else ""
        yield f"  {other.cost:<6g}{len(other.masks):<7}{names.entity(other.entity)}{besides}"


def _needed(one: DecidedEntity) -> str:
    documents, chains = (
        sum(is_above(effect.risk_without, effect.limit) for effect in effects)
        for effects in (one.effects.documents, one.effects.chains)
    )
    if not documents and not chains:
        return "no: unmasked, its documents and chains would stay within their limits"
    or_more = " or more" if chains == len(one.effects.chains) == CHAINS_SHOWN else ""
    plural = counted(chains, "chain") if not or_more else f"{chains}{or_more} chains"
    return f"yes: unmasked, {counted(documents, 'document')} and {plural} would be above their limits"


def _ladder_lines(one: DecidedEntity, names: Names) -> Iterator[str]:
    """Which coarser value stands there, and what bars each finer one."""
    for rung in one.ladder:
        if rung.shown:
            why = f"shown: {one.replacement}"
        elif rung.barred:
            what = "chain" if len(rung.barred.documents) > 1 else "document"
            why = (
                f"no: {what} {names.chain(rung.barred.documents)} would have risk {rung.barred.risk:.4f}, "
                f"at most {rung.barred.limit:g}"
            )
        else:
            why = "allowed now; what was published is not made finer: sanon redact --fresh decides anew"
        yield f"{'coarser' if rung.level == 1 else '':<11}level {rung.level} {why}"


def _fall(one: DecidedEntity) -> str:
    if one.stage == "direct":
        return "direct identifiers are masked wherever they stand"
    if one.stage == "list" or one.risk_before is None or one.risk_after is None:
        return "demanded by a list"
    return f"the mask took that risk from {one.risk_before:.4f} to {one.risk_after:.4f}"


def _more(number: int) -> Iterator[str]:
    if number > _SHOWN:
        yield f"  … and {number - _SHOWN} more: --format json"

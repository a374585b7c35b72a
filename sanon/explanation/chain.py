"""What carries one chain, and what breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sanon.explanation.browser import browser_query
from sanon.results.explain import BreakingMask, CarryingEntity, ExplainedChain, HopResult
from sanon.results.risks import EntityName
from sanon.risk.limits import is_above
from sanon.risk.scores import risk_of
from sanon.selection.chain_risks import ChainEvaluator
from sanon.selection.choice import falling
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.masking_state import ChainState
from sanon.selection.strategies.greedy import treat
from sanon.selection.violations import Violation
from sanon.settings.policy import TIE, category


def explain_chain(corpus: MaskedCorpus, documents: Sequence[int], breaks: int) -> ExplainedChain:
    """Take the risk of the path along some documents apart, whether or not its links reach the edge threshold.

    How many people fit it is left to others.

    Args:
        corpus: masks of now.
        documents: rows, all different, at least two.
        breaks: how many single labels to return, by falling impact.

    Returns:
        `together` is what greedy masks to bring the chain to its limit; empty if it is there, or cannot be brought
        there.
    """
    chain, links = tuple(documents), tuple(range(len(documents) - 1))
    state = corpus.along(chain)
    unmasked = corpus.unmasked.along(chain)
    limit, risk = corpus.limit_along(chain), state.chain_risk(chain, links)
    candidates = corpus.demands.candidates.for_chains(corpus.masks.now)
    impacts = ChainEvaluator(state, chain, links).impacts()
    useful = {one: impact for one, impact in impacts.items() if candidates.allowed[one] and impact > TIE}
    items = list(useful.items())
    singles = [items[place] for place in falling(np.array(list(useful.values())))[:breaks].tolist()]
    hops = state.hop()
    together = []
    if is_above(risk, limit):
        violation = Violation(-risk, chain, links, limit)
        together = [choice.entity for choice in treat(state.copy(), corpus.chain_risks, violation, candidates)]
    names = corpus.names(chain)
    return ExplainedChain(
        documents=names,
        document_risks=unmasked.document_risk[list(chain)].tolist(),
        residual_document_risks=state.document_risk[list(chain)].tolist(),
        risk=unmasked.chain_risk(chain, links),
        residual_risk=risk,
        category=category(corpus.pre_risk_along(chain)),
        limit=limit,
        edge_threshold=corpus.policy.edge_threshold,
        hops=[
            HopResult(
                source=source,
                target=target,
                strength=unmasked.strength[link],
                residual_strength=state.strength[link],
                hop_risk=hops[link],
                via=_via(corpus, state, link),
            )
            for link, (source, target) in enumerate(pairwise(names))
        ],
        breaks=[
            BreakingMask(
                **corpus.named(entity), impact=loss, risk_after=risk - loss, enough=not is_above(risk - loss, limit)
            )
            for entity, loss in singles
        ],
        together=[EntityName(**corpus.named(entity)) for entity in together],
        browser_query=browser_query("what_carries_this_chain", names),
    )


def _via(corpus: MaskedCorpus, state: ChainState, link: int) -> list[CarryingEntity]:
    """What both documents of a link mention, the strongest first."""
    terms = slice(int(state.links.start[link]), int(state.links.start[link + 1]))
    via, strength = state.links.via[terms], risk_of(state.links.log_survival[terms])
    order = falling(strength)
    columns = (via[order].tolist(), strength[order].tolist(), state.in_links[via[order]].tolist())
    return [
        CarryingEntity(**corpus.named(entity), strength=carried, masked=masked)
        for entity, carried, masked in zip(*columns, strict=True)
    ]

"""All stages of the selection in their order, and what they leave."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from sanon.results.risks import RiskTotals
from sanon.risk.chains import Worst, enumerate_chains
from sanon.risk.incidence import Booleans
from sanon.risk.limits import above
from sanon.selection.candidates import Candidates
from sanon.selection.choice import Choice, Plan
from sanon.selection.demands import Demands
from sanon.selection.early_stages import early_choices
from sanon.selection.giving_back import needless
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.masking_state import ChainState, CorpusState
from sanon.selection.requirement import Requirement
from sanon.selection.strategies.greedy import Greedy
from sanon.selection.strategy import Problem, Strategy
from sanon.selection.violations import Violation, Violations

#: The default strategy.
GREEDY = Greedy()
#: Chains named when the policy cannot be met.
OPEN_CHAINS_NAMED = 100


@dataclass(frozen=True)
class Opened:
    """Chains over policy with the masks of before that hold a document which the last decisions did not see.

    Attributes:
        count: of all.
        worst: rows of the documents and risk, worst first; at most OPEN_CHAINS_NAMED.
    """

    count: int
    worst: list[tuple[tuple[int, ...], float]]


@dataclass(frozen=True)
class Selection:
    """New masks, and what they leave.

    Attributes:
        choices: in the order chosen.
        cost: of all choices.
        lower_bound: no chain stage after this document stage costs less in all; None if the strategy proves nothing.
        cost_of_others: what each other strategy would have cost in all, of those compared.
        after: with the new masks.
        opened: what new documents brought.
        open_documents: row, risk and limit of the documents that nothing allowed could bring to their limits.
        open_chains: the chains that nothing allowed could bring to their limits, the worst ones.
        open_people: the documents and chains that fewer people fit than must, whatever is masked; the worst ones.
        corpus: with the new masks.
    """

    choices: list[Choice]
    cost: float
    lower_bound: float | None
    cost_of_others: dict[str, float]
    after: RiskTotals
    opened: Opened
    open_documents: list[tuple[int, float, float]]
    open_chains: list[Violation]
    open_people: list[Violation]
    corpus: MaskedCorpus

    @property
    def met(self) -> bool:
        """Whether every document and chain is under its limits."""
        return not (self.open_documents or self.open_chains or self.open_people)

    @property
    def gap(self) -> float | None:
        """(cost − lower bound) / cost, in [0, 1]; 0 is proven optimal."""
        if self.lower_bound is None:
            return None
        return (self.cost - self.lower_bound) / self.cost if self.cost > 0 else 0.0


def select(
    corpus: MaskedCorpus,
    strategy: Strategy = GREEDY,
    compare: Collection[Strategy] = (),
    new: Booleans | None = None,
) -> Selection:
    """Choose what to mask so that every document and chain comes under the policy.

    Chains are those before any mask, their limits refer to the masks of the early stages: a second run on the same
    corpus finds nothing to do (docs/decisions/0005).

    Args:
        corpus: with the masks of now, which stay.
        strategy: of the chain stage.
        compare: other strategies, to see what they would have cost.
        new: documents that the last decisions did not see; (N,), by default none.
    """
    demands = corpus.demands
    documents = CorpusState(corpus.incidence, corpus.masks.now)
    early = early_choices(documents, demands)
    early = [choice._replace(leaves_link=True) if demands.leaves_link[choice.entity] else choice for choice in early]
    after_early = corpus.with_masks(corpus.masks.with_early([choice.entity for choice in early], demands.leaves_link))

    candidates = demands.candidates.for_chains(after_early.masks.now)
    problem = Problem(after_early.state, after_early.requirements, candidates)
    others = {one.name: _completed(after_early, early, one.plan(problem.copy()), candidates) for one in compare}
    plan = strategy.plan(problem.copy())
    done = _completed(after_early, early, plan, candidates)
    result = done.corpus

    open_documents = np.flatnonzero(result.documents_above())
    risks = result.state.document_risk
    return Selection(
        choices=_together(done.early, done.late) + done.same,
        cost=done.cost,
        lower_bound=None if plan.lower_bound is None else min(done.early_cost + plan.lower_bound, done.cost),
        cost_of_others={name: one.cost for name, one in others.items()},
        after=result.summary,
        opened=_opened(corpus, np.zeros(corpus.incidence.documents, dtype=np.bool_) if new is None else new),
        open_documents=[(int(d), float(risks[d]), float(demands.theta_doc[d])) for d in open_documents],
        open_chains=_open(result.chain_risks, result.state),
        open_people=_open(result.people_budget, result.state) if result.people_budget else [],
        corpus=result,
    )


@dataclass(frozen=True)
class _Completed:
    """A selection.

    Attributes:
        early, late, same: choices of the early stages, of a strategy, and of what has the same value as these.
        early_cost, cost: of the early ones, and of all.
        corpus: with all masks.
    """

    early: list[Choice]
    late: list[Choice]
    same: list[Choice]
    early_cost: float
    cost: float
    corpus: MaskedCorpus

    @classmethod
    def of(
        cls,
        early: list[Choice],
        late: list[Choice],
        same: list[Choice],
        candidates: Candidates,
        corpus: MaskedCorpus,
    ) -> _Completed:
        """Choices, with what they cost."""
        early_cost = corpus.demands.candidates.total([choice.entity for choice in early])
        cost = early_cost + candidates.total([choice.entity for choice in late + same])
        return cls(early, late, same, early_cost, cost, corpus)


def _completed(after_early: MaskedCorpus, early: list[Choice], plan: Plan, candidates: Candidates) -> _Completed:
    """The choices of a strategy with what follows from them, without what nothing needs in the end.

    Masks are given back only where people must fit: where risks alone count, the stages mask what the thesis says they
    mask (docs/decisions/0013).
    """
    demands = after_early.demands
    late = _links_left(after_early, plan.choices, candidates)
    leaves_link = np.zeros(after_early.incidence.entities, dtype=np.bool_)
    leaves_link[[choice.entity for choice in late if choice.leaves_link]] = True
    masks = after_early.masks.with_late([choice.entity for choice in late], leaves_link)
    same = _twins(masks.now.in_documents, demands)
    corpus = after_early.with_masks(masks.with_late([choice.entity for choice in same]))
    done = _Completed.of(early, late, same, candidates, corpus)
    if demands.people is None:
        return done
    kept = {choice.entity for choice in late if choice.relabelled}
    by_risk = [choice.entity for choice in early if choice.stage == "document"] + [choice.entity for choice in late]
    gone = needless(corpus, [entity for entity in by_risk if entity not in kept])
    early, late = ([choice for choice in some if choice.entity not in gone] for some in (early, late))
    return _Completed.of(early, late, same, candidates, corpus.with_masks(corpus.masks.showing(sorted(gone))))


def _open(requirement: Requirement, state: ChainState) -> list[Violation]:
    """What is above its limit, the worst first."""
    found = Violations.joined([Violations.of([]), *requirement.violations(state)])
    return list(found.sorted().where(slice(OPEN_CHAINS_NAMED)))


def _links_left(before: MaskedCorpus, choices: list[Choice], candidates: Candidates) -> list[Choice]:
    """The choices of a chain stage with the operators that leave a link, where no chain stays over its limit for that.

    All get their operators, and greedy gives back a label, worst chain first, where one is needed. What was masked
    already and needs no label is no choice any more.
    """
    demands, now = before.demands, before.masks.now
    may_link = demands.leaves_link | now.in_documents
    soft = [choice.entity for choice in choices if may_link[choice.entity]]
    if not soft:
        return choices
    hidden = now.hiding([choice.entity for choice in choices], may_link)
    state = ChainState(before.incidence, hidden, before.links)
    labels = set(GREEDY.plan(Problem(state, (before.chain_risks,), candidates.only(soft))).entities)
    linked = set(soft) - labels
    return [
        choice._replace(leaves_link=choice.entity in linked)
        for choice in choices
        if not (choice.relabelled and choice.entity in linked)
    ]


def _together(early: list[Choice], late: list[Choice]) -> list[Choice]:
    """One choice for each entity: what an early stage of this run masked and the chain stage labels has a label."""
    masked, labels = {choice.entity for choice in early}, {choice.entity for choice in late}
    return [
        choice._replace(leaves_link=False, relabelled=True) if choice.entity in labels else choice for choice in early
    ] + [choice for choice in late if choice.entity not in masked]


def _twins(masked: Booleans, demands: Demands) -> list[Choice]:
    """Labels for what has the same value as a masked entity, under another type.

    They count as choices of the chain stage, since the limits of chains must not follow from them.
    """
    return [
        Choice(entity, "chain", (), 0.0, 0.0, 0.0, same_as=next(one for one in group if masked[one]))
        for group in demands.twins
        if any(masked[one] for one in group)
        for entity in group
        if not masked[entity] and demands.candidates.allowed[entity]
    ]


def _opened(corpus: MaskedCorpus, new: Booleans) -> Opened:
    """Chains over policy that hold a new document."""
    count, worst = 0, Worst(OPEN_CHAINS_NAMED)
    if new.any():
        for chains in enumerate_chains(corpus.graph, corpus.policy.max_chain_length, corpus.limits.least):
            over = above(chains.risk, corpus.limits.of(chains.documents, chains.links))
            found = chains.where(over & new[chains.documents].any(axis=1))
            count += len(found.risk)
            worst.take(found)
    return Opened(count, worst.by_risk())

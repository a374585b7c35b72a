"""Random corpora with masks of both stages, as arrays and for the slow reference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from sanon.explanation.situation import Situation
from sanon.selection.select import Demands
from sanon.settings.policy import Policy
from tests.reference import Corpus
from tests.strategies import incidence_of, policies, tables


@dataclass
class Case:
    """A situation, the same corpus for the reference, and its masks by id."""

    situation: Situation
    slow: Corpus
    masked: set[str]
    chain_masked: set[str]

    @property
    def policy(self) -> Policy:
        return self.situation.policy

    def ids(self, columns):
        return {self.situation.incidence.entity_ids[column] for column in columns}

    def chains(self, readable=frozenset()):
        """Chains after the document stage, if some entities were readable."""
        pruned = self.masked - self.chain_masked - set(readable)
        return self.slow.chains(self.slow.links(self.policy.edge_threshold, pruned), self.policy.max_chain_length)

    def is_undecided(self, readable=frozenset()):
        return self.slow.undecided(self.policy.edge_threshold, self.masked - self.chain_masked - set(readable))


def situation_of(corpus, policy, by_chain=frozenset()) -> Situation:
    incidence = incidence_of(corpus)
    chain_masks = incidence.masked & np.isin(incidence.entity_ids, list(by_chain))
    return Situation(incidence, chain_masks, policy, Demands.plain(incidence, policy))


@st.composite
def cases(draw: st.DrawFn, documents: int = 6) -> Case:
    corpus, policy = draw(tables(documents=documents)), draw(policies)
    masked = set(corpus["entities"].loc[corpus["entities"]["masked"].astype(bool), "id"])
    by_chain = {entity for entity in sorted(masked) if draw(st.booleans())}
    return Case(situation_of(corpus, policy, by_chain), Corpus.of(corpus), masked, by_chain)

"""Random corpora with masks of all stages, as arrays and for the slow reference."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import Policy
from tests.reference import Corpus
from tests.strategies import hidden_of, masked_corpus, policies, tables


@dataclass
class Case:
    """A masked corpus, the same for the reference, and ids hidden in documents and in links."""

    corpus: MaskedCorpus
    slow: Corpus
    masked: set[str]
    unlinked: set[str]
    before_chains: tuple[set[str], set[str]]

    @property
    def policy(self) -> Policy:
        return self.corpus.policy

    @property
    def hidden(self) -> tuple[set[str], set[str]]:
        return self.masked, self.unlinked

    def ids(self, columns):
        return {self.corpus.incidence.entity_ids[column] for column in columns}

    def chains(self):
        """Chains before any mask."""
        return self.slow.chains(self.slow.links(self.policy.edge_threshold), self.policy.max_chain_length)

    def is_undecided(self):
        return self.slow.undecided(self.policy.edge_threshold)


@st.composite
def cases(draw: st.DrawFn, documents: int = 6) -> Case:
    corpus, policy = draw(tables(documents=documents)), draw(policies)
    before_chains = hidden_of(corpus, before_chains=True)
    return Case(masked_corpus(corpus, policy), Corpus.of(corpus), *hidden_of(corpus), before_chains)

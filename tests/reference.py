"""The method once more, slowly and without arrays: sets, dictionaries and every path. Nothing of sAnon is used."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass


@dataclass
class Corpus:
    """Relevance by document and entity; weight by entity."""

    documents: dict[str, dict[str, float]]
    weight: dict[str, float]

    @classmethod
    def of(cls, tables) -> Corpus:
        documents = {source_id: {} for source_id in tables["documents"]["source_id"]}
        for source_id, entity_id, relevance in tables["mentions"].itertuples(index=False):
            documents[source_id][entity_id] = relevance
        return cls(documents, dict(zip(tables["entities"]["id"], tables["entities"]["weight"], strict=True)))

    def uniqueness(self, entity: str) -> float:
        n = len(self.documents)
        frequency = sum(entity in entities for entities in self.documents.values())
        return math.log((n + 1) / frequency) / math.log(n + 1)

    def contribution(self, entity: str, document: str) -> float:
        return self.documents[document][entity] * self.uniqueness(entity) * self.weight[entity]

    def importance(self, entity: str) -> float:
        return max(self.contribution(entity, d) for d, entities in self.documents.items() if entity in entities)

    def document_risk(self, document: str, masked: set[str]) -> float:
        return 1 - math.prod(1 - self.contribution(e, document) for e in self.documents[document] if e not in masked)

    def shared(self, a: str, b: str) -> set[str]:
        return self.documents[a].keys() & self.documents[b].keys()

    def strength(self, a: str, b: str, unlinked: set[str]) -> float:
        return 1 - math.prod(
            1 - max(self.contribution(e, a), self.contribution(e, b)) for e in self.shared(a, b) if e not in unlinked
        )

    def links(self, threshold: float) -> set[tuple[str, str]]:
        """Linked pairs before any mask; where rounding decides, both answers are right: see `undecided`."""
        return {
            (a, b)
            for a, b in itertools.combinations(sorted(self.documents), 2)
            if self.shared(a, b) and self.strength(a, b, set()) >= threshold
        }

    def undecided(self, threshold: float) -> bool:
        """Whether some strength is so near the threshold that rounding decides."""
        pairs = itertools.combinations(sorted(self.documents), 2)
        return any(abs(self.strength(a, b, set()) - threshold) < 1e-9 for a, b in pairs)

    def hop(self, a: str, b: str, masked: set[str], unlinked: set[str] | None = None) -> float:
        average = (self.document_risk(a, masked) + self.document_risk(b, masked)) / 2
        return self.strength(a, b, masked if unlinked is None else unlinked) * (1 + average) / 2

    def chain_risk(self, chain: tuple[str, ...], masked: set[str], unlinked: set[str] | None = None) -> float:
        """With some entities hidden in documents, and some of these (by default all) hidden in links too."""
        return 1 - math.prod(1 - self.hop(a, b, masked, unlinked) for a, b in itertools.pairwise(chain))

    def chains(self, links: set[tuple[str, str]], longest: int) -> set[tuple[str, ...]]:
        """Every simple path of 2..longest documents, from its smaller end."""
        linked = links | {(b, a) for a, b in links}
        return {
            path
            for length in range(2, longest + 1)
            for path in itertools.permutations(sorted({d for link in links for d in link}), length)
            if path[0] < path[-1] and all(hop in linked for hop in itertools.pairwise(path))
        }


def limit(risk: float, theta_chain: float) -> float:
    """What a chain must reach, given its risk after the document stage (ρ: HIGH 0.70, MEDIUM 0.90)."""
    if risk >= 0.75:
        return min(theta_chain, 0.7 * risk)
    if risk >= 0.5:
        return min(theta_chain, 0.9 * risk)
    return theta_chain


def document_stage(corpus: Corpus, theta_doc: float, masked: set[str]) -> list[str]:
    """What the document stage masks, in order."""
    masked, chosen = set(masked), []
    for document in sorted(corpus.documents, key=lambda d: (-round(corpus.document_risk(d, set()), 11), d)):
        for entity in sorted(corpus.documents[document], key=lambda e: (-round(corpus.importance(e), 11), e)):
            if corpus.document_risk(document, masked) <= theta_doc:
                break
            if entity not in masked:
                masked.add(entity)
                chosen.append(entity)
    return chosen


def greedy_chain_stage(
    corpus: Corpus,
    edge_threshold: float,
    longest: int,
    theta_chain: float,
    masked: set[str],
    unlinked: set[str] | None = None,
) -> list[str]:
    """What the greedy chain stage labels, in order: the worst chain above its limit until there is none.

    Chains are those before any mask; an entity that is masked and leaves a link costs a tenth.
    """
    masked, unlinked, chosen = set(masked), set(masked if unlinked is None else unlinked), []
    limits = {
        chain: limit(corpus.chain_risk(chain, masked, unlinked), theta_chain)
        for chain in corpus.chains(corpus.links(edge_threshold), longest)
    }

    def risk(chain: tuple[str, ...], entity: str | None = None) -> float:
        also = set() if entity is None else {entity}
        return corpus.chain_risk(chain, masked | also, unlinked | also)

    while over := [chain for chain in limits if risk(chain) > limits[chain] + 1e-12]:
        worst = min(over, key=lambda chain: (-round(risk(chain), 11), chain))
        while risk(worst) > limits[worst] + 1e-12:
            candidates = {e for d in worst for e in corpus.documents[d]} - unlinked
            gain = {e: (risk(worst) - risk(worst, e)) / (0.1 if e in masked else 1) for e in candidates}
            best = min(candidates, key=lambda e: (-round(gain[e], 11), e))
            masked.add(best)
            unlinked.add(best)
            chosen.append(best)
    return chosen


def over_policy(
    corpus: Corpus,
    edge_threshold: float,
    longest: int,
    theta_chain: float,
    now: tuple[set[str], set[str]],
    before_chains: tuple[set[str], set[str]],
) -> set[tuple[str, ...]]:
    """The chains above their limits; masks as (hidden in documents, hidden in links)."""
    return {
        chain
        for chain in corpus.chains(corpus.links(edge_threshold), longest)
        if corpus.chain_risk(chain, *now) > limit(corpus.chain_risk(chain, *before_chains), theta_chain) + 1e-12
    }


@dataclass
class Values:
    """Which values are forms of others: parent of each node, exclusive nodes, and the node of an entity, if any."""

    parent: dict[int, int | None]
    exclusive: set[int]
    node: dict[str, int]

    def digits(self, told: dict[str, float]) -> float:
        """What some values tell together: those that are no form of another one by one, the others by branches."""
        alone = sum(digits for entity, digits in told.items() if entity not in self.node)
        own: dict[int, float] = {}
        for entity, digits in told.items():
            if entity in self.node:
                own[self.node[entity]] = max(own.get(self.node[entity], 0.0), digits)
        return alone + sum(self._branch(node, own) for node, above in self.parent.items() if above is None)

    def _branch(self, node: int, own: dict[int, float]) -> float:
        under = [self._branch(one, own) for one, above in self.parent.items() if above == node]
        together = max(under, default=0.0) if node in self.exclusive else sum(under)
        return max(own.get(node, 0.0), together)


def subjects(corpus: Corpus, person: dict[tuple[str, str], str]) -> list[tuple[str, set[str]]]:
    """Documents, each with the values of one of its persons and those of nobody known; or with all of them."""
    found = []
    for document, entities in sorted(corpus.documents.items()):
        of = {entity: person.get((document, entity)) for entity in entities}
        for one in sorted({name for name in of.values() if name is not None}) or [None]:
            found.append((document, {entity for entity, name in of.items() if one is None or name in (None, one)}))
    return found


def told(corpus: Corpus, path: list[tuple[str, set[str]]], hidden: set[str]) -> dict[str, float]:
    """Digits of the values of some subjects that are not hidden: 9.9 times the largest relevance."""
    found: dict[str, float] = {}
    for document, entities in path:
        for entity in entities - hidden:
            found[entity] = max(found.get(entity, 0.0), 9.9 * corpus.documents[document][entity])
    return found


def subject_chains(
    corpus: Corpus, people: list[tuple[str, set[str]]], links: set[tuple[str, str]], longest: int
) -> list[tuple[int, ...]]:
    """Paths of subjects of linked documents, neighbours of which share a value, no document twice."""

    def joined(a: int, b: int) -> bool:
        ends = (people[a][0], people[b][0])
        return (ends in links or ends[::-1] in links) and bool(people[a][1] & people[b][1])

    return [
        path
        for length in range(2, longest + 1)
        for path in itertools.permutations(range(len(people)), length)
        if path[0] < path[-1]
        and len({people[one][0] for one in path}) == length
        and all(joined(a, b) for a, b in itertools.pairwise(path))
    ]

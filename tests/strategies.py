"""Random corpora for property tests: a few rare entities, some common ones, extreme relevances, some masks."""

from __future__ import annotations

import pandas as pd
from hypothesis import strategies as st

from sanon.records import Entity
from sanon.risk.incidence import Incidence
from sanon.risk.masks import Masks
from sanon.selection.demands import Demands
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile

#: Columns that say what was decided about an entity.
DECISION = ["masked", "decided_by", "leaves_link", "relabelled"]
PROFILE = load_profile("insurance")
_relevances = st.one_of(st.sampled_from([0.0, 1.0, 0.5]), st.integers(0, 1000).map(lambda n: n / 1000))


@st.composite
def tables(draw: st.DrawFn, documents: int = 9, entities: int = 12, masks: bool = True) -> dict[str, pd.DataFrame]:
    """Tables as a store reads them: documents (source_id), entities, mentions."""
    source_ids = [f"d{number}" for number in range(draw(st.integers(1, documents)))]
    kinds = draw(st.lists(st.sampled_from(sorted(PROFILE.types)), min_size=0, max_size=entities))
    rows, mentions = [], []
    for number, kind in enumerate(kinds):
        entity = Entity(f"value {number}", kind)
        masked = masks and draw(st.integers(0, 4)) == 0
        stage = draw(st.sampled_from(["list", "direct", "document", "chain", None])) if masked else None
        # What remains: nothing, a link, or nothing any more since the chain stage gave a label.
        left = draw(st.sampled_from(["nothing", "link", "label"])) if masked else "nothing"
        decision = (masked, stage, left == "link", left == "label" and stage != "chain")
        rows.append((entity.id, entity.value, kind, PROFILE.weights[kind], *decision))
        # The lower the number, the more common: hubs and one-offs in one corpus.
        common = draw(st.integers(1, len(source_ids))) if number < 4 else draw(st.integers(1, min(3, len(source_ids))))
        for source_id in draw(st.permutations(source_ids))[:common]:
            mentions.append((source_id, entity.id, draw(_relevances)))
    return {
        "documents": pd.DataFrame({"source_id": source_ids}),
        "entities": pd.DataFrame(rows, columns=["id", "value", "type", "weight", *DECISION]),
        "mentions": pd.DataFrame(mentions, columns=["source_id", "entity_id", "relevance"]),
    }


def incidence_of(corpus: dict[str, pd.DataFrame]) -> Incidence:
    """The arrays of a corpus."""
    return Incidence.build(corpus["documents"]["source_id"], corpus["entities"], corpus["mentions"])


def masks_of(corpus: dict[str, pd.DataFrame]) -> Masks:
    """The masks of a corpus as arrays."""
    return Masks.of_decisions(corpus["entities"].sort_values("id"))


def hidden_of(corpus: dict[str, pd.DataFrame], *, before_chains: bool = False) -> tuple[set[str], set[str]]:
    """Ids hidden in documents and in links: now, or as the limits of chains count."""
    documents, links = set(), set()
    for row in corpus["entities"].to_dict("records"):
        if row["masked"] and not (before_chains and row["decided_by"] == "chain"):
            documents.add(row["id"])
            if not row["leaves_link"] and not (before_chains and row["relabelled"]):
                links.add(row["id"])
    return documents, links


def masked_corpus(corpus: dict[str, pd.DataFrame], policy: Policy, *, masks: bool = True) -> MaskedCorpus:
    """Corpus, masks (or none) and policy, with nothing else demanded."""
    arrays = incidence_of(corpus)
    chosen = masks_of(corpus) if masks else Masks.none(arrays.entities)
    return MaskedCorpus.build(arrays, chosen, policy, Demands.plain(arrays, policy))


policies = st.builds(
    Policy,
    edge_threshold=st.sampled_from([0.05, 0.2, 0.5, 0.8, 1.0]),
    max_chain_length=st.integers(2, 5),
    theta_doc=st.sampled_from([0.0, 0.5, 0.8, 0.95, 1.0]),
    theta_chain=st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0]),
)

"""Numbers derived in the database, by Cypher, which does not know coarser values in the place of masks."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection

from sanon.derivation.writing import Derived
from sanon.graph.store import Store
from sanon.risk.links import HUB, SUFFIX_SHARE, bound_of
from sanon.risk.survey import Survey, SurveyedChain
from sanon.settings.policy import Policy


def derived(store: Store, policy: Policy) -> Derived:
    """As `in_arrays.derived`."""
    store.derive_entity_numbers()
    store.derive_document_risks()
    bound = bound_of(policy.edge_threshold) / math.log(10)
    links = store.derived_links(policy.edge_threshold, bound, bound * SUFFIX_SHARE, HUB)
    return Derived(links, store.document_risks())


def surveyed_chains(store: Store, policy: Policy, limit: int | None, accepted: Collection[tuple[str, ...]]) -> Survey:
    """As `derive.survey_chains`."""
    row_of = {source_id: row for row, source_id in enumerate(store.document_risks()["source_id"])}
    categories, over_policy = store.chain_categories(policy, accepted)
    worst = store.worst_chains(policy.max_chain_length, policy.edge_threshold, limit or sum(categories.values()))
    rows = [tuple(row_of[d] for d in chain) for chain in worst["documents"]]
    risks = (worst[name].tolist() for name in ("risk", "residual_risk", "pre_risk"))
    return Survey(categories, over_policy, list(itertools.starmap(SurveyedChain, zip(rows, *risks, strict=True))))

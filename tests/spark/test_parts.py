"""What is decided in parts is what is decided at once, without any Spark: the parts are those that it would get."""

import json
from collections import defaultdict
from dataclasses import replace
from datetime import date

import pandas as pd
from hypothesis import example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from sanon.records import Entity
from sanon.selection.select import select
from sanon.selection.strategy import strategy_of
from sanon.settings.policy import Policy
from sanon.settings.rules import EntityRule, Rules
from sanon.settings.settings import Settings
from sanon.spark.components import forest
from sanon.spark.in_part import chosen, named, near_limits
from sanon.spark.part import Context, Part
from tests.spark.corpora import random_corpus

policies = st.builds(
    Policy,
    edge_threshold=st.sampled_from([0.05, 0.3, 0.5]),
    theta_doc=st.sampled_from([0.5, 0.8, 0.95]),
    theta_chain=st.sampled_from([0.2, 0.5]),
    rho_high=st.sampled_from([0.7, 1.0]),
    at_least=st.sampled_from([0, 20, 10_000]),
    direct=st.sampled_from(["always", "by-risk"]),
)


def tables(corpus, policy):
    """Mentions and context as Spark would have them."""
    settings = Settings(policy=policy)
    rows = pd.DataFrame(
        [
            (source_id, Entity(value, kind).id, share, None, kind, value)
            for source_id, (_, entities) in corpus.items()
            for _, value, kind, share in entities
        ],
        columns=["source_id", "entity_id", "relevance", "person", "type", "value"],
    )
    entities = rows.groupby(["entity_id", "type", "value"], as_index=False)["relevance"].agg(["size", "max"])
    entities = entities.rename(columns={"size": "frequency", "max": "most"})
    described = entities[["entity_id", "type", "value", "frequency", "most"]].to_dict("records")
    same = defaultdict(list)
    for one in described:
        same[settings.profile.types[one["type"]].normal_form, one["value"]].append(one)
    groups = {one["entity_id"]: group for group in same.values() if len(group) > 1 for one in group}
    entities["twins"] = [json.dumps(groups[one]) if one in groups else None for one in entities["entity_id"]]
    entities["spellings"] = [[value] for value in entities["value"]]
    example = {one["type"]: one for one in described}
    context = Context(settings, len(corpus), tuple(example.values()), date(2026, 1, 1))
    entities = entities.merge(named(context, entities), on="entity_id")
    return context, rows.merge(entities.drop(columns=["type", "value"]), on="entity_id")


def masks_in_parts(context, mentions):
    """Entities that the stages after the direct rule mask, component by component."""
    edges = near_limits(context, mentions)
    parts = pd.concat([pd.DataFrame({"a": [], "b": []}), *forest([edges])])
    component = dict(zip(parts["a"], parts["b"], strict=True))
    near = mentions[mentions["source_id"].isin(component)]
    tables = [chosen(context, group) for _, group in near.groupby(near["source_id"].map(component))]
    return {one for table in tables for one in table["entity_id"].dropna()}, len(tables)


@examples(max_examples=40)
@given(st.integers(0, 10_000), st.integers(1, 30), policies)
# A date of birth and the day of an event are one value: the mask of one is the mask of the other, wherever it stands.
@example(28, 28, Policy(edge_threshold=0.05, theta_doc=0.8, theta_chain=0.2, at_least=10_000, direct="by-risk"))
def test_deciding_in_parts_masks_what_deciding_at_once_masks(seed, documents, policy):
    corpus = random_corpus(seed, documents)
    if not any(entities for _, entities in corpus.values()):
        return
    context, mentions = tables(corpus, policy)
    at_once = select(Part(context, mentions).corpus(), strategy_of(context.settings.masking))
    ids = Part(context, mentions).incidence.entity_ids
    by_risk = {
        ids[one.entity] for one in at_once.choices if one.stage not in ("list", "direct") and one.same_as is None
    }
    assert masks_in_parts(context, mentions)[0] == by_risk


def test_persons_who_share_nothing_are_decided_apart():
    kinds = ("UNIQUE_FACT", "INDIRECT_IDENTIFIER")
    own = {
        name: (text, [one for one in entities if one[2] in kinds])
        for name, (text, entities) in random_corpus(1, 24).items()
    }
    context, mentions = tables(own, Policy(at_least=0, theta_doc=0.3))
    masked, parts = masks_in_parts(context, mentions)
    assert masked
    assert parts > 1


def test_what_a_rule_never_masks_stays_in_its_part():
    context, mentions = tables(random_corpus(1, 12), Policy())
    kept = mentions.iloc[0]
    rules = Rules(never_mask=(EntityRule(type=kept["type"], value=kept["value"]),))
    part = Part(replace(context, settings=context.settings.model_copy(update={"rules": rules})), mentions)
    allowed = dict(zip(part.incidence.entity_ids, part.demands().candidates.allowed, strict=True))
    assert not allowed.pop(kept["entity_id"])
    assert all(allowed.values())

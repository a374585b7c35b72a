"""The two-stage extraction of the thesis, with a model whose answers are known."""

import json

import pytest

from sanon.settings.profile import load_profile
from sanon.testbench.two_stage import TwoStages


class Model:
    """Answers by document, and remembers what it was asked."""

    def __init__(self, answers):
        self.answers, self.prompts = answers, []

    def __call__(self, system, user, schema, attempt=0):
        self.prompts.append(user)
        stage = "context" if "Other documents" in user else "local"
        name = next(name for name in ("d1", "d2", "d3") if name in user)
        return {"entities": self.answers.get((stage, name), [])}


TEXTS = {"d1": "d1: Ann Roe keeps the lighthouse.", "d2": "d2: the lighthouse is old.", "d3": "d3: nothing."}
LIGHT = ["lighthouse", "lighthouse", "UNIQUE_FACT", 0.9]


def found(answers):
    model = Model(answers)
    return TwoStages(model, load_profile("insurance"), 1).found(TEXTS), model


def test_the_second_stage_is_shown_what_others_mention_without_relevance_and_direct_identifiers():
    _, model = found({("local", "d1"): [LIGHT, ["Ann Roe", "ann roe", "NAME", 1.0]]})
    (shown,) = {prompt.split("[normalized_value, entity_type]:\n")[1].split("\n")[0] for prompt in model.prompts[3:]}
    # u = ln(4/1)/ln 4 = 1; .9 · 1 is above .4. The name is a direct identifier.
    assert json.loads(shown) == [["lighthouse", "UNIQUE_FACT"]]


def test_the_union_has_the_larger_relevance():
    both, _ = found({("local", "d1"): [LIGHT], ("context", "d1"): [[*LIGHT[:3], 0.4]], ("context", "d2"): [LIGHT]})
    assert both == {"d1": [tuple(LIGHT)], "d2": [tuple(LIGHT)], "d3": []}


@pytest.mark.parametrize(
    "row",
    [
        ["windmill", "windmill", "EVENT", 0.5],
        ["lighthouse", "lighthouse", "ODD", 0.5],
        ["Ann Roe", "ann roe", "POSSIBLE_NAME", 0.9],
        ["lighthouse", "lighthouse", "EVENT", 7],
        ["lighthouse"],
        "lighthouse",
    ],
)
def test_what_is_no_entity_of_the_document_is_dropped(row):
    assert found({("local", "d1"): [row]})[0]["d1"] == []

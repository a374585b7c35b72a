"""Names of systems, and what local differential privacy makes of values."""

import json
import math

import numpy as np
import pytest

from sanon.errors import ConfigurationError
from sanon.settings.model import Model
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from sanon.testbench.dataset.records import GeneratedDocument
from sanon.testbench.perturbation import Perturbation
from sanon.testbench.systems import DEFAULT, parsed
from sanon.testbench.systems.levels import choices, level_of
from sanon.testbench.two_stage import TwoStages
from sanon.testbench.workshop import Workshop, write_entities


def test_a_name_says_what_the_system_does():
    system = parsed("sanon@k=2@operator=generalize@direct=by-risk")
    said = system.options
    assert (said.k, said.operator, said.direct, said.theta) == (2, "generalize", "by-risk", None)
    assert said.policy() == Policy(max_chain_length=2, direct="by-risk")
    assert [parsed(label).label for label in DEFAULT] == list(DEFAULT)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nobody", "no system 'nobody'"),
        ("verbatim@k=2", "has no parameter k"),
        ("sanon@k=9", "less than or equal to 6"),
        ("sanon@operator=magic", "no such operator"),
        ("sanon@k", "has no parameter"),
    ],
)
def test_a_name_that_says_nothing_is_refused(name, message):
    with pytest.raises(ConfigurationError, match=message):
        parsed(name)


def vectors(values):
    """Two values alike at .8, the third unlike both."""
    return np.array([{"flu": [1, 0], "cold": [0.8, 0.6], "gout": [-1, 0]}[one] for one in values], np.float32)


def test_the_same_seed_gives_the_same_values():
    values = [f"condition {n}" for n in range(40)]
    alike = lambda texts: np.eye(len(texts), dtype=np.float32)  # noqa: E731
    one, again = (Perturbation(2, 7).values("MEDICAL_CONDITION", "text", values, alike) for _ in range(2))
    other = Perturbation(2, 8).values("MEDICAL_CONDITION", "text", values, alike)
    assert one == again
    assert one != other


def test_phrases_are_drawn_by_the_exponential_mechanism():
    epsilon, draws = 3.0, 4000
    drawn = [Perturbation(epsilon, seed).values("C", "text", ["flu", "cold", "gout"], vectors) for seed in range(draws)]
    odds = {"flu": math.exp(epsilon / 2), "cold": math.exp(epsilon / 2 * 0.8), "gout": 1.0}
    for value, weight in odds.items():
        share = sum(one["flu"] == value for one in drawn) / draws
        assert share == pytest.approx(weight / sum(odds.values()), abs=0.03)


def test_characters_of_an_id_answer_at_random():
    epsilon, draws = 4.0, 3000
    drawn = [Perturbation(epsilon, seed).values("PATIENT_ID", "id", ["7X"], vectors)["7X"] for seed in range(draws)]
    # ε/2 for each of the two; a figure is one of 10, a letter one of 26.
    kept = [sum(one[place] == "7X"[place] for one in drawn) / draws for place in (0, 1)]
    expected = [math.exp(2) / (math.exp(2) + others) for others in (9, 25)]
    assert kept == pytest.approx(expected, abs=0.03)
    assert all(one[0].isdigit() and one[1].isalpha() for one in drawn)


def test_dates_move_within_the_range_of_their_type_and_half_dates_go():
    values = ["01/01/2020", "31/12/2023", "2021"]
    drawn = [Perturbation(1, seed).values("EVENT_DATE", "date", values, vectors) for seed in range(50)]
    assert {one["2021"] for one in drawn} == {""}
    years = {int(one["01/01/2020"][-4:]) for one in drawn}
    assert len(years) > 2
    assert years <= set(range(2020, 2024))


def test_values_get_the_level_that_people_choose_for_their_ladder(tmp_path):
    """In benchmarks/levels readers gave 28 of 30 dates of birth the year, ages five years, and names have no ladder."""
    texts = {"a": "Ann Roe, born 12 April 1961, is 62 years old and lives in Brest.", "b": "Nobody is named here."}
    entities = {
        "a": [
            ("Ann Roe", "ann roe", "NAME", 1.0),
            ("12 April 1961", "12/04/1961", "BIRTHDATE", 0.5),
            ("62", "62", "AGE", 0.2),
        ],
        "b": [],
    }
    documents = [GeneratedDocument(id=one, metadata={}, content=text) for one, text in texts.items()]
    file = write_entities(tmp_path / "entities.jsonl", entities)
    system = parsed("levels@extraction=given")
    with Workshop(documents, file, tmp_path, load_profile("insurance"), Model(), 7) as workshop:
        made = system.protect(workshop)
    assert made.texts == {
        "a": "[NAME], born [1961], is [60–64] years old and lives in Brest.",
        "b": "Nobody is named here.",
    }
    assert made.masks == 3


def test_stand_ins_are_the_same_in_every_run(tmp_path):
    documents = [GeneratedDocument(id="a", metadata={}, content="Ann Roe was born on 12 April 1961 in Brest.")]
    entities = {"a": [("Ann Roe", "ann roe", "NAME", 1.0), ("12 April 1961", "12/04/1961", "BIRTHDATE", 0.5)]}
    made = []
    for run in ("one", "other"):
        (tmp_path / run).mkdir()
        file = write_entities(tmp_path / run / "entities.jsonl", entities)
        with Workshop(documents, file, tmp_path / run, load_profile("insurance"), Model(), 7) as workshop:
            made.append(parsed("sanon@operator=surrogate@extraction=given").protect(workshop).texts["a"])
    assert made[0] == made[1]
    assert "Roe" not in made[0]


def test_of_two_levels_chosen_as_often_the_coarser_is_taken():
    assert choices()["UNIQUE_FACT", 2] == {0: 1, 1: 1}
    assert level_of("UNIQUE_FACT", 2) == 0
    assert level_of("BIRTHDATE", 5) == 3
    assert level_of("NOBODY_CHOSE", 4) == 1


class Asked:
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
    model = Asked(answers)
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

"""The generator that asks a model, against an endpoint over a real socket that answers well or poorly."""

import json
import re

import pytest
from click.testing import CliRunner
from sanon.cli.main import cli

from sanon.testbench.author.plan import standing
from sanon.testbench.dataset import Dataset
from sanon.testbench.rules import risk_of
from tests.fake_endpoint import FakeEndpoint, first, refuse, say

#: A seed whose first cluster has the risk that the plan below fits.
SEED = next(seed for seed in range(100) if risk_of(1, seed) == "LOW" and risk_of(2, seed) != "LOW")
FILLER = "Nobody in the office could say much more than that on the day, and so the sheet went back to its folder. " * 2


def a_plan(prompt):
    """Four facts of a person, one of which stands twice, and a public matter of one fact a document."""
    formats = re.search(r'another "format" of (.*), and', prompt)[1].split(", ")
    insurer, area, month = re.search(r"insurer (.*?), (.*), (\w+ \d{4})\.", prompt).groups()
    condition = re.search(r"The person has: (.*)\.", prompt)[1]
    person = {
        "claim": ("K-77-1234", "NON_PERSONAL_ID"),
        "age": ("61", "AGE"),
        "treatment": ("mud baths", "TREATMENT"),
        "condition": (condition, "MEDICAL_CONDITION"),
    }
    setting = {"insurer": (insurer, "PROVIDER"), "area": (area, "LOCATION"), "month": (month, "EVENT_DATE")}
    matters = {f"matter {number}": (f"a reason of kind {number}x", "NONE") for number in range(len(formats))}
    facts = [
        {"key": key, "value": value, "type": kind, "about": "person" if key in person else "public"}
        for key, (value, kind) in (person | setting | matters).items()
    ]
    own = [["claim", "age"], ["claim", "treatment"], ["condition"], *[[]] * len(formats)]
    documents = [
        {"format": name, "facts": [*setting, f"matter {number}", *own[number]]} for number, name in enumerate(formats)
    ]
    questions = [
        ("specific", "single", ["age"], ["claim"]),
        ("specific", "multi", ["age", "treatment"], ["claim"]),
        ("general", "single", ["matter 3"], ["insurer", "month"]),
        ("general", "multi", ["matter 0", "matter 1"], ["insurer", "month"]),
    ]
    keys = ("specificity", "scope", "facts", "names")
    return {
        "facts": facts,
        "documents": documents,
        "questions": [dict(zip(keys, one, strict=True)) for one in questions],
    }


def a_document(prompt):
    stated = prompt.split("exactly as they stand here:\n")[1].split("\n\n")[0]
    return {"content": FILLER + ". ".join(line.removeprefix("- ") for line in stated.splitlines()) + "."}


def a_question(prompt):
    named = re.search(r"It names, exactly as they stand here: (.*)", prompt)[1]
    return {"question": f"What is known about {named}?"}


def good(call):
    prompt = call.body["messages"][-1]["content"]
    make = a_plan if prompt.startswith("Plan ") else a_document if "document" in prompt[:20] else a_question
    return say(json.dumps(make(prompt)))


@pytest.fixture
def endpoint(monkeypatch, tmp_path):
    with FakeEndpoint({}, {}, good) as served:
        for name, value in served.environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(tmp_path)
        yield served


def generate(*more, clusters=1):
    arguments = ["generate", "out", "--generator", "model", "--clusters", str(clusters), "--seed", str(SEED), *more]
    return CliRunner().invoke(cli, [*arguments, "--format", "json"], standalone_mode=False)


def test_a_cluster_of_a_model_passes_the_same_validator(endpoint, tmp_path):
    done = generate()
    assert done.exception is None, done.exception
    said = json.loads(done.stdout)
    assert (said["clusters"], said["questions"], said["rejected"], said["model"]) == (1, 4, [], "fake-model")
    dataset = Dataset(tmp_path / "out")
    (made,) = dataset.clusters()
    assert dataset.changed() == []
    assert {one.type for one in made.cluster.person} == {"NON_PERSONAL_ID", "AGE", "TREATMENT", "MEDICAL_CONDITION"}
    assert [question.answer for question in made.questions[:2]] == ["61", "61; mud baths"]
    assert made.questions[1].sources == made.cluster.documents[:2]
    # Two stages: one plan, then every document and every question.
    assert len(endpoint.calls) == 1 + len(made.documents) + 4


def test_the_same_command_again_pays_nothing(endpoint, tmp_path):
    generate()
    before = (tmp_path / "out" / "questions.jsonl").read_bytes()
    endpoint.forget()
    done = generate("--overwrite")
    assert done.exception is None
    assert endpoint.calls == []
    assert (tmp_path / "out" / "questions.jsonl").read_bytes() == before


def test_a_cluster_that_breaks_a_rule_is_a_record_and_the_rest_goes_on(endpoint, tmp_path):
    """The second cluster should have another risk; the plan says the same again."""
    done = generate(clusters=2)
    assert done.exception is None
    (record,) = map(json.loads, (tmp_path / "out" / "rejected.jsonl").read_text().splitlines())
    assert record["cluster"] == "c2"
    assert record["stage"] == "plan"
    assert "does not allow" in record["reason"]
    assert json.loads(done.stdout)["clusters"] == 1


def test_what_was_wrong_is_told_and_asked_again_and_no_value_stands_in_a_record(endpoint, tmp_path):
    def forgetful(call):
        prompt = call.body["messages"][-1]["content"]
        if "document" in prompt[:20] and "K-77-1234" in prompt.split("must not contain")[0]:
            return say(json.dumps({"content": FILLER * 2}))
        return good(call)

    endpoint.script = forgetful
    done = generate()
    assert "not one of 1 clusters could be made: document" in str(done.exception)
    assert "it lacks" in str(done.exception)
    assert "K-77-1234" not in str(done.exception)
    assert not (tmp_path / "out").exists()
    prompts = [call.prompt for call in endpoint.calls if "was refused" in call.prompt]
    assert len(prompts) == 2
    assert "- it lacks: K-77-1234" in prompts[0]


@pytest.mark.parametrize("text", ["no JSON", "{}", '{"facts": [], "documents": [], "questions": 3}'])
def test_an_answer_that_nobody_can_read_is_a_record(endpoint, text):
    endpoint.script = lambda _call: say(text)
    done = generate()
    assert "plan: the model gave no readable answer" in str(done.exception)


def test_an_endpoint_that_refuses_is_asked_once(endpoint):
    endpoint.script = first(99, refuse(401))
    done = generate(clusters=3)
    assert done.exception.exit_code == 5
    assert "the key in OPENAI_API_KEY was refused" in str(done.exception)
    assert len(endpoint.calls) == 1


@pytest.mark.parametrize(
    ("value", "text", "found"),
    [
        ("mud baths", "He had Mud Baths.", "Mud Baths"),
        ("61", "In 1961 there were 610.", None),
        ("61", "Aged 61.", "61"),
        ("Ann", "Anna and Ann", "Ann"),
    ],
)
def test_a_value_stands_in_a_text_as_whole_words(value, text, found):
    assert standing(value, text) == found

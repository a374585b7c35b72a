"""The generator that asks a model, against an endpoint over a real socket that answers well or poorly."""

import json
import re

import pytest
from click.testing import CliRunner

from sanon.cli.main import cli
from sanon.testbench.author.texts import LONGEST_TEXT, Wanted, as_sentence, standing
from sanon.testbench.dataset.reader import Dataset
from sanon.testbench.rules import risk_of
from tests.fake_endpoint import FakeEndpoint, first, refuse, say

#: A seed whose first cluster has the fewest facts.
SEED = next(seed for seed in range(100) if risk_of(1, seed) == "LOW")
FILLER = (
    "Nobody in the office could say much more than that on the day, and so the sheet went back to its folder. "
    "It lay there until the autumn, when somebody who was looking for something else came upon it by chance."
)


def asked_for(call):
    """The names of what the answer must hold."""
    return list(call.body["response_format"]["json_schema"]["schema"]["properties"])


def noted(call):
    """The values that a document must hold."""
    notes = call.prompt.split("Notes about ")[1].split("\n\n")[0].splitlines()[1:]
    return [re.fullmatch(r".*? is (.*)\.", line.rpartition('"')[2] if '"' in line else line)[1] for line in notes]


def good(call):
    keys = asked_for(call)
    if keys == ["content"]:
        answer = {"content": f"{FILLER} {'. '.join(noted(call))}."}
    elif keys == ["sentence"]:
        answer = {"sentence": f"It also says {wanted(call)}."}
    elif keys == ["question"]:
        answer = {"question": re.search(r"texts:\n(.*)\n", call.prompt)[1]}
    else:
        subject = re.search(r"(?:Another one is|about this): (.*)\.", call.prompt)[1]
        answer = {key: f"{key} for {sum(map(ord, subject))}" for key in keys}
    return say(json.dumps(answer))


def wanted(call):
    """The value that a sentence must hold."""
    return re.search(r' is "([^"]*)"\.', call.prompt)[1]


def poor(kind, answer):
    """Answers of one kind are as a function of the call says, the others good."""
    return lambda call: say(json.dumps({kind: answer(call)})) if asked_for(call) == [kind] else good(call)


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


def records(folder):
    return [json.loads(line) for line in (folder / "out" / "rejected.jsonl").read_text().splitlines()]


def test_clusters_of_a_model_pass_the_same_validator(endpoint, tmp_path):
    done = generate(clusters=10)
    assert done.exception is None, done.exception
    said = json.loads(done.stdout)
    assert (said["clusters"], said["questions"], said["rejected"], said["model"]) == (10, 40, [], "fake-model")
    assert said["by_risk"] == {"HIGH": 4, "LOW": 2, "MEDIUM": 4}
    dataset = Dataset(tmp_path / "out")
    made = list(dataset.clusters())
    for one in made:
        texts = {document.id: document.content for document in one.documents}
        for question in one.questions:
            parts = question.answer.split("; ")
            assert len(parts) == len(question.sources)
            for part in parts:
                (source,) = [name for name, text in texts.items() if standing(part, text)]
                assert source in question.sources
    # Two stages: what is invented of the person, if anything is, and of what is public; then documents and questions.
    written = sum(len(one.documents) for one in made) + 10 * 4
    assert 10 + written < len(endpoint.calls) <= 10 * 2 + written + said["thrown_away"]


def test_the_same_command_again_pays_nothing(endpoint, tmp_path):
    generate()
    before = (tmp_path / "out" / "questions.jsonl").read_bytes()
    endpoint.forget()
    done = generate("--overwrite")
    assert done.exception is None
    assert endpoint.calls == []
    assert (tmp_path / "out" / "questions.jsonl").read_bytes() == before


@pytest.mark.parametrize("value", ["7", "so long a value that nobody could take it for a few words at all", "{shown}"])
def test_a_value_that_cannot_be_used_is_asked_for_alone(endpoint, value):
    """A number alone, what does not end, and what the question showed: the other values are kept."""

    def first_one_is_wrong(call):
        if "Invent" not in call.prompt or "Your attempt" in call.prompt:
            return good(call)
        keys = asked_for(call)
        shown = json.loads(re.search(r"\{.*\}", call.prompt)[0])[keys[0]]
        return say(json.dumps({keys[0]: value.format(shown=shown)} | {key: f"some {key}" for key in keys[1:]}))

    endpoint.script = first_one_is_wrong
    done = generate()
    assert done.exception is None, done.exception
    invented = [call for call in endpoint.calls if "Invent" in call.prompt]
    assert [len(asked_for(call)) for call in invented[1::2]] == [1, 1]
    assert [asked_for(call)[0] for call in invented[1::2]] == [asked_for(call)[0] for call in invented[::2]]


def test_what_the_model_cannot_invent_is_drawn(endpoint, tmp_path):
    """It says nothing but numbers, three times."""
    endpoint.script = lambda call: (
        say(json.dumps(dict.fromkeys(asked_for(call), "4711"))) if "Invent" in call.prompt else good(call)
    )
    done = generate()
    assert done.exception is None, done.exception
    assert len([call for call in endpoint.calls if "Invent" in call.prompt]) == 2 * 3
    (made,) = Dataset(tmp_path / "out").clusters()
    assert "4711" not in " ".join(document.content for document in made.documents)


def test_a_cluster_that_fails_is_a_record_and_the_rest_goes_on(endpoint, tmp_path):
    """The second has no document."""

    def exhausted(call):
        done = any(asked_for(one) == ["question"] for one in endpoint.calls)
        return say("no JSON") if done and asked_for(call) == ["content"] else good(call)

    endpoint.script = exhausted
    done = generate(clusters=2)
    assert done.exception is None
    (record,) = records(tmp_path)
    assert record["cluster"] == "c2"
    assert record["stage"].startswith("document ")
    assert record["reason"] == "the model gave no readable answer"
    assert json.loads(done.stdout)["clusters"] == 1


def test_a_document_that_lacks_values_is_mended_sentence_by_sentence(endpoint, tmp_path):
    """The model writes nothing but the first value; the letter goes on from there, and is signed."""
    letter = f"%s is all I know. {FILLER}\n\nYours, member services"
    endpoint.script = poor("content", lambda call: letter % noted(call)[0])
    done = generate()
    assert done.exception is None, done.exception
    (made,) = Dataset(tmp_path / "out").clusters()
    for document in made.documents:
        body, signature = document.content.split("\n\n")
        assert signature == "Yours, member services"
        assert " is all I know. It also says " in body
        assert body.rstrip().endswith(FILLER)
    mended = [wanted(call) for call in endpoint.calls if asked_for(call) == ["sentence"]]
    lacking = [value for call in endpoint.calls if asked_for(call) == ["content"] for value in noted(call)[1:]]
    assert mended == lacking


def test_a_sentence_without_its_value_is_asked_for_again_and_then_a_record(endpoint, tmp_path):
    def silent(call):
        if asked_for(call) == ["content"]:
            return say(json.dumps({"content": FILLER}))
        return poor("sentence", lambda _call: "There is nothing to say.")(call)

    endpoint.script = silent
    done = generate()
    assert "not one of 1 clusters could be made: document" in str(done.exception)
    assert str(done.exception).endswith(": it lacks")
    sentences = [call for call in endpoint.calls if asked_for(call) == ["sentence"]]
    assert [call.body["temperature"] for call in sentences[:3]] == [0.0, 0.5, 1.0]
    assert f"- sentence lacks: {wanted(sentences[0])}" in sentences[1].prompt
    assert wanted(sentences[0]) not in str(done.exception)
    assert not (tmp_path / "out").exists()


def test_a_document_that_cannot_be_mended_is_written_again(endpoint):
    """The first is too long, in one sentence that holds a value."""
    words = "and so on " * 60
    endpoint.script = lambda call: (
        say(json.dumps({"content": f"{words}{noted(call)[0]}."}))
        if asked_for(call) == ["content"] and "Your attempt" not in call.prompt
        else good(call)
    )
    done = generate()
    assert done.exception is None, done.exception
    again = [call for call in endpoint.calls if "Your attempt" in call.prompt]
    assert again
    assert all(re.search(r"- it has \d+ words", call.prompt) for call in again)


def test_a_question_that_tells_the_answer_stays_as_it_was_put_plainly(endpoint, tmp_path):
    def telling(call):
        answer = re.search(r"Do not say the answer: (.*)", call.prompt)[1]
        named = re.search(r"Keep these words as they stand: (.*)", call.prompt)[1]
        return f"Is it true of {named} that it was {answer}?"

    endpoint.script = poor("question", telling)
    done = generate()
    assert done.exception is None, done.exception
    (made,) = Dataset(tmp_path / "out").clusters()
    asked = [call for call in endpoint.calls if asked_for(call) == ["question"]]
    assert len(asked) == 4 * 3
    assert "- question contains the answer" in asked[1].prompt
    plainly = [re.search(r"texts:\n(.*)\n", call.prompt)[1] for call in asked[::3]]
    assert [question.question for question in made.questions] == plainly


def test_a_text_that_was_cut_off_loses_its_last_sentence():
    text = "He had mud baths. " + "".join(f"Interminable deliberations followed, number {one}. " for one in range(36))
    cut = text[: LONGEST_TEXT - 2].rstrip()
    assert not cut.endswith(".")
    assert Wanted(["mud baths"], []).fitted(cut) == cut[: cut.rindex(".") + 1]


def test_a_sentence_gets_a_capital_and_an_end_and_its_value_no_marks():
    assert as_sentence("it began on '17 April 2018'", "17 April 2018") == "It began on 17 April 2018."
    assert as_sentence('"K-77" is the claim!', "K-77") == "K-77 is the claim!"


def test_wrong_sentences_go():
    wanted_there = Wanted(["mud baths", "K-77"], ["61"])
    text = f"Dear team. He had mud baths. He is 61. Dear team. {FILLER}\n\nYours, [Your Name]"
    assert wanted_there.faults(text) == ["it lacks: K-77", "it must not contain: 61", "it leaves open: [Your Name]"]
    mended = wanted_there.with_sentence(wanted_there.fitted(text), "It is about K-77.")
    assert mended == f"Dear team. He had mud baths. It is about K-77. {FILLER}"
    assert wanted_there.faults(mended) == []


def test_a_text_that_is_too_long_loses_what_states_nothing_from_its_end():
    sentences = [f"This is number {number}. " for number in range(40)]
    fitted = Wanted(["mud baths"], []).fitted("".join(sentences) + "He had mud baths. Goodbye now.")
    # 120 words at most: 4 of the sentence that stays, and 29 times four.
    assert fitted == "".join(sentences[:29]) + "He had mud baths."


@pytest.mark.parametrize("text", ["no JSON", "{}", '{"reason": 3}'])
def test_an_answer_that_nobody_can_read_is_a_record(endpoint, text):
    endpoint.script = lambda _call: say(text)
    done = generate()
    assert "the model gave no readable answer" in str(done.exception)


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

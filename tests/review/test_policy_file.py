"""A decision changes one rule; the rest of the file is as somebody wrote it."""

from __future__ import annotations

import tomllib
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from sanon.errors import ConfigurationError
from sanon.review.policy_file import EditedPolicy
from sanon.settings.rules import Rules
from sanon.settings.source import read_policy_file
from tests.review.conftest import POLICY


@pytest.fixture
def file(tmp_path) -> EditedPolicy:
    (tmp_path / "policy.toml").write_text(POLICY, "utf-8")
    return EditedPolicy(tmp_path / "policy.toml", Rules())


def test_a_rule_is_added_and_every_line_stays_with_the_rule_that_it_belongs_to(file):
    file.decide("mask", "PROVIDER", 'St. "Mary\\s"')
    assert file.path.read_text("utf-8") == POLICY.replace(
        "# everybody\n", '# everybody\n[[always_mask]]\ntype = "PROVIDER"\nvalue = "St. \\"Mary\\\\s\\""\n'
    )
    assert file.rules().always_mask[1].matches("PROVIDER", ['st. "mary\\s"'])


def test_the_same_decision_twice_is_one_rule_and_the_contrary_takes_its_place(file):
    for action in ("mask", "mask", "keep"):
        rules = file.decide(action, "NAME", "jane roe")
    assert [rule.value for rule in rules.always_mask] == [None]
    assert [(rule.type, rule.value) for rule in rules.never_mask] == [(None, None), ("NAME", "jane roe")]
    rules = file.undo("NAME", "jane roe")
    assert tomllib.loads(file.path.read_text("utf-8")) == tomllib.loads(POLICY)
    for line in POLICY.splitlines():
        assert line in file.path.read_text("utf-8").splitlines()


def test_what_was_missed_is_looked_for_everywhere_until_somebody_takes_that_back(file):
    rules = file.decide("mask", "PROVIDER", "dive club", everywhere=True)
    assert [(rule.value, rule.everywhere) for rule in rules.always_mask] == [(None, False), ("dive club", True)]
    assert file.undo("PROVIDER", "dive club") == file.rules()
    assert tomllib.loads(file.path.read_text("utf-8")) == tomllib.loads(POLICY)


def test_an_acceptance_has_an_end_and_a_later_one_takes_its_place(file):
    file.accept(("a",), "agreed", date(2027, 1, 31))
    file.accept(("a", "b"), "agreed too", date(2027, 2, 28))
    rules = file.accept(("a",), "agreed again", date(2028, 1, 31))
    assert [(one.document, one.chain, one.until) for one in rules.accepted] == [
        (None, ("a", "b"), date(2027, 2, 28)),
        ("a", None, date(2028, 1, 31)),
    ]


def test_a_new_file_begins_with_what_the_graph_remembers(tmp_path):
    (tmp_path / "old.toml").write_text(POLICY + '[operators]\nNAME = "pseudonym"\n[costs]\nLOCATION = 3.0\n', "utf-8")
    remembered = read_policy_file(tmp_path / "old.toml").rules
    rules = EditedPolicy(tmp_path / "new.toml", remembered).decide("keep", "AGE", "51")
    assert rules == remembered.model_copy(update={"never_mask": rules.never_mask})
    assert rules.never_mask[:-1] == remembered.never_mask
    assert (tmp_path / "new.toml").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("broken", ["[[never_mask]", "always_mask = 3\n", 'never_mask = [{type = "NAME"}]\n'])
def test_a_file_that_cannot_be_understood_stays_as_it_is(tmp_path, broken):
    (tmp_path / "policy.toml").write_text(broken, "utf-8")
    with pytest.raises(ConfigurationError):
        EditedPolicy(tmp_path / "policy.toml", Rules()).decide("keep", "NAME", "jane roe")
    assert (tmp_path / "policy.toml").read_text("utf-8") == broken
    assert [path.name for path in tmp_path.iterdir()] == ["policy.toml"]


def test_of_two_reviews_that_decide_at_the_same_time_no_decision_is_lost(file):
    def decide(who):
        own = EditedPolicy(file.path, Rules())
        for number in range(20):
            own.decide("mask", "NAME", f"{who} {number}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(decide, ("Adaeze", "Marisol")))
    assert len(file.rules().always_mask) == 1 + 2 * 20

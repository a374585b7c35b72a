"""What somebody decides to keep readable is readable after the next redact, which says so."""

import pytest

from sanon import Corpus
from tests.cli.conftest import EXAMPLE, Sanon

KEEP = '[[never_mask]]\nvalue = "{}"\n'


@pytest.fixture
def decided(tmp_path):
    """A corpus with masks, and one of its direct identifiers: id and value."""
    with Corpus(tmp_path / ".sanon/graph") as corpus:
        corpus.load(EXAMPLE / "documents", entities=EXAMPLE / "entities.jsonl")
        masked = corpus.redact(show_values=True)
        one = next(mask.id for mask in masked.masked if mask.type == "PATIENT_ID")
        (tmp_path / "policy.toml").write_text(KEEP.format(masked.values[one]))
        yield corpus, one


def test_a_mask_that_somebody_forbids_is_taken_back_and_the_others_stay(decided, tmp_path):
    corpus, one = decided
    before = corpus.decisions.set_index("id")["replacement"]
    after = corpus.redact(policy_file=tmp_path / "policy.toml")
    assert after.taken_back == [one]
    now = corpus.decisions.set_index("id")["replacement"]
    assert one not in now.index
    assert now[before.index.drop(one)].equals(before.drop(one))
    assert corpus.explain("entity", one).masked is False
    again = corpus.redact(policy_file=tmp_path / "policy.toml")
    assert (again.taken_back, again.masked) == ([], [])


def test_a_dry_run_takes_nothing_back(decided, tmp_path):
    corpus, one = decided
    assert corpus.redact(policy_file=tmp_path / "policy.toml", dry_run=True).taken_back == [one]
    assert one in set(corpus.decisions["id"])


def test_the_command_says_what_it_took_back(decided, tmp_path):
    decided[0].close()
    told = Sanon(tmp_path)("redact", "--policy", "policy.toml")
    assert "1 value is readable again" in told.err

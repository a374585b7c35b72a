"""A coarser value in place of a masked one is no value to be masked itself."""

import json

import pytest

from sanon import Corpus


@pytest.fixture
def corpus(tmp_path):
    """Four people born on different days of one year."""
    days = [f"{day:02}/03/1980" for day in range(1, 5)]
    rows = [{"id": day[:2], "entities": [[day, day, "BIRTHDATE", 0.45]]} for day in days]
    (tmp_path / "entities.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with Corpus(tmp_path / "graph", entities=tmp_path / "entities.jsonl") as corpus:
        corpus.load([{"id": day[:2], "content": f"Born on {day}."} for day in days])
        yield corpus


def test_a_second_redact_masks_no_coarser_value_of_a_direct_type(corpus):
    done = corpus.redact(operators="generalize", theta_doc=1.0, theta_chain=1.0)
    assert len(done.masked) == 4
    assert {mask.stage for mask in done.masked} == {"direct"}
    assert done.kept_coarser == 4
    assert corpus.redact().masked == []
    assert len(corpus.redact(fresh=True, operators="type-label").masked) == 4

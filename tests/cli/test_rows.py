"""--format csv and table show the rows of a result, whatever the command."""

import csv
import io

import pytest

from sanon import results
from sanon.results import Result
from tests.cli.conftest import EXAMPLE


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_what_a_result_lists_are_results():
    kinds = [one for one in vars(results).values() if isinstance(one, type) and issubclass(one, Result)]
    listing = [one for one in kinds if one.listed]
    assert {"AnalyzeResult", "RedactResult", "StatusResult"} <= {one.__name__ for one in listing}
    assert all(one.columns() for one in listing)


@pytest.fixture
def redacted(sanon):
    sanon.json("load", EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl")
    sanon.json("redact")
    return sanon


def test_a_table_of_entities_has_their_numbers_and_values_only_if_they_are_asked_for(redacted):
    entities = redacted.json("analyze")["entities"]
    shown = rows_of(redacted("analyze", "--format", "csv").out)
    assert [row["id"] for row in shown] == [one["id"] for one in entities]
    assert [float(row["importance"]) for row in shown] == pytest.approx([one["importance"] for one in entities], 1e-5)
    assert "value" not in shown[0]
    values = redacted.json("analyze", "--show-values")["values"]
    with_values = rows_of(redacted("analyze", "--format", "csv", "--show-values").out)
    assert {row["id"]: row["value"] for row in with_values} == values


def test_a_command_without_rows_says_so_and_one_without_any_now_prints_the_columns(redacted):
    refused = redacted("export", "out", "--format", "csv")
    assert (refused.exit_code, "no rows" in refused.err, refused.out) == (2, True, "")
    assert not (redacted.folder / "out").exists()
    assert redacted("redact", "--format", "csv").out.startswith("id,type,reason,stage,replacement")

"""The relevances of the example are the shares that its table states."""

import json
import math
import re
from collections import defaultdict
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "insurance"


@pytest.fixture(scope="module")
def relevances():
    """Type and value -> the relevances that documents give them."""
    found = defaultdict(set)
    for line in (EXAMPLE / "entities.jsonl").read_text("utf-8").splitlines():
        for _, value, kind, relevance in json.loads(line)["entities"]:
            found[kind, value].add(relevance)
    return found


@pytest.fixture(scope="module")
def page():
    return (EXAMPLE / "shares.md").read_text("utf-8")


def _stated(page):
    """Type and value -> n, of the table: true of one in n."""
    rows = re.findall(r"^\| ([A-Z_]+) \| (.+?) \| ([\d,]+) \|", page, re.MULTILINE)
    return {(kind, value): int(n.replace(",", "")) for kind, values, n in rows for value in values.split("; ")}


def test_every_relevance_is_the_stated_share_or_nothing_is_said_of_anybody(relevances, page):
    stated = _stated(page)
    assert all(relevances[one] - {0.0} == {round(min(math.log10(n) / 9.9, 1), 2)} for one, n in stated.items())
    nobody = page.split("Nowhere of anybody: ")[1].strip().rstrip(".").split("; ")
    assert sorted(value for kind, value in relevances.keys() - stated.keys()) == nobody
    assert all(relevances[one] == {0.0} for one in relevances.keys() - stated.keys())

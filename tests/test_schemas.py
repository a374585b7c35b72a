"""The published schemas are those of the results."""

from pathlib import Path

import pytest

from sanon import schemas
from sanon.schemas.__main__ import PUBLISHED, schema

FOLDER = Path(schemas.__file__).parent


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_a_schema_is_that_of_its_result(name):
    """`python -m sanon.schemas` writes them."""
    assert (FOLDER / f"{name}.json").read_text("utf-8") == schema(name, PUBLISHED[name])


def test_a_result_shows_itself_in_a_notebook_without_markup_of_others():
    from sanon.results import LoadResult

    result = LoadResult(
        documents=1,
        added=["<b>"],
        changed=[],
        removed=[],
        unchanged=0,
        pending={"<i>": "no <u>answer</u>"},
        not_in_input=[],
        rejected=[],
        not_verbatim=0,
        model=None,
        counts={"documents": 1, "pending": 1, "entities": 0, "masked": 0, "mentions": 0, "links": 0},
    )
    shown = result._repr_html_()
    assert "<td>1</td>" in shown
    assert "<i>" not in shown
    assert "&lt;i&gt;" in shown

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

"""Conditions that many people have are known to be common, in many languages."""

from __future__ import annotations

import tomllib
from importlib import resources
from math import log10

import pytest

from sanon.extraction.prevalence import known_exponent
from sanon.extraction.reader import Reader
from sanon.records import Document, Source
from sanon.settings.profile import load_profile


@pytest.mark.parametrize("name", ["asthma", "Asthme", "asma", "Asthma  bronchiale"])
def test_one_adult_in_twenty_has_asthma_in_any_language(name: str) -> None:
    assert known_exponent(name) == pytest.approx(log10(20))


def test_a_rare_condition_and_one_told_in_a_clause_are_not_in_the_table() -> None:
    assert known_exponent("Erdheim-Chester disease") is None
    assert known_exponent("asthma since school") is None


def test_each_name_stands_for_one_condition_and_is_one_that_people_have() -> None:
    table = tomllib.loads(resources.files("sanon.extraction").joinpath("prevalence.toml").read_text("utf-8"))
    names = [" ".join(name.split()) for one in table.values() for name in one["names"].split(";")]
    assert sorted(names) == sorted(set(names))
    assert all(name and name == name.casefold() for name in names)
    assert all(one["one_in"] > 1 for one in table.values())


def test_a_common_condition_has_the_share_of_the_table() -> None:
    content = "Mr Jon Moe has asthma and lives in Ulm."
    document = Document(source_id="a", content=content, source=Source(path="a.txt", form="text"))
    found = {one.original_value: one.relevance for one in Reader(load_profile("insurance")).findings(document)}
    assert found["asthma"] == pytest.approx(log10(20) / 9.9, abs=1e-3)

"""Words that rules look for in any case."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction.detectors import in_any_case

_WORDS = ["pass", "passport", "p?id", "(?-i:ID|IP)", "s/?n", "(?:case|file)s?", "kéy", "élan", "i"]


@given(st.permutations(_WORDS), st.text("aAcCdDéÉfFiIİıkK\u212alLnNpPsSſtTyY/ ", max_size=30))
def test_words_by_their_first_letter_stand_where_they_stand_one_after_the_other(words: list[str], text: str) -> None:
    plain, grouped = (
        re.compile(rf"(?<!\w)(?:{one})(?!\w)", re.IGNORECASE) for one in ("|".join(words), in_any_case(words))
    )
    assert [one.span() for one in grouped.finditer(text)] == [one.span() for one in plain.finditer(text)]

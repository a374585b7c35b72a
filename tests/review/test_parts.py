"""A long document comes in parts that are small enough, and that are the document together."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanon.review import side_by_side as cutting
from sanon.review.answers import Piece, Text
from sanon.review.side_by_side import parts_of

PIECES = st.tuples(
    st.text("aß\n 1\x00", max_size=40), st.text("[NAME]", max_size=8), st.sampled_from([None, None, "e1", "e2"])
)
TEXTS = st.lists(st.lists(PIECES, max_size=8), min_size=1, max_size=3)


def text_of(number: int, pieces: list[tuple[str, str, str | None]]) -> Text:
    """A text; where no entity stands, both sides are the same."""
    return Text(
        name=f"metadata.{number}" if number else "content",
        original=[Piece(text=before, entity=entity) for before, _, entity in pieces],
        protected=[Piece(text=after if entity else before, entity=entity) for before, after, entity in pieces],
    )


def said(texts: list[Text]) -> dict[str, tuple[str, str]]:
    """Name of each text -> all of it, before and after."""
    together: dict[str, tuple[str, str]] = {}
    for one in texts:
        before, after = together.get(one.name, ("", ""))
        together[one.name] = (
            before + "".join(piece.text for piece in one.original),
            after + "".join(piece.text for piece in one.protected),
        )
    return together


@settings(max_examples=60)
@given(TEXTS)
def test_the_parts_are_the_document_together_and_none_is_too_large(drawn):
    texts = [text_of(number, pieces) for number, pieces in enumerate(drawn)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cutting, "LARGEST", 300)
        patched.setattr(cutting, "_ENTITY", 50)
        patched.setattr(cutting, "_STRETCH", 10)
        parts = parts_of(texts)
    assert said([text for part in parts for text in part.texts]) == said(texts)
    for part in parts:
        marked = {piece.entity for text in part.texts for piece in text.original if piece.entity}
        assert part.entities == marked
        held = sum(
            len(piece.model_dump_json().encode())
            for one in part.texts
            for side in (one.original, one.protected)
            for piece in side
        )
        # One pair may be larger than a part: 40 characters of up to 6 bytes, before, and a name after.
        assert held + 50 * len(marked) <= max(300, 2 * (40 * 6 + 40) + 50)


def test_a_short_document_is_one_part():
    (part,) = parts_of([text_of(0, [("Ann", "[NAME]", "e1"), (" called.", "", None)]), text_of(1, [])])
    assert said(part.texts) == {"content": ("Ann called.", "[NAME] called."), "metadata.1": ("", "")}

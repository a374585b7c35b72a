"""Long documents go to the model in passages that overlap, cut where a sentence ends. Pure."""

from __future__ import annotations

from itertools import pairwise

from sanon.text.sentences import sentence_starts

#: Share of a passage that repeats the end of the one before, so that a value on a cut is whole in one of them; short
#: passages repeat as many bytes as a value may have, up to half of them.
_OVERLAP = 8
_LONGEST_VALUE = 120


def passages(text: str, limit: int) -> list[str]:
    """Passages of at most `limit` bytes of UTF-8 that together hold the text; the text itself if it is short enough.

    They are cut between sentences. Only a sentence of more than half a passage is cut itself, at a blank if there is
    one, and then the passages overlap.

    Args:
        limit: at least 16.
    """
    if _size(text) <= limit:
        return [text]
    overlap = max(limit // _OVERLAP, min(limit // 2, _LONGEST_VALUE))
    starts = [0, *sentence_starts(text), len(text)]
    pieces: list[str] = []
    for begin, end in pairwise(starts):
        sentence = text[begin:end]
        pieces += _pieces(sentence, overlap // 2) if _size(sentence) > limit // 2 else [sentence]
    found: list[str] = []
    passage: list[str] = []
    length = 0
    for piece in pieces:
        if passage and length + _size(piece) > limit:
            found.append("".join(passage))
            passage = _end_of(passage, min(overlap, limit - _size(piece)))
            length = sum(map(_size, passage))
        passage.append(piece)
        length += _size(piece)
    return [*found, "".join(passage)]


def _pieces(sentence: str, limit: int) -> list[str]:
    """A sentence in pieces of at most `limit` bytes, at least 4."""
    found: list[str] = []
    position = 0
    while position < len(sentence):
        head = sentence[position : position + limit].encode()[:limit].decode("utf-8", "ignore")
        blank = head.rfind(" ", len(head) // 2)
        is_last = position + len(head) == len(sentence)
        end = len(head) if is_last or blank < 0 else blank + 1
        found.append(head[:end])
        position += end
    return found


def _end_of(passage: list[str], limit: int) -> list[str]:
    """The last pieces of a passage that together have at most `limit` bytes."""
    kept: list[str] = []
    for piece in reversed(passage):
        limit -= _size(piece)
        if limit < 0:
            break
        kept.insert(0, piece)
    return kept


def _size(text: str) -> int:
    return len(text.encode())

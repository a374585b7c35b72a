"""Chunks: a long document cut into pieces that are documents of their own, and put together again.

The pieces cover the content without a gap. Metadata stay with the first piece, so that each of their values counts
once; repeated in every piece they would link all pieces of a file with each other and saturate each risk again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from sanon.errors import ConfigurationError
from sanon.records import Chunk, Document, Source
from sanon.text.sentences import sentence_starts

# Han and kana write no blank between words: each character counts as one, with the marks that follow it. Other scripts
# without blanks (Thai) part phrases by them; between their letters nobody can tell where a word ends.
_IDEOGRAPH = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_IDEOGRAPH}][^\w\s]*+|[^\s{_IDEOGRAPH}]++")
_RULE = re.compile(r"sentences|words=([1-9][0-9]{0,8})")
_CHUNK_ID = re.compile(r"(.+)#[1-9][0-9]*", re.DOTALL)

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cut:
    """How documents are cut.

    Attributes:
        words: most words of a chunk; None for one chunk a sentence.
    """

    words: int | None = None

    @classmethod
    def parse(cls, rule: str) -> Self:
        """Read `sentences` or `words=N`.

        Raises:
            ConfigurationError: it is neither.
        """
        match = _RULE.fullmatch(rule)
        if match is None:
            raise ConfigurationError(f"--chunk {rule}: name sentences, or words=N with a whole number N from 1 on")
        return cls(int(match[1]) if match[1] else None)

    def __str__(self) -> str:
        return "sentences" if self.words is None else f"words={self.words}"


def cut_up(document: Document, cut: Cut, whole: Iterable[Stretch] = ()) -> list[Document]:
    """Cut a document into chunks `<source id>#1`, `#2`, …; one that is not cut keeps its id.

    Args:
        whole: stretches of the content, from and to, inside of which no cut may fall: values of entities.
    """
    content, content_md5 = document.content, document.content_md5
    starts = [0, *cut_places(content, cut, whole)]
    pieces: list[Document] = []
    for number, (start, end) in enumerate(pairwise([*starts, len(content)]), start=1):
        chunk = Chunk(
            of=document.source_id,
            number=number,
            total=len(starts),
            start=start,
            cut=str(cut),
            content_md5=content_md5,
        )
        pieces.append(
            Document(
                source_id=f"{document.source_id}#{number}" if len(starts) > 1 else document.source_id,
                content=content[start:end],
                metadata=document.metadata if number == 1 else {},
                source=document.source.model_copy(update={"chunk": chunk}),
            )
        )
    return pieces


def cut_places(content: str, cut: Cut, whole: Iterable[Stretch] = ()) -> list[int]:
    """Offsets at which a chunk begins, except 0."""
    blocked = frozenset(offset for start, end in whole for offset in range(start + 1, end))
    sentences = [start for start in sentence_starts(content) if start not in blocked]
    return sentences if cut.words is None else _every(content, cut.words, frozenset(sentences), blocked)


def join(pieces: Sequence[Document]) -> Document | None:
    """Put the chunks of one document together, or give None if they are not all of it and nothing else."""
    if len(pieces) == 1 and pieces[0].source.chunk is None:
        return pieces[0]
    if not are_whole([piece.source for piece in pieces]):
        return None
    ordered = sorted(pieces, key=lambda piece: piece.source.chunk.number if piece.source.chunk else 0)
    first = ordered[0]
    document = Document(
        source_id=owner(first),
        content="".join(piece.content for piece in ordered),
        metadata=first.metadata,
        source=first.source.model_copy(update={"chunk": None}),
    )
    chunk = first.source.chunk
    return document if chunk and document.content_md5 == chunk.content_md5 else None


def are_whole(sources: Sequence[Source]) -> bool:
    """Whether these are the sources of all chunks of one document, cut at one time."""
    if len(sources) == 1 and sources[0].chunk is None:
        return True
    chunks = [source.chunk for source in sources if source.chunk]
    if len(chunks) < len(sources) or sorted(chunk.number for chunk in chunks) != list(range(1, chunks[0].total + 1)):
        return False
    first = sources[0].model_copy(update={"chunk": None})
    same = {(chunk.of, chunk.total, chunk.cut, chunk.content_md5) for chunk in chunks}
    return len(same) == 1 and all(source.model_copy(update={"chunk": None}) == first for source in sources[1:])


def owner(document: Document) -> str:
    """Id of the document that this one is a chunk of, or its own."""
    return document.source.chunk.of if document.source.chunk else document.source_id


def owner_of_name(source_id: str) -> str | None:
    """`a` for `a#12`: the id of the document that could have a chunk of this name."""
    match = _CHUNK_ID.fullmatch(source_id)
    return match[1] if match else None


def _every(content: str, most: int, sentences: frozenset[int], blocked: frozenset[int]) -> list[int]:
    """Cut after at most so many words: at the last sentence end of their second half, else between two words.

    Only a value of more words than that makes a chunk longer.
    """
    words = [word.start() for word in _WORD.finditer(content)]
    places: list[int] = []
    first = 0
    while first + most < len(words):
        last = first + most
        half = first + (most + 1) // 2
        fitting = (number for number in range(last, half - 1, -1) if words[number] in sentences)
        shorter = (number for number in range(last, first, -1) if words[number] not in blocked)
        longer = (number for number in range(last + 1, len(words)) if words[number] not in blocked)
        following = next(fitting, None) or next(shorter, None) or next(longer, None)
        if following is None:
            break
        places.append(words[following])
        first = following
    return places

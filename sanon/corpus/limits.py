"""How much of a file that somebody else made is read."""

from __future__ import annotations

from typing import BinaryIO

#: Bytes of an e-mail, a web page, a DOCX or a PDF file.
LARGEST = 50_000_000
#: Characters of a web page: a tree of 40 million took 1.7 GB and over a minute.
LARGEST_PAGE = 10_000_000
#: Bytes of all parts of a DOCX file, unpacked: fifty million bytes of zip may hold fifty thousand million.
LARGEST_UNPACKED = 200_000_000
#: Of these, bytes of markup, which becomes a tree.
LARGEST_MARKUP = 50_000_000

TOO_LARGE = f"larger than {LARGEST // 1_000_000} MB"


def read_up_to_the_limit(file: BinaryIO) -> bytes | None:
    """What a file holds; None if that is more than `LARGEST`."""
    raw = file.read(LARGEST + 1)
    return raw if len(raw) <= LARGEST else None


def counted_left_out(counts: dict[str, int]) -> tuple[str, ...]:
    """What a reader did not read, each as `images: 2`."""
    return tuple(f"{what}: {number}" for what, number in sorted(counts.items()) if number)

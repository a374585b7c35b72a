"""How much of a file that somebody else made is read."""

from __future__ import annotations

#: Bytes of an e-mail, a web page, a DOCX or a PDF file.
LARGEST = 50_000_000
#: Characters of a web page: a tree of 40 million took 1.7 GB and over a minute.
LARGEST_PAGE = 10_000_000
#: Bytes of all parts of a DOCX file, unpacked: fifty million bytes of zip may hold fifty thousand million.
LARGEST_UNPACKED = 200_000_000
#: Of these, bytes of markup, which becomes a tree.
LARGEST_MARKUP = 50_000_000

"""PDF: its text layer, page by page; nothing is read from images."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO
from unicodedata import category

from sanon.corpus.limits import TOO_LARGE, counted_left_out, read_up_to_the_limit
from sanon.corpus.readers.base import TextReader
from sanon.corpus.record import Columns, Record, checked
from sanon.records import Source

if TYPE_CHECKING:
    from pypdf import PdfReader

#: Share of a text that may be no characters at all: fonts without a table of characters give such texts.
_MOST_UNREADABLE = 0.1


class PdfTextReader(TextReader):
    """A PDF file."""

    name = "pdf"
    summary = "a PDF file, of which the text layer is read"
    suffixes = (".pdf",)

    @classmethod
    def read(cls, file: BinaryIO, path: str, columns: Columns) -> Iterator[Record]:
        """Read one text: its path is the id, its title metadata."""
        from pypdf import PdfReader  # a tenth of a second, spent only by those who read PDF

        if read_up_to_the_limit(file) is None:
            yield Record(None, TOO_LARGE)
            return
        file.seek(0)
        logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it warns of every oddity that it gets over
        left_out: Counter[str] = Counter()
        try:
            reader = PdfReader(file)
            if reader.is_encrypted:
                yield Record(None, "encrypted; save it without a password first")
                return
            pages = [page.extract_text().strip() for page in reader.pages]
            title = reader.metadata.title if reader.metadata else None
            _count_unread(reader, left_out)
        except Exception:  # the library meets damaged files with errors of a dozen kinds
            yield Record(None, "not a PDF file that can be read")
            return
        left_out["pages without text"] = sum(not page for page in pages)
        text = "\n\n".join(filter(None, pages))
        if not text.strip():
            yield Record(None, "has no text layer, only images: read it with an OCR program first")
            return
        if sum(category(one) in ("Co", "Cn") or one == "\ufffd" for one in text) > _MOST_UNREADABLE * len(text):
            yield Record(None, "its text layer cannot be read: its fonts do not say which characters they show")
            return
        source = Source(
            path=path, form=cls.name, id_field="file name", content_field="text", left_out=counted_left_out(left_out)
        )
        yield Record(None, checked(path, text, {"title": str(title)} if title else {}, source))


def _count_unread(reader: PdfReader, left_out: Counter[str]) -> None:
    left_out["attachments"] = sum(1 for _ in reader.attachment_list)
    left_out["form fields"] = len(reader.get_fields() or {})
    left_out["annotations"] = sum(
        one.get_object().get("/Subtype") not in ("/Link", "/Widget")
        for page in reader.pages
        for one in page.get("/Annots") or ()
    )

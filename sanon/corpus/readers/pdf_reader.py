"""PDF: its text layer, page by page; nothing is read from images."""

from __future__ import annotations

import logging
from collections import Counter
from io import BytesIO
from typing import TYPE_CHECKING
from unicodedata import category

from sanon.corpus.readers.base import NotReadable, TextOfFile, TextReader

if TYPE_CHECKING:
    from pypdf import PdfReader

#: Share of a text that may be no characters at all: fonts without a table of characters give such texts.
_MOST_UNREADABLE = 0.1


class PdfTextReader(TextReader):
    """A PDF file."""

    name = "pdf"
    summary = "a PDF file, of which the text layer is read"
    suffixes = (".pdf",)

    unreadable = "not a PDF file that can be read"

    @classmethod
    def text_of(cls, raw: bytes) -> TextOfFile:
        """The text layer; the title is metadata.

        Raises:
            NotReadable: it is encrypted, or has no text that can be read.
        """
        from pypdf import PdfReader  # a tenth of a second, spent only by those who read PDF

        logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it warns of every oddity that it gets over
        left_out: Counter[str] = Counter()
        reader = PdfReader(BytesIO(raw))
        if reader.is_encrypted:
            raise NotReadable("encrypted; save it without a password first")
        pages = [page.extract_text().strip() for page in reader.pages]
        title = reader.metadata.title if reader.metadata else None
        _count_unread(reader, left_out)
        left_out["pages without text"] = sum(not page for page in pages)
        text = "\n\n".join(filter(None, pages))
        if not text.strip():
            raise NotReadable("has no text layer, only images: read it with an OCR program first")
        if sum(category(one) in ("Co", "Cn") or one == "\ufffd" for one in text) > _MOST_UNREADABLE * len(text):
            raise NotReadable("its text layer cannot be read: its fonts do not say which characters they show")
        return TextOfFile(text, {"title": str(title)} if title else {}, left_out)


def _count_unread(reader: PdfReader, left_out: Counter[str]) -> None:
    left_out["attachments"] = sum(1 for _ in reader.attachment_list)
    left_out["form fields"] = len(reader.get_fields() or {})
    left_out["annotations"] = sum(
        one.get_object().get("/Subtype") not in ("/Link", "/Widget")
        for page in reader.pages
        for one in page.get("/Annots") or ()
    )

"""HTML: what a reader of the page sees; the rest of it never leaves, since only this text is exported."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sanon.corpus.cells import CELL, ROW, laid_out
from sanon.corpus.readers.base import NotReadable, TextOfFile, TextReader, is_binary, is_by_ascii
from sanon.corpus.record import line_of

#: Characters of a page that are read: a tree of 40 million took 1.7 GB and over a minute.
_LARGEST_PAGE = 10_000_000
_DECLARED = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_NAMES_UNSEEN = "head script style template iframe object embed svg canvas audio video datalist input"
_UNSEEN = frozenset(_NAMES_UNSEEN.split())
_COUNTED = {"img": "images", "svg": "images", "input": "form fields", "iframe": "embedded pages"}
_COUNTED |= dict.fromkeys(("object", "embed", "audio", "video", "canvas"), "embedded objects")
_NAMES_OF_BLOCKS = (
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section summary table tbody tfoot "
    "thead tr ul textarea"
)
_BLOCKS = frozenset(_NAMES_OF_BLOCKS.split())
_WESTERN = frozenset(("iso-8859-1", "latin-1", "latin1", "ascii", "us-ascii"))
_HIDDEN = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_ENDS = {"td": CELL, "th": CELL, "tr": ROW}
_BLANKS = re.compile(r"[ \t\r\n\f]+")


class HtmlReader(TextReader):
    """A page."""

    name = "html"
    summary = "a web page, of which the text is read"
    suffixes = (".html", ".htm")

    unreadable = "not HTML"
    content_name = "text of the page"

    @classmethod
    def text_of(cls, raw: bytes) -> TextOfFile:
        """What a page says; its title is metadata.

        Raises:
            NotReadable: too large, not HTML, or in another character set than it names.
        """
        return page_text(_decoded(raw))


def page_text(markup: str) -> TextOfFile:
    """What a page says: blocks on lines of their own, cells parted by bars.

    Raises:
        NotReadable: it cannot be read to its end.
    """
    from lxml import etree

    if len(markup) > _LARGEST_PAGE:
        raise NotReadable(f"a page larger than {_LARGEST_PAGE // 1_000_000} MB")
    if is_binary(markup):
        raise NotReadable("binary, or UTF-16 without a byte order mark")
    # As bytes: a declaration inside of the markup does not count any more.
    parser = etree.HTMLParser(encoding="utf-8", no_network=True)
    try:
        root = etree.fromstring(markup.encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError) as error:
        raise NotReadable("not HTML") from error
    # libxml2 stops at 256 levels or at a node of ten million characters, and what follows would be missing unsaid.
    if any(error.level == etree.ErrorLevels.FATAL for error in parser.error_log):
        raise NotReadable("nested too deeply, or otherwise no HTML that can be read to its end")
    if root is None:
        raise NotReadable("holds no text")
    # libxml2 puts what stands behind `</html>` beside the page; browsers show it as the end of the page.
    root.extend(list(root.itersiblings()))
    titles = [" ".join(str(one.text or "").split()) for one in root.iter("title") if not _inside(one, "svg")]
    left_out = _behind_the_page(root)
    text = "".join(_pieces(root, left_out))
    title = next(filter(None, titles), None)
    return TextOfFile(laid_out(text), {"title": title} if title else {}, left_out)


def _behind_the_page(root: Any) -> Counter[str]:
    """How much of a page no reader sees wherever it stands. An `alt` is read, and so is no attribute here."""
    from lxml import etree

    return Counter(
        {
            "comments": sum(1 for _ in root.iter(etree.Comment, etree.ProcessingInstruction)),
            "scripts and styles": sum(1 for _ in root.iter("script", "style", "template")),
            "attributes": sum(len(one.attrib) - ("alt" in one.attrib) for one in root.iter(etree.Element)),
        }
    )


def _inside(element: Any, tag: str) -> bool:
    return any(True for _ in element.iterancestors(tag))


def _pieces(root: Any, left_out: Counter[str]) -> Iterator[str]:
    """Texts in the order of the page; no recursion: nesting is up to the page."""
    todo: list[tuple[str, Any, bool]] = [("open", root, False)]
    while todo:
        what, element, verbatim = todo.pop()
        if what == "tail":
            yield _text(element.tail, verbatim)
        elif what == "close":
            yield _ENDS.get(element.tag, "\n" if element.tag in _BLOCKS else "")
        elif isinstance(element.tag, str):
            yield from _opened(element, left_out)
            if element.tag in _UNSEEN or _is_hidden(element):
                continue
            inside = verbatim or element.tag in ("pre", "textarea")
            yield _text(element.text, inside)
            todo.append(("close", element, verbatim))
            for child in reversed(element):
                todo += [("tail", child, inside), ("open", child, inside)]


def _opened(element: Any, left_out: Counter[str]) -> Iterator[str]:
    """What stands where an element begins; counts what is not read of it."""
    tag = element.tag
    if tag in _COUNTED:
        left_out[_COUNTED[tag]] += 1
    elif _is_hidden(element):
        left_out["hidden elements"] += 1
    if tag == "br" or tag in _BLOCKS:
        yield "\n"
    elif tag == "img" and not _is_hidden(element):
        # Beside the picture's words, not one with them.
        yield f" {_text(alt, False)} " if (alt := element.get("alt")) else ""


def _is_hidden(element: Any) -> bool:
    return element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style") or ""))


def _text(text: str | None, verbatim: bool) -> str:
    return text or "" if verbatim else _BLANKS.sub(" ", text or "")


def _decoded(raw: bytes) -> str:
    """The markup, in the encoding that its mark or its head names; UTF-8 if none does."""
    marks = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
    marked = next((name for mark, name in marks if raw.startswith(mark)), None)
    declared = _DECLARED.search(raw[:4096])
    encoding = marked or (declared[1].decode("ascii", "replace").lower() if declared else "utf-8")
    try:
        # A declaration that could be read as ASCII stands in no UTF-16: UTF-8 is meant, says the standard of HTML.
        if not marked and not is_by_ascii(encoding):
            encoding = "utf-8"
        # What pages call Latin-1 is Windows-1252: so says the standard of HTML, and so do browsers.
        return raw.decode("cp1252" if encoding in _WESTERN else encoding)
    except UnicodeDecodeError as error:
        reason = "not in the character set that it names; UTF-8 if it names none"
        raise NotReadable(reason, line_of(raw, error.start)) from error
    except (LookupError, ValueError) as error:
        raise NotReadable("names a character set that nobody knows") from error

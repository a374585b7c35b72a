"""DOCX: what is printed, part by part; the rest of the file never leaves, since only this text is exported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

from sanon.corpus.cells import CELL, ROW, laid_out
from sanon.corpus.readers.base import NotReadable, TextOfFile, TextReader

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/"
_MOST_PARTS = 10_000
#: Bytes of all parts, unpacked: fifty million bytes of zip may hold fifty thousand million.
_LARGEST_UNPACKED = 200_000_000
#: Of these, bytes of markup, which becomes a tree.
_LARGEST_MARKUP = 50_000_000
_TEXTS = frozenset((f"{_W}t", f"{_DRAWING}main}}t", "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"))
_STANDS_FOR = {f"{_W}tab": "\t", f"{_W}ptab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "\u2011"}
#: Properties, codes of fields, and the second spelling of what older programs cannot show.
_UNSEEN = frozenset(
    [f"{_W}{name}" for name in ("rPr", "pPr", "sdtPr", "sectPr", "tblPr", "trPr", "tcPr", "instrText", "delText")]
    + ["{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"]
)
_COUNTED = {
    f"{_W}del": "deleted passages",
    f"{_W}moveFrom": "deleted passages",
    f"{_W}object": "embedded objects",
    f"{_W}altChunk": "embedded documents",
    f"{_W}sym": "symbols",
    f"{_DRAWING}picture}}pic": "images",
    "{urn:schemas-microsoft-com:vml}imagedata": "images",
    f"{_DRAWING}chart}}chart": "charts",
    f"{_DRAWING}diagram}}relIds": "diagrams",
}
#: Values by which a property is switched off (ECMA-376, 17.17.4).
_OFF = frozenset(("0", "false", "off"))
#: Parts beside the body that are printed, in the order of the text; content types end so.
_PRINTED = ("header+xml", "footer+xml", "footnotes+xml", "endnotes+xml")


class DocxReader(TextReader):
    """A Word document."""

    name = "docx"
    summary = "a Word document, of which the text is read"
    suffixes = (".docx",)

    unreadable = "not a DOCX file that can be read"

    @classmethod
    def text_of(cls, raw: bytes) -> TextOfFile:
        """Body, headers, footers and notes, rows as lines; the title is metadata.

        Raises:
            NotReadable: not a DOCX file, or one that unpacks to too much.
        """
        import docx  # a tenth of a second, spent only by those who read DOCX

        _check_zip(raw)
        left_out: Counter[str] = Counter()
        document = docx.Document(BytesIO(raw))
        text = laid_out("".join(_parts(document, left_out)))
        title = document.core_properties.title
        return TextOfFile(text, {"title": title} if title else {}, left_out)


def _check_zip(raw: bytes) -> None:
    try:
        with ZipFile(BytesIO(raw)) as parts:
            infos = parts.infolist()
    except (BadZipFile, ValueError, NotImplementedError) as error:
        raise NotReadable("not a DOCX file, or encrypted") from error
    if any(info.flag_bits & 1 for info in infos):
        raise NotReadable("encrypted")
    if len(infos) > _MOST_PARTS or sum(info.file_size for info in infos) > _LARGEST_UNPACKED:
        raise NotReadable(f"unpacks to more than {_LARGEST_UNPACKED // 1_000_000} MB; it may be a zip bomb")
    if sum(info.file_size for info in infos if info.filename.endswith((".xml", ".rels"))) > _LARGEST_MARKUP:
        raise NotReadable(f"unpacks to more than {_LARGEST_MARKUP // 1_000_000} MB of text; it may be a zip bomb")


def _parts(document: Any, left_out: Counter[str]) -> Iterator[str]:
    from docx.oxml.parser import parse_xml

    yield from _pieces(document.element.body, left_out)
    beside: list[tuple[int, str, Any]] = []
    for part in document.part.package.iter_parts():
        kind = part.content_type.rpartition(".")[2]
        if kind in _PRINTED:
            beside.append((_PRINTED.index(kind), str(part.partname), parse_xml(part.blob)))
        elif kind == "comments+xml":
            left_out["comments"] += len(parse_xml(part.blob).findall(f"{_W}comment"))
    seen: set[str] = set()
    for _, _, root in sorted(beside, key=lambda one: one[:2]):
        text = "".join(_pieces(root, left_out)).strip("\n")
        # The header of the first page, of even and of odd ones is often the same.
        if text.strip() and text not in seen:
            seen.add(text)
            yield f"\n{text}\n"


def _pieces(root: Any, left_out: Counter[str]) -> Iterator[str]:
    """Texts in their order; no recursion: nesting is up to the file.

    Raises:
        NotReadable: there is a reference to an entity.
    """
    from lxml import etree

    if next(root.iter(etree.Entity), None) is not None:
        # The parser leaves it as it stands, and the text behind it with it.
        raise NotReadable("not a DOCX file that can be read: it names entities, which Word does not know")
    todo: list[tuple[bool, Any]] = [(True, root)]
    cells = 0
    while todo:
        opens, element = todo.pop()
        tag = element.tag
        if not opens:
            cells -= tag == f"{_W}tc"
            # In a cell lines become blanks, so that a row stays one line.
            yield {f"{_W}p": " " if cells else "\n", f"{_W}tc": CELL, f"{_W}tr": ROW}.get(tag, "")
        elif tag in _TEXTS:
            # Comments may stand in it, and text behind them.
            yield str(element.xpath("string()"))
        elif tag in _STANDS_FOR:
            yield _STANDS_FOR[tag].replace("\n", " ") if cells else _STANDS_FOR[tag]
        elif tag in _COUNTED:
            left_out[_COUNTED[tag]] += 1
        elif tag == f"{_W}r" and _is_hidden(element):
            left_out["hidden passages"] += 1
        elif isinstance(tag, str) and tag not in _UNSEEN:
            cells += tag == f"{_W}tc"
            if tag == f"{_W}txbxContent":
                # A box stands beside the words that it is anchored in.
                yield " "
            todo.append((False, element))
            todo += [(True, child) for child in reversed(element)]


def _is_hidden(run: Any) -> bool:
    hidden = run.find(f"{_W}rPr/{_W}vanish")
    return hidden is not None and hidden.get(f"{_W}val", "1") not in _OFF

"""E-mail: the headers that say who wrote to whom are metadata, the text is the content, attachments are named."""

from __future__ import annotations

import re
from collections import Counter
from email import message_from_bytes, policy
from email.headerregistry import HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage, MIMEPart
from itertools import islice

from pydantic import JsonValue

from sanon.corpus.readers.base import NotReadable, TextOfFile, TextReader, is_binary, is_by_ascii
from sanon.corpus.readers.html_reader import page_text

#: What people see of a message. The others (paths of servers, signatures, numbers) are left out and counted.
HEADERS = ("From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Subject", "Date", "Organization")
_UNKNOWN = "\ufffd"
#: Read as they stand: of addresses and dates the parser keeps only what it understood, and drops names in comments.
_AS_THEY_STAND = HeaderRegistry()
for _name in HEADERS:
    _AS_THEY_STAND.map_to_type(_name, UnstructuredHeader)  # type: ignore[arg-type]  # a mixin, as the registry wants
_POLICY = policy.default.clone(header_factory=_AS_THEY_STAND)
#: Parts of a message: the parser takes a millisecond for each.
_MOST_PARTS = 2_000
_PART = re.compile(rb"^content-type[ \t]*:", re.IGNORECASE | re.MULTILINE)


class EmailReader(TextReader):
    """One message."""

    name = "email"
    summary = "an e-mail, of which headers and text are read"
    suffixes = (".eml",)

    unreadable = "not an e-mail that can be read: a header or part is malformed"
    content_name = "body"

    @classmethod
    def text_of(cls, raw: bytes) -> TextOfFile:
        """The text of one message; its headers and the names of its attachments are metadata.

        Raises:
            NotReadable: no e-mail, or none whose text can be decoded.
        """
        if next(islice(_PART.finditer(raw), _MOST_PARTS, None), None):
            raise NotReadable(f"an e-mail of more than {_MOST_PARTS:,} parts")
        message = message_from_bytes(raw, policy=_POLICY)
        if not any(name in message for name in HEADERS):
            raise NotReadable("not an e-mail: it has no header that names sender, receiver, subject or date")
        left_out: Counter[str] = Counter()
        metadata = _headers(message, left_out)
        body = message.get_body(("plain", "html"))
        if body is not None and not bytes(body.get_payload(decode=True) or b"").strip():
            # Of some programs the plain alternative is blank, and all that is said stands in the other one.
            body = message.get_body(("html", "plain"))
        if names := _attachments(message, body, left_out):
            metadata["attachments"] = names
        return TextOfFile(_content(body, left_out), metadata, left_out)


def _headers(message: EmailMessage, left_out: Counter[str]) -> dict[str, JsonValue]:
    metadata: dict[str, JsonValue] = {}
    for name in HEADERS:
        values = [str(value).strip() for value in message.get_all(name, [])]
        if any(_UNKNOWN in value for value in values):
            raise NotReadable(f"header {name} is not in the character set that it names")
        if values := list(filter(None, values)):
            metadata[name.lower()] = values[0] if len(values) == 1 else list[JsonValue](values)
    known = {name.lower() for name in HEADERS}
    left_out["other headers"] = sum(name.lower() not in known for name in message)
    return metadata


def _attachments(message: EmailMessage, body: object, left_out: Counter[str]) -> list[JsonValue]:
    """Names of what is attached, or its type; other texts of the message are counted."""
    names: list[JsonValue] = []
    todo: list[MIMEPart] = [message]
    while todo:
        part = todo.pop()
        if part.get_content_maintype() == "multipart":
            # Of alternatives one is read, and the others say the same.
            same = part.get_content_subtype() == "alternative"
            todo += [one for one in reversed(list(part.iter_parts())) if not (same and _is_text(one))]
        elif part is not body:
            name = part.get_filename()
            if name is None and _is_text(part):
                left_out["other text parts"] += 1
            elif name and _UNKNOWN in name:
                raise NotReadable("the name of an attachment is not in the character set that it names")
            else:
                names.append(name or part.get_content_type())
                left_out["attachments"] += 1
    return names


def _is_text(part: MIMEPart) -> bool:
    return part.get_content_type() in ("text/plain", "text/html") and part.get_content_disposition() != "attachment"


def _content(body: MIMEPart | None, left_out: Counter[str]) -> str:
    if body is None:
        raise NotReadable("has no text of its own, or it is encrypted")
    payload = body.get_payload(decode=True)
    charset = body.get_content_charset("utf-8")
    if not isinstance(payload, bytes) or body.defects:
        raise NotReadable("its text cannot be decoded")
    try:
        text = payload.decode("utf-8" if charset in ("us-ascii", "ascii") else charset)
    except (UnicodeDecodeError, LookupError, ValueError) as error:
        raise NotReadable("its text is not in the character set that it names") from error
    if is_binary(text) or (b"\0" not in payload and not is_by_ascii(charset)):
        raise NotReadable("its text is not in the character set that it names")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if body.get_content_type() != "text/html":
        return text
    try:
        page = page_text(text)
    except NotReadable as error:
        raise NotReadable(f"its text is HTML: {error}") from error
    left_out.update(page.left_out)
    return page.text

"""The page of a review, from the standard library's server: one person, one computer, nothing to install.

Bound to 127.0.0.1. Each request is judged by `Guard`; what does not fit is refused before anything is read.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from pydantic import BaseModel, TypeAdapter, ValidationError

from sanon.errors import ConfigurationError, SanonError, explained
from sanon.review.answers import Decision
from sanon.review.guard import Guard

if TYPE_CHECKING:
    from sanon.review.session import Review

#: A decision is a few hundred bytes.
_LARGEST_BODY = 16_000
#: Of a number that a request may hold.
_DIGITS = 9
#: Seconds that somebody may take to send one.
_PATIENCE = 30
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_FILES = {
    "": ("review.html", "text/html; charset=utf-8"),
    "review.css": ("review.css", "text/css; charset=utf-8"),
    "review.js": ("review.js", "text/javascript; charset=utf-8"),
}
_JSON = "application/json; charset=utf-8"
_TRADED = (
    "this address works once, and was opened before: go on in the browser that opened it, or end sanon review with "
    "Control+C and start it again"
)


class ReviewServer(ThreadingHTTPServer):
    """Serves one review; what is asked at the same time is answered one after the other.

    Args:
        port: 0 for any that is free.

    Raises:
        ConfigurationError: the port is taken.
    """

    daemon_threads = True
    #: Connections that may wait; with the five of the standard library a page that asks for much at once loses some.
    request_queue_size = 128

    def __init__(self, review: Review, port: int = 0) -> None:
        self.one_at_a_time, self.ended = Lock(), False
        try:
            super().__init__(("127.0.0.1", port), _Handler)
        except OSError as error:
            raise ConfigurationError(f"--port {port}: {error.strerror}") from error
        self.review = review
        self.guard = Guard(self.server_address[1])

    def server_close(self) -> None:
        """Wait for the answer under way, and begin no other: the store is closed next, and is no more to be read."""
        with self.one_at_a_time:
            self.ended = True
        super().server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: a page that was closed while it was answered is no news, and a traceback could hold a text."""


class _Handler(BaseHTTPRequestHandler):
    server: ReviewServer
    timeout = _PATIENCE
    server_version, sys_version = "sanon", ""

    def do_GET(self) -> None:
        """Page, its files, and what it asks for."""
        if self._refused():
            return
        guard, parts = self.server.guard, urlsplit(self.path)
        if guard.opens(self.path):
            if not guard.trades():
                self._refuse(HTTPStatus.FORBIDDEN, _TRADED)
                return
            # Not a redirect: a browser that came from elsewhere would leave the new cookie out.
            go = f'<!doctype html><meta http-equiv="refresh" content="0;url={guard.path}"><title>sanon review</title>'
            self._send(HTTPStatus.OK, go.encode(), "text/html; charset=utf-8", cookie=guard.cookie)
            return
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        name = parts.path.removeprefix(guard.path)
        if name in _FILES:
            file, kind = _FILES[name]
            self._send(HTTPStatus.OK, resources.files("sanon.review").joinpath(file).read_bytes(), kind)
        elif name == "api/overview":
            self._answer(self.server.review.overview)
        elif name == "api/document":
            part = asked.get("part", "1")
            number = _number(part, 0)
            self._answer(lambda: self.server.review.document(asked.get("id", ""), number))
        elif name == "api/search":
            self._answer(lambda: self.server.review.search(asked.get("words", "")))
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "nothing of this name")

    def do_POST(self) -> None:
        """A decision."""
        if self._refused():
            return
        if urlsplit(self.path).path != self.server.guard.path + "api/decide":
            self._refuse(HTTPStatus.NOT_FOUND, "nothing of this name")
            return
        if self._length > _LARGEST_BODY:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too long")
            return
        body = self.rfile.read(self._length)
        self._answer(lambda: self.server.review.decide(Decision.model_validate_json(body)))

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: an address holds the token, and the ids of documents."""

    @property
    def _length(self) -> int:
        """Of the body; more than any may have if the header is no such number."""
        return _number(self.headers.get("Content-Length", ""), _LARGEST_BODY + 1)

    def _refused(self) -> bool:
        headers = {name.lower(): value for name, value in self.headers.items()}
        why = self.server.guard.refuses(self.command, self.path, headers)
        if why:
            self._refuse(HTTPStatus.FORBIDDEN, why)
        return why is not None

    def _answer(self, ask: Callable[[], BaseModel | list[str]]) -> None:
        try:
            with self.server.one_at_a_time:
                if self.server.ended:
                    raise ConfigurationError("the review has ended: start sanon review again")
                found = ask()
        except ValidationError as error:
            self._refuse(HTTPStatus.BAD_REQUEST, explained(error))
        except SanonError as error:
            self._refuse(HTTPStatus.BAD_REQUEST, str(error))
        else:
            body = found.model_dump_json().encode() if isinstance(found, BaseModel) else _LISTED.dump_json(found)
            self._send(HTTPStatus.OK, body, _JSON)

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self.close_connection = True
        self._send(status, _TEXT.dump_json({"error": why}), _JSON)
        # A connection that is closed before its body was read is reset, and the answer may be lost with it.
        if self.command == "POST" and self.headers.get("Content-Length"):
            self.rfile.read(min(self._length, _LARGEST_BODY))

    def _send(self, status: HTTPStatus, body: bytes, kind: str, cookie: str | None = None) -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(body))),
            ("Content-Security-Policy", _POLICY),
            ("Cache-Control", "no-store"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ):
            self.send_header(name, value)
        if cookie:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(body)


def _number(text: str, otherwise: int) -> int:
    """A number of a request, or another one where it is none of a sane length."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= _DIGITS else otherwise


_LISTED, _TEXT = TypeAdapter(list[str]), TypeAdapter(dict[str, str])

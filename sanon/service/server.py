"""The HTTP server of the service, from the standard library; what it is sent it neither keeps nor logs."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore, Lock
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from sanon.errors import ConfigurationError, SanonError, explained
from sanon.report.page import templates
from sanon.results import ProtectResult
from sanon.service.bodies import POSTS, DocumentsBody, ProtectedText, TextBody, openapi

#: Seconds that a client may take to send a request.
_PATIENCE = 60
#: Figures of a length, and largest bodies that are read of what is refused.
_DIGITS, _DRAINED = 12, 4
_JSON, _HTML = "application/json; charset=utf-8", "text/html; charset=utf-8"
#: Protects texts or documents, decided about as one corpus.
Protect = Callable[[list[Any]], ProtectResult]


class Limits(NamedTuple):
    """What one request may ask, and how many are answered at the same time."""

    largest_body: int
    most_documents: int
    workers: int


class Refused(Exception):
    """A request that is not answered, with the status that says so."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


class Service(ThreadingHTTPServer):
    """Answers requests until it is shut down.

    Args:
        host, port: where it listens; port 0 takes any that is free.
        token: that clients must send.

    Attributes:
        requests, documents: how many were answered, and protected.

    Raises:
        ConfigurationError: it cannot listen there.
    """

    daemon_threads = True

    def __init__(self, protect: Protect, host: str, port: int, token: str, limits: Limits) -> None:
        try:
            super().__init__((host, port), _Handler)
        except OSError as error:
            raise ConfigurationError(f"{host}:{port}: cannot listen there: {error.strerror}") from error
        self.protect, self.limits, self._token = protect, limits, token
        self.free = BoundedSemaphore(limits.workers)
        self.requests = self.documents = 0
        self._counting = Lock()

    def knows(self, authorization: str) -> bool:
        """Whether a header holds the token."""
        return hmac.compare_digest(authorization.encode(), f"Bearer {self._token}".encode())

    def count(self, documents: int) -> None:
        """Count an answered request."""
        with self._counting:
            self.requests += 1
            self.documents += documents

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: a client that went away is no news, and a traceback could hold a text."""


class _Handler(BaseHTTPRequestHandler):
    server: Service
    timeout = _PATIENCE
    server_version, sys_version = "sanon", ""

    def do_GET(self) -> None:
        """The description of the service, as a page and for programs, and whether it is up."""
        pages = {"/": (_page, _HTML), "/openapi.json": (_described, _JSON), "/health": (lambda: b'{"up": true}', _JSON)}
        if self.path not in pages:
            self._send(HTTPStatus.NOT_FOUND, _error("nothing of this name; / describes the service"), _JSON)
            return
        page, kind = pages[self.path]
        self._send(HTTPStatus.OK, page(), kind)

    def do_POST(self) -> None:
        """Protect what is sent."""
        length = self.headers.get("Content-Length", "")
        # A number of so many figures is longer than any body, and int() refuses one of five thousand.
        self._unread = int(length[:_DIGITS]) if length.isdecimal() else 0
        try:
            answer = self._answer()
        except Refused as refusal:
            self.close_connection = True
            self._send(refusal.status, _error(str(refusal)), _JSON)
            self._drain()
        except SanonError as error:
            self._send(HTTPStatus.UNPROCESSABLE_ENTITY, _error(str(error)), _JSON)
        except Exception as error:  # whatever it is, its message could hold a text
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, _error(f"failed: {type(error).__name__}"), _JSON)
        else:
            self._send(HTTPStatus.OK, answer.model_dump_json().encode(), _JSON)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the service keeps no record of its clients."""

    def _answer(self) -> BaseModel:
        if not self.server.knows(self.headers.get("Authorization", "")):
            raise Refused(HTTPStatus.UNAUTHORIZED, "send the token: Authorization: Bearer …")
        if self.path not in POSTS:
            raise Refused(HTTPStatus.NOT_FOUND, "nothing of this name; / describes the service")
        body = self._body(POSTS[self.path][0])
        texts = [body.text] if isinstance(body, TextBody) else _documents(body)
        if len(texts) > self.server.limits.most_documents:
            most = self.server.limits.most_documents
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"more than {most:,} documents in one request")
        if not self.server.free.acquire(blocking=False):
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "all workers are busy; ask again")
        try:
            result = self.server.protect(texts)
        finally:
            self.server.free.release()
        self.server.count(len(texts))
        if isinstance(body, DocumentsBody):
            return result
        if problem := result.problem():
            raise problem
        return ProtectedText(text=result.documents[0].content, spans=result.documents[0].spans)

    def _body(self, kind: type[BaseModel]) -> BaseModel:
        length, largest = self._unread, self.server.limits.largest_body
        if not self.headers.get("Content-Length", "").isdecimal():
            raise Refused(HTTPStatus.LENGTH_REQUIRED, "say the length of the body")
        if length > largest:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"more than {largest:,} bytes in one request")
        self._unread = 0
        try:
            return kind.model_validate_json(self.rfile.read(length))
        except ValidationError as error:
            raise Refused(HTTPStatus.BAD_REQUEST, explained(error)) from error

    def _drain(self) -> None:
        """Read what is left of a refused body, to a limit: where bytes are unread, closing loses the answer."""
        left = min(self._unread, _DRAINED * self.server.limits.largest_body)
        while left > 0 and (read := self.rfile.read(min(left, 65_536))):
            left -= len(read)

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"),
            ("X-Content-Type-Options", "nosniff"),
        ):
            self.send_header(name, value)
        if status is HTTPStatus.SERVICE_UNAVAILABLE:
            self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(body)


def _documents(body: BaseModel) -> list[dict[str, Any]]:
    assert isinstance(body, DocumentsBody)  # noqa: S101 - the only other kind
    return [one.model_dump() for one in body.documents]


def _error(why: str) -> bytes:
    return json.dumps({"error": why}).encode()


def _described() -> bytes:
    return json.dumps(openapi()).encode()


def _page() -> bytes:
    """The description for a person: paths, what they take and give, and an example."""
    return templates("sanon.service", ".").get_template("page.html.j2").render(posts=POSTS, schema=_schema).encode()


def _schema(model: type[BaseModel]) -> str:
    return json.dumps(model.model_json_schema(mode="serialization"), indent=2)

"""An OpenAI-compatible endpoint that behaves as a test says, over a real socket.

    with FakeEndpoint(documents, answers) as endpoint:
        endpoint.script = first(2, refuse(503))               # every call is refused twice, then answered
        endpoint.script = about({"c2-memo": always(hang)})    # one document never gets an answer

What the script leaves to it is answered well: with the entities given for the document that stands in the prompt.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

MODEL = "fake-model"
KEY = "sk-a-key-that-nobody-may-print"
#: original value, normalized value, type, relevance
Entity = Sequence[Any]


@dataclass(frozen=True)
class Call:
    """One request, as it came.

    Attributes:
        document: id of the document in its prompt; None if there is none.
        attempt: 1 for the first request with these messages, up to the document.
        body: the JSON that was sent.
        at: seconds of a clock that only goes forward.
    """

    document: str | None
    attempt: int
    body: dict[str, Any]
    authorization: str
    at: float

    @property
    def prompt(self) -> str:
        """All messages in their order."""
        return "\n".join(str(message["content"]) for message in self.body["messages"])


class _Handler(BaseHTTPRequestHandler):
    """A request; the script decides on what becomes of it."""

    protocol_version = "HTTP/1.1"
    # Headers and body leave in one packet each, and the client must not wait for them to be acknowledged.
    disable_nagle_algorithm = True
    endpoint: FakeEndpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.endpoint.serve(self, body)

    def log_message(self, format: str, *_arguments: object) -> None:
        pass

    def send(self, status: int, body: bytes, headers: Mapping[str, str] = {}) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


Behaviour = Callable[[_Handler, Call], None]
Script = Callable[[Call], Behaviour | None]


@dataclass
class FakeEndpoint:
    """Serves from entering to leaving its context, on a free port.

    Attributes:
        documents: id -> content, by which a prompt is recognised.
        answers: id -> entities that a good answer names.
        script: what becomes of a request; None is a good answer.
        calls: all requests so far, in their order.
        most_at_once: how many were open together at most.
        seconds: that a good answer takes.
    """

    documents: Mapping[str, str]
    answers: Mapping[str, Sequence[Entity]]
    script: Script = field(default=lambda _call: None)
    seconds: float = 0.0
    calls: list[Call] = field(default_factory=list)
    most_at_once: int = 0

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._attempts: Counter[str] = Counter()
        self._open = 0
        self._closing = threading.Event()
        self._runs = {source_id: _runs(content) for source_id, content in self.documents.items()}
        handler = type("Handler", (_Handler,), {"endpoint": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> FakeEndpoint:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def environment(self) -> dict[str, str]:
        """What the command `sanon` reads."""
        return {"OPENAI_BASE_URL": self.base_url, "OPENAI_API_KEY": KEY, "SANON_MODEL": MODEL}

    def forget(self) -> None:
        """Start counting anew."""
        with self._lock:
            self.calls, self.most_at_once, self._attempts = [], 0, Counter()

    def serve(self, handler: _Handler, body: dict[str, Any]) -> None:
        """Note a request and let the script answer it."""
        with self._lock:
            self._open += 1
            self.most_at_once = max(self.most_at_once, self._open)
            document = self._document_in(body)
            question = self._question(body, document)
            self._attempts[question] += 1
            call = Call(
                document,
                self._attempts[question],
                body,
                handler.headers.get("Authorization", ""),
                time.monotonic(),
            )
            self.calls.append(call)
        try:
            (self.script(call) or answer())(handler, call)
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True
        finally:
            with self._lock:
                self._open -= 1

    def wait(self, seconds: float) -> None:
        """Pause; the end of the endpoint ends it."""
        self._closing.wait(seconds)

    def _document_in(self, body: dict[str, Any]) -> str | None:
        """The document of which most stands in the last message; it may be a passage of it only."""
        last = _runs(str(body["messages"][-1]["content"]))
        standing = {source_id: len(runs & last) for source_id, runs in self._runs.items()}
        best = max(standing, key=lambda source_id: standing[source_id], default=None)
        return best if best is not None and standing[best] else None

    def _question(self, body: dict[str, Any], document: str | None) -> str:
        """The messages up to the document: the same when it is asked again in other words behind it."""
        *before, last = (str(message["content"]) for message in body["messages"])
        content = self.documents.get(document or "", "")
        return "\n".join([*before, last[: last.find(content) + len(content)] if content in last else last])


def _runs(text: str) -> set[tuple[str, ...]]:
    """All runs of four words."""
    words = text.split()
    return {tuple(words[at : at + 4]) for at in range(len(words) - 3)}


# --- what an endpoint does ---------------------------------------------------------------------------------------


def answer(change: Callable[[list[list[Any]]], Any] = lambda entities: entities) -> Behaviour:
    """A good answer, or what `change` makes of its entities."""

    def behave(handler: _Handler, call: Call) -> None:
        endpoint = handler.endpoint
        endpoint.wait(endpoint.seconds)
        entities = [
            list(entity) for entity in endpoint.answers.get(call.document or "", ()) if entity[0] in call.prompt
        ]
        say(json.dumps({"entities": change(entities)}, ensure_ascii=False))(handler, call)

    return behave


def say(content: str | None, finish_reason: str = "stop") -> Behaviour:
    """A completion with this content, whatever it is."""
    return lambda handler, call: handler.send(200, json.dumps(_completion(call, content, finish_reason)).encode())


def cut_off(finish_reason: str = "stop") -> Behaviour:
    """Valid JSON that ends in the middle."""

    def behave(handler: _Handler, call: Call) -> None:
        whole = json.dumps({"entities": [list(entity) for entity in handler.endpoint.answers[call.document or ""]]})
        say(whole[: len(whole) // 2], finish_reason)(handler, call)

    return behave


def refuse(status: int, message: str = "refused", **headers: str) -> Behaviour:
    """An error as OpenAI words it."""
    error = {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, _call: handler.send(status, json.dumps(error).encode(), named)


def raw(body: bytes) -> Behaviour:
    """These bytes with status 200."""
    return lambda handler, _call: handler.send(200, body)


def no_choices(handler: _Handler, call: Call) -> None:
    """A completion without any choice."""
    handler.send(200, json.dumps(_completion(call, "", "stop") | {"choices": []}).encode())


def hang(handler: _Handler, _call: Call) -> None:
    """Take the request, never answer."""
    handler.endpoint.wait(600)
    handler.close_connection = True


def reset(handler: _Handler, _call: Call) -> None:
    """Break the connection hard."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()


def break_in_body(handler: _Handler, call: Call) -> None:
    """Promise more bytes than come."""
    body = json.dumps(_completion(call, '{"entities": []}', "stop")).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(body) + 100))
    handler.end_headers()
    handler.wfile.write(body[:-20])
    handler.wfile.flush()
    reset(handler, call)


def _completion(call: Call, content: str | None, finish_reason: str) -> dict[str, Any]:
    prompt, completion = len(call.prompt.split()), len((content or "").split())
    return {
        "id": "fake",
        "object": "chat.completion",
        "created": 0,
        "model": call.body["model"],
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion},
    }


# --- when it does it -----------------------------------------------------------------------------------------------


def first(times: int, behaviour: Behaviour) -> Script:
    """So many times for each prompt, then a good answer."""
    return lambda call: behaviour if call.attempt <= times else None


def always(behaviour: Behaviour) -> Script:
    """For every request."""
    return lambda _call: behaviour


def about(scripts: Mapping[str, Script]) -> Script:
    """To each document its own; a good answer for the others."""
    return lambda call: scripts.get(call.document or "", lambda _call: None)(call)


def refusing(parameter: str, message: str) -> Script:
    """400 for every request that has a parameter, or a value of `response_format`."""

    def script(call: Call) -> Behaviour | None:
        wanted = call.body.get("response_format", {}).get("type")
        return refuse(400, message) if parameter in call.body or wanted == parameter else None

    return script

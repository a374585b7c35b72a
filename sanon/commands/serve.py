"""Serve: an HTTP service that protects what it is sent, until Control+C. It keeps nothing of it."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from typing import Annotated, Any

from pydantic import Field, SecretStr

from sanon.commands import protect
from sanon.commands.command import Command, Request, Terminal
from sanon.commands.protect import PROTECT, ProtectRequest
from sanon.diagnosis.extraction import is_here
from sanon.errors import ConfigurationError
from sanon.progress import Progress, silent
from sanon.results import ProtectResult, ServeResult
from sanon.service.server import Limits, Service
from sanon.settings.settings import Settings

_log = logging.getLogger(__name__)


class ServeRequest(Request):
    """Where the service listens, who may ask, and how much."""

    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(default=8750, ge=0, le=65535, description="Port to listen on; 0 takes any that is free.")
    token: Annotated[SecretStr | None, Terminal(python_only=True)] = Field(
        default=None, description="Secret that clients send; by default one is made and said.", exclude=True
    )
    max_bytes: int = Field(default=10_000_000, ge=1, description="Largest body of a request, in bytes.")
    max_documents: int = Field(default=1_000, ge=1, description="Most documents in a request.")
    workers: int = Field(default=2, ge=1, description="Requests that are answered at the same time.")


def run(store: None, settings: Settings, request: ServeRequest, progress: Progress = silent) -> ServeResult:
    """Answer requests until Control+C.

    Raises:
        ConfigurationError: it cannot listen there, or it would listen to others without a token of their own.
    """
    if request.token is None and not is_here(request.host):
        raise ConfigurationError(
            f"--host {request.host}: others could ask; give them a token by SANON_TOKEN, and put a proxy that speaks "
            "TLS before the service"
        )
    token = request.token.get_secret_value() if request.token else secrets.token_urlsafe(24)

    def answer(texts: list[Any]) -> ProtectResult:
        return protect.run(None, settings, ProtectRequest.of(texts=texts))

    # What takes long to read is read before the first client waits for it.
    answer(["Ready."])
    limits = Limits(request.max_bytes, request.max_documents, request.workers)
    with suppress(KeyboardInterrupt), Service(answer, request.host, request.port, token, limits) as service:
        host, port = service.server_address[:2]
        _log.warning("serving at http://%s:%s/, which describes what it takes; Control+C ends it", host, port)
        if request.token is None:
            _log.warning("the token for this time is %s", token)
        service.serve_forever()
    return ServeResult(requests=service.requests, documents=service.documents)


SERVE = Command("serve", ServeRequest, run, graph="none", settings=PROTECT.settings)

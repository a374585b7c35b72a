"""sanon serve."""

from __future__ import annotations

import os
from typing import Any

from pydantic import SecretStr

from sanon.cli import printing
from sanon.cli.command import command
from sanon.commands.command import Command
from sanon.commands.serve import SERVE, ServeRequest
from sanon.results import ServeResult
from sanon.text.counting import counted


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Serve, with the token of the environment; other users of the computer would see that of an option."""
    if token := os.environ.get("SANON_TOKEN"):
        given["token"] = SecretStr(token)
    return SERVE


@command(SERVE, choose=_chosen)
def serve(result: ServeResult, request: ServeRequest) -> None:
    """Protect texts over HTTP: POST a text or documents, get them back protected, with spans and reasons.

    Clients send the token in SANON_TOKEN, or the one that is printed. The address itself describes what the service
    takes; /openapi.json does so for programs. Nothing is kept. Control+C ends it.

    \b
    Examples:
      sanon serve
      SANON_TOKEN=secret sanon serve --host 0.0.0.0 --port 8750 --workers 4
      curl -H "Authorization: Bearer secret" -d '{"text": "Anna Berger lives in Ulm."}' http://127.0.0.1:8750/v1/text
    """
    printing.as_lines(
        [("served", f"{counted(result.requests, 'request')} with {counted(result.documents, 'document')}")]
    )

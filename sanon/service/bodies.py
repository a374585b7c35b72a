"""What the service takes and gives, and its description in OpenAPI."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field, JsonValue
from pydantic.json_schema import models_json_schema

from sanon import __version__
from sanon.records import StrictModel
from sanon.results import ProtectResult
from sanon.results.protect import ProtectedSpan


class TextBody(StrictModel):
    """One text to protect."""

    text: str = Field(min_length=1)


class DocumentBody(StrictModel):
    """A document to protect; its metadata are protected too."""

    id: str = Field(min_length=1)
    content: str
    metadata: dict[str, JsonValue] = Field(default_factory=dict)


class DocumentsBody(StrictModel):
    """Documents to protect. They are decided about as one corpus: what links them counts."""

    documents: list[DocumentBody] = Field(min_length=1)


class ProtectedText(StrictModel):
    """One protected text; spans say what was replaced where, and why."""

    text: str
    spans: list[ProtectedSpan]


class Failure(StrictModel):
    """Why a request was not answered."""

    error: str


#: Path -> what it takes, what it gives, and what it is for.
POSTS: dict[str, tuple[type[BaseModel], type[BaseModel], str]] = {
    "/v1/text": (TextBody, ProtectedText, "Protect one text"),
    "/v1/documents": (DocumentsBody, ProtectResult, "Protect documents, decided about as one corpus"),
}
#: Status -> when it is given.
FAILURES = {
    400: "The body is not JSON, or not what the path takes",
    401: "No token, or a wrong one",
    413: "More bytes or documents than the service takes",
    422: "A text cannot be protected under the policy of the service; nothing of it comes back",
    503: "All workers are busy; ask again",
}


def openapi() -> dict[str, Any]:
    """The description of the service, OpenAPI 3.1."""
    models: list[tuple[type[BaseModel], Literal["serialization"]]] = [
        (one, "serialization") for taken, given, _ in POSTS.values() for one in (taken, given)
    ]
    names, schemas = models_json_schema(
        [*models, (Failure, "serialization")], ref_template="#/components/schemas/{model}"
    )
    paths: dict[str, Any] = {
        path: {"post": _operation(summary, names[taken, "serialization"], names[given, "serialization"])}
        for path, (taken, given, summary) in POSTS.items()
    }
    paths["/health"] = {"get": {"summary": "Whether the service is up", "responses": {"200": {"description": "It is"}}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "sAnon", "version": __version__, "description": "Protects texts; keeps none of them."},
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _operation(summary: str, taken: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": taken}}},
        "responses": {
            "200": {"description": "Protected", "content": {"application/json": {"schema": given}}},
            **{str(code): {"description": why, "content": failure} for code, why in FAILURES.items()},
        },
    }

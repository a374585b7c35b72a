"""What every result is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Annotated, ClassVar, get_args

from pydantic import BaseModel, Field, WithJsonSchema

from sanon.errors import SanonError
from sanon.records import StrictModel

#: A risk, strength or share. Not checked when a result is made: rounding beyond 1 must not hide a result.
Share = Annotated[float, WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1})]
Count = Annotated[int, Field(ge=0)]

#: Of a list in a notebook.
_ROWS_SHOWN = 5


class Result(StrictModel):
    """What a command found: attributes in Python, `--format json`, and a table in a notebook.

    A result holds no values of entities.
    """

    def to_json(self) -> dict[str, object]:
        """The form that other programs rely on, as `sanon/schemas/` says."""
        return self.model_dump(mode="json")

    #: Name of the field whose results `--format csv` and `--format table` show.
    listed: ClassVar[str | None] = None

    @classmethod
    def columns(cls) -> list[str]:
        """Names of the fields of what is listed; empty if nothing is."""
        if cls.listed is None:
            return []
        [kind] = get_args(cls.model_fields[cls.listed].annotation)
        return list(kind.model_fields)

    @property
    def rows(self) -> Sequence[Result]:
        """What is listed."""
        return getattr(self, self.listed) if self.listed else []

    def problem(self) -> SanonError | None:
        """What keeps this from being a success, as the error that the terminal ends with; None if nothing does."""
        return None

    def _repr_html_(self) -> str:
        """Fields and their values; of a list of results the first ones, of other lists how many there are."""
        rows = "".join(
            f"<tr><th style='text-align:left'>{escape(name)}</th><td>{_cell(getattr(self, name))}</td></tr>"
            for name in type(self).model_fields
        )
        return f"<table><caption>{escape(type(self).__name__)}</caption>{rows}</table>"


def _cell(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], Result):
        return _rows(value)
    return escape(_short(value))


def _rows(results: list[Result]) -> str:
    names = list(type(results[0]).model_fields)
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_short(getattr(one, name)))}</td>" for name in names) + "</tr>"
        for one in results[:_ROWS_SHOWN]
    )
    more = f"<caption>{_ROWS_SHOWN} of {len(results):,}</caption>" if len(results) > _ROWS_SHOWN else ""
    return f"<table>{more}<tr>{head}</tr>{body}</table>"


def _short(value: object) -> str:
    if isinstance(value, list):
        few = 0 < len(value) <= _ROWS_SHOWN and all(isinstance(one, str) for one in value)
        return ", ".join(value) if few else f"{len(value):,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, BaseModel):
        return ", ".join(f"{name} {_short(getattr(value, name))}" for name in type(value).model_fields)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_short(inner)}" for name, inner in value.items())
    return "" if value is None else str(value)

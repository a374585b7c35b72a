"""Write the schemas of all published results beside this file: `python -m sanon.schemas`."""

from __future__ import annotations

import json
from pathlib import Path
from types import UnionType
from typing import get_args

from pydantic import TypeAdapter

from sanon.results import PUBLISHED, Result


def schema(name: str, model: type[Result] | UnionType) -> str:
    """The file of a schema.

    Args:
        name: of the file, without its suffix.
        model: what it describes.
    """
    adapter: TypeAdapter[Result] = TypeAdapter(model)  # type: ignore[arg-type]
    described = adapter.json_schema(mode="serialization")
    titles = (" ".join((one.__doc__ or "").partition("\n\n")[0].split()) for one in get_args(model) or (model,))
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"sanon/{name}",
        "title": " Or: ".join(titles),
    }
    return json.dumps(head | {key: described[key] for key in described if key not in head}, indent=2) + "\n"


def main() -> None:
    """Write all."""
    for name, model in PUBLISHED.items():
        (Path(__file__).parent / f"{name}.json").write_text(schema(name, model), "utf-8")


if __name__ == "__main__":
    main()

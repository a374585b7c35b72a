"""A synthetic corpus in files: what `sanon load DOCS --entities FILE` reads, as large as a test needs."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.synthetic import corpus


def write_corpus(folder: Path, documents: int, *, seed: int = 1) -> tuple[Path, Path]:
    """A folder of JSON documents and the file of their entities; every value stands in its document.

    Returns:
        The folder and the file.
    """
    made = corpus(documents, hub=True, seed=seed)
    (folder / "documents").mkdir(parents=True)
    lines = []
    for row, source_id in enumerate(made.source_ids):
        of_it = range(made.start[row], made.start[row + 1])
        found = [
            (f"value{made.entity[m]}", f"value{made.entity[m]}", made.entity_types[made.entity[m]], made.relevance[m])
            for m in of_it
        ]
        content = "".join(f"In report {row} stands {original}, as seen. " for original, *_ in found)
        record = {"id": source_id, "metadata": {"number": row}, "content": content}
        (folder / "documents" / f"{source_id}.json").write_text(json.dumps(record), "utf-8")
        lines.append(json.dumps({"id": source_id, "entities": found}))
    entities = folder / "entities.jsonl"
    entities.write_text("\n".join(lines) + "\n", "utf-8")
    return folder / "documents", entities

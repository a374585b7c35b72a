"""What load and redact cost on the embedded graph, in one run: seconds of CPU and peak memory of the installed command.

    python benchmarks/cost.py [--documents 20000] [--megabytes 300]

First a corpus of clusters of five documents, ten mentions each, half of them of Zipf-like hubs: redact is compared with
its load. Then a corpus of long texts with few mentions: memory is compared with the size of the texts. Then one text,
twice as long each time, read by the embedded extractor: both grow with its length.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import string
import subprocess
import sys
import tempfile
from pathlib import Path

from synthetic import corpus, mentions_of, write

_ARCHIVES = Path(__file__).parent / "tagger" / "archives"
#: A word that tells something, with its type, relevance and whom it tells of.
_MARK = re.compile(r"\{\{(.*?)\|[A-Z_]+\|[^|}]*\|[^}]*\}\}", re.DOTALL)


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--megabytes", type=int, default=300)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _linked(Path(folder) / "linked", arguments.documents)
        load, _ = _measured(Path(folder) / "linked", "load")
        redact, _ = _measured(Path(folder) / "linked", "redact")
        print(f"{arguments.documents:,} documents: load {load:.1f} s, redact {redact:.1f} s, ratio {redact / load:.2f}")
        _long(Path(folder) / "long", arguments.megabytes)
        for command in ("load", "redact", "export"):
            seconds, memory = _measured(Path(folder) / "long", command)
            share = memory / (arguments.megabytes * 1e6)
            print(
                f"{arguments.megabytes} MB: {command} {seconds:.1f} s, {memory / 1e9:.2f} GB, {share:.2f} of the texts"
            )
        for size in (0, 250_000, 500_000, 1_000_000, 2_000_000):
            _one(Path(folder) / f"{size}", size)
            seconds, memory = _measured(Path(folder) / f"{size}", "read")
            print(f"a text of {size:,} characters: read {seconds:.1f} s, {memory / 1e9:.2f} GB")


def _linked(folder: Path, documents: int) -> None:
    mentions = mentions_of(corpus(documents, hub=False))
    about = ((source_id, " and ".join(value for value, *_ in found), found) for source_id, found in mentions)
    write(folder, ((source_id, f"This is about {values}.", found) for source_id, values, found in about))


def _long(folder: Path, megabytes: int) -> None:
    numbers = random.Random(1)
    words = ["".join(numbers.choices(string.ascii_lowercase, k=numbers.randint(3, 9))) for _ in range(30_000)]
    rows = []
    for number in range(megabytes * 100):
        name, city = f"Nxv{number // 3} Person", f"City{number % 400}"
        text = f"{name} of {city}. {' '.join(numbers.choices(words, k=1_430))}"
        rows.append((f"d{number}", text, [[name, name.lower(), "NAME", 0.9], [city, city, "LOCATION", 0.5]]))
    write(folder, rows)


def _one(folder: Path, size: int) -> None:
    """Letters, files and lists of many languages, one behind the other, as often as it takes."""
    marked = "\n\n".join(file.read_text("utf-8") for file in sorted(_ARCHIVES.glob("*.txt")))
    text = _MARK.sub(r"\1", marked)
    write(folder, [("d", f"A text. {(text * (size // len(text) + 1))[:size]}", [])])


def _measured(folder: Path, command: str) -> tuple[float, float]:
    """Seconds of CPU, and bytes of memory at the most."""
    steps: dict[str, list[str | Path]] = {
        "load": ["load", folder / "documents.jsonl", "--entities", folder / "entities.jsonl"],
        "read": ["load", folder / "documents.jsonl"],
        "redact": ["redact"],
        "export": ["export", folder / "protected"],
    }
    process = subprocess.Popen(
        [Path(sys.executable).with_name("sanon"), *steps[command], "--graph", folder / "graph"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"sanon {command} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024.0


if __name__ == "__main__":
    main()

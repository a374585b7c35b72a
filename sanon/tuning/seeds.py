"""Seeds of the five data sets of every published table; three of them nobody looks at while anything is chosen.

A threshold, a default, a rule or a prompt that was chosen by looking at a data set says nothing about others. So on a
sealed one bench measures only the systems that it compares by default, and tune and frontier measure nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from sanon.errors import ConfigurationError

#: By these anything may be chosen.
OPEN = (7, 8)
#: For the last measurement.
SEALED = (12, 13, 14)
#: What a generated folder holds beside its documents, and how its form is called.
MANIFEST = "manifest.json"
FORM: Literal["sanon-testbench-1"] = "sanon-testbench-1"


def check_systems(seed: int, systems: Iterable[str], allowed: Iterable[str], curves: bool) -> None:
    """See that no system is chosen on a sealed data set.

    Args:
        systems: that are to be measured.
        allowed: systems that are compared by default.
        curves: whether families of systems are.

    Raises:
        ConfigurationError: the data set is sealed, and they could be chosen from.
    """
    choices = ["--curves"] if curves else sorted(set(systems) - set(allowed))
    if seed in SEALED and choices:
        raise _refusal(seed, choices[0], "; here only the default systems are measured")


def check_documents(docs: Path, command: str) -> None:
    """See that limits are not chosen by the documents of a sealed data set, which its manifest tells.

    Args:
        docs: a generated folder, what lies in it, or other documents.
        command: that is to measure limits on them.

    Raises:
        ConfigurationError: the data set is sealed.
    """
    docs = docs.resolve()
    for folder in (docs, *docs.parents[:2]):
        try:
            manifest = json.loads((folder / MANIFEST).read_bytes())
        except (OSError, ValueError):
            continue
        if isinstance(manifest, dict) and manifest.get("form") == FORM and manifest.get("seed") in SEALED:
            raise _refusal(manifest["seed"], command)


def _refusal(seed: int, choice: str, more: str = "") -> ConfigurationError:
    return ConfigurationError(
        f"seed {seed} is kept for the last measurement: {choice} is a choice, which is made on other seeds, "
        f"such as {' and '.join(map(str, OPEN))}{more}"
    )

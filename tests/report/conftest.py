"""The example corpus, protected, audited and reported on by the installed command."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.conftest import EXAMPLE, Sanon


@dataclass
class Reported:
    """What the commands left.

    Attributes:
        sanon: runs more of them in the same folder.
        redacted: what redact said.
        report: what report said.
        page: the file.
    """

    sanon: Sanon
    redacted: dict
    report: dict
    page: Path


@pytest.fixture(scope="session")
def reported(tmp_path_factory) -> Reported:
    sanon = Sanon(tmp_path_factory.mktemp("reported"))
    sanon.json("load", EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl")
    redacted = sanon.json("redact")
    assert sanon("export", "out").exit_code == 0
    audit = sanon("audit", "out", "--format", "json").out
    (sanon.folder / "audit.json").write_text(audit, "utf-8")
    attack = sanon("attack", "out", "--format", "json").out
    (sanon.folder / "attack.json").write_text(attack, "utf-8")
    evidence = ("--export", "out", "--audit", "audit.json", "--attack", "attack.json")
    report = sanon.json("report", "page.html", *evidence)
    return Reported(sanon, redacted, report, sanon.folder / "page.html")


@pytest.fixture(scope="session")
def values() -> list[str]:
    """Every original and every normal form of the example corpus."""
    lines = (EXAMPLE / "entities.jsonl").read_text("utf-8").splitlines()
    entities = [entity for line in lines for entity in json.loads(line)["entities"]]
    return sorted({text for entity in entities for text in entity[:2]})

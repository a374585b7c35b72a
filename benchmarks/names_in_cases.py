"""Names in the cases of Slavic languages, of which an entities file names the nominative: which are replaced.

python benchmarks/names_in_cases.py

One document names each person, and one does not; both hold a sentence for the whole name, the given name and the
surname in each other case, from `names_in_cases.toml`. A name is replaced if none of its words stands there.
"""

from __future__ import annotations

import json
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import click

from sanon import Corpus

_LISTED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


class Form(NamedTuple):
    """What stands in a sentence: a whole name, a given name or a surname in another case."""

    what: str
    text: str


def forms_of(name: str, cases: str) -> Iterator[Form]:
    """The forms of a name, from its whole names in other cases; what does not change is no form."""
    given, surname = name.split()
    for whole in dict.fromkeys(cases.split(", ")):
        called, family = whole.split()
        yield Form("whole name", whole)
        if called != given:
            yield Form("given name", called)
        if family != surname:
            yield Form("surname", family)


def exported(folder: Path, people: Mapping[str, tuple[str, list[Form]]]) -> Iterator[tuple[str, Form, str]]:
    """Where each form stood, "named" or "elsewhere", and its line in the export.

    Args:
        people: by name, the sentence around what stands of them.
    """
    (folder / "docs").mkdir()
    entities = []
    for number, (name, (sentence, forms)) in enumerate(people.items()):
        lines = "\n".join(sentence.format(form.text) for form in forms)
        for where, before in (("named", f"Name: {name}\n"), ("elsewhere", "")):
            one = {"id": f"{where}{number}", "content": before + lines}
            (folder / "docs" / f"{where}{number}.json").write_text(json.dumps(one))
            found = [[name, name.casefold(), "NAME", 1.0]] if before else []
            entities.append(json.dumps({"id": one["id"], "entities": found}))
    (folder / "found.jsonl").write_text("\n".join(entities))
    with Corpus(folder / "graph") as corpus:
        corpus.load(folder / "docs", entities=folder / "found.jsonl")
        corpus.redact()
        corpus.export(folder / "out")
    for number, (_, forms) in enumerate(people.values()):
        for where, skipped in (("named", 1), ("elsewhere", 0)):
            content = json.loads((folder / "out" / f"{where}{number}.json").read_text())["content"]
            yield from ((where, *both) for both in zip(forms, content.split("\n")[skipped:], strict=True))


@click.command(help=__doc__)
def main() -> None:
    """Print how many are replaced."""
    for listed in ("first", "second"):
        people = {
            name: (_LISTED["sentences"][language], list(forms_of(name, cases)))
            for language, names in _LISTED[listed].items()
            for name, cases in names.items()
        }
        made, replaced = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        with tempfile.TemporaryDirectory(prefix="sanon-cases-") as folder:
            for where, form, line in exported(Path(folder), people):
                made[where, form.what] += 1
                replaced[where, form.what] += set(form.text.split()).isdisjoint(line.split())
        click.echo(f"{listed} list, {len(people)} names")
        for (where, what), count in sorted(made.items()):
            click.echo(f"  {where}, {what}: {replaced[where, what]} of {count} replaced")


if __name__ == "__main__":
    main()

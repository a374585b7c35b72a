"""Documents made to break the replacement: every value in every disguise, over all operators.

python benchmarks/adversarial.py                       # 10,000 documents
python benchmarks/adversarial.py --documents 600 --table docs/disguises.md

Each document mentions one person and holds, a line each, values of that person and of another one in disguises
(`disguises.py`). After `sanon export` each line is judged without sAnon: a value can be read if its
letters and figures, or those of a word of it, still stand there. What can be read must have been reported.
"""

from __future__ import annotations

import json
import tempfile
import unicodedata
from collections import Counter, defaultdict
from html import unescape
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
from disguises import GIVEN, OF_TYPE, PLAIN, Person, person

from sanon import Corpus

_OPERATORS = ("type-label", "redacted", "pseudonym", "surrogate", "surrogate by document", "generalize")
_FACTS = {"LOCATION": ("Ostrowitz", "Bad Lindenau"), "EVENT": ("the regatta of Sarnhausen", "the flood in Velmar")}
_LINES = 6


#: The page of the documentation.
_PAGE = """\
# Values in disguise

What becomes of a direct identifier that is written otherwise than it was found, by `python
benchmarks/adversarial.py --table docs/disguises.md`: {documents:,} generated documents, {lines} such values each, over
all operators. A document names one person as the extractor found it; "elsewhere" are values of somebody whom other
documents name.

*Reported* is what may be somebody else's and therefore stays: `sanon export` counts it as "in doubt", and with
`--strict` writes nothing. Not looked for: encodings that need a program to read (Base64, ciphers), translations, days
in figures without a year (14.11.), in words other than English and German, as a number of a week or of days, in Roman
years, Japanese years by a letter or in ideographs, both names as initials, a given name alone or a day without its
year in a document that does not name its person.

{rows}"""


class Line(NamedTuple):
    """A value in a disguise, on a line of a document.

    Attributes:
        form: name of the disguise.
        is_mentioned: whether the entities of the document name the value.
        is_direct: whether it is a direct identifier.
        words: what would tell it, in plain letters and figures.
    """

    kind: str
    form: str
    text: str
    is_mentioned: bool
    is_direct: bool
    words: tuple[str, ...]


class Outcome(NamedTuple):
    """How often a disguise was made, and what became of it."""

    made: int
    replaced: int
    reported: int
    missed: int


def letters(text: str) -> str:
    """Small letters and figures without accents and everything else."""
    plain = unicodedata.normalize("NFKD", unescape(text))
    return "".join(one for one in plain.casefold() if one.isalnum())


def written(rng: Random, people: list[Person], number: int) -> tuple[dict[str, object], dict[str, object], list[Line]]:
    """A document, its line of an entities file, and what stands on its lines."""
    own, other = people[number % len(people)], rng.choice(people)
    facts = {kind: rng.choice(values) for kind, values in _FACTS.items()}
    lines = [_line(rng, own if rng.random() < 0.5 else other, own) for _ in range(_LINES)]
    lines += [_fact(rng, kind, value) for kind, value in facts.items()]
    content = "\n\n".join(
        [f"File {number}. Opened for {own.name}, {own.number}, {own.email}, {own.phone}, born {own.born}."]
        + [f"In {' and '.join(facts.values())}."]
        + [f"Item {place}: {line.text} ;" for place, line in enumerate(lines)]
    )
    values = [[getattr(own, field), kind] for kind, field in _FIELDS.items()]
    entities = [[value, value.casefold() if kind == "NAME" else value, kind, 1.0] for value, kind in values]
    entities += [[value, value.casefold(), kind, 0.9] for kind, value in facts.items()]
    return {"id": f"d{number}", "content": content}, {"id": f"d{number}", "entities": entities}, lines


#: In a document that names somebody else these mean nobody: many people are called Ingmar. So does a day.
_ONLY_OWN = {("NAME", "given name alone")}
_FIELDS = {"NAME": "name", "PATIENT_ID": "number", "EMAIL": "email", "PHONE_NUMBER": "phone", "BIRTHDATE": "born"}


def _line(rng: Random, about: Person, own: Person) -> Line:
    kind = rng.choice(("NAME", "NAME", "NAME", *_FIELDS))
    form = rng.choice(sorted(OF_TYPE[kind]))
    if (kind, form) in _ONLY_OWN or kind == "BIRTHDATE":
        about = own
    value = getattr(about, _FIELDS[kind])
    text = OF_TYPE[kind][form](value, rng)
    parts = [letters(word) for word in value.split()] if kind == "NAME" else []
    told = [word for word in parts if word in letters(text)] or [letters(text.split(": ")[-1].split("=")[-1])]
    return Line(kind, form, text, about is own, True, tuple(word for word in told if len(word) > 2))


def _fact(rng: Random, kind: str, value: str) -> Line:
    form = rng.choice(sorted(PLAIN))
    return Line(kind, form, PLAIN[form](value, rng), True, False, (letters(value),))


def judged(line: Line, exported: str, reported: bool) -> str:
    """What became of a line: "replaced", "reported" or "missed"."""
    left = letters(exported)
    is_there = line.text in exported or any(word in left for word in line.words)
    if is_there and line.words and line.words[0] in _GIVEN and line.form != "given name alone":
        # A surrogate may have the given name of somebody else.
        is_there = line.text in exported or any(word in left for word in line.words[1:])
    return "missed" if is_there and not reported else "reported" if is_there else "replaced"


_GIVEN = {letters(one) for one in GIVEN}


def run(operator: str, documents: int, seed: int, outcomes: dict[tuple[str, str, bool], Counter[str]]) -> list[str]:
    """Load, redact and export such documents; add up what became of their lines, and give those that were missed."""
    rng, missed = Random(seed), list[str]()
    people = [person(rng, number) for number in range(max(documents // 3, 2))]
    made = [written(rng, people, number) for number in range(documents)]
    with tempfile.TemporaryDirectory(prefix="sanon-adversarial-") as name:
        folder = Path(name)
        (folder / "docs").mkdir()
        for one, _, _ in made:
            (folder / "docs" / f"{one['id']}.json").write_text(json.dumps(one))
        (folder / "found.jsonl").write_text("".join(json.dumps(one) + "\n" for _, one, _ in made))
        (folder / "policy.toml").write_text('[[always_mask]]\npattern = "."\n')
        with Corpus(folder / "graph", policy_file=folder / "policy.toml") as corpus:
            corpus.load(folder / "docs", entities=folder / "found.jsonl")
            corpus.redact(operators=operator.split()[0], scope="document" if "by document" in operator else "corpus")
            result = corpus.export(folder / "out")
        reported = Counter[str]()
        for near in result.near_misses.left:
            reported[near.source.removesuffix(".json")] += near.count
        contents = {
            one["id"]: json.loads((folder / "out" / f"{one['id']}.json").read_text())["content"] for one, _, _ in made
        }
    for one, _, lines in made:
        items = contents[one["id"]].split("\n\nItem ")[1:]
        for line, item in zip(lines, items, strict=True):
            what = judged(line, item.split(": ", 1)[1], reported[str(one["id"])] > 0)
            reported[str(one["id"])] -= what == "reported"
            outcomes[line.kind, line.form, line.is_mentioned][what] += 1
            if what == "missed":
                missed.append(f"{operator}: {line.kind}, {line.form}: {line.text!r} -> {item!r}")
    return missed


@click.command()
@click.option("--documents", default=10_000, show_default=True)
@click.option("--seed", default=7, show_default=True)
@click.option("--table", type=click.Path(path_type=Path), help="Write the table of disguises here.")
@click.option("--show", default=20, show_default=True, help="Missed lines to print.")
def main(documents: int, seed: int, table: Path | None, show: int) -> None:
    """Make such documents, protect them, and say what can still be read."""
    outcomes: dict[tuple[str, str, bool], Counter[str]] = defaultdict(Counter)
    missed = list[str]()
    for number, operator in enumerate(_OPERATORS):
        share = documents * (number + 1) // len(_OPERATORS) - documents * number // len(_OPERATORS)
        missed += run(operator, share, seed + number, outcomes)
    click.echo(f"{documents:,} documents, {sum(one.total() for one in outcomes.values()):,} lines, "
               f"{len(_OPERATORS)} operators: {len(missed)} can be read and were not reported")  # fmt: skip
    for line in missed[:show]:
        click.echo(f"  {line}")
    rows = _rows(outcomes)
    if table:
        table.write_text(_PAGE.format(documents=documents, lines=_LINES, rows=rows))
    else:
        click.echo(rows)


def _rows(outcomes: dict[tuple[str, str, bool], Counter[str]]) -> str:
    """A line for all forms of a kind of values that fare alike."""
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    sums: dict[tuple[str, ...], list[Counter[str]]] = {}
    for kind, form in dict.fromkeys((kind, form) for kind, form, _ in sorted(outcomes)):
        both = [outcomes.get((kind, form, mentioned), Counter()) for mentioned in (True, False)]
        fares = (kind, *("+".join(sorted(+one)) for one in both))
        alike[fares].append(form)
        sums[fares] = [one + other for one, other in zip(sums.get(fares, [Counter(), Counter()]), both, strict=True)]
    lines = [
        "| value | forms | replaced where the person is named | elsewhere | reported elsewhere | neither |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for fares, forms in sorted(alike.items(), key=lambda item: (item[0][0], item[1])):
        here, there = sums[fares]
        lines.append(
            f"| {fares[0]} | {'; '.join(forms)} | {here['replaced']:,} of {here.total():,} | "
            f"{there['replaced']:,} of {there.total():,} | {there['reported']:,} | {here['missed'] + there['missed']} |"
        )
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()

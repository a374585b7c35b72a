"""sanon audit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.options import Option
from sanon.cli.printing import say
from sanon.cli.redact import people, readable
from sanon.commands.audit import AUDIT, AuditRequest
from sanon.commands.command import Command, Request
from sanon.commands.verify import VERIFY
from sanon.errors import ConfigurationError
from sanon.results import AuditResult, VerifyResult
from sanon.results.audit import DisguisedPlace, LeakingPlace
from sanon.text.counting import counted

_SHOWN = 20


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Audit, or verify with a key."""
    key = given.pop("verify_key", None)
    if key is None:
        return AUDIT
    if {"record", "sign", "originals"} & given.keys():
        raise ConfigurationError("--verify-key looks at signature and digests only: name it without other options")
    given["key"] = key
    return VERIFY


@command(
    AUDIT,
    more=[
        Option(
            ["--verify-key"],
            type=click.Path(path_type=Path, dir_okay=False),
            help="Only look whether the manifest is signed by the owner of this public key (PEM), and whether every "
            "file is as the manifest says. Needs no originals.",
        ),
    ],
    choose=_chosen,
)
def audit(result: AuditResult | VerifyResult, request: Request) -> None:
    """Check the export OUT, independently of what made it, with nothing but the originals.

    It looks for values that were replaced elsewhere, also in disguise, and for texts and files that were changed since.
    It extracts the originals anew, to see which of their direct identifiers still stand and what risks remain; where a
    text has no original, or was changed, it extracts the exported text. It searches for phrases that lead back to an
    original. Exit code 1 on a leak, a change, a risk over policy, or too few people that fit; `failed` in JSON says
    which.

    \b
    Examples:
      sanon audit protected/
      sanon audit protected/ --originals documents/ --profile legal
      sanon audit protected/ --k 3 --format json
      sanon audit protected/ --record --sign key.pem
      sanon audit protected/ --verify-key pub.pem
    """
    if isinstance(result, VerifyResult):
        _show_verified(result)
        return
    assert isinstance(request, AuditRequest)  # noqa: S101 - the result is that of an audit
    printing.as_lines(_lines(result, request.k))
    places = [f"leak: {one.source_id}, {one.field} ({one.count})" for one in result.leaks]
    places += [f"near miss: {one.source_id}, {one.field}: {one.form} ({one.count})" for one in result.near_misses]
    _listed(places)
    if result.passed and result.direct_readable:
        printing.next_step("sanon review shows what stays readable; always_mask of a policy file masks it")
    elif result.passed:
        printing.next_step(f"sanon audit {request.out} --record keeps these numbers beside the documents")


def _lines(result: AuditResult, k: int) -> list[tuple[str, str]]:
    unknown = f", {result.without_original:,} without an original" if result.without_original else ""
    return [
        ("audited", f"{counted(result.documents, 'document')}{unknown}"),
        ("leaks", _found(result.leaks, "masked value")),
        ("disguised", _found(result.near_misses, "masked value in another form", "masked values in another form")),
        ("files", f"{counted(result.changed_files, 'file')} changed, missing or added since the export"),
        ("direct", f"{readable(result.direct_readable)}, by a fresh extraction"),
        *_undecided(result.undecided),
        (
            "risks",
            f"highest risk of a document {result.max_document_risk:.3f}, of a chain {result.max_chain_risk:.3f}; above "
            f"their limits {result.over_policy.places}",
        ),
        *people(result.people),
        (
            "search",
            f"{counted(result.linkable_documents, 'document')} can be found again by phrases that stand in fewer than "
            f"{k} originals; {counted(result.linkable_ngrams, 'phrase', verb=('is', 'are'))} enough alone",
        ),
    ]


def _undecided(values: int | None) -> list[tuple[str, str]]:
    return [("undecided", f"{counted(values, 'value')} found anew that the graph does not know")] if values else []


def _show_verified(result: VerifyResult) -> None:
    found = [
        ("signature", f"{result.signature}, key {result.key_sha256[:16]}"),
        ("files", f"{counted(result.files, 'file')} in the manifest, {len(result.touched):,} not as it says"),
    ]
    if result.unsigned:
        found.append(("unsigned", f"{', '.join(result.unsigned)}: anybody can have written it"))
    found.append(("made", f"{result.made_at or 'unknown'}, run {result.run_id or 'unknown'}"))
    printing.as_lines(found)
    _listed([f"{one.file}: {one.what}" for one in result.touched])


def _listed(places: list[str]) -> None:
    for line in (
        *(f"  {printing.on_one_line(place)}" for place in places[:_SHOWN]),
        *printing.more(len(places), _SHOWN),
    ):
        say(line)


def _found(places: list[LeakingPlace] | list[DisguisedPlace], noun: str, plural: str | None = None) -> str:
    number = sum(place.count for place in places)
    return f"{counted(number, noun, plural)} in {counted(len(places), 'place')}" if number else "none"

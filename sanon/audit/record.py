"""Record: keep beside an export, in numbers, what an audit or an attack found. The manifest stays as it was signed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from sanon import __version__
from sanon.atomic import write_whole
from sanon.corpus.walk import MANIFEST, RECORD_SIGNATURES, RECORDS, is_export
from sanon.errors import ConfigurationError
from sanon.results import AttackResult, AuditResult
from sanon.results.verify import AttackSummary, AuditSummary, Recorded

#: Gives the signature of some bytes.
Sign = Callable[[bytes], bytes]


def refuse_no_export(out: Path) -> None:
    """Say before a long look that its result could not be kept.

    Raises:
        ConfigurationError: `out` is no export.
    """
    if not is_export(out):
        raise ConfigurationError(f"{out}: not an export of sAnon (no {MANIFEST}); --record writes beside its documents")


def record_audit(out: Path, found: AuditResult, sign: Sign | None = None) -> Path:
    """Write `audit.json`, and with `sign` its signature; its path.

    Raises:
        ConfigurationError: it cannot be written.
    """
    summary = AuditSummary(
        documents=found.documents,
        leaks=sum(one.count for one in found.leaks),
        near_misses=sum(one.count for one in found.near_misses),
        changed_files=found.changed_files,
        direct_readable=found.direct_readable,
        max_document_risk=found.max_document_risk,
        max_chain_risk=found.max_chain_risk,
        documents_over_policy=found.over_policy.documents,
        chains_over_policy=found.over_policy.chains,
        people=found.people,
        linkable_documents=found.linkable_documents,
        linkable_ngrams=found.linkable_ngrams,
        passed=found.passed,
    )
    return _record(out, RECORDS["audit"], summary, sign)


def record_attack(out: Path, found: AttackResult, sign: Sign | None = None) -> Path:
    """Write `attack.json`, and with `sign` its signature; its path.

    Raises:
        ConfigurationError: it cannot be written.
    """
    summary = AttackSummary(
        documents=found.documents,
        background=found.background,
        against=found.against,
        right_by=found.right_by,
        attackers=found.attackers,
        chance_top1=found.chance_top1,
        chance_top5=found.chance_top5,
        words_kept=found.words_kept,
    )
    return _record(out, RECORDS["attack"], summary, sign)


def _record(out: Path, name: str, found: AuditSummary | AttackSummary, sign: Sign | None) -> Path:
    refuse_no_export(out)
    file = out / name
    try:
        recorded = Recorded(
            recorded_at=datetime.now(UTC).isoformat(timespec="seconds"),
            sanon_version=__version__,
            manifest_sha256=sha256((out / MANIFEST).read_bytes()).hexdigest(),
            found=found,
        )
        content = (json.dumps(recorded.to_json(), ensure_ascii=False, indent=1) + "\n").encode()
        signature = out / RECORD_SIGNATURES[name]
        # That of an earlier record must not stand beside this one.
        signature.unlink(missing_ok=True)
        write_whole(file, content, 0o666)
        if sign:
            write_whole(signature, sign(content), 0o666)
    except OSError as error:
        raise ConfigurationError(f"{file}: cannot be written: {error.strerror}") from error
    return file

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
from sanon.errors import ConfigurationError, accessing
from sanon.results import AttackResult, AuditResult
from sanon.results.attack import AttackSummary
from sanon.results.verify import AuditSummary, Recorded

#: Gives the signature of some bytes.
Sign = Callable[[bytes], bytes]


def refuse_no_export(out: Path) -> None:
    """Say before a long look that its result could not be kept.

    Raises:
        ConfigurationError: `out` is no export.
    """
    if not is_export(out):
        raise ConfigurationError(
            f"{out}: not an export of sAnon (no {MANIFEST} that can be read); --record writes beside its documents"
        )


def record_audit(out: Path, found: AuditResult, sign: Sign | None) -> Path:
    """Write `audit.json`, and with `sign` its signature; its path.

    Raises:
        ConfigurationError: it cannot be written.
    """
    own = {
        "leaks": sum(one.count for one in found.leaks),
        "near_misses": sum(one.count for one in found.near_misses),
        "documents_over_policy": found.over_policy.documents,
        "chains_over_policy": found.over_policy.chains,
    }
    same = {name: getattr(found, name) for name in AuditSummary.model_fields if name not in own}
    summary = AuditSummary.model_validate(same | own)
    return _record(out, RECORDS["audit"], summary, sign)


def record_attack(out: Path, found: AttackResult, sign: Sign | None) -> Path:
    """Write `attack.json`, and with `sign` its signature; its path.

    Raises:
        ConfigurationError: it cannot be written.
    """
    summary = AttackSummary(**{name: getattr(found, name) for name in AttackSummary.model_fields})
    return _record(out, RECORDS["attack"], summary, sign)


def _record(out: Path, name: str, found: AuditSummary | AttackSummary, sign: Sign | None) -> Path:
    refuse_no_export(out)
    file = out / name
    with accessing(file, "written"):
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
    return file

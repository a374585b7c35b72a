"""What `sanon audit --verify-key` and the records of audit and attack say."""

from __future__ import annotations

from typing import Literal

from sanon.errors import LeakFound, SanonError
from sanon.results.attack import AttackSummary
from sanon.results.audit import AuditNumbers
from sanon.results.base import Count, Result
from sanon.results.export import Sha256
from sanon.text.counting import counted


class TouchedFile(Result):
    """A file of an export that is not as it left.

    Attributes:
        what: how it differs from what the manifest says.
    """

    file: str
    what: Literal[
        "changed",
        "missing",
        "not in the manifest",
        "not a regular file",
        "says nothing",
        "about another manifest",
        "not signed by this key",
    ]


class VerifyResult(Result):
    """Whether an export is what somebody signed: schemas/verify-1.json.

    Attributes:
        signature: of the manifest.
        key_sha256: of the public key, its 32 bytes.
        files: how many the manifest names.
        touched: what is not as it left, by path.
        unsigned: what stands beside the documents and no signature covers: records of audits and attacks.
        made_at, run_id: as the manifest says; None if it says nothing.
    """

    signature: Literal["good", "bad", "missing"]
    key_sha256: Sha256
    files: Count
    touched: list[TouchedFile]
    unsigned: list[str]
    made_at: str | None
    run_id: str | None

    @property
    def passed(self) -> bool:
        """Whether the signature is good and every file is as it left."""
        return self.signature == "good" and not self.touched

    def problem(self) -> SanonError | None:
        """An export that is not what was signed."""
        if self.passed:
            return None
        return LeakFound(
            f"not what the owner of the key signed: signature {self.signature}, {counted(len(self.touched), 'file')} "
            "touched"
        )


class AuditSummary(AuditNumbers):
    """Numbers of an audit, without places."""

    leaks: Count
    near_misses: Count
    documents_over_policy: Count
    chains_over_policy: Count
    passed: bool


class Recorded(Result):
    """`audit.json` or `attack.json` beside the documents of an export: schemas/record-1.json.

    Attributes:
        recorded_at: UTC, ISO 8601.
        manifest_sha256: of the manifest of the export that was looked at.
    """

    recorded_at: str
    sanon_version: str
    manifest_sha256: Sha256
    found: AuditSummary | AttackSummary

"""What `sanon audit --verify-key` and the records of audit and attack say."""

from __future__ import annotations

from typing import Literal

from sanon.errors import LeakFound, SanonError
from sanon.results.attack import AttackerSuccess
from sanon.results.base import Count, Result, Share
from sanon.results.export import Sha256
from sanon.results.risks import PeopleFit
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


class AuditSummary(Result):
    """Numbers of an audit, without places."""

    documents: Count
    leaks: Count
    near_misses: Count
    changed_files: Count
    direct_readable: Count
    max_document_risk: Share
    max_chain_risk: Share
    documents_over_policy: Count
    chains_over_policy: Count
    people: PeopleFit | None = None
    linkable_documents: Count
    linkable_ngrams: Count
    passed: bool


class AttackSummary(Result):
    """Numbers of an attack, without persons."""

    documents: Count
    background: Count
    against: str
    right_by: str
    attackers: list[AttackerSuccess]
    chance_top1: float | None = None
    chance_top5: float | None = None
    words_kept: float | None


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

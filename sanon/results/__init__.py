"""What commands find, as other programs read it; each field is stated here once.

JSON output, the files in `sanon/schemas/` and what summaries print come from these models.
"""

from sanon.results.attacking import AttackerSuccess, AttackResult, FoundDocument
from sanon.results.auditing import AuditResult, DisguisedPlace, LeakingPlace, OverLimits
from sanon.results.base import Count, Result, Share
from sanon.results.exporting import (
    ExportChanges,
    ExportResult,
    Manifest,
    NearMiss,
    NearMisses,
    ReplacedSpan,
    RestoreResult,
)
from sanon.results.loading import Counts, EstimateResult, LoadResult, ModelUse, RejectedInput
from sanon.results.looking import Check, DoctorResult, RunRecord, StatusResult
from sanon.results.tuning import (
    AgreementRow,
    FilterResult,
    FilterRow,
    FirstStage,
    SeparationRow,
    TuneResult,
)

#: Name of a published schema -> what it describes.
PUBLISHED: dict[str, type[Result]] = {
    "attack-1": AttackResult,
    "audit-1": AuditResult,
    "changes-1": ExportChanges,
    "doctor-1": DoctorResult,
    "estimate-1": EstimateResult,
    "export-1": ExportResult,
    "load-1": LoadResult,
    "manifest-1": Manifest,
    "restore-1": RestoreResult,
    "span-1": ReplacedSpan,
    "status-1": StatusResult,
    "tune-1": TuneResult,
}

__all__ = [
    "PUBLISHED",
    "AgreementRow",
    "AttackResult",
    "AttackerSuccess",
    "AuditResult",
    "Check",
    "Count",
    "Counts",
    "DisguisedPlace",
    "DoctorResult",
    "EstimateResult",
    "ExportChanges",
    "ExportResult",
    "FilterResult",
    "FilterRow",
    "FirstStage",
    "FoundDocument",
    "LeakingPlace",
    "LoadResult",
    "Manifest",
    "ModelUse",
    "NearMiss",
    "NearMisses",
    "OverLimits",
    "RejectedInput",
    "ReplacedSpan",
    "RestoreResult",
    "Result",
    "RunRecord",
    "SeparationRow",
    "Share",
    "StatusResult",
    "TuneResult",
]

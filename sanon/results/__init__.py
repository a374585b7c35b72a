"""What commands find, as other programs read it; each field is stated here once.

JSON output, the files in `sanon/schemas/` and what summaries print come from these models.
"""

from types import UnionType

from sanon.results.analyze import AnalyzeResult
from sanon.results.attack import AttackerSuccess, AttackResult, FoundDocument
from sanon.results.audit import AuditResult, DisguisedPlace, LeakingPlace
from sanon.results.base import Count, Result, Share
from sanon.results.bench import ArchiveBench, BenchResult, BenchSeries
from sanon.results.doctor import Check, DoctorResult
from sanon.results.explain import (
    Explained,
    ExplainedChain,
    ExplainedDocument,
    ExplainedEntity,
    ResemblingText,
)
from sanon.results.export import (
    ExportChanges,
    ExportResult,
    Making,
    Manifest,
    NearMiss,
    NearMisses,
    ReplacedInside,
    ReplacedSpan,
    RestoredText,
    RestoreResult,
    RewritingResult,
    RewritingRound,
    RisksBeforeAndAfter,
    UnlinkableResult,
)
from sanon.results.frontier import FrontierResult
from sanon.results.generate import GenerateResult, RejectedCluster
from sanon.results.index import IndexResult
from sanon.results.init import InitResult
from sanon.results.load import Counts, EstimateResult, LoadResult, ModelUse, RejectedInput
from sanon.results.protect import ProtectedDocument, ProtectResult
from sanon.results.redact import RedactResult
from sanon.results.report import ReportResult
from sanon.results.review import ReviewResult
from sanon.results.run import RunResult
from sanon.results.serve import ServeResult
from sanon.results.status import RunRecord, StatusResult
from sanon.results.tune import (
    AgreementRow,
    FilterResult,
    FilterRow,
    FirstStage,
    SeparationRow,
    TuneResult,
)
from sanon.results.verify import AttackSummary, AuditSummary, Recorded, TouchedFile, VerifyResult
from sanon.results.what_if import WhatIfResult

#: Name of a published schema -> what it describes.
PUBLISHED: dict[str, type[Result] | UnionType] = {
    "analyze-1": AnalyzeResult,
    "explain-1": Explained,
    "frontier-1": FrontierResult,
    "redact-1": RedactResult,
    "what-if-1": WhatIfResult,
    "attack-1": AttackResult,
    "audit-1": AuditResult,
    "bench-1": BenchResult,
    "bench-archives-1": ArchiveBench,
    "bench-series-1": BenchSeries,
    "changes-1": ExportChanges,
    "doctor-1": DoctorResult,
    "estimate-1": EstimateResult,
    "export-1": ExportResult,
    "init-1": InitResult,
    "generate-1": GenerateResult,
    "load-1": LoadResult,
    "manifest-1": Manifest,
    "protect-1": ProtectResult,
    "record-1": Recorded,
    "report-1": ReportResult,
    "restore-1": RestoreResult,
    "review-1": ReviewResult,
    "run-1": RunResult,
    "serve-1": ServeResult,
    "span-1": ReplacedSpan,
    "status-1": StatusResult,
    "tune-1": TuneResult,
    "verify-1": VerifyResult,
}

__all__ = [
    "PUBLISHED",
    "AgreementRow",
    "AnalyzeResult",
    "ArchiveBench",
    "AttackResult",
    "AttackSummary",
    "AttackerSuccess",
    "AuditResult",
    "AuditSummary",
    "BenchResult",
    "BenchSeries",
    "Check",
    "Count",
    "Counts",
    "DisguisedPlace",
    "DoctorResult",
    "EstimateResult",
    "Explained",
    "ExplainedChain",
    "ExplainedDocument",
    "ExplainedEntity",
    "ExportChanges",
    "ExportResult",
    "FilterResult",
    "FilterRow",
    "FirstStage",
    "FoundDocument",
    "FrontierResult",
    "GenerateResult",
    "IndexResult",
    "InitResult",
    "LeakingPlace",
    "LoadResult",
    "Making",
    "Manifest",
    "ModelUse",
    "NearMiss",
    "NearMisses",
    "ProtectResult",
    "ProtectedDocument",
    "Recorded",
    "RedactResult",
    "RejectedCluster",
    "RejectedInput",
    "ReplacedInside",
    "ReplacedSpan",
    "ReportResult",
    "ResemblingText",
    "RestoreResult",
    "RestoredText",
    "Result",
    "ReviewResult",
    "RewritingResult",
    "RewritingRound",
    "RisksBeforeAndAfter",
    "RunRecord",
    "RunResult",
    "SeparationRow",
    "ServeResult",
    "Share",
    "StatusResult",
    "TouchedFile",
    "TuneResult",
    "UnlinkableResult",
    "VerifyResult",
    "WhatIfResult",
]

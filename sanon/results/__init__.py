"""What commands find, as other programs read it; each field is stated here once.

JSON output, the files in `sanon/schemas/` and what summaries print come from these models.
"""

from __future__ import annotations

from sanon.results.analyze import AnalyzeResult
from sanon.results.attack import AttackResult
from sanon.results.audit import AuditResult
from sanon.results.base import Result
from sanon.results.bench import ArchiveBench, BenchResult, BenchSeries
from sanon.results.doctor import DoctorResult
from sanon.results.explain import Explained, ExplainedChain, ExplainedDocument, ExplainedEntity
from sanon.results.export import ExportChanges, ExportResult, RestoredText, RestoreResult
from sanon.results.frontier import FrontierResult
from sanon.results.generate import GenerateResult
from sanon.results.index import IndexResult
from sanon.results.init import InitResult
from sanon.results.load import EstimateResult, LoadResult
from sanon.results.protect import ProtectResult
from sanon.results.redact import RedactResult
from sanon.results.report import ReportResult
from sanon.results.review import ReviewResult
from sanon.results.run import RunResult
from sanon.results.serve import ServeResult
from sanon.results.spark import SparkResult
from sanon.results.status import StatusResult
from sanon.results.tune import TuneResult
from sanon.results.verify import VerifyResult
from sanon.results.what_if import WhatIfResult

__all__ = [
    "AnalyzeResult",
    "ArchiveBench",
    "AttackResult",
    "AuditResult",
    "BenchResult",
    "BenchSeries",
    "DoctorResult",
    "EstimateResult",
    "Explained",
    "ExplainedChain",
    "ExplainedDocument",
    "ExplainedEntity",
    "ExportChanges",
    "ExportResult",
    "FrontierResult",
    "GenerateResult",
    "IndexResult",
    "InitResult",
    "LoadResult",
    "ProtectResult",
    "RedactResult",
    "ReportResult",
    "RestoreResult",
    "RestoredText",
    "Result",
    "ReviewResult",
    "RunResult",
    "ServeResult",
    "SparkResult",
    "StatusResult",
    "TuneResult",
    "VerifyResult",
    "WhatIfResult",
]

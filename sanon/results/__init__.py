"""What commands find, as other programs read it; each field is stated here once.

JSON output, the files in `sanon/schemas/` and what summaries print come from these models.
"""

from __future__ import annotations

from sanon.results.analyze import AnalyzeResult as AnalyzeResult
from sanon.results.attack import AttackResult as AttackResult
from sanon.results.audit import AuditResult as AuditResult
from sanon.results.base import Result as Result
from sanon.results.bench import ArchiveBench as ArchiveBench
from sanon.results.bench import BenchResult as BenchResult
from sanon.results.bench import BenchSeries as BenchSeries
from sanon.results.doctor import DoctorResult as DoctorResult
from sanon.results.explain import Explained as Explained
from sanon.results.explain import ExplainedChain as ExplainedChain
from sanon.results.explain import ExplainedDocument as ExplainedDocument
from sanon.results.explain import ExplainedEntity as ExplainedEntity
from sanon.results.export import ExportChanges as ExportChanges
from sanon.results.export import ExportResult as ExportResult
from sanon.results.export import RestoredText as RestoredText
from sanon.results.export import RestoreResult as RestoreResult
from sanon.results.frontier import FrontierResult as FrontierResult
from sanon.results.generate import GenerateResult as GenerateResult
from sanon.results.index import IndexResult as IndexResult
from sanon.results.init import InitResult as InitResult
from sanon.results.load import EstimateResult as EstimateResult
from sanon.results.load import LoadResult as LoadResult
from sanon.results.protect import ProtectResult as ProtectResult
from sanon.results.redact import RedactResult as RedactResult
from sanon.results.report import ReportResult as ReportResult
from sanon.results.review import ReviewResult as ReviewResult
from sanon.results.run import RunResult as RunResult
from sanon.results.serve import ServeResult as ServeResult
from sanon.results.spark import SparkResult as SparkResult
from sanon.results.status import StatusResult as StatusResult
from sanon.results.tune import TuneResult as TuneResult
from sanon.results.verify import VerifyResult as VerifyResult
from sanon.results.what_if import WhatIfResult as WhatIfResult

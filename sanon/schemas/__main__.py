"""Write the schemas of all published results beside this file: `python -m sanon.schemas`."""

from __future__ import annotations

import json
from pathlib import Path
from types import UnionType
from typing import get_args

from pydantic import TypeAdapter

from sanon import results
from sanon.results.export import Manifest, ReplacedSpan
from sanon.results.verify import Recorded

#: Name of a published schema -> what it describes.
PUBLISHED: dict[str, type[results.Result] | UnionType] = {
    "analyze-1": results.AnalyzeResult,
    "explain-1": results.Explained,
    "frontier-1": results.FrontierResult,
    "redact-1": results.RedactResult,
    "what-if-1": results.WhatIfResult,
    "attack-1": results.AttackResult,
    "audit-1": results.AuditResult,
    "bench-1": results.BenchResult,
    "bench-archives-1": results.ArchiveBench,
    "bench-series-1": results.BenchSeries,
    "changes-1": results.ExportChanges,
    "doctor-1": results.DoctorResult,
    "estimate-1": results.EstimateResult,
    "export-1": results.ExportResult,
    "init-1": results.InitResult,
    "generate-1": results.GenerateResult,
    "load-1": results.LoadResult,
    "manifest-1": Manifest,
    "protect-1": results.ProtectResult,
    "record-1": Recorded,
    "report-1": results.ReportResult,
    "restore-1": results.RestoreResult,
    "review-1": results.ReviewResult,
    "run-1": results.RunResult,
    "serve-1": results.ServeResult,
    "span-1": ReplacedSpan,
    "spark-1": results.SparkResult,
    "status-1": results.StatusResult,
    "tune-1": results.TuneResult,
    "verify-1": results.VerifyResult,
}


def schema(name: str, model: type[results.Result] | UnionType) -> str:
    """The file of a schema."""
    adapter: TypeAdapter[results.Result] = TypeAdapter(model)  # type: ignore[arg-type]
    described = adapter.json_schema(mode="serialization")
    titles = (" ".join((one.__doc__ or "").partition("\n\n")[0].split()) for one in get_args(model) or (model,))
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"sanon/{name}",
        "title": " Or: ".join(titles),
    }
    return json.dumps(head | {key: described[key] for key in described if key not in head}, indent=2) + "\n"


def main() -> None:
    """Write all."""
    for name, model in PUBLISHED.items():
        (Path(__file__).parent / f"{name}.json").write_text(schema(name, model), "utf-8")


if __name__ == "__main__":
    main()

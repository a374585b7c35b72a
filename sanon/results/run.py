"""What `sanon run` comes to."""

from __future__ import annotations

from sanon.errors import SanonError
from sanon.results.base import Result
from sanon.results.export import ExportResult
from sanon.results.load import LoadResult
from sanon.results.redact import RedactResult


class RunResult(Result):
    """What was loaded, decided and written.

    Attributes:
        export: None if nothing was written, because a document or chain stays above the policy or the export failed.
    """

    load: LoadResult
    redact: RedactResult
    export: ExportResult | None

    def problem(self) -> SanonError | None:
        """A policy that is not met, else input that was rejected or is pending, else what the export leaves."""
        exported = self.export.problem() if self.export else None
        return self.redact.problem() or self.load.problem() or exported

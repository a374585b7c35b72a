"""What `sanon audit` finds."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import computed_field, model_validator

from sanon.errors import LeakFound, PolicyNotMet, SanonError
from sanon.results.base import Count, Result, Share
from sanon.results.risks import OverPolicy, PeopleFit
from sanon.text.counting import about, counted

Failure = Literal["tampering", "leaks", "policy"]
_READ = "read those texts, and mask what was missed in `sanon review`"


class LeakingPlace(Result):
    """Values at one place that had to go.

    Attributes:
        source_id: as exported; only a number if it leaks itself.
        field: "content", "id", "file name", "metadata.<path>", or "metadata key" with its number.
        count: of the values; a text that differs from the original beside its masks counts as one.
    """

    source_id: str
    field: str
    count: Count


class DisguisedPlace(Result):
    """Direct identifiers in disguise at one place.

    Attributes:
        source_id, field: as of a leak.
        certain: whether it means nobody else.
    """

    source_id: str
    field: str
    form: str
    certain: bool = True
    count: Count


class AuditNumbers(Result):
    """What an audit finds, in numbers.

    Attributes:
        direct_readable: direct identifiers that a fresh extraction finds in the exported texts.
        max_document_risk, max_chain_risk: of the exported texts, by that extraction.
        people: how many people fit them, by that extraction; None if the policy does not ask.
        linkable_documents: those that a search for phrases leads back to their originals.
        linkable_ngrams: how many phrases do.
        changed_files: how many files are not as the manifest says, are missing, are not in it, or cannot be read.
    """

    documents: Count
    direct_readable: Count
    max_document_risk: Share
    max_chain_risk: Share
    people: PeopleFit | None = None
    linkable_documents: Count
    linkable_ngrams: Count
    changed_files: Count


class AuditResult(AuditNumbers):
    """What an export looks like to somebody who did not make it: schemas/audit-1.json.

    Attributes:
        leaks: places of values that were replaced elsewhere, and of texts that differ from their originals.
        near_misses: places of direct identifiers in disguise.
        over_policy: how many documents and chains of the exported texts are above the limits.
        undecided: values that this extraction finds and that the graph does not know in their documents; None if the
            originals were not those of a graph.
        stored_ngrams: how many of the originals say more than their parts.
        without_original: exported documents of which no original was found.
        failed: what is wrong: files that were changed since the export, values that had to go and stand there, texts
            over policy. The last is by the fresh extraction, which may find what nothing found before the export.
    """

    listed = "leaks"

    leaks: list[LeakingPlace]
    near_misses: list[DisguisedPlace]
    over_policy: OverPolicy
    undecided: Count | None = None
    stored_ngrams: Count
    without_original: Count

    @model_validator(mode="before")
    @classmethod
    def _without_what_follows(cls, data: Any) -> Any:
        return {name: value for name, value in data.items() if name != "failed"} if isinstance(data, dict) else data

    @computed_field  # type: ignore[prop-decorator]
    @property
    def failed(self) -> list[Failure]:
        """What is wrong with the export; nothing if it passes."""
        wrong: dict[Failure, bool] = {
            "tampering": self.changed_files > 0,
            "leaks": bool(self.leaks) or any(one.certain for one in self.near_misses),
            "policy": self.over_policy.documents + self.over_policy.chains > 0
            or (self.people is not None and self.people.too_few),
        }
        return [failure for failure, is_so in wrong.items() if is_so]

    @property
    def passed(self) -> bool:
        """Whether nothing leaks, nothing was changed, and every document and chain is under the policy."""
        return not self.failed

    def problem(self) -> SanonError | None:
        """Something that stands and had to go, or was changed after the export; or a risk over policy."""
        leaks = sum(place.count for place in self.leaks)
        near = sum(place.count for place in self.near_misses if place.certain)
        found = [
            *([f"{counted(self.changed_files, 'file')} not as the export left them"] if self.changed_files else []),
            *([counted(leaks, "leak")] if leaks else []),
            *([counted(near, "near miss", "near misses")] if near else []),
        ]
        if found:
            return LeakFound(f"{', '.join(found)}: export anew with `sanon export --overwrite`")
        if self.failed:
            few = self.people
            found = [f"{self.over_policy.places} are over policy"]
            if few is not None and few.too_few:
                found.append(
                    f"fewer than {about(few.at_least)} of {about(few.population)} people fit {few.places_below}"
                )
            why, what_to_do = "by a fresh extraction", _READ
            if self.undecided == 0:
                why, what_to_do = "by what was decided", "`sanon redact` decides anew"
            elif self.undecided:
                values = counted(self.undecided, "value")
                why = f"by a fresh extraction, which finds {values} about which nothing was decided"
            return PolicyNotMet(
                f"nothing leaks and nothing was changed, but {why}, {', and '.join(found)}; {what_to_do}"
            )
        return None

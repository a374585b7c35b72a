"""Who finds and who judges.

A rule that proves a direct identifier (a format, a checksum, a label beside it) and the user's own recognizers are
certain: nothing takes back what they find. Everything else is a candidate, and a judge says whether it tells something
of a person: a language model where one is asked (`JudgingExtractor`), else the tagger. A model that names what a
stretch of text *is*, as those of spaCy, Presidio, GLiNER and ONNX do, does not know whether it tells something of a
person (`proposes`): its direct identifiers count, all else that it finds is a candidate for the tagger.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from sanon.extraction.llm.context import ContextFilter
from sanon.extraction.llm.endpoint import Usage
from sanon.extraction.recognizers import FOUND_BY as RECOGNIZER
from sanon.extraction.registry import Extractor, Finder
from sanon.records import RULES, Document, Entity, Finding
from sanon.resolution.normal_forms import normalize_text
from sanon.settings.profile import Profile

if TYPE_CHECKING:
    from sanon.extraction.tagger.judge import TaggerJudge


class Parted(NamedTuple):
    """What rules found: what counts whatever a judge says, and what it is asked about."""

    certain: list[Finding]
    candidates: list[Finding]


def parted(findings: Iterable[Finding], profile: Profile) -> Parted:
    """Findings of rules, word lists, tagger and recognizers, apart by whether they are certain."""
    found = Parted([], [])
    for finding in findings:
        found[not is_certain(finding, profile)].append(finding)
    return found


def is_certain(finding: Finding, profile: Profile) -> bool:
    """Whether a finding counts whatever a judge says of it."""
    proven = finding.found_by == RULES and profile.types[finding.entity_type].direct
    return proven or finding.found_by == RECOGNIZER


@dataclass(frozen=True)
class ModelReport:
    """What asking a model came to.

    Attributes:
        usage: calls and tokens.
        dropped: reason -> entries of the model's answers that were not believed.
        stopped: why the endpoint was not asked any more; None if it was.
        unconfirmed: source ids of the documents of whose many candidates two answers confirmed none, each with their
            number: the document may have misled the model.
    """

    usage: Usage
    dropped: dict[str, int]
    stopped: str | None
    unconfirmed: dict[str, int]


class JudgingExtractor(Extractor):
    """An extractor that reads each document twice: alone, and then as the judge of what others found in it.

    Attributes:
        model: the name of what it asks.
        workers: documents that it is asked about at the same time.
        context: which entities of the corpus it is shown the second time.
        report: what asking came to until now.
    """

    profile: Profile
    model: str
    workers: int
    context: ContextFilter

    @property
    @abstractmethod
    def report(self) -> ModelReport:
        """See there."""

    @abstractmethod
    def read(self, document: Document, rules: Sequence[Finding]) -> list[Finding]:
        """What it finds in a document alone.

        Args:
            rules: what rules found in it; equal spellings get their normal forms.

        Raises:
            ExtractionError: there is no answer for the document.
        """

    @abstractmethod
    def judge(
        self, document: Document, before: Sequence[Finding], rules: Parted, existing: Sequence[Entity]
    ) -> list[Finding]:
        """What it finds when it knows what others found: candidates that it confirms, and whatever else it sees.

        Args:
            before: what it found alone.
            rules: what rules found in it.
            existing: entities of the corpus that may stand in it, those that are wanted most first.

        Raises:
            ExtractionError: there is no answer for the document.
        """

    def extract(self, document: Document) -> list[Finding]:
        """What it finds in a document alone, without any rules."""
        return self.read(document, [])


class WithRules:
    """An extractor that does not judge, with the rules beside it: neither makes the result less than that of the rules.

    Args:
        extractor: the whole goes by its name. Of one that only proposes, direct identifiers count, and of the rest what
            the tagger confirms; of any other all that it finds: who wrote it has decided what an entity is.
        rules: the embedded extractor, with the user's recognizers.
    """

    def __init__(self, extractor: Finder, rules: Finder, tagger: TaggerJudge, profile: Profile) -> None:
        self.name = extractor.name
        self._extractor = extractor
        self._proposes = isinstance(extractor, Extractor) and extractor.proposes
        self._rules = rules
        self._tagger = tagger
        self._profile = profile

    def extract(self, document: Document) -> list[Finding]:
        """Findings of both.

        Raises:
            ExtractionError: one of them failed; the document stays pending.
        """
        rules = self._rules.extract(document)
        found = self._extractor.extract(document)
        if self._proposes:
            counted = [one for one in found if self._profile.types[one.entity_type].direct]
            others = [one for one in found if not self._profile.types[one.entity_type].direct]
            found = [*counted, *self._tagger.confirmed(document, others)]
        return [*rules, *with_normal_forms_of(rules, found)]


def with_normal_forms_of(rules: Iterable[Finding], found: Iterable[Finding]) -> Iterator[Finding]:
    """Findings under the normal forms that the rules gave the same spellings, so that both mean one entity."""
    forms: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for finding in rules:
        of_spelling = forms[_spelling(finding)]
        if finding.normalized_value not in of_spelling:
            of_spelling.append(finding.normalized_value)
    for finding in found:
        for normal in forms.get(_spelling(finding)) or [finding.normalized_value]:
            yield replace(finding, normalized_value=normal)


def _spelling(finding: Finding) -> tuple[str, str]:
    return normalize_text(finding.original_value), finding.entity_type

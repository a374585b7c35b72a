"""The extractor of the plain installation: rules, word lists and a small model that need no key and no network."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from sanon.extraction.registry import Extractor, Surroundings
from sanon.records import Document, Finding
from sanon.settings.profile import Profile


class EmbeddedExtractor(Extractor):
    """Finds entities with rules and a small model.

    Args:
        profile: what types there are; kinds that it does not know are left out.
        model_path: another tagger than the shipped one (for cross-validation).
    """

    name = "embedded"
    summary = "rules, word lists and a small model, offline; every other extractor runs beside these"
    is_rules = True

    def __init__(self, profile: Profile, *, model_path: Path | None = None) -> None:
        # The word lists and the model take a moment; who only looks at the registry need not wait.
        from sanon.extraction.reader import Reader

        self.profile = profile
        self._reader = Reader(profile, model_path)

    @classmethod
    def made(cls, around: Surroundings) -> Self:
        """One for the types of the profile."""
        return cls(around.profile)

    def extract(self, document: Document) -> list[Finding]:
        """Findings of content and metadata, each spelling of each entity once."""
        return self._reader.findings(document)

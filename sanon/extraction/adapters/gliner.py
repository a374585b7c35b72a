"""GLiNER, a model that finds whatever it is given a label for, as an extractor. Needs the extra `gliner`.

Its weights come from the Hugging Face hub with the first run, or from a folder.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pydantic import Field

from sanon.errors import ConfigurationError, needing
from sanon.extraction.adapters.labelled import LabelledSpan, LabellingExtractor, in_windows, types_of_kinds
from sanon.records import Document, Finding, StrictModel
from sanon.settings.profile import Profile

if TYPE_CHECKING:
    from gliner import GLiNER

#: Counted as GLiNER splits words by default: it leaves out all that follows its largest number of them.
_WORD = re.compile(r"\w+(?:[-_]\w+)*|\S")
_TRUNCATED = ".*truncated.*"


class GlinerSettings(StrictModel):
    """The table `[gliner]`.

    Attributes:
        model: a repository of the Hugging Face hub, or a folder.
        threshold: least score that counts.
        offline: never ask the hub; the weights must be here.
        labels: label -> type of the profile, beside and before the shipped table; "" leaves it out.
    """

    model: str = "urchade/gliner_multi_pii-v1"
    threshold: float = Field(default=0.5, ge=0, le=1)
    offline: bool = False
    labels: dict[str, str] = Field(default_factory=dict)


class GlinerExtractor(LabellingExtractor[GlinerSettings]):
    """Finds what GLiNER finds; labels of types that the profile lacks are not asked for."""

    name = "gliner"
    summary = "a GLiNER model"
    extra = "gliner"
    longest_piece = 2_000
    table = GlinerSettings

    def __init__(
        self, profile: Profile, settings: GlinerSettings | None = None, *, model: GLiNER | None = None
    ) -> None:
        super().__init__(profile, settings, model=model)
        types = types_of_kinds(profile)
        self.kinds = {label: kind for label, kind in self.kinds.items() if kind in types}
        self._most_words = int(self.model.config.max_len)

    @staticmethod
    def loaded(settings: GlinerSettings) -> GLiNER:
        """The model from its folder, or from the hub."""
        with needing("--extractor gliner needs GLiNER", "gliner"):
            from gliner import GLiNER
        try:
            model = GLiNER.from_pretrained(settings.model, local_files_only=settings.offline)
        except Exception as error:  # the hub, torch and the file system raise what they like
            raise ConfigurationError(
                f"gliner.model: {settings.model} cannot be loaded ({type(error).__name__}); name a folder with its "
                "files, or a repository of the Hugging Face hub that can be reached"
            ) from error
        return model

    def extract(self, document: Document) -> list[Finding]:
        """Findings of content and metadata, each spelling of each entity once.

        Raises:
            ExtractionError: GLiNER failed on it, or would have left out a part of it.
        """
        with warnings.catch_warnings():
            warnings.filterwarnings("error", message=_TRUNCATED)
            return super().extract(document)

    def spans(self, piece: str) -> list[LabelledSpan]:
        """What GLiNER finds."""
        found = self.model.predict_entities(piece, list(self.kinds), threshold=self.settings.threshold)
        return [LabelledSpan(one["start"], one["end"], one["label"], float(one["score"])) for one in found]

    def pieces(self, text: str) -> Iterator[tuple[int, str]]:
        """Pieces that hold no more words than the model reads."""
        return self._halved(text, self.longest_piece)

    def _halved(self, text: str, largest: int) -> Iterator[tuple[int, str]]:
        for offset, piece in in_windows(text, largest):
            if largest > 1 and sum(1 for _ in _WORD.finditer(piece)) > self._most_words:
                for inner, part in self._halved(piece, max(1, min(largest, len(piece)) // 2)):
                    yield offset + inner, part
            elif piece.strip():
                yield offset, piece

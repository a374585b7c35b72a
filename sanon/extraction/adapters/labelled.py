"""What models made elsewhere say of stretches of a text becomes findings.

A model says where, what and how sure it is; it does not say how many people a value fits. A direct identifier fits one
person, so its relevance is 1. Of the rest it is half of the model's score until the tagger judges (`judging`).
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast

from pydantic import BaseModel

from sanon.errors import ConfigurationError, ExtractionError
from sanon.extraction.kinds import KINDS, types_of
from sanon.extraction.registry import Extractor, Surroundings, table_of
from sanon.packaged import lines_of
from sanon.records import Document, Finding, metadata_lines
from sanon.resolution.conventions import is_day_first
from sanon.resolution.normal_forms import normalize, normalize_date
from sanon.settings.profile import Profile
from sanon.text.sentences import sentence_starts

DIRECT_RELEVANCE = 1.0
OTHER_RELEVANCE_PER_SCORE = 0.5

_ENDS = " \t\r\n\f\v\u00a0.,;:"
_LINE_BREAK = re.compile(r"\s*[\r\n\u2028\u2029]\s*")
_DATE = re.compile(r"(?:\d\d/){0,2}\d{4}|\d\d/\d\d", re.ASCII)
_LABEL = re.compile(r"[^\n\r:]{1,40}:")
_WORD_END = re.compile(r"\s\S")


class LabelledSpan(NamedTuple):
    """A stretch of a text, the label that a model gave it, and how sure it is, in [0, 1]."""

    start: int
    end: int
    label: str
    score: float


#: Asks a model about one text.
Predict = Callable[[str], Iterable[LabelledSpan]]


Settings = TypeVar("Settings", bound=BaseModel)


class LabellingExtractor(Extractor, Generic[Settings]):
    """An extractor whose model gives stretches of a text labels. Which kinds these are says `<name>.txt` beside it.

    Attributes:
        table: model of its settings.
        own_labels: the setting that says what labels mean, beside the shipped table and before it; "" leaves one out.
        longest_piece: characters that the model is asked about at once.
        kind_of_others: kind of labels that no table names; "" leaves them out.

    Args:
        settings: by default as they are where no configuration says anything.
        model: one that is loaded already, in place of the one that the settings name.

    Raises:
        ConfigurationError: what it needs is not installed, or a setting is wrong.
    """

    proposes = True
    table: ClassVar[type[BaseModel]]
    own_labels: ClassVar[str] = "labels"
    longest_piece: ClassVar[int]
    kind_of_others: ClassVar[str] = ""

    def __init__(self, profile: Profile, settings: Settings | None = None, *, model: Any = None) -> None:
        self.profile, self.settings = profile, settings or cast(Settings, self.table())
        own: dict[str, str] = getattr(self.settings, self.own_labels)
        for label, kind in own.items():
            if kind and kind not in KINDS and kind not in profile.types:
                known = ", ".join(sorted(profile.types))
                setting = f"{self.name}.{self.own_labels}.{label}"
                raise ConfigurationError(f"{setting}: profile {profile.name} has no type {kind}; it has {known}")
        self.kinds = {**_shipped(self.name), **own}
        self.model = self.loaded(self.settings) if model is None else model

    @classmethod
    def made(cls, around: Surroundings) -> Self:
        """One with the settings of the configuration, in whose folder the files lie that it names."""
        settings = table_of(cls.table, cls.name, around.table)
        files = {name: around.folder / value for name, value in settings if isinstance(value, Path)}
        return cls(around.profile, cast(Settings, settings.model_copy(update=files)))

    @staticmethod
    @abstractmethod
    def loaded(settings: Any) -> Any:
        """The model that the settings name.

        Raises:
            ConfigurationError: it is not installed, or cannot be used.
        """

    def extract(self, document: Document) -> list[Finding]:
        """Findings of content and metadata, each spelling of each entity once.

        Raises:
            ExtractionError: the model failed on it.
        """
        try:
            return findings(document, self._labelled, self.kind_of, self.profile, self.name)
        except ExtractionError:
            raise
        except Exception as error:  # whatever a model raises: the document stays pending
            raise ExtractionError(f"{self.name} failed ({type(error).__name__})") from error

    def kind_of(self, label: str) -> str:
        """Kind of the embedded extractor, or type of the profile, that a label means; "" for none."""
        return self.kinds.get(label, self.kind_of_others)

    def pieces(self, text: str) -> Iterator[tuple[int, str]]:
        """A text as the model is asked about it: pieces, each with its offset."""
        return in_windows(text, self.longest_piece)

    @abstractmethod
    def spans(self, piece: str) -> Iterable[LabelledSpan]:
        """What the model says of a piece of a text."""

    def _labelled(self, text: str) -> list[LabelledSpan]:
        return sorted(
            one._replace(start=one.start + offset, end=one.end + offset)
            for offset, piece in self.pieces(text)
            for one in self.spans(piece)
        )


def _shipped(name: str) -> dict[str, str]:
    """Label -> kind, as the table of an adapter says."""
    table = (line.split("\t") for line in lines_of("sanon.extraction.adapters", f"{name}.txt"))
    return {label: kind for kind, labels in table for label in labels.split(";")}


def types_of_kinds(profile: Profile) -> dict[str, str]:
    """Kind or type -> type of the profile; what the profile does not want is missing."""
    return types_of(profile) | {name: name for name in profile.types}


def findings(
    document: Document, predict: Predict, kind_of: Callable[[str], str], profile: Profile, name: str
) -> list[Finding]:
    """What a model sees in the content and in the metadata, each spelling of each entity once.

    Args:
        predict: asks the model.
        kind_of: label -> kind of the embedded extractor or type of the profile.
        name: who found it.
    """
    types = types_of_kinds(profile)
    day_first = is_day_first(document.content)
    best: dict[tuple[str, str, str], Finding] = {}
    for text, offset in [(document.content, 0), *metadata_lines(document.metadata)]:
        labelled = [(one, kind_of(one.label)) for one in predict(text) if one.start >= offset]
        kept = [(one, types[kind]) for one, kind in _dated(text, labelled) if kind in types]
        direct = [one for one, entity_type in kept if profile.types[entity_type].direct]
        for one, entity_type in kept:
            is_direct = profile.types[entity_type].direct
            if not is_direct and any(_is_part(one, other) for other in direct):
                continue  # "example.com" in an e-mail address
            relevance = _relevance(one, is_direct=is_direct)
            for value in _values(text, one):
                normal = normalize(value, profile.types[entity_type].normal_form, day_first=day_first)
                key = (value, normal, entity_type)
                if key not in best or best[key].relevance < relevance:
                    best[key] = Finding(value, normal, entity_type, relevance, name, confidence=one.score)
    return list(best.values())


def in_windows(text: str, largest: int) -> Iterator[tuple[int, str]]:
    """A text in pieces of at most `largest` characters, each with its offset; cut between sentences where possible."""
    starts = sentence_starts(text) if len(text) > largest else []
    begin = number = 0
    while len(text) - begin > largest:
        cut = begin
        while number < len(starts) and starts[number] <= begin + largest:
            cut = max(cut, starts[number])
            number += 1
        if cut == begin:
            blanks = [match.start() + 1 for match in _WORD_END.finditer(text, begin + largest // 2, begin + largest)]
            cut = blanks[-1] if blanks else begin + largest
        yield begin, text[begin:cut]
        begin = cut
    yield begin, text[begin:]


def _dated(text: str, labelled: Iterable[tuple[LabelledSpan, str]]) -> Iterator[tuple[LabelledSpan, str]]:
    """The stretches with their kinds; a date without day, month or year ("six months") is a duration."""
    for one, kind in labelled:
        if kind == "EVENT_DATE" and not _DATE.fullmatch(normalize_date(text[one.start : one.end].strip(_ENDS))):
            yield one, "DURATION"
        else:
            yield one, kind


def _is_part(one: LabelledSpan, other: LabelledSpan) -> bool:
    return other.start <= one.start and one.end <= other.end


def _relevance(span: LabelledSpan, *, is_direct: bool) -> float:
    if is_direct:
        return DIRECT_RELEVANCE
    return round(OTHER_RELEVANCE_PER_SCORE * min(1.0, max(0.0, span.score)), 3)


def _values(text: str, span: LabelledSpan) -> Iterator[str]:
    """The value without blanks and stops at its ends, verbatim.

    Models run over line ends. If a form goes on there with its next label, the value ends with its line; else nobody
    can tell ("Marisol / Quintanilla", "Dr. Thornquist / Cardiology"), and the whole and its first line are values.
    """
    values = [text[span.start : span.end].strip(_ENDS)]
    line_break = _LINE_BREAK.search(values[0])
    if line_break:
        first = values[0][: line_break.start()].strip(_ENDS)
        after = text.index(values[0], span.start) + line_break.end()
        values = [first] if _LABEL.match(text, after) else [*values, first]
    for value in dict.fromkeys(values):
        if sum(map(str.isalnum, value)) > 1:  # a single letter, masked everywhere, would blacken the text
            yield value

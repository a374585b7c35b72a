"""What finds the entities, put together: an extractor with the rules beside it, always.

Who builds an extractor builds it here, on the command line and in Python: that neither a model nor a document that
misleads it makes the result less than that of the rules is no matter of who calls.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sanon.errors import ConfigurationError
from sanon.extraction.adapters.entities_file import EntitiesFile, read_entities_file
from sanon.extraction.beside import Beside
from sanon.extraction.llm.extractor import Ask, LanguageModelExtractor
from sanon.extraction.mentions import Extractor
from sanon.settings.input import Input, Model
from sanon.settings.profile import Profile
from sanon.settings.tables import Tables

if TYPE_CHECKING:
    from sanon.extraction.llm.asking import Asking


@dataclass(frozen=True)
class Extraction:
    """An extractor, and what a load must know of it besides.

    Attributes:
        extractor: what is asked about each document.
        model: the same, if it is a language model that is asked again with what the corpus mentions.
        given: the same, if it is a file whose normal forms and mentions are taken as they are.
        processes: in how many processes it may work, each with a copy of it.
        rarity: whether what is rare in the language and in the corpus is found besides, once all documents are read.
    """

    extractor: Extractor
    model: LanguageModelExtractor | None = None
    given: EntitiesFile | None = None
    processes: int = 1
    rarity: bool = False

    @property
    def name(self) -> str:
        """Of the extractor."""
        return self.extractor.name

    @classmethod
    def asking(cls, model: LanguageModelExtractor) -> Extraction:
        """A language model, which has the rules beside it already."""
        return cls(model, model=model, rarity=True)

    @classmethod
    def taken(cls, entities: EntitiesFile) -> Extraction:
        """Entities made elsewhere, without the rules: who brings them has decided what an entity is."""
        return cls(entities, given=entities)


def rules_of(profile: Profile, tables: Tables | None = None) -> Extractor:
    """The embedded extractor, and the user's own recognizers beside it if there are any.

    Raises:
        ConfigurationError: a recognizer cannot be used.
    """
    # Its word lists take a moment; whoever brings entities need not wait.
    from sanon.extraction.adapters.embedded import EmbeddedExtractor

    rules = EmbeddedExtractor(profile)
    if not (tables and tables.recognizers):
        return rules
    from sanon.extraction.recognizers import read_recognizers
    from sanon.extraction.recognizing import WithRecognizers

    return WithRecognizers(rules, read_recognizers(tables.recognizers, tables.folder, profile), profile)


def beside_rules(extractor: Extractor, profile: Profile, tables: Tables | None = None) -> Extraction:
    """Any extractor, with the rules beside it.

    Raises:
        ConfigurationError: a recognizer cannot be used.
    """
    return Extraction(Beside(extractor, rules_of(profile, tables)), rarity=True)


@contextmanager
def extraction_of(
    reading: Input,
    model: Model,
    tables: Tables,
    profile: Profile,
    answers: Callable[[], Path],
    on_contact: Callable[[str], None] = lambda _host: None,
    processes: int = 1,
) -> Iterator[Extraction]:
    """What the settings describe, with what it needs until the load is done; only this imports it.

    Args:
        reading: names the extractor, or an entities file.
        model: of the extractor `openai`.
        tables: recognizers and settings of adapters.
        profile: the types.
        answers: says where the answers of a model are kept, for the owner only; called only if there is a model.
        on_contact: called with the host of the endpoint, before it is sent a text.
        processes: in how many the rules may work. A program that asks for more than one must be importable without
            running, as the standard library's multiprocessing demands.

    Raises:
        ConfigurationError: what the extractor needs is not there, or a setting is wrong.
    """
    if reading.entities is not None:
        yield Extraction.taken(read_entities_file(reading.entities, profile))
    elif reading.extractor == "openai":
        from sanon.extraction.llm.answers import Answers
        from sanon.extraction.llm.asking import Asking
        from sanon.extraction.llm.endpoint import Endpoint

        endpoint = Endpoint(_named(model), timeout=model.timeout, on_contact=on_contact)
        with Answers(answers()) as kept:
            yield Extraction.asking(language_model(model, tables, profile, Asking(endpoint, kept)))
    else:
        yield _local(reading, tables, profile, processes)


@contextmanager
def asking_of(model: Model, answers: Callable[[], Path], on_contact: Callable[[str], None]) -> Iterator[Asking]:
    """The endpoint of the environment, asked about anything; what it answers is kept.

    Args:
        model: see there.
        answers: says where the answers are kept, for the owner only.
        on_contact: called with the host of the endpoint, before it is sent a text.

    Raises:
        ConfigurationError: no model is named, or no endpoint.
    """
    from sanon.extraction.llm.answers import Answers
    from sanon.extraction.llm.asking import Asking
    from sanon.extraction.llm.endpoint import Endpoint

    endpoint = Endpoint(_named(model), timeout=model.timeout, on_contact=on_contact)
    with Answers(answers()) as kept:
        yield Asking(endpoint, kept)


@contextmanager
def estimating(
    model: Model, tables: Tables, profile: Profile, answers: Path | None
) -> Iterator[LanguageModelExtractor]:
    """A language model that is asked nothing and counts what it would be asked.

    Args:
        model: see there.
        tables: recognizers.
        profile: the types.
        answers: where those of before are kept; None if there are none.

    Raises:
        ConfigurationError: no model is named.
    """
    from sanon.extraction.llm.answers import FILE, Answers
    from sanon.extraction.llm.estimating import Estimating

    if answers is None or not (answers / FILE).exists():
        yield language_model(model, tables, profile, Estimating({}))
        return
    with Answers(answers) as kept:
        yield language_model(model, tables, profile, Estimating(kept))


def language_model(model: Model, tables: Tables, profile: Profile, ask: Ask) -> LanguageModelExtractor:
    """A language model with the rules beside it.

    Raises:
        ConfigurationError: no model is named, or a recognizer cannot be used.
    """
    from sanon.extraction.llm.context import ContextFilter

    return LanguageModelExtractor(
        profile,
        _named(model),
        rules_of(profile, tables),
        ask,
        context=ContextFilter(
            strength=model.context_strength,
            direct=model.context_direct,
            top=model.context_top,
            order=model.context_order,
        ),
        max_input_tokens=model.max_input_tokens,
        workers=model.concurrency,
    )


def _local(reading: Input, tables: Tables, profile: Profile, processes: int) -> Extraction:
    """An extractor that asks nobody."""
    if reading.extractor == "presidio":
        from sanon.extraction.adapters.presidio import PresidioExtractor

        settings = tables.presidio
        if settings.configuration is not None:
            settings = settings.model_copy(update={"configuration": tables.folder / settings.configuration})
        return beside_rules(PresidioExtractor(profile, settings), profile, tables)
    if reading.extractor == "gliner":
        from sanon.extraction.adapters.gliner import GlinerExtractor

        return beside_rules(GlinerExtractor(profile, tables.gliner), profile, tables)
    if reading.extractor == "spacy":
        from sanon.extraction.adapters.spacy import SpacyExtractor

        return beside_rules(SpacyExtractor(profile, tables.spacy), profile, tables)
    if reading.extractor == "onnx":
        from sanon.extraction.adapters.onnx import OnnxExtractor

        onnx = tables.onnx
        if onnx.folder is not None:
            onnx = onnx.model_copy(update={"folder": tables.folder / onnx.folder})
        return beside_rules(OnnxExtractor(profile, onnx), profile, tables)
    return Extraction(rules_of(profile, tables), processes=processes, rarity=True)


def _named(model: Model) -> str:
    if not model.model:
        raise ConfigurationError("a language model is asked: name it with --model or SANON_MODEL")
    return model.model


def forget_answers(answers: Path, removed: Collection[str], pending: Collection[str]) -> None:
    """Delete what a model answered about documents that are gone, and what it could not answer about pending ones.

    Args:
        answers: folder where they are kept.
        removed, pending: source ids.
    """
    from sanon.extraction.llm.answers import FILE, Answers

    if (removed or pending) and (answers / FILE).exists():
        with Answers(answers) as kept:
            kept.forget(removed)
            kept.forget_too_long(pending)

"""What finds the entities, put together: an extractor with the rules beside it, always.

Who builds an extractor builds it here, on the command line and in Python: that neither a model nor a document that
misleads it takes a direct identifier away is no matter of who calls.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sanon.errors import ConfigurationError
from sanon.extraction.adapters.entities_file import EntitiesFile, read_entities_file
from sanon.extraction.judging import JudgingExtractor, WithRules
from sanon.extraction.registry import EXTRACTORS, Extractor, Finder, Surroundings
from sanon.settings.profile import Profile
from sanon.settings.settings import Settings
from sanon.settings.tables import Tables

if TYPE_CHECKING:
    from sanon.extraction.llm.asking import Ask, CachedEndpoint
    from sanon.extraction.llm.requests import Request
    from sanon.settings.model import Model

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Extraction:
    """An extractor, and what a load must know of it besides.

    Attributes:
        extractor: what is asked about each document.
        rules: what finds besides, where the extractor judges it.
        processes: in how many processes it may work, each with a copy of it.
    """

    extractor: Finder
    rules: Finder | None = None
    processes: int = 1

    @property
    def name(self) -> str:
        """Of the extractor."""
        return self.extractor.name

    @property
    def model(self) -> JudgingExtractor | None:
        """The extractor, if it judges."""
        return self.extractor if isinstance(self.extractor, JudgingExtractor) else None

    @property
    def given(self) -> EntitiesFile | None:
        """The extractor, if it is a file whose normal forms and mentions are taken as they are."""
        return self.extractor if isinstance(self.extractor, EntitiesFile) else None


def rules_of(profile: Profile, tables: Tables | None = None) -> Finder:
    """The embedded extractor, and the user's own recognizers beside it if there are any.

    Raises:
        ConfigurationError: a recognizer cannot be used.
    """
    from sanon.extraction.adapters.embedded import EmbeddedExtractor

    rules = EmbeddedExtractor(profile)
    if not (tables and tables.recognizers):
        return rules
    from sanon.extraction.recognizers import WithRecognizers, read_recognizers

    return WithRecognizers(rules, read_recognizers(tables.recognizers, tables.folder, profile), profile)


def with_rules(extractor: Finder, profile: Profile, tables: Tables | None = None) -> Extraction:
    """Any extractor, with the rules beside it; what it judges if it does, else what the tagger confirms of its finds.

    Raises:
        ConfigurationError: a recognizer cannot be used.
    """
    # The tagger takes a moment; whoever brings entities need not wait.
    from sanon.extraction.tagger.judge import TaggerJudge

    rules = rules_of(profile, tables)
    if isinstance(extractor, JudgingExtractor):
        return Extraction(extractor, rules)
    return Extraction(WithRules(extractor, rules, TaggerJudge(profile), profile))


@contextmanager
def extraction_of(settings: Settings, answers: Callable[[], Path]) -> Iterator[Extraction]:
    """What the settings describe, with what it needs until the load is done; only this imports it.

    A program that asks for more than one process must be importable without running, as the standard library's
    multiprocessing demands.

    Args:
        settings: name the extractor, or an entities file.
        answers: says where the answers of a model are kept, for the owner only; called only if there is a model.

    Raises:
        ConfigurationError: what the extractor needs is not there, or a setting is wrong.
    """
    if settings.input.entities is not None:
        if settings.tables.recognizers:
            _log.warning("entities of a file are taken as given; the recognizers of the configuration are not asked")
        # Without the rules: who brings entities has decided what an entity is.
        yield Extraction(read_entities_file(settings.input.entities, settings.profile))
        return
    kind = EXTRACTORS.named(settings.input.extractor)
    if kind.is_rules:
        rules = rules_of(settings.profile, settings.tables)
        yield Extraction(rules, processes=settings.input.processes)
        return
    with ExitStack() as opened:
        found = kind.made(
            _surroundings(
                settings,
                kind,
                lambda: opened.enter_context(asking_of(settings.model, answers, "the texts of the documents")),
            )
        )
        yield with_rules(found, settings.profile, settings.tables)


def _surroundings(settings: Settings, kind: type[Extractor], ask: Callable[[], Ask[Request]]) -> Surroundings:
    tables = settings.tables
    return Surroundings(settings.profile, tables.extractors.get(kind.name, {}), tables.folder, settings.model, ask)


@contextmanager
def asking_of(model: Model, answers: Callable[[], Path], what: str) -> Iterator[CachedEndpoint]:
    """The endpoint of the environment, asked about anything; what it answers is kept.

    Args:
        answers: says where the answers are kept, for the owner only.
        what: is sent to the endpoint, which the log says before it is.

    Raises:
        ConfigurationError: no model is named, or no endpoint.
    """
    from sanon.extraction.llm.answers import Answers
    from sanon.extraction.llm.asking import CachedEndpoint
    from sanon.extraction.llm.endpoint import Endpoint

    if not model.model:
        raise ConfigurationError("a language model is asked: name it with --model or SANON_MODEL")

    endpoint = Endpoint(model.model, timeout=model.timeout, sent=what)
    with Answers(answers()) as kept:
        yield CachedEndpoint(endpoint, kept)


@contextmanager
def estimating(settings: Settings, answers: Path | None) -> Iterator[Extraction]:
    """An extractor that asks nobody and counts what it would ask.

    Args:
        answers: where those of before are kept; None if there are none.

    Raises:
        ConfigurationError: no model is named, or the extractor asks none.
    """
    from sanon.extraction.llm.answers import FILE, Answers
    from sanon.extraction.llm.estimating import Estimating

    kind = EXTRACTORS.named(settings.input.extractor)
    if settings.input.entities is not None or not kind.asks_endpoint:
        paid = ", ".join(name for name, one in EXTRACTORS.classes.items() if one.asks_endpoint)
        raise ConfigurationError(f"an estimate is about the extractor {paid}; the other extractors cost nothing")
    with ExitStack() as opened:
        kept: Answers | dict[str, str | None] = (
            opened.enter_context(Answers(answers)) if answers and (answers / FILE).exists() else {}
        )
        found = kind.made(_surroundings(settings, kind, lambda: Estimating(kept)))
        yield with_rules(found, settings.profile, settings.tables)


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

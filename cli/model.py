"""The options of --extractor openai, and the extractor they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from sanon.cli import sections
from sanon.cli.printing import counted

from sanon.errors import ConfigurationError
from sanon.extraction.llm.context import ORDERS, ContextFilter
from sanon.extraction.llm.extractor import Ask, LanguageModelExtractor, ModelReport
from sanon.extraction.llm.usage import Usage
from sanon.settings.profile import Profile
from sanon.steps.estimate import Estimate

NAME = "openai"
_FILTER = ContextFilter()

OPTIONS: tuple[Callable[..., Any], ...] = (
    click.option(
        "--model",
        metavar="NAME",
        envvar="SANON_MODEL",
        help="Model that --extractor openai asks, by its name at the endpoint.",
    ),
    click.option(
        "--concurrency",
        type=click.IntRange(1, 64),
        default=4,
        show_default=True,
        envvar="SANON_CONCURRENCY",
        help="Documents that the model is asked about at the same time.",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(0, min_open=True),
        default=300.0,
        show_default=True,
        envvar="SANON_TIMEOUT",
        help="Seconds that one answer of the model may take.",
    ),
    click.option(
        "--max-input-tokens",
        type=click.IntRange(1),
        default=8000,
        show_default=True,
        envvar="SANON_MAX_INPUT_TOKENS",
        help="Longest prompt for the model; longer documents are asked about in passages that overlap.",
    ),
    click.option(
        "--context-strength",
        type=click.FloatRange(0, 1),
        default=_FILTER.strength,
        show_default=True,
        envvar="SANON_CONTEXT_STRENGTH",
        help="What the corpus mentions is shown to the model if max_relevance · uniqueness is at least this.",
    ),
    click.option("--context-direct", is_flag=True, help="Show the model direct identifiers of the corpus too."),
    click.option(
        "--context-top", type=click.IntRange(0), metavar="K", help="Show the model at most K entities of the corpus."
    ),
    click.option(
        "--context-order",
        type=click.Choice(ORDERS),
        default=_FILTER.order,
        show_default=True,
        envvar="SANON_CONTEXT_ORDER",
        help="Which entities of the corpus come first, if not all may be shown or fit into the prompt.",
    ),
    click.option(
        "--price-input",
        type=click.FloatRange(0),
        help="Price of a million tokens that the model reads, for --estimate.",
    ),
    click.option(
        "--price-output",
        type=click.FloatRange(0),
        help="Price of a million tokens that the model writes, for --estimate.",
    ),
)
#: Those of them that a configuration file may hold.
CONFIGURABLE = frozenset(
    [
        "model",
        "concurrency",
        "timeout",
        "max_input_tokens",
        "context_strength",
        "context_direct",
        "context_top",
        "context_order",
        "price_input",
        "price_output",
    ]
)


@contextmanager
def asking_extractor(settings: dict[str, Any], profile: Profile, folder: Path) -> Iterator[LanguageModelExtractor]:
    """The extractor that asks the endpoint of the environment.

    Args:
        settings: options of the command.
        profile: the types.
        folder: where the answers are kept, for its owner only.

    Raises:
        ConfigurationError: no model is named, or no endpoint.
    """
    from sanon.extraction.llm.answers import Answers
    from sanon.extraction.llm.asking import Asking
    from sanon.extraction.llm.endpoint import Endpoint

    endpoint = Endpoint(_model(settings), timeout=settings["timeout"], on_contact=_say_where)
    with Answers(folder) as answers:
        yield _extractor(settings, profile, Asking(endpoint, answers))


@contextmanager
def estimating_extractor(
    settings: dict[str, Any], profile: Profile, folder: Path | None
) -> Iterator[LanguageModelExtractor]:
    """The extractor that asks nothing and counts what it would ask.

    Args:
        settings: options of the command.
        profile: the types.
        folder: where the answers are kept; None if there are none.

    Raises:
        ConfigurationError: no model is named.
    """
    from sanon.extraction.llm.answers import FILE, Answers
    from sanon.extraction.llm.estimating import Estimating

    if folder is None or not (folder / FILE).exists():
        yield _extractor(settings, profile, Estimating({}))
        return
    with Answers(folder) as answers:
        yield _extractor(settings, profile, Estimating(answers))


def lines(report: ModelReport) -> list[tuple[str, str]]:
    """What asking the model came to, for a person."""
    usage = report.usage
    remembered = f", {usage.remembered_tokens:,} of them from its prompt cache" if usage.remembered_tokens else ""
    said = f"{counted(usage.calls, 'call')}, {counted(usage.cached, 'answer')} from the cache"
    tokens = f"{counted(usage.input_tokens, 'token')} in{remembered}, {usage.output_tokens:,} out"
    result = [("model", f"{said}; {tokens}" if usage.calls else said)]
    if report.dropped:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in report.dropped.items())
        result.append(("dropped", f"entries of its answers that were not believed: {reasons}"))
    return result


def to_json(report: ModelReport) -> dict[str, Any]:
    """The same for programs."""
    usage = report.usage
    return {
        "calls": usage.calls,
        "cached": usage.cached,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "remembered_tokens": usage.remembered_tokens,
        "dropped": report.dropped,
        "stopped": report.stopped,
    }


def costs(usage: Usage, settings: dict[str, Any]) -> float | None:
    """What the tokens cost at the prices of the configuration; None if it does not name both."""
    read, written = settings["price_input"], settings["price_output"]
    if read is None or written is None:
        return None
    return float(read * usage.input_tokens + written * usage.output_tokens) / 1e6


def estimate_lines(found: Estimate, cost: float | None) -> list[tuple[str, str]]:
    """What a load would ask, for a person."""
    usage = found.usage
    return [
        ("documents", f"{found.documents:,} to ask about"),
        ("calls", f"{usage.calls:,}, besides {counted(usage.cached, 'answer')} in the cache"),
        ("tokens", f"about {usage.input_tokens:,} in, {usage.output_tokens:,} out"),
        ("cost", "no prices: set price_input and price_output" if cost is None else f"about {cost:,.2f}"),
    ]


def estimate_to_json(found: Estimate, cost: float | None) -> dict[str, Any]:
    """The same for programs."""
    usage = found.usage
    return {
        "documents": found.documents,
        "calls": usage.calls,
        "cached": usage.cached,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost": cost,
    }


def _extractor(settings: dict[str, Any], profile: Profile, ask: Ask) -> LanguageModelExtractor:
    return LanguageModelExtractor(
        profile,
        _model(settings),
        sections.rules_of(profile),
        ask,
        context=ContextFilter(
            strength=settings["context_strength"],
            direct=settings["context_direct"],
            top=settings["context_top"],
            order=settings["context_order"],
        ),
        max_input_tokens=settings["max_input_tokens"],
        workers=settings["concurrency"],
    )


def _model(settings: dict[str, Any]) -> str:
    model: str | None = settings["model"]
    if not model:
        raise ConfigurationError("--extractor openai asks a model: name it with --model or SANON_MODEL")
    return model


def _say_where(host: str) -> None:
    click.echo(f"note: the texts of the documents are sent to {host}", err=True)

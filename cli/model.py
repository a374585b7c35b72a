"""The options of --extractor openai, and what it came to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import click
from sanon.cli.printing import counted

from sanon.extraction.llm.extractor import ModelReport
from sanon.extraction.llm.usage import Usage
from sanon.settings.reading import ContextOrder, Model
from sanon.steps.estimate import Estimate

_DEFAULTS = Model()

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
        default=_DEFAULTS.context_strength,
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
        type=click.Choice(get_args(ContextOrder)),
        default=_DEFAULTS.context_order,
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


def costs(usage: Usage, model: Model) -> float | None:
    """What the tokens cost at the prices of the configuration; None if it does not name both."""
    read, written = model.price_input, model.price_output
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

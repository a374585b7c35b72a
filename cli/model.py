"""The options of --extractor openai, and what it came to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import click
from sanon.cli.printing import counted

from sanon.results import EstimateResult, ModelUse
from sanon.settings.input import ContextOrder, Model

_DEFAULTS = Model()
#: Documents that are named in a line.
_SHOWN = 5


def name(about: str) -> Callable[..., Any]:
    """Which model is asked; `about` says what for."""
    return click.option("--model", metavar="NAME", envvar="SANON_MODEL", help=about)


def concurrency(about: str) -> Callable[..., Any]:
    """How many questions are under way; `about` says of what."""
    return click.option(
        "--concurrency",
        type=click.IntRange(1, 64),
        default=4,
        show_default=True,
        envvar="SANON_CONCURRENCY",
        help=about,
    )


timeout = click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=300.0,
    show_default=True,
    envvar="SANON_TIMEOUT",
    help="Seconds that one answer of the model may take.",
)
ASKING: tuple[Callable[..., Any], ...] = (
    name("Model that --extractor openai and rewriting ask, by its name at the endpoint."),
    concurrency("Documents or sentences that the model is asked about at the same time."),
    timeout,
)
OPTIONS: tuple[Callable[..., Any], ...] = (
    *ASKING,
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


def lines(use: ModelUse) -> list[tuple[str, str]]:
    """What asking the model came to, for a person."""
    remembered = f", {use.remembered_tokens:,} of them from its prompt cache" if use.remembered_tokens else ""
    said = f"{counted(use.calls, 'call')}, {counted(use.cached, 'answer')} from the cache"
    tokens = f"{counted(use.input_tokens, 'token')} in{remembered}, {use.output_tokens:,} out"
    result = [("model", f"{said}; {tokens}" if use.calls else said)]
    if use.dropped:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in use.dropped.items())
        result.append(("dropped", f"entries of its answers that were not believed: {reasons}"))
    if use.unconfirmed:
        first = ", ".join(list(use.unconfirmed)[:_SHOWN])
        more = f" and {len(use.unconfirmed) - _SHOWN:,} more" if len(use.unconfirmed) > _SHOWN else ""
        result.append(("look at", f"{first}{more}: asked twice, the model confirmed none of many candidates"))
    return result


def estimate_lines(found: EstimateResult) -> list[tuple[str, str]]:
    """What a load would ask, for a person."""
    cost = found.cost
    return [
        ("documents", f"{found.documents:,} to ask about"),
        ("calls", f"{found.calls:,}, besides {counted(found.cached, 'answer')} in the cache"),
        ("tokens", f"about {found.input_tokens:,} in, {found.output_tokens:,} out"),
        ("cost", "no prices: set price_input and price_output" if cost is None else f"about {cost:,.2f}"),
    ]

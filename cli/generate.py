"""sanon generate."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click
from sanon.cli import options, printing
from sanon.cli.command import Grouped
from sanon.cli.printing import counted, say
from sanon.cli.progress import show_progress

from sanon.errors import ConfigurationError
from sanon.settings.model import Model

if TYPE_CHECKING:
    from sanon.testbench.author.generator import Author
    from sanon.testbench.grammar.generator import Grammar

_SHOWN = 10


@click.command(cls=Grouped)
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--clusters",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    help="How many hidden persons, each with four to six documents and four questions.",
)
@options.takes(options.seed)
@click.option(
    "--generator",
    "way",
    type=click.Choice(["grammar", "model"]),
    default="grammar",
    show_default=True,
    help="grammar: a world is sampled, texts follow from it; no network. model: the model behind OPENAI_BASE_URL "
    "invents what is true in each cluster, and writes it.",
)
@options.takes(options.setting("model"))
@options.takes(options.setting("timeout", default=Model().timeout))
@click.option(
    "--answers",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(".sanon/generate"),
    show_default=True,
    help="Folder that keeps what the model answered, so that the same command again pays nothing twice.",
)
@click.option("--overwrite", is_flag=True, help="Replace an earlier generated folder at OUT.")
@options.takes(options.text_or_json)
def generate(
    out: Path,
    clusters: int,
    seed: int,
    way: str,
    model: str | None,
    timeout: float,
    answers: Path,
    overwrite: bool,
    output_format: str,
) -> None:
    """Make documents about hidden persons in OUT, with the truth about them.

    OUT/documents is what load reads and OUT/entities.jsonl what load --entities reads; clusters.jsonl says which
    documents belong to one person, questions.jsonl what can be asked, and what the answer is. All of it is invented.

    \b
    Examples:
      sanon generate testbench/
      sanon generate testbench/ --clusters 50 --seed 7
      sanon generate large/ --clusters 20000
      sanon generate written/ --clusters 10 --generator model --model gpt-oss-120b
    """
    from sanon.testbench.generate import generate as generate_folder
    from sanon.tuning.sealed import SEALED

    with ExitStack() as open_until_done:
        result = generate_folder(
            out,
            _generator(way, seed, model, timeout, answers, open_until_done),
            clusters=clusters,
            seed=seed,
            overwrite=overwrite,
            progress=show_progress,
        )
    for failed in result.rejected[:_SHOWN]:
        say(f"rejected: {failed.cluster}: {failed.stage}: {failed.reason}", err=True)
    if len(result.rejected) > _SHOWN:
        say(f"… and {len(result.rejected) - _SHOWN} more; {out / 'rejected.jsonl'} lists all", err=True)
    if seed in SEALED:
        say(f"note: seed {seed} is kept for the last measurement: choose nothing by looking at it", err=True)
    if output_format == "json":
        printing.as_json(result.to_json())
        return
    risks = ", ".join(f"{count:,} {risk}" for risk, count in result.by_risk.items())
    printing.as_lines(
        [
            ("generated", f"{counted(result.clusters, 'cluster')} in {out} by {way}, seed {seed}"),
            ("risk", risks),
            ("documents", f"{result.documents:,} in {counted(len(result.by_format), 'format')}"),
            ("entities", f"{counted(result.mentions, 'mention')}"),
            ("questions", f"{result.questions:,}"),
        ]
    )


def _generator(
    way: str, seed: int, model: str | None, timeout: float, answers: Path, open_until_done: ExitStack
) -> Grammar | Author:
    if way == "grammar":
        from sanon.testbench.grammar.generator import Grammar

        return Grammar(seed)
    if not model:
        raise ConfigurationError("--generator model asks a model: name it by --model or SANON_MODEL")
    from sanon.attack.asking import JsonModel
    from sanon.extraction.llm.endpoint import Endpoint
    from sanon.testbench.author.generator import Author

    endpoint = Endpoint(model, timeout=timeout, on_contact=lambda host: say(f"asking {model} at {host}", err=True))
    answers.mkdir(parents=True, exist_ok=True)
    return Author(open_until_done.enter_context(JsonModel(endpoint, answers)), model, seed)

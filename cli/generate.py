"""sanon generate."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.command import Command, Request, Terminal
from sanon.errors import ConfigurationError
from sanon.progress import Progress, silent
from sanon.results import GenerateResult
from sanon.settings.model import Model
from sanon.settings.settings import Settings
from sanon.testbench.request import SEED
from sanon.text.counting import counted

if TYPE_CHECKING:
    from sanon.testbench.author.generator import Author
    from sanon.testbench.grammar.generator import Grammar

_SHOWN = 10


class GenerateRequest(Request):
    """What to invent."""

    out: Annotated[Path, Terminal(argument=True)] = Field(description="Folder, absent or empty.")
    clusters: int = Field(
        default=50, ge=1, description="How many hidden persons, each with four to six documents and four questions."
    )
    seed: int = SEED
    generator: Literal["grammar", "model"] = Field(
        default="grammar",
        description="grammar: a world is sampled, texts follow from it; no network. model: the model behind "
        "OPENAI_BASE_URL invents what is true in each cluster, and writes it.",
    )
    answers: Path = Field(
        default=Path(".sanon/generate"),
        description="Folder that keeps what the model answered, so that the same command again pays nothing twice. "
        "[default: .sanon/generate]",
    )
    overwrite: bool = Field(default=False, description="Replace an earlier generated folder at OUT.")


def run(store: None, settings: Settings, request: GenerateRequest, progress: Progress = silent) -> GenerateResult:
    """Fill the folder.

    Raises:
        ConfigurationError: the folder cannot be written, or no model is named and one is needed.
        ExtractionError: not one cluster could be made; nothing was written.
    """
    from sanon.testbench.generate import generate as generate_folder

    with ExitStack() as open_until_done:
        result = generate_folder(
            request.out,
            _generator(request, settings.model, open_until_done),
            clusters=request.clusters,
            overwrite=request.overwrite,
            progress=progress,
        )
    for failed in result.rejected[:_SHOWN]:
        say(f"rejected: {failed.cluster}: {failed.stage}: {failed.reason}", err=True)
    if len(result.rejected) > _SHOWN:
        more = len(result.rejected) - _SHOWN
        say(f"… and {more} more; {request.out / 'rejected.jsonl'} lists all", err=True)
    return result


@command(
    Command("generate", GenerateRequest, run, graph="none", settings=frozenset({"model", "timeout"})), reads_files=False
)
def generate(result: GenerateResult, request: GenerateRequest) -> None:
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
    printing.as_lines(
        [
            (
                "generated",
                f"{counted(result.clusters, 'cluster')} in {request.out} by {request.generator}, seed {request.seed}",
            ),
            ("risk", ", ".join(f"{count:,} {risk}" for risk, count in result.by_risk.items())),
            ("documents", f"{result.documents:,} in {counted(len(result.by_format), 'format')}"),
            ("entities", f"{counted(result.mentions, 'mention')}"),
            ("questions", f"{result.questions:,}"),
        ]
    )


def _generator(request: GenerateRequest, model: Model, open_until_done: ExitStack) -> Grammar | Author:
    if request.generator == "grammar":
        from sanon.testbench.grammar.generator import Grammar

        return Grammar(request.seed)
    if not model.model:
        raise ConfigurationError("--generator model asks a model: name it by --model or SANON_MODEL")
    from sanon.attack.asking import JsonModel
    from sanon.testbench.author.generator import Author

    request.answers.mkdir(parents=True, exist_ok=True)
    asking = JsonModel.of(model, request.answers, "questions about invented people")
    assert asking is not None  # noqa: S101 - for the type checker: a model is named
    return Author(open_until_done.enter_context(asking), model.model, request.seed)

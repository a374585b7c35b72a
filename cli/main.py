"""The command `sanon`: parse, call, print. Everything it does, the library does."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from sanon import __version__
from sanon.cli.commands import Commands
from sanon.cli.printing import say
from sanon.cli.start import INTERRUPTED
from sanon.errors import SanonError

#: Exit code of what sAnon did not expect (EX_SOFTWARE of sysexits.h): 1 says that a command was done.
DEFECT = 70
_INTERRUPTED = "interrupted; what was written is safe, and the same command goes on from there"
_WELCOME = """\
sAnon protects documents before they are indexed for retrieval: it finds what identifies people, also across
documents, and masks the smallest set of values that brings all of them under a policy.

  sanon init                         settings and a policy to begin with
  sanon run documents/ protected/    load, redact and export in one go
  sanon audit protected/             judge what was written

All commands: sanon --help. One of them, with examples: sanon run --help. Whether all is well here: sanon doctor."""


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="sanon")
@click.option("--debug", is_flag=True, help="Show where an error comes from.")
@click.pass_context
def cli(context: click.Context, debug: bool) -> None:
    """Protect a corpus of documents before it is indexed for retrieval.

    People are re-identified from several documents together. sAnon finds what identifies them, measures how far
    documents and chains of linked documents do, and masks the smallest set of values that brings all under a policy.

    \b
    From nothing to a protected corpus:
      sanon run documents/ protected/
    Step by step, and again when the corpus grows:
      sanon load documents/
      sanon redact
      sanon export protected/
    """
    if context.invoked_subcommand is None:
        say(_WELCOME)


def main() -> int:
    """Run the command line; turns every error into a line, and the places of a leak into some more.

    Returns:
        The exit code.
    """
    logging.getLogger("sanon").addHandler(_Notes())
    try:
        return cli.main(standalone_mode=False) or 0
    except SanonError as error:
        # What was done so far has said what its notes say.
        for note in getattr(error, "__notes__", ()) if error.so_far is None else ():
            say(note, err=True)
        return _failed(error.lines, error.exit_code, error)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _failed((_INTERRUPTED,), INTERRUPTED)
    except BrokenPipeError:
        # The reader of a pipe went away; nobody is left to tell.
        return 1
    except Exception as error:
        return _failed((_defect(error),), DEFECT, error)


class _Notes(logging.Handler):
    """What the library says while it works, as lines on stderr."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one."""
        say(f"note: {record.getMessage()}", err=True)


def _defect(error: Exception) -> str:
    """Says where sAnon itself went wrong; what the error says stays untold, since it may hold a value."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "sanon" in Path(frame.filename).parts]
    where = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return (
        f"a defect of sAnon: {type(error).__name__}{where}. No export was left half written; please "
        "report this line. `sanon --debug …` shows how it came there"
    )


def _trace(error: BaseException | None) -> Iterator[str]:
    """Where an error and its causes come from; what libraries say of them stays untold, since it may hold a value."""
    if error is None:
        return
    yield from _trace(error.__cause__ or (None if error.__suppress_context__ else error.__context__))
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}, line {frame.lineno}, in {frame.name}: {frame.line}"
    yield f"{type(error).__qualname__}{f': {error}' if isinstance(error, SanonError) else ''}"


def _failed(lines: Sequence[str], exit_code: int, error: BaseException | None = None) -> int:
    if "--debug" in sys.argv:
        for line in _trace(error):
            say(line, err=True)
    say(f"sanon: {lines[0]}", err=True)
    for line in lines[1:]:
        say(f"  {line}", err=True)
    return exit_code

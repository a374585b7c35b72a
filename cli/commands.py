"""The commands of `sanon`, each imported only when it is asked for."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from sanon.cli.start import nothing_begun

#: Name -> what it is for, in one line; in the order of a first use. `sanon.cli.<name>` holds it, with _ for -.
COMMANDS = {
    "init": "Write settings and a policy to begin with, after a preset if you like.",
    "run": "Load DOCS, redact, and export to OUT, in one go.",
    "load": "Read DOCS and find what identifies people.",
    "redact": "Choose the smallest set of entities to mask.",
    "export": "Write the protected corpus to OUT.",
    "audit": "Check the export OUT, independently of what made it.",
    "attack": "Try to find out whom each document of the export OUT is about.",
    "report": "Write a page to look at: what was masked and why, and what remains.",
    "review": "Look at the protected documents side by side, and decide mask by mask.",
    "restore": "Give back the originals of an export, by its vault.",
    "analyze": "Show how far documents, links and chains identify people.",
    "explain": "Say why an entity is masked or kept, or what makes a document or chain risky.",
    "what-if": "Show what other masks or limits would change.",
    "frontier": "Show how many masks each policy of a grid needs, and what risk it leaves.",
    "serve": "Protect texts over HTTP, for other programs.",
    "status": "Show what the graph holds, what is pending, and what ran last.",
    "doctor": "Check whether sAnon can work here, and say what to do if not.",
    "tune": "Measure the thresholds on documents that somebody has annotated.",
    "generate": "Make documents with the truth about them, for bench.",
    "bench": "Compare what protection costs and gains, on documents with the truth about them.",
}


class Commands(click.Group):
    """A group whose help needs none of its commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module = cmd_name.replace("-", "_")
        with nothing_begun():
            command = getattr(import_module(f"sanon.cli.{module}"), module)
        assert isinstance(command, click.Command)  # noqa: S101 - a test looks at every one
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; a name that is none gets the nearest one as a hint."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], COMMANDS, n=1, cutoff=0.5)
            hint = f"did you mean sanon {near[0]}?" if near else "sanon --help lists them"
            ctx.fail(f"no command {args[0]!r}: {hint}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names with their summaries, and options; without importing a command."""
        named = [CompletionItem(name, help=what) for name, what in COMMANDS.items() if name.startswith(incomplete)]
        return named + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

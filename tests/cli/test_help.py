"""Every command explains itself."""

import subprocess
import sys
from typing import get_args

import click
import pytest
from click.testing import CliRunner

from sanon.cli.commands import COMMANDS
from sanon.cli.main import cli

#: What takes long to import, and what no command needs before it runs.
HEAVY = {"ladybug", "neo4j", "numpy", "openai", "pandas", "pyarrow", "pydantic", "scipy", "sklearn"}


def command_of(name):
    return cli.get_command(click.Context(cli), name)


def test_the_help_imports_nothing_that_takes_long():
    code = (
        "import sys\nfrom sanon.cli.main import cli\ncli.main(['--help'], standalone_mode=False)\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    assert imported & HEAVY == set()
    assert all(f"  {name} " in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_text_with_examples(name):
    shown = CliRunner().invoke(cli, [name, "--help"])
    assert shown.exit_code == 0
    assert "Examples:" in shown.output
    assert f"sanon {name}" in shown.output.split("Examples:")[1]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_help_text(name):
    options = [parameter for parameter in command_of(name).params if isinstance(parameter, click.Option)]
    assert options
    assert [option.name for option in options if not option.help] == []


def test_every_choice_of_an_option_is_there():
    from sanon.extraction.llm.context import ContextFilter
    from sanon.selection.candidates import OBJECTIVES
    from sanon.settings.masking import Objective
    from sanon.settings.model import Model

    assert get_args(Objective) == OBJECTIVES
    assert Model().context_strength == ContextFilter().strength

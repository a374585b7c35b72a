"""Every command explains itself."""

import click
import pytest
from click.testing import CliRunner
from sanon.cli.main import cli

COMMANDS = sorted(cli.commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_text_with_examples(name):
    shown = CliRunner().invoke(cli, [name, "--help"])
    assert shown.exit_code == 0
    assert "Examples:" in shown.output
    assert f"sanon {name}" in shown.output.split("Examples:")[1]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_help_text(name):
    options = [parameter for parameter in cli.commands[name].params if isinstance(parameter, click.Option)]
    assert options
    assert [option.name for option in options if not option.help] == []


def test_every_setting_of_the_configuration_is_an_option_somewhere():
    from sanon.cli.options import CONFIGURABLE

    known = {parameter.name for command in cli.commands.values() for parameter in command.params}
    assert known >= CONFIGURABLE

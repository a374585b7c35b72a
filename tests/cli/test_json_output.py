"""What commands print for other programs has the shape that is published with them."""

import json
from importlib import resources

import jsonschema

from tests.cli.conftest import EXAMPLE

_GIVEN = (EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl")
#: In the order of a first use.
_COMMANDS = {
    "doctor": (),
    "load": _GIVEN,
    "redact": (),
    "status": (),
    "export": ("out",),
    "attack": ("out",),
    "frontier": ("--grid-edge-threshold", "0.5", "--grid-theta-doc", "0.8,0.95", "--grid-theta-chain", "0.5"),
    "tune": (*_GIVEN, "--labels", EXAMPLE / "labels.toml", "--grid-edge-threshold", "0.4,0.5"),
}


def test_json_output_has_its_schema(sanon):
    for command, arguments in _COMMANDS.items():
        schema = json.loads(resources.files("sanon.schemas").joinpath(f"{command}-1.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(sanon.json(command, *arguments), schema)

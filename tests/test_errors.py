"""What a message says that asks for a library."""

import sys

from sanon import errors
from sanon.errors import ExtraMissing, installing


def test_a_hint_names_the_installer_of_the_environment_that_runs(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/opt/my tools/bin/python")
    monkeypatch.setattr(errors.shutil, "which", lambda _: "/usr/bin/pip")  # of another environment
    assert installing("'sanon[spark]'") == "'/opt/my tools/bin/python' -m pip install 'sanon[spark]'"
    monkeypatch.setattr(errors.shutil, "which", lambda _: "/opt/my tools/bin/pip")
    assert str(ExtraMissing("--plot needs matplotlib", "plot")) == "--plot needs matplotlib: pip install 'sanon[plot]'"
    # uv makes environments without pip.
    monkeypatch.setattr(errors, "find_spec", lambda _: None)
    assert installing("'sanon[plot]'") == "uv pip install --python '/opt/my tools/bin/python' 'sanon[plot]'"

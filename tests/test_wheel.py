"""What is installed, not what lies in the checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_wheel_holds_all_it_needs_and_nothing_else_at_the_top(tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    for name in ("sanon", "cli", "cypher"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", str(source), "--no-deps", "--wheel-dir", str(tmp_path)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name.split("/")[0] for name in names} == {"sanon", wheel.name.split("-py3")[0] + ".dist-info"}
    for folder, installed in (("cypher", "sanon/cypher"), ("sanon", "sanon"), ("cli", "sanon/cli")):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                assert f"{installed}/{file.relative_to(ROOT / folder).as_posix()}" in names

    target = tmp_path / "installed"
    subprocess.run([*pip, "install", str(wheel), "--no-deps", "--target", str(target)], check=True)
    program = (
        "from sanon.cypher import statement, statement_names\n"
        "import click\n"
        "from sanon.cli.main import cli\n"
        "for name in cli.list_commands(None): assert cli.get_command(click.Context(cli), name)\n"
        "import sanon\n"
        "assert sanon.__file__.startswith(TARGET) and len(statement_names()) > 40\n"
        "for name in statement_names(): statement(name)\n"
        "from sanon.settings.profile import load_profile, shipped_profiles\n"
        "for name in shipped_profiles(): load_profile(name)\n"
    ).replace("TARGET", repr(str(target)))
    environment = os.environ | {"PYTHONPATH": str(target)}
    subprocess.run([sys.executable, "-c", program], check=True, cwd=tmp_path, env=environment)

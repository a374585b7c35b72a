"""What CI runs, on every Python that is installed: `nox`, or one: `nox -s tests-3.12`. `make test` needs no nox."""

from pathlib import Path

import nox

#: As the classifiers of pyproject.toml say.
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
nox.options.default_venv_backend = "venv"


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """All tests, or those that are named: nox -s tests-3.11 -- tests/risk."""
    session.install("--editable", ".[dev]")
    session.run("python", "-m", "pytest", "-n", "2", "--dist", "worksteal", *session.posargs)


@nox.session(python=PYTHONS[0])
def lint(session: nox.Session) -> None:
    """Style."""
    session.install("ruff>=0.11")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session(python=PYTHONS[0])
def types(session: nox.Session) -> None:
    """Types, of the installed package: the folders cli/ and cypher/ are part of it only there."""
    session.install(".[dev]")
    session.run("mypy", "--strict", "-p", "sanon")


@nox.session(python=PYTHONS[0])
def package(session: nox.Session) -> None:
    """A package whose README an index can show."""
    session.install("build>=1.2", "twine>=6")
    folder = Path(session.create_tmp())
    session.run("python", "-m", "build", "--outdir", str(folder))
    session.run("twine", "check", "--strict", *map(str, folder.glob("sanon-*")))

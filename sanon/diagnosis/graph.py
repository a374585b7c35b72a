"""Doctor: the graph, at an address of a server or in a folder; opened to read, and never made."""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import ladybug

from sanon.cypher import index_of, schema, statement
from sanon.diagnosis import check
from sanon.errors import SanonError
from sanon.graph.embedded import DATABASE, EmbeddedEngine, is_graph
from sanon.graph.engine import Engine
from sanon.graph.open import connect
from sanon.results.doctor import Check

if TYPE_CHECKING:
    from sanon.graph.bolt import BoltEngine

_ROUND_TRIPS = 9
#: A load sends some hundred statements: from here on a person waits for the line.
_SLOW_MILLISECONDS = 50.0
_FIRST_LOAD = "sanon load DOCS makes it"


def server_checks(address: str) -> list[Check]:
    """A Neo4j server: what it is, and what its database holds."""
    try:
        engine = connect(address)
    except SanonError as error:
        return [check("address", "fail", str(error))]
    try:
        return [check("address", "ok", address), *_server(engine)]
    except SanonError as error:
        return [check("address", "ok", address), check("database", "fail", str(error))]
    finally:
        engine.close()


def folder_checks(address: str) -> list[Check]:
    """A folder of the embedded engine: its file, who may read it, and what it holds."""
    folder = Path(address)
    checks = [check("engine", "ok", f"Ladybug {ladybug.__version__}, embedded")]
    try:
        # A command that was killed at its very beginning leaves an empty file.
        if not is_graph(folder) or not (folder / DATABASE).stat().st_size:
            return [*checks, _missing(folder)]
        held = _is_locked(folder / DATABASE)
        checks += [_files(folder), _permissions(folder), _claim("now" if held else None)]
        engine = EmbeddedEngine(folder, read_only=True)
    except OSError as error:
        return [*checks, check("address", "fail", f"{folder}: {error.strerror}", "this user may not read it")]
    except SanonError as error:
        return [*checks, check("file", "fail", str(error))]
    try:
        return [*checks, *_corpus(engine, running=held), _latency(engine)]
    except SanonError as error:
        return [*checks, check("corpus", "fail", str(error))]
    finally:
        engine.close()


def _server(engine: BoltEngine) -> list[Check]:
    known = engine.read(statement("server/neo4j/version")).iloc[0]
    databases = engine.read(statement("server/neo4j/databases")).set_index("name")
    here = databases.loc[engine.database]
    writable = here["access"] == "read-write" and bool(here["writer"])
    claims = engine.read(statement("server/neo4j/claims"))
    since = claims.loc[claims["database"] == engine.database, "since"].tolist()
    return [
        check("server", "ok", f"{known['name']} {known['version']}, {known['edition']}"),
        check("database", "ok", f"{engine.database}, {here['status']}"),
        check("writing", "ok", "allowed")
        if writable
        else check(
            "writing", "warn", "the database is read-only", "sanon status, analyze and redact --dry-run work on it"
        ),
        _constraints(engine),
        _claim(f"since {since[0][:19]}" if since else None),
        *_corpus(engine, running=bool(since)),
        _latency(engine),
    ]


def _constraints(engine: Engine) -> Check:
    wanted = [index_of(text) for text in schema("neo4j")]
    present = set(engine.read(statement("server/neo4j/indexes"))["name"])
    missing = [name for name in wanted if name not in present]
    if not missing:
        return check("constraints", "ok", f"{len(wanted)} of {len(wanted)}")
    if len(missing) == len(wanted) and engine.read(statement("server/neo4j/foreign_nodes"))["nodes"].iloc[0]:
        return check(
            "constraints",
            "fail",
            "the database holds documents or entities of another program",
            "name an empty database with NEO4J_DATABASE",
        )
    return check("constraints", "warn", f"missing: {', '.join(missing)}", "the next sanon load creates them")


def _corpus(engine: Engine, *, running: bool) -> list[Check]:
    """What the graph holds, and whether the last command got to its end."""
    if engine.read(statement("read/corpus")).empty:
        return [check("corpus", "warn", "there is none yet", _FIRST_LOAD)]
    counts = engine.read(statement("read/counts")).iloc[0].fillna(0).astype(int)
    totals = engine.read(statement("read/totals")).set_index("kind")["number"]
    held = (
        f"{counts['documents']:,} documents, {counts['entities']:,} entities ({counts['masked']:,} masked), "
        f"{totals.get('mentions', 0):,} mentions, {totals.get('links', 0):,} links"
    )
    pending = check("pending", "ok", "no document")
    if counts["pending"]:
        pending = check(
            "pending", "warn", f"{counts['pending']:,} documents, which are never exported", "sanon load DOCS again"
        )
    return [check("corpus", "ok", held), pending, _last_run(engine, running=running)]


def _last_run(engine: Engine, *, running: bool) -> Check:
    runs = engine.read(statement("read/runs"))
    if runs.empty:
        return check("last run", "warn", "nothing has run", _FIRST_LOAD)
    last = runs.iloc[0]
    named = f"{last['command']} of {last['started_at'][:19]}"
    if last["counts"]:
        return check("last run", "ok", f"{named}, done; the numbers are complete")
    if running:
        return check("last run", "ok", f"{named}, at work")
    return check("last run", "warn", f"{named}, interrupted: the numbers are not complete", "run it again")


def _latency(engine: Engine) -> Check:
    spent = []
    for _ in range(_ROUND_TRIPS):
        began = time.perf_counter()
        engine.read(statement("read/round_trip"))
        spent.append(1000 * (time.perf_counter() - began))
    shown = f"{median(spent):.1f} ms, the median of {_ROUND_TRIPS} round trips"
    if median(spent) > _SLOW_MILLISECONDS:
        return check("latency", "warn", shown, "run sanon nearer to the server")
    return check("latency", "ok", shown)


def _claim(since: str | None) -> Check:
    if since is None:
        return check("claim", "ok", "no other command is at work")
    return check("claim", "warn", f"another command holds the graph, {since}", "wait until it is done")


def _missing(folder: Path) -> Check:
    if folder.exists() and not folder.is_dir():
        return check("address", "fail", f"{folder} is a file", "--graph takes a folder or a bolt:// address")
    if folder.is_dir() and {child.name for child in folder.iterdir()} - {".gitignore", DATABASE}:
        return check("address", "fail", f"{folder} holds something else", "name a new or empty folder with --graph")
    return check("address", "warn", f"{folder}: there is no graph yet", _FIRST_LOAD)


def _files(folder: Path) -> Check:
    size = sum(child.stat().st_size for child in folder.iterdir() if child.name.startswith(DATABASE))
    return check("address", "ok", f"{folder}, {size / 1e6:,.1f} MB")


def _permissions(folder: Path) -> Check:
    mode = folder.stat().st_mode & 0o777
    if not os.access(folder, os.W_OK) or not os.access(folder / DATABASE, os.W_OK):
        return check("folder", "fail", f"mode {mode:04o}: this user may not write", "commands open the graph to write")
    if mode & 0o077:
        return check("folder", "warn", f"mode {mode:04o}: others may read the originals", f"chmod 700 {folder}")
    return check("folder", "ok", f"mode {mode:04o}: only its owner may read it")


def _is_locked(file: Path) -> bool:
    """Whether another process has the file open to write; the engine holds such a lock while it does."""
    try:
        import fcntl
    except ImportError:
        # Not on Windows; there the engine itself refuses to open the file.
        return False
    with file.open("rb") as opened:
        try:
            fcntl.lockf(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False

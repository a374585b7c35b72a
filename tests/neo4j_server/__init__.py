"""A Neo4j server for the tests: the one that NEO4J_URI names, or one in Docker, or one from Maven Central.

The last needs Java 17 or 21 and Maven, and network the first time: the jars (140 MB) stay in ~/.cache/sanon-tests.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import neo4j

VERSION = "5.26.31"
IMAGE = f"neo4j:{VERSION}-community"
CACHE = Path.home() / ".cache" / "sanon-tests" / f"neo4j-{VERSION}"
_POM = Path(__file__).with_name("pom.xml")
_COPY_JARS = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
#: Until a server counts as hung. A database whose server was killed cannot be opened to be read only.
_SECONDS = 300
#: The compiler for servers that live for days takes a quarter of the time here and gives nothing; to verify classes
#: that Maven brought takes 1.5 of the 10 seconds of a start.
_JAVA = (
    "java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-BytecodeVerificationRemote",
)  # fmt: skip
_TAIL = 30
_OPENED = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch", "java.base/java.util.concurrent")
_SETTINGS = """\
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{bolt}
server.http.listen_address=127.0.0.1:{http}
server.https.enabled=false
dbms.usage_report.enabled=false
server.memory.pagecache.size={pagecache}
db.tx_log.preallocate=false
"""


class NoServerError(Exception):
    """No Neo4j server can be had here; the message says what is missing."""


@dataclass(frozen=True)
class Server:
    """A server that answers.

    Attributes:
        uri: of Bolt.
        http: of Neo4j Browser; empty if unknown.
        pid: of the process; 0 if it was started elsewhere.
    """

    uri: str
    username: str
    password: str
    database: str = "neo4j"
    http: str = ""
    pid: int = 0

    @property
    def environment(self) -> dict[str, str]:
        """What the command `sanon` reads."""
        return {
            "NEO4J_URI": self.uri,
            "NEO4J_USERNAME": self.username,
            "NEO4J_PASSWORD": self.password,
            "NEO4J_DATABASE": self.database,
        }

    def driver(self) -> neo4j.Driver:
        return neo4j.GraphDatabase.driver(self.uri, auth=(self.username, self.password))


@contextmanager
def any_server(environment: Mapping[str, str]) -> Iterator[Server]:
    """The server of the environment, of Docker, or of Maven, in this order."""
    if "NEO4J_URI" in environment:
        with _given(environment) as server:
            yield server
    elif _docker_answers():
        with _in_docker() as server:
            yield server
    else:
        with from_maven() as server:
            yield server


@contextmanager
def from_maven(
    bolt: int = 0,
    http: int = 0,
    password: str = "",
    home: Path | None = None,
    settings: str = "",
    heap: str = "1g",
    pagecache: str = "128m",
    java: Sequence[str] = _JAVA,
) -> Iterator[Server]:
    """A server in a process of its own; free ports and a new home unless they are named, stopped at the end."""
    jars = _jars()
    bolt, http, password = bolt or _free_port(), http or _free_port(), password or secrets.token_hex(16)
    temporary = None if home else tempfile.mkdtemp(prefix="sanon-neo4j-")
    home = home or Path(str(temporary))
    try:
        new = not (home / "conf").exists()
        for name in ("conf", "data", "logs", "run", "plugins", "import"):
            (home / name).mkdir(parents=True, exist_ok=True)
        (home / "conf" / "neo4j.conf").write_text(
            _SETTINGS.format(bolt=bolt, http=http, pagecache=pagecache) + settings
        )
        if new:
            _set_password(jars, home, password)
        log = home / "logs" / "console.log"
        with log.open("wb") as console:
            process = subprocess.Popen(
                _command(jars, home, heap, java),
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        server = Server(f"bolt://127.0.0.1:{bolt}", "neo4j", password, http=f"http://127.0.0.1:{http}", pid=process.pid)
        try:
            _wait(server, process, log)
            yield server
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    finally:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)


@contextmanager
def _given(environment: Mapping[str, str]) -> Iterator[Server]:
    if "PYTEST_XDIST_WORKER" in environment:
        raise NoServerError(
            "NEO4J_URI names one database for all workers of pytest: run without -n, or unset NEO4J_URI"
        )
    server = Server(
        environment["NEO4J_URI"],
        environment.get("NEO4J_USERNAME", "neo4j"),
        environment.get("NEO4J_PASSWORD", ""),
        environment.get("NEO4J_DATABASE", "neo4j"),
    )
    with server.driver() as driver:
        held = driver.execute_query("MATCH (n) RETURN count(n) AS nodes", database_=server.database).records[0]["nodes"]
    if held:
        raise NoServerError(
            f"the database at NEO4J_URI={server.uri} holds {held} nodes, and the tests empty it: "
            "name an empty one, or unset NEO4J_URI"
        )
    try:
        yield server
    finally:
        with server.driver() as driver:
            driver.execute_query("MATCH (n) DETACH DELETE n", database_=server.database)


def _docker_answers() -> bool:
    try:
        import docker

        return bool(docker.from_env().ping())
    except Exception:
        return False


@contextmanager
def _in_docker() -> Iterator[Server]:
    from testcontainers.community.neo4j import Neo4jContainer

    password = secrets.token_hex(16)
    with Neo4jContainer(image=IMAGE, password=password) as container:
        yield Server(container.get_connection_url(), "neo4j", password)


def _jars() -> Path:
    missing = [tool for tool in ("java", "mvn") if shutil.which(tool) is None]
    jars = CACHE / "lib"
    if jars.is_dir():
        missing = [tool for tool in missing if tool == "java"]
    if missing:
        raise NoServerError(
            f"the tests need a Neo4j server: set NEO4J_URI, or start Docker, or install {' and '.join(missing)} "
            "(Java 17 or 21 and Maven), which start one without Docker"
        )
    if not jars.is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            fetched = Path(folder) / "lib"
            done = subprocess.run(
                ["mvn", "-B", "-q", "-ntp", "-f", str(_POM), _COPY_JARS, "-DincludeScope=runtime", "-DincludeTypes=jar",
                 f"-DoutputDirectory={fetched}"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if done.returncode:
                raise NoServerError(f"Maven could not fetch Neo4j {VERSION}:\n{_last_lines(done.stdout + done.stderr)}")
            if not jars.is_dir():
                # In one step, so that a half-filled folder is never taken for a whole one.
                fetched.rename(jars)
    return jars


def _set_password(jars: Path, home: Path, password: str) -> None:
    done = subprocess.run(
        [*_JAVA, "-cp", f"{jars}/*", f"-Dbasedir={home}", "org.neo4j.server.startup.Neo4jAdminCommand", "dbms",
         "set-initial-password", password],
        env=os.environ | {"NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise NoServerError(f"Neo4j took no password:\n{_last_lines(done.stdout + done.stderr)}")


def _command(jars: Path, home: Path, heap: str, java: Sequence[str]) -> list[str]:
    return [
        *java, "-Xms256m", f"-Xmx{heap}",
        *(f"--add-opens={package}=ALL-UNNAMED" for package in _OPENED),
        "-Dio.netty.tryReflectionSetAccessible=true", "-Dlog4j2.disable.jmx=true", "-Dfile.encoding=UTF-8",
        "-Djava.awt.headless=true", "-cp", f"{home}/plugins/*:{home}/conf/*:{jars}/*",
        "org.neo4j.server.CommunityEntryPoint", f"--home-dir={home}", f"--config-dir={home}/conf", "--console-mode",
    ]  # fmt: skip


def _wait(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + _SECONDS
    while "Started." not in (said := log.read_text("utf-8", "replace")):
        if process.poll() is not None or time.monotonic() > until:
            raise NoServerError(f"Neo4j did not start:\n{_last_lines(said)}")
        time.sleep(0.1)
    with server.driver() as driver:
        driver.execute_query("RETURN 1", database_=server.database)  # waits until the database is there, too


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _last_lines(text: str) -> str:
    return "\n".join(text.splitlines()[-_TAIL:])

"""What the driver and the server say, in one line: what is wrong and what to do; never a value, never a password."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from neo4j.exceptions import AuthError, DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from sanon.errors import GraphError

_BROWSER_PORTS = (7473, 7474)
#: Part of a code of the server -> what to tell; the first that fits.
_REFUSALS = {
    "Security.AuthenticationRateLimit": "too many wrong passwords; check NEO4J_PASSWORD and wait some seconds",
    "Security.CredentialsExpired": "the password must be changed first: log in once with Neo4j Browser",
    "Security.Unauthorized": "user or password is wrong; set NEO4J_USERNAME and NEO4J_PASSWORD",
    "Security.Forbidden": "the user may not do this; it needs to read, write and create constraints",
    "Database.DatabaseNotFound": "no database {database}; set NEO4J_DATABASE",
    "DatabaseUnavailable": "database {database} is stopped or starting; try again",
    "ReadOnly": "database {database} is read-only; sanon status, analyze and redact --dry-run work on it",
    "MemoryPoolOutOfMemory": "a transaction outgrew the server; raise its server.memory.heap.max_size",
    "TransactionOutOfMemory": "a transaction outgrew the server; raise its server.memory.heap.max_size",
    "Schema.ConstraintCreationFailed": "nodes of another program share ids; name an empty database with NEO4J_DATABASE",
    "Cluster.NotALeader": "this server only follows; use the neo4j:// address of the cluster",
}
_CLAIMED = "another command is writing; wait until it is done"


@contextmanager
def explained(address: str, database: str, what: str, port: int | None = None) -> Iterator[None]:
    """Turn what the driver raises into a GraphError.

    Args:
        what: the statement that ran.
        port: of the address, at the first contact.

    Raises:
        GraphError: in place of any error of the driver or the server.
    """
    try:
        yield
    except (Neo4jError, DriverError) as error:
        raise GraphError(f"graph {address}: {_sentence(error, database, what, port)}") from error


def _sentence(error: Exception, database: str, what: str, port: int | None) -> str:
    code = str(error.code or "") if isinstance(error, Neo4jError) else ""
    if what.endswith("/claim") and ("TimedOut" in code or "LockClientStopped" in code):
        return _CLAIMED
    for part, told in _REFUSALS.items():
        if part in code:
            return told.format(database=database)
    if isinstance(error, AuthError):
        return _REFUSALS["Security.Unauthorized"]
    if isinstance(error, (ServiceUnavailable, SessionExpired)):
        return _unreachable(error, port)
    if "too large to index" in str(error):
        return "an id is longer than the 8,164 bytes that Neo4j indexes; shorten it"
    again = "; run the command again" if ".TransientError." in code else ""
    # The server's message may quote a value: name the statement only.
    return f"statement {what} failed ({code or type(error).__name__}){again}"


def _unreachable(error: Exception, port: int | None) -> str:
    causes = list(_causes(error))
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return "no such host; check the address"
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return "no encrypted connection; take the scheme without +s, or +ssc for a self-signed certificate"
    if port in _BROWSER_PORTS:
        return f"no Bolt at port {port}, which is that of Neo4j Browser; Bolt is at 7687 as a rule"
    if port is None:
        return "the connection broke; nothing unfinished is kept, run the command again"
    if any(isinstance(cause, (ConnectionRefusedError, TimeoutError)) for cause in causes):
        return "nobody answers; is the server running, and the port right?"
    return (
        "no Neo4j answers; is it running, at this port (7687 as a rule) and with this scheme (+s if encrypted, "
        "+ssc for a self-signed certificate)?"
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        yield from (inner for inner in getattr(error, "exceptions", ()))
        error = error.__cause__ or error.__context__

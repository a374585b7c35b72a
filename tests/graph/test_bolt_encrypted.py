"""Neo4j behind TLS with a certificate that nobody but its owner has signed."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from sanon.errors import GraphError
from sanon.graph.bolt import BoltEngine
from sanon.graph.store import Store
from tests.cli.conftest import Sanon
from tests.graph.records import document, mention, write
from tests.neo4j_server import NoServerError, Server, from_maven

_TLS = """\
server.bolt.tls_level=OPTIONAL
dbms.ssl.policy.bolt.enabled=true
dbms.ssl.policy.bolt.base_directory={folder}
dbms.ssl.policy.bolt.private_key=private.key
dbms.ssl.policy.bolt.public_certificate=public.crt
dbms.ssl.policy.bolt.client_auth=NONE
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: the one of the other tests has no certificate."""
    folder = tmp_path_factory.mktemp("certificates")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
         "-keyout", folder / "private.key", "-out", folder / "public.crt"],
        check=True, capture_output=True,
    )  # fmt: skip
    try:
        with from_maven(settings=_TLS.format(folder=folder)) as server:
            yield server
    except NoServerError as error:
        # Where Docker or NEO4J_URI serve the other tests, Java and Maven may be missing.
        pytest.skip(str(error))


def _uri(server: Server, scheme: str) -> str:
    return server.uri.replace("bolt://", f"{scheme}://")


def _engine(server: Server, scheme: str) -> BoltEngine:
    uri = _uri(server, scheme)
    return BoltEngine(uri, username=server.username, password=server.password, database=server.database)


@pytest.mark.parametrize("scheme", ["bolt+ssc", "neo4j+ssc"])
def test_a_self_signed_certificate_is_taken_where_the_scheme_says_so(scheme, encrypted):
    engine = _engine(encrypted, scheme)
    assert engine._driver.encrypted
    with Store(engine) as store:
        write(store, [document("a")], [mention("a", "anna")])
        store.claim()
        assert store.counts()["documents"] == 1


@pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+s"])
def test_a_self_signed_certificate_is_refused_where_it_must_be_trusted(scheme, encrypted):
    with pytest.raises(GraphError) as caught:
        _engine(encrypted, scheme)
    message = str(caught.value)
    assert message.startswith(f"graph {_uri(encrypted, scheme)}: ")
    assert "+ssc for a self-signed certificate" in message
    assert "\n" not in message


def test_commands_work_over_it(encrypted, tmp_path):
    with Store(_engine(encrypted, "bolt+ssc")):
        pass
    environment = encrypted.environment | {"NEO4J_URI": _uri(encrypted, "bolt+ssc")}
    shown = Sanon(tmp_path)("doctor", **environment)
    assert shown.exit_code == 0
    assert "constraints  10 of 10" in shown.out
    refused = Sanon(tmp_path)("status", **environment | {"NEO4J_URI": _uri(encrypted, "bolt+s")})
    assert refused.exit_code == 4
    assert "+ssc for a self-signed certificate" in refused.err

"""`python -m tests.neo4j_server`: Neo4j with Neo4j Browser on the usual ports, until Control+C; the data stay."""

import os
import secrets
import signal
import sys
from pathlib import Path

from tests.neo4j_server import NoServerError, from_maven


def main() -> None:
    home = Path(os.environ.get("NEO4J_DEV_HOME", ".neo4j")).resolve()
    password_file = home / "password"
    try:
        home.mkdir(mode=0o700, exist_ok=True)
        (home / ".gitignore").write_text("*\n")
        # The password of a store is set once, before its first start.
        if not password_file.exists():
            password_file.touch(mode=0o600)
            password_file.write_text(os.environ.get("NEO4J_PASSWORD") or secrets.token_hex(8))
        password = password_file.read_text()
        with from_maven(bolt=7687, http=7474, password=password, home=home) as server:
            print(f"Neo4j Browser: {server.http}/browser/?dbms={server.uri}&db=neo4j  user neo4j, password {password}")
            print(f"for sanon:     export NEO4J_URI={server.uri} NEO4J_PASSWORD={password}")
            print("Control+C stops it; the graph stays in", home, flush=True)
            signal.pause()
    except NoServerError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print("stopped")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main()

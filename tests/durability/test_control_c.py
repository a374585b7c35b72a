"""Control+C of the installed command: one line and 130 whatever it is doing, and at once."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator

import pytest

from tests.durability.processes import STARTED, Running


def test_it_is_told_at_every_moment_of_a_command(tmp_path):
    """Also while Python tidies up, for a quarter of the time, which nobody sees: no traceback, no death by signal."""
    took = Running(tmp_path, {}, "status", "--help").ended().seconds
    moments = [STARTED + (1 - STARTED) * number / 9 for number in range(10)]
    ends = [Running(tmp_path, {}, "status", "--help").signalled(signal.SIGINT, moment * took) for moment in moments]
    for ended in ends:
        assert ended.exit_code in (0, 130), ended.err
        assert ended.exit_code == 0 or ended.told.startswith("sanon: interrupted"), ended.err
    assert 130 in {ended.exit_code for ended in ends}


@pytest.fixture
def silent_server() -> Iterator[str]:
    """Takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"bolt://127.0.0.1:{listening.getsockname()[1]}"


def test_it_does_not_wait_for_a_server_that_says_nothing(silent_server, tmp_path):
    """The driver does, for a minute, and Python would wait for its thread."""
    environment = {"NEO4J_URI": silent_server, "NEO4J_PASSWORD": "-"}
    ended = Running(tmp_path, environment, "status").signalled(signal.SIGINT, 3)
    assert ended.exit_code == 130
    assert ended.told.startswith("sanon: interrupted")
    assert ended.seconds < 6

"""A review is the same, whether a person or a program began it."""

from __future__ import annotations

import json
import re

from tests.review.conftest import POLICY, copied, reviewing, reviewing_in_python
from tests.review.test_who_may_ask import DECISION, ask


def reviewed(running):
    """The page's data and what a decision would change, as the server answers; then the policy file."""
    _, headers, _ = ask(running, "GET", f"/?token={running.token}")
    cookie, path = headers["Set-Cookie"].partition(";")[0], re.search(r"Path=(/[^;]+/)", headers["Set-Cookie"])[1]
    listed = json.loads(ask(running, "GET", f"{path}api/overview", Cookie=cookie)[2])
    document = json.loads(ask(running, "GET", f"{path}api/document?id=c1-claim-form", Cookie=cookie)[2])
    own = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{running.port}", "Content_Type": "application/json"}
    masked = next(one["id"] for one in document["entities"] if one["masked"])
    kept = json.dumps({"action": "keep", "entity": masked})
    changes = [json.loads(ask(running, "POST", f"{path}api/decide", body, **own)[2]) for body in (DECISION, kept)]
    return listed, document, changes, running.policy


def test_both_faces_of_a_review_show_decide_and_write_the_same(protected, tmp_path):
    terminal, python = (copied(protected, tmp_path / name) for name in ("terminal", "python"))
    with reviewing(terminal, "--no-open", "--policy", "policy.toml") as on_terminal:
        shown = reviewed(on_terminal)
    with reviewing_in_python(python, "decisions='policy.toml', no_open=True") as in_python:
        assert reviewed(in_python) == shown
    assert in_python.said == on_terminal.said == {"policy_file": "policy.toml", "mask": 0, "keep": 1, "accepted": 1}
    assert shown[3] != POLICY

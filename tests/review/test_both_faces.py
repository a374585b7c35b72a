"""A review is the same, whether a person or a program began it."""

from __future__ import annotations

import json
import re

import pytest

from sanon.corpus_state.runs import recorded_run
from sanon.errors import ConfigurationError
from sanon.graph.open import open_existing
from sanon.review.answers import Decision
from sanon.review.session import Review
from sanon.settings.settings import Settings
from tests.review.conftest import POLICY, copied, reviewing, reviewing_in_python
from tests.review.test_who_may_ask import DECISION, ask


def opened(running):
    """What a browser holds after the first call: the cookie and the path it is for."""
    _, headers, _ = ask(running, "GET", f"/?token={running.token}")
    return headers["Set-Cookie"].partition(";")[0], re.search(r"Path=(/[^;]+/)", headers["Set-Cookie"])[1]


def reviewed(running):
    """The page's data and what a decision would change, as the server answers; then the policy file."""
    cookie, path = opened(running)
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


@pytest.mark.parametrize(
    "decision",
    [
        {"action": "mask", "type": "PROVIDER", "value": "parish council"},  # which no extractor found
        {"action": "keep"},
    ],
)
def test_what_cannot_be_written_into_the_policy_file_is_not_shown_as_decided_and_what_is_there_stays(
    decision, protected, tmp_path
):
    rules, away = tmp_path / "rules", tmp_path / "away"
    rules.mkdir()
    with reviewing(copied(protected, tmp_path), "--no-open", "--policy", "rules/policy.toml") as running:
        cookie, path = opened(running)
        own = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{running.port}", "Content_Type": "application/json"}
        shown = f"{path}api/document?id=c3-news-article"

        def decided():
            entities = json.loads(ask(running, "GET", shown, Cookie=cookie)[2])["entities"]
            return [one["id"] for one in entities if one["decided"]]

        def decide(body):
            status, _, text = ask(running, "POST", f"{path}api/decide", json.dumps(body), **own)
            return status, json.loads(text).get("error", "")

        first = json.loads(ask(running, "GET", shown, Cookie=cookie)[2])["entities"][0]["id"]
        decision = {"source_id": "c3-news-article"} | decision
        if decision["action"] == "keep":
            decision["entity"] = first
        refused = (400, "policy rules/policy.toml: cannot be written: No such file or directory")
        rules.rename(away)
        assert (decide(decision), decided()) == (refused, [])
        away.rename(rules)
        assert decide(decision) == (200, "")
        (made,) = decided()
        rules.rename(away)
        assert (decide({"action": "undo", "entity": made}), decided()) == (refused, [made])
        away.rename(rules)
    assert running.said["mask"] + running.said["keep"] == 1


def test_a_page_of_a_graph_that_somebody_has_changed_since_says_so_and_decides_nothing(folder):
    with open_existing(str(folder / ".sanon/graph")) as store:
        review = Review(store, Settings(), folder / "policy.toml")
        assert review.document("c1-claim-form").entities
        with recorded_run(store, "redact", {}):
            pass
        keep = Decision(action="keep", entity=store.entities()["id"].iloc[0])
        for asked in (review.overview, lambda: review.document("c1-claim-form"), lambda: review.decide(keep)):
            with pytest.raises(ConfigurationError, match="loaded or redacted since this review began"):
                asked()
    assert (folder / "policy.toml").read_text("utf-8") == POLICY

"""The page answers whoever holds the token, on this computer, from its own origin; and nobody else."""

from __future__ import annotations

import http.client
import json
import re
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

from sanon.review.server import ReviewServer
from tests.review.conftest import POLICY, copied, reviewing

DECISION = json.dumps({"action": "accept", "documents": ["c1-news-article"], "reason": "x", "until": "2999-01-01"})


@pytest.fixture(scope="module")
def one_review(protected, tmp_path_factory):
    folder = copied(protected, tmp_path_factory.mktemp("asked"))
    with reviewing(folder, "--no-open") as one:
        yield one


@pytest.fixture
def running(one_review):
    """A review with the policy file as it was; each decision reads it anew."""
    (one_review.folder / "policy.toml").write_text(POLICY, "utf-8")
    return one_review


def ask(running, method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    given = {"Host": f"127.0.0.1:{running.port}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, given)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, dict(answer.getheaders()), text


@pytest.fixture(scope="module")
def session(one_review):
    """What a browser holds after the first call: the cookie, the path it is for, and how it came."""
    status, headers, text = ask(one_review, "GET", f"/?token={one_review.token}")
    assert status == 200
    cookie = headers["Set-Cookie"]
    path = re.search(r"Path=(/[^/;]{16,}/)", cookie)[1]
    assert path in text
    return cookie.partition(";")[0], path, cookie


def test_the_token_is_traded_once_for_a_cookie_that_no_script_and_no_other_page_can_use(running, session):
    own, path, cookie = session
    status, headers, text = ask(running, "GET", f"/?token={running.token}")
    assert status == 403
    assert "Set-Cookie" not in headers
    assert path not in text
    assert "works once" in text
    assert ask(running, "GET", path, Cookie=own)[0] == 200
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert running.token not in cookie


def test_without_the_token_or_with_a_wrong_one_nothing_is_said(running, session):
    cookie, path, _ = session
    name = cookie.partition("=")[0]
    wrong = running.token[:-1] + ("A" if running.token[-1] != "A" else "B")
    for target, headers in (
        ("/", {}),
        (f"/?token={wrong}", {}),
        ("/?token=", {}),
        ("http://[", {}),
        (path, {}),
        (path, {"Cookie": f"{name}=guess"}),
        (path, {"Cookie": f"{name}="}),
        (path + "api/overview", {"Cookie": f"{name}={running.token}"}),
        (path + f"api/overview?token={running.token}", {}),
        ("/other/api/overview", {"Cookie": cookie}),
    ):
        status, _, text = ask(running, "GET", target, **headers)
        assert status == 403, target
        assert "c1-" not in text
    assert ask(running, "GET", path + "api/overview", Cookie=cookie)[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""]
)
def test_a_name_that_somebody_else_lets_point_here_is_refused(running, session, host):
    cookie, path, _ = session
    told = host.format(port=running.port)
    assert ask(running, "GET", path + "api/overview", Cookie=cookie, Host=told)[0] == 403
    assert "not a name of this page" in ask(running, "GET", f"/?token={running.token}", Host=told)[2]
    assert ask(running, "GET", path, Cookie=cookie, Host=f"localhost:{running.port}")[0] == 200


def test_a_decision_comes_from_this_page_as_json_or_not_at_all(running, session):
    cookie, path, _ = session
    own, json_type = f"http://127.0.0.1:{running.port}", "application/json"
    target = path + "api/decide"
    for origin, kind in (
        ("http://evil.example", json_type),
        ("null", json_type),
        (f"http://127.0.0.1:{running.port + 1}", json_type),
        (f"https://127.0.0.1:{running.port}", json_type),
        (own, "text/plain"),
        (own, "application/x-www-form-urlencoded"),
    ):
        status, _, _ = ask(running, "POST", target, DECISION, Cookie=cookie, Origin=origin, Content_Type=kind)
        assert status == 403, (origin, kind)
    assert ask(running, "POST", target, DECISION, Cookie=cookie, Content_Type=json_type)[0] == 403
    assert ask(running, "GET", path + "api/overview", Cookie=cookie, Sec_Fetch_Site="same-site")[0] == 403
    assert running.policy == POLICY
    headers = {"Cookie": cookie, "Origin": own, "Content_Type": json_type}
    assert ask(running, "POST", target, DECISION, **headers, Content_Length="9" * 5_000)[0] == 413
    status, _, text = ask(running, "POST", target, DECISION, **headers)
    assert (status, json.loads(text)["accepted"]) == (200, 1)
    assert running.policy != POLICY


def test_a_hundred_at_once_are_all_answered_also_those_that_are_refused(running, session):
    cookie, path, _ = session
    headers = {"Cookie": cookie, "Content_Type": "application/json"}
    own = {"Origin": f"http://127.0.0.1:{running.port}"}
    body = json.dumps({"action": "mask", "entity": "0" * 32, "reason": "x" * 400})

    def status(number):
        return ask(running, "POST", path + "api/decide", body, **headers, **(own if number % 2 else {}))[0]

    with ThreadPoolExecutor(100) as pool:
        assert list(pool.map(status, range(100))) == [403, 400] * 50


def test_a_review_ends_well_while_it_is_asked(protected, tmp_path):
    with reviewing(copied(protected, tmp_path), "--no-open") as one, ThreadPoolExecutor(8) as pool:
        _, headers, text = ask(one, "GET", f"/?token={one.token}")
        path, cookie = re.search(r"url=(/[^/]+/)", text)[1], headers["Set-Cookie"].partition(";")[0]

        def until_it_ends(_):
            with suppress(OSError, http.client.HTTPException):
                while ask(one, "GET", path + "api/overview", Cookie=cookie)[0] in (200, 400):
                    answered.release()

        answered = threading.Semaphore(0)
        for number in range(8):
            pool.submit(until_it_ends, number)
        for _ in range(20):
            answered.acquire(timeout=20)
        one.process.send_signal(signal.SIGINT)
        assert one.process.wait(timeout=30) == 0


def test_a_server_closes_after_the_answer_under_way():
    begun, go_on, asked = threading.Event(), threading.Event(), []

    class Slow:
        def overview(self):
            asked.append(1)
            begun.set()
            go_on.wait(20)
            return []

    server = ReviewServer(Slow())
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    own = server.guard.cookie.partition(";")[0]
    with ThreadPoolExecutor(3) as pool:
        here = SimpleNamespace(port=server.server_address[1])
        first = pool.submit(ask, here, "GET", server.guard.path + "api/overview", Cookie=own)
        assert begun.wait(20)
        closing = pool.submit(server.server_close)
        with pytest.raises(TimeoutError):
            closing.result(timeout=0.3)
        go_on.set()
        closing.result(timeout=20)
        assert first.result(timeout=20)[0] == 200
    assert (server.ended, asked) == (True, [1])
    server.shutdown()


@pytest.mark.parametrize(
    "decision",
    [
        {"action": "mask", "entity": "0" * 32},
        {"action": "mask"},
        {"action": "erase", "entity": "0" * 32},
        {"action": "accept", "documents": ["c1-news-article"], "reason": "x", "until": "2020-01-01"},
        {"action": "accept", "documents": ["c1-news-article"], "reason": " ", "until": "2999-01-01"},
        {"action": "accept", "documents": ["../../etc/passwd"], "reason": "x", "until": "2999-01-01"},
        {"action": "accept", "documents": [], "reason": "x", "until": "2999-01-01"},
        {"action": "keep", "entity": "0" * 32, "file": "/etc/passwd"},
        {"action": "accept", "documents": ["c1-news-article"], "reason": "x", "until": "2999-01-01", "source_id": "?"},
    ],
)
def test_a_decision_that_makes_no_sense_writes_nothing(running, session, decision):
    cookie, path, _ = session
    headers = {
        "Cookie": cookie,
        "Origin": f"http://127.0.0.1:{running.port}",
        "Content_Type": "application/json",
    }
    status, _, text = ask(running, "POST", path + "api/decide", json.dumps(decision), **headers)
    assert status == 400
    assert json.loads(text)["error"]
    assert running.policy == POLICY


def test_every_answer_says_that_nobody_may_keep_or_embed_it(running, session):
    cookie, path, _ = session
    for target in ("/", f"/?token={running.token}", path, path + "review.js", path + "api/overview", path + "../x"):
        _, headers, _ = ask(running, "GET", target, Cookie=cookie)
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert not any(name.startswith("Access-Control") for name in headers)


@pytest.fixture
def unopened(folder):
    """A review whose address nobody has opened."""
    with reviewing(folder, "--no-open") as running:
        yield running


def test_another_page_in_the_same_browser_can_neither_read_nor_decide(unopened, browser):
    secret = {}

    class Evil(BaseHTTPRequestHandler):
        def do_GET(self):
            secret[self.path] = self.headers.get("Cookie")
            body = b"<!doctype html><title>evil</title>"
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Evil) as evil:
        threading.Thread(target=evil.serve_forever, daemon=True).start()
        context = browser.new_context()
        page = context.new_page()
        page.goto(unopened.address)
        page.wait_for_selector("mark")
        ours = page.url
        other = context.new_page()
        other.goto(f"http://127.0.0.1:{evil.server_address[1]}/")
        # It knows even the path, and its browser holds the cookie.
        tried = other.evaluate(
            """async ([base, decision]) => {
              const said = [];
              for (const [path, how] of [
                ['api/overview', {credentials: 'include'}],
                ['api/overview', {credentials: 'include', mode: 'no-cors'}],
                ['api/decide', {credentials: 'include', method: 'POST', body: decision,
                                headers: {'Content-Type': 'application/json'}}],
                ['api/decide', {credentials: 'include', method: 'POST', mode: 'no-cors', body: decision}],
              ]) {
                try { said.push((await (await fetch(base + path, how)).text()).length); }
                catch { said.push('refused'); }
              }
              return said;
            }""",
            [ours, DECISION],
        )
        evil.shutdown()
    assert tried == ["refused"] * 4
    assert unopened.policy == POLICY
    assert secret["/"] is None
    context.close()


def test_what_opens_the_browser_holds_no_token(folder):
    """Everybody on a computer may read with what a program was started."""
    recorder, record = folder / "browser.sh", folder / "record"
    lines = (
        "#!/bin/sh",
        'file="${1#file://}"',
        f'cp "$file" {folder}/opened',
        f'(echo "$@"; stat -c %a "$(dirname "$file")") > {record}',
    )
    recorder.write_text("\n".join(lines) + "\n", "utf-8")
    recorder.chmod(0o700)
    with reviewing(folder, DISPLAY=":1", BROWSER=str(recorder)) as running:
        # The command waits for nothing else than requests now; the recorder has been called before.
        asked, mode = record.read_text("utf-8").splitlines()
        assert asked.startswith("file://")
        assert running.token not in asked
        assert mode == "700"
        assert running.token in (folder / "opened").read_text("utf-8")

"""Who may ask: this computer's page, for whoever holds the token, and nobody else."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from threading import Lock
from urllib.parse import parse_qs, urlsplit


class Guard:
    """The secrets of one session.

    The address holds a token. It is traded once, for a cookie that no script can read, under a path that cannot be
    guessed: cookies know no ports, and a server of somebody else on this computer would get one that belongs to every
    path. Whoever reads the address later, in a history or a terminal, gets nothing for it.
    """

    def __init__(self, port: int) -> None:
        self._token, self._session = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self.path = f"/{secrets.token_urlsafe(12)}/"
        self.cookie_name = f"sanon-{port}"
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
        self._port, self._traded, self._one_at_a_time = port, False, Lock()

    @property
    def address(self) -> str:
        """What whoever started the command opens."""
        return f"http://127.0.0.1:{self._port}/?token={self._token}"

    @property
    def cookie(self) -> str:
        """For the header Set-Cookie."""
        return f"{self.cookie_name}={self._session}; Path={self.path}; HttpOnly; SameSite=Strict"

    def refuses(self, method: str, target: str, headers: Mapping[str, str]) -> str | None:
        """Why a request is not answered; None if it is.

        Args:
            method: GET or POST.
            target: path with its query.
            headers: names in lower case.
        """
        # A name that somebody else lets point here (DNS rebinding) is no name of ours.
        if headers.get("host", "") not in self._hosts:
            return "not a name of this page"
        # Pages of other origins may not even look; a browser says who asks.
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not self.opens(target):
            return "asked by another page"
        if method == "POST" and headers.get("origin") not in {f"http://{host}" for host in self._hosts}:
            return "sent by another page"
        if method == "POST" and headers.get("content-type") != "application/json":
            return "not JSON"
        if not (self.opens(target) or (target.startswith(self.path) and self._has_cookie(headers))):
            return "without the token: open the address that sanon review printed"
        return None

    def opens(self, target: str) -> bool:
        """Whether the address with the right token is asked for."""
        try:
            parts = urlsplit(target)
        except ValueError:  # "http://[" is no address
            return False
        given = parse_qs(parts.query).get("token", [""])[0]
        return hmac.compare_digest(given.encode(), self._token.encode()) and parts.path == "/"

    def trades(self) -> bool:
        """Whether the token has not been given for a cookie before; from now on it has."""
        with self._one_at_a_time:
            first, self._traded = not self._traded, True
        return first

    def _has_cookie(self, headers: Mapping[str, str]) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self.cookie_name)
        except CookieError:
            return False
        return hmac.compare_digest((found.value if found else "").encode(), self._session.encode())

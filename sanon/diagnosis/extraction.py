"""Doctor: what finds the entities. The shipped data are read; an endpoint is asked for its models and nothing else."""

from __future__ import annotations

import hashlib
import ipaddress
import json
from collections.abc import Mapping
from http.client import HTTPException
from importlib import resources
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from sanon import __version__
from sanon.diagnosis import check
from sanon.extraction.tagger import encoder
from sanon.extraction.tagger.labels import TYPES
from sanon.results.doctor import Check
from sanon.text import lexicons
from sanon.text.counting import counted

_TAGGER = "encoder.npz"
_TIMEOUT = 5.0
_DIGITS = 12
#: Why no models were listed, by status.
_REFUSALS = {
    401: ("the key was refused", "set OPENAI_API_KEY"),
    403: ("the key was refused", "set OPENAI_API_KEY"),
    404: ("no such address", "OPENAI_BASE_URL ends in /v1 as a rule"),
    429: ("too many requests, or no credit", "wait, or look at the account"),
}


def lexicons_check() -> Check:
    """The word lists of the embedded extractor: whether they can be read, and a digest that names them."""
    files = {file.name: file for file in resources.files("sanon.text.lexicons").iterdir()}
    lists = [files[name] for name in sorted(files) if name.endswith((".txt", ".txt.gz"))]
    digest = hashlib.sha256()
    try:
        found = len(lexicons.given_names()) + len(lexicons.surnames()) + len(lexicons.places())
        for file in lists:
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    except (OSError, EOFError, ValueError) as error:
        return check("lexicons", "fail", f"cannot be read ({type(error).__name__})", "install sanon again")
    return check(
        "lexicons",
        "ok",
        f"{len(lists)} lists of sanon {__version__}, {found:,} names and places, sha256 {digest.hexdigest()[:_DIGITS]}",
    )


def tagger_check() -> Check:
    """The model of the embedded extractor."""
    try:
        raw = resources.files("sanon.extraction.tagger").joinpath("data", _TAGGER).read_bytes()
        encoder.load()
    except Exception as error:  # a file that is cut off, or a runtime that cannot be loaded
        return check("tagger", "fail", f"cannot be read ({type(error).__name__})", "install sanon again")
    return check(
        "tagger",
        "ok",
        f"{len(raw) >> 20} MB, {len(TYPES)} types, sha256 {hashlib.sha256(raw).hexdigest()[:_DIGITS]}",
    )


def endpoint_check(environment: Mapping[str, str], wanted: str | None) -> Check:
    """The OpenAI-compatible endpoint, if OPENAI_BASE_URL names one; its list of models is all that is asked for."""
    base, key = environment.get("OPENAI_BASE_URL", ""), environment.get("OPENAI_API_KEY", "")
    if not base:
        # A key may be there for other programs: nobody is contacted who was not named.
        seen = "api.openai.com, with a key, not asked" if key else "none; OPENAI_BASE_URL names one"
        return check("endpoint", "ok", f"{seen} for --extractor openai")
    try:
        parts = urlsplit(base)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return check("endpoint", "fail", "OPENAI_BASE_URL is no address", "write https://HOST/v1")
    # Without user and password, which may stand in an address.
    shown = f"{parts.netloc.rpartition('@')[2]}, {'with' if key else 'without'} a key"
    try:
        models = _models(base, key)
    except HTTPError as error:
        seen, advice = _REFUSALS.get(error.code, (f"status {error.code}", "is OPENAI_BASE_URL right?"))
        return check("endpoint", "fail", f"{shown}: {seen}", advice)
    except (URLError, HTTPException, OSError, ValueError):
        return check("endpoint", "fail", f"{shown}: gives no list of models", "does it run? is OPENAI_BASE_URL right?")
    if wanted and wanted not in models:
        return check("endpoint", "fail", f"{shown}: no model {wanted} among {len(models)}", "choose with --model")
    offers = f"offers {wanted}" if wanted else counted(len(models), "model")
    if parts.scheme == "http" and not is_here(parts.hostname or ""):
        return check("endpoint", "warn", f"{shown}: {offers}; documents would travel unencrypted", "take https")
    return check("endpoint", "ok", f"{shown}: {offers}")


def _models(base: str, key: str) -> set[str]:
    """Ids of the models.

    Raises:
        ValueError: the answer is not a list of models.
    """
    headers = {"User-Agent": f"sanon/{__version__}"} | ({"Authorization": f"Bearer {key}"} if key else {})
    request = Request(f"{base.rstrip('/')}/models", headers=headers)  # noqa: S310
    with build_opener(_NoRedirect).open(request, timeout=_TIMEOUT) as answer:
        listed: Any = json.load(answer)
    try:
        return {str(one["id"]) for one in listed["data"]}
    except (KeyError, TypeError) as error:
        raise ValueError("not a list of models") from error


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would carry the key to another host."""

    def redirect_request(self, *_: Any) -> None:
        """Follow none."""


def is_here(host: str) -> bool:
    """Whether a host is this computer, which nobody else reaches."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

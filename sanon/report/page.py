"""A report as one HTML file that asks nobody for anything: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from sanon.report import drawing, words
from sanon.results.report import PLACES, ReportResult
from sanon.text.counting import counted

_STYLE = "page.css"


def page(report: ReportResult) -> str:
    """The whole file. Everything that comes from outside is escaped, wherever it stands."""
    environment = Environment(
        loader=PackageLoader("sanon.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["risk"] = _risk
    environment.filters["many"] = lambda number: f"{number:,}"
    environment.filters["counted"] = counted
    style, _, _ = environment.loader.get_source(environment, _STYLE)  # type: ignore[union-attr]
    return environment.get_template("page.html.j2").render(
        report=report,
        words=words,
        drawing=drawing,
        places=PLACES,
        # Ours, and not HTML: a < in it is one.
        style=Markup(style),  # noqa: S704
        policy=content_security_policy(style),
    )


def content_security_policy(style: str) -> str:
    """Nothing may be fetched, run or sent; the one style sheet is the one that was written."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _risk(number: float) -> str:
    """Two digits; what is nearly 1 is not called 1."""
    return "0.99+" if 0.995 <= number < 1 else f"{number:.2f}"

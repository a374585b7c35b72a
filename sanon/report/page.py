"""A report as one HTML file that asks nobody for anything: all it shows and runs stands in it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from sanon.report import drawing, words
from sanon.results.report import PLACES, ReportResult, RiskOfDocument
from sanon.results.waterfall import Adding, Waterfall, chart, in_words
from sanon.text.counting import about, counted

#: Vega 5.33.1 and vega-interpreter 1.2.1, which runs its expressions without eval; then what draws our chart with them.
SCRIPTS = ("vega/vega.min.js", "vega/vega-interpreter.min.js", "waterfall.js")


def page(report: ReportResult) -> str:
    """The whole file. Everything that comes from outside is escaped, wherever it stands."""
    environment = templates("sanon.report", ".")
    environment.filters["risk"] = _risk
    environment.filters["many"] = lambda number: f"{number:,}"
    environment.filters["counted"] = counted
    environment.filters["about"] = about
    style = _text("page.css")
    scripts = [_text(name) for name in SCRIPTS] if report.taken_apart else []
    return environment.get_template("page.html.j2").render(
        report=report,
        words=words,
        drawing=drawing,
        places=PLACES,
        # Ours, and not HTML: a < in it is one.
        style=Markup(style),  # noqa: S704
        scripts=[Markup(script) for script in scripts],  # noqa: S704
        chart=chart([_waterfall(one) for one in report.taken_apart]) if report.taken_apart else None,
        policy=content_security_policy(style, scripts),
    )


def templates(package: str, folder: str) -> Environment:
    """The templates of a package, which escape whatever they are given and stop at a name that is not there."""
    return Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def content_security_policy(style: str, scripts: Sequence[str]) -> str:
    """Nothing may be fetched or sent; the style sheet and the scripts are those that were written."""
    run = " ".join(map(_digest, scripts)) or "'none'"
    return f"default-src 'none'; style-src {_digest(style)}; script-src {run}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _text(name: str) -> str:
    return resources.files("sanon.report").joinpath(name).read_text("utf-8")


def _waterfall(one: RiskOfDocument) -> Waterfall:
    values = [
        Adding(" ".join(filter(None, (in_words(value.type), value.value))), value.contribution, value.masked)
        for value in one.values
    ]
    return Waterfall(one.name, one.risk, one.residual_risk, one.limit, values)


def _risk(number: float) -> str:
    """Two digits; what is nearly 1 is not called 1."""
    return "0.99+" if 0.995 <= number < 1 else f"{number:.2f}"

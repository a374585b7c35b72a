"""The notebook of the documentation runs, and what it shows is what came out; results show themselves."""

import re
from pathlib import Path
from xml.etree import ElementTree

import nbclient
import nbformat
import pandas as pd
import pytest

from sanon import Corpus
from sanon.results import ExplainedDocument, LoadResult
from sanon.results.base import Result
from tests.cli.conftest import EXAMPLE
from tests.shown import is_alike

_DECISION = re.compile(r"<td>(?:[A-Z_]+|direct identifier: .*|(?:document|chain) .*)</td>")
NOTEBOOK = Path(__file__).parents[1] / "docs/tutorial.ipynb"


def shown(notebook):
    """What a reader sees below each cell; pictures only as such, since fonts differ between computers."""
    return [
        [
            re.sub(
                r"\s*<style.*?</style>", "", output["data"].get("text/html", output["data"]["text/plain"]), flags=re.S
            )
            if "image/png" not in output["data"]
            else "picture"
            for output in cell.get("outputs", ())
        ]
        for cell in notebook.cells
    ]


def test_the_notebook_runs_and_shows_what_is_committed():
    committed = nbformat.read(NOTEBOOK, as_version=4)
    fresh = nbformat.read(NOTEBOOK, as_version=4)
    client = nbclient.NotebookClient(
        fresh, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOK.parent)}}
    )
    client.execute()
    for fresh_outputs, committed_outputs in zip(shown(fresh), shown(committed), strict=True):
        for printed, expected in zip(fresh_outputs, committed_outputs, strict=True):
            assert is_alike(_in_order(expected), _in_order(printed)), printed
    assert ["picture"] in shown(committed)


def _in_order(text):
    """The lines of an output by their words: pandas puts types of the same count into any order.

    Which decisions come first may be others on another processor: they are told apart by nothing.
    """
    text = _DECISION.sub("<td>…</td>", text)
    return "\n".join(sorted(text.splitlines(), key=lambda line: re.sub(r"\d", "", line)))


@pytest.fixture(scope="module")
def results():
    """Every kind of result that a corpus gives, the tables, and the values that stand in no result."""
    with Corpus() as corpus:
        loaded = corpus.load(EXAMPLE / "documents", entities=EXAMPLE / "entities.jsonl")
        redaction = corpus.redact()
        analysis = corpus.analyze()
        chain, masked = analysis.chains.items[0].documents, redaction.masked[0].id
        found = [loaded, redaction, analysis, corpus.status()]
        found += [
            corpus.explain("entity", masked),
            corpus.explain("document", chain[0]),
            corpus.explain("chain", *chain),
        ]
        found += [corpus.what_if(keep=[masked]), corpus.frontier(theta_docs=[0.9], theta_chains=[0.5])]
        tables = [corpus.documents, corpus.links, corpus.chains, corpus.decisions, corpus.protected()]
        values = set(corpus.mentions["original_values"].explode())
    return found, tables, {value for value in values if len(value) > 4 and not value.isdigit()}


def test_a_result_shows_every_field_well_formed_and_no_value(results):
    found, _, values = results
    for one in found:
        assert isinstance(one, Result)
        html = one._repr_html_()
        table = ElementTree.fromstring(html)
        fields = [row.find("th").text for row in table.findall("tr")]
        assert fields == list(type(one).model_fields)
        text = " ".join(table.itertext())
        assert not [value for value in values if re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", text)]
        assert len(html) < 10_000


def test_of_a_long_list_the_first_ones_are_shown_and_how_many_there_are(results):
    redaction = results[0][1]
    assert f"5 of {len(redaction.masked)}" in redaction._repr_html_()
    assert redaction.masked[0].id in redaction._repr_html_()
    assert redaction.masked[5].id not in redaction._repr_html_()


def test_an_explained_document_is_a_chart_above_its_table_and_asks_nobody_for_anything(results, monkeypatch):
    one = next(one for one in results[0] if isinstance(one, ExplainedDocument))
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda what, raw=False: shown.append(what))
    one._ipython_display_()
    (spec,) = (value for name, value in shown[0].items() if "vega" in name)
    steps = spec["data"][0]["values"][0]["steps"]
    assert steps[-1]["before"][1] == pytest.approx(one.risk, abs=1e-4)
    assert steps[-1]["now"][1] == pytest.approx(one.residual_risk, abs=1e-4)
    assert shown[1].data == one._repr_html_()
    assert not [value for value in results[2] if value in str(steps)]
    assert "url" not in str(spec["data"])


def test_tables_are_those_of_pandas(results):
    for table in results[1]:
        assert isinstance(table, pd.DataFrame)
        assert len(table)
        assert "<table" in table._repr_html_()


def test_a_result_shows_itself_in_a_notebook_without_markup_of_others():
    result = LoadResult(
        documents=1,
        added=["<b>"],
        changed=[],
        removed=[],
        unchanged=0,
        pending={"<i>": "no <u>answer</u>"},
        not_in_input=[],
        rejected=[],
        not_verbatim=0,
        model=None,
        counts={"documents": 1, "pending": 1, "entities": 0, "masked": 0, "mentions": 0, "links": 0},
    )
    shown = result._repr_html_()
    assert "<td>1</td>" in shown
    assert "<i>" not in shown
    assert "&lt;i&gt;" in shown

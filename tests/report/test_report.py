"""What the page says is what the graph, the other commands and the policy say."""

from __future__ import annotations

import json
import re

import pytest

from sanon.cli.main import cli
from sanon.errors import ConfigurationError
from sanon.report.page import SCRIPTS, page
from sanon.report.words import verdict
from sanon.results.report import ReportResult
from sanon.results.waterfall import Adding, Waterfall, chart
from tests.cli.conftest import Sanon

HOSTILE = '</script><img src=x onerror="alert(1)">'


def test_its_numbers_are_those_of_redact_and_analyze(reported):
    report, redacted = reported.report, reported.redacted
    analysis = reported.sanon.json("analyze")
    assert report["chains_over_before"] == redacted["before"]["chains_over_policy"] > 0
    assert report["documents_over_before"] == redacted["before"]["documents_over_policy"] > 0
    assert report["worst"]["chain_now"] == pytest.approx(redacted["after"]["max_chain_risk"], abs=1e-9)
    assert report["worst"]["document_now"] == pytest.approx(redacted["after"]["max_document_risk"], abs=1e-9)
    stages = [one["stage"] for one in redacted["masked"]]
    by_stage = {stage: sum(row["masked"].get(stage, 0) for row in report["types"]) for stage in set(stages)}
    assert by_stage == {stage: stages.count(stage) for stage in by_stage}
    for name, items, risk in (
        ("document_risks", analysis["documents"], "risk"),
        ("link_strengths", analysis["links"], "strength"),
    ):
        for when, field in (("before", risk), ("now", f"residual_{risk}")):
            bins = [0] * 10
            for item in items:
                bins[min(int(item[field] * 10), 9)] += 1
            assert report[name][when] == bins
    assert sum(report["chain_risks"]["now"]) == analysis["chains"]["count"]
    assert report["runs"][0]["masks"] == len(stages)


def test_its_people_are_those_of_redact_spread_over_powers_of_ten(reported):
    people = reported.report["people"]
    assert {name: people[name] for name in reported.redacted["people"]} == reported.redacted["people"]
    documents = people["documents"]
    assert sum(documents["now"]) == sum(documents["before"]) == reported.report["documents"]
    # Seven bins for 1e6 people: from 100,000 or more to less than one; the fewest stand in the last that holds any.
    assert len(documents["now"]) == 7
    for when, fewest in (("before", people["fewest_before"]), ("now", people["fewest_in_a_document"])):
        last = max(place for place, count in enumerate(documents[when]) if count)
        assert last == 6 if fewest < 1 else 10 ** (5 - last) <= fewest < 10 ** (6 - last)
    assert people["documents_below_before"] > people["documents_below"] == 0


def test_too_few_people_leave_the_policy_unmet(reported):
    report = ReportResult.model_validate(reported.report).model_copy(update={"audit": None})
    few = report.people.model_copy(update={"documents_below": 2, "chains_below": 1})
    assert verdict(report).startswith("The policy is met")
    said = "The policy is not met: fewer than 20 people fit 2 documents and 1 chain."
    assert verdict(report.model_copy(update={"people": few})) == said


def test_a_chain_shows_each_link_with_what_both_documents_mention(reported):
    analysis = reported.sanon.json("analyze")
    links = {(link["source"], link["target"]): link for link in analysis["links"]}
    entities = {entity["id"]: entity for entity in analysis["entities"]}
    seen = []
    for chain in reported.report["chains"]:
        names = [document["name"] for document in chain["documents"]]
        assert len(chain["links"]) == len(names) - 1
        for link in chain["links"]:
            pair = tuple(sorted((names[link["source"]], names[link["target"]])))
            seen.append(pair)
            via = [entities[one] for one in links[pair]["via"]]
            assert link["strength"] == pytest.approx(links[pair]["strength"], abs=1e-9)
            assert (link["shared"], link["masked"]) == (len(via), sum(one["masked"] for one in via))
            assert {(one["type"], one["masked"] + one["readable"]) for one in link["via"]} == {
                (kind, sum(one["type"] == kind for one in via)) for kind in {one["type"] for one in via}
            }
    assert len(seen) == len(set(seen)) > 3


def test_accepted_risks_stand_there_until_when_and_ended_ones_too(reported, tmp_path):
    policy = tmp_path / "policy.toml"
    policy.write_text(
        '[[accepted]]\ndocument = "c1-news-article"\nreason = "the newspaper <b>itself</b>"\nuntil = 2999-12-31\n'
        '[[accepted]]\ndocument = "c2-news-article"\nreason = "about Marisol Quintanilla-Reyes"\nuntil = 2020-01-31\n',
        "utf-8",
    )
    found = reported.sanon.json("report", tmp_path / "page.html", "--policy", policy)
    assert [(one["documents"], one["reason"], one["counts"]) for one in found["accepted"]] == [
        (["c2-news-article"], None, False),
        (["c1-news-article"], "the newspaper <b>itself</b>", True),
    ]
    text = (tmp_path / "page.html").read_text("utf-8")
    assert "2020-01-31: ended" in text
    assert "the newspaper &lt;b&gt;itself&lt;/b&gt;" in text
    assert "Quintanilla" not in text


def test_a_changed_export_and_a_failed_audit_speak_against_the_policy(reported):
    report = ReportResult.model_validate(reported.report)
    assert report.export
    assert report.audit
    assert report.export.changed_files == 0
    leaking = report.audit.model_copy(update={"direct_readable": 3, "changed_files": 2})
    text = page(report.model_copy(update={"audit": leaking}))
    assert "The audit fails" in text
    assert 'class="verdict doubt"' in text


@pytest.fixture
def hostile(tmp_path) -> Sanon:
    """Two linked documents: the id of one is markup, that of the other a name that stands in the texts."""
    documents = [
        {"id": HOSTILE, "content": "Ada Lovelace fell from her horse at Ockham."},
        {"id": "letters/ada-lovelace", "content": "Ada Lovelace fell from her horse at Ockham, she wrote."},
        {"id": "other", "content": "It rained."},
    ]
    found = [
        ["Ada Lovelace", "ada lovelace", "NAME", 1.0],
        ["fell from her horse at Ockham", "fall at ockham", "UNIQUE_FACT", 1.0],
    ]
    entities = [{"id": one["id"], "entities": found if "Ada" in one["content"] else []} for one in documents]
    for name, rows in (("docs.jsonl", documents), ("entities.jsonl", entities)):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    sanon = Sanon(tmp_path)
    assert sanon("load", "docs.jsonl", "--entities", "entities.jsonl").exit_code == 0
    assert sanon("redact").exit_code == 0
    return sanon


def test_ids_are_never_markup_and_never_tell_a_value(hostile, browser):
    found = hostile.json("report", "page.html")
    path = hostile.folder / "page.html"
    text = path.read_text("utf-8")
    assert found["hidden_names"] == 1
    assert "document 2" in text
    assert "lovelace" not in text.lower()
    context = browser.new_context()
    page = context.new_page()
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.goto(path.as_uri())
    assert HOSTILE in page.inner_text("body")
    assert page.locator("img, iframe, object, link").count() == 0
    assert page.locator("script").count() == 1 + len(SCRIPTS)
    assert said == []
    context.close()


def test_nothing_is_replaced_unasked_and_nothing_is_half_there(reported):
    folder, graph = reported.sanon.folder, ["--graph", str(reported.sanon.folder / ".sanon/graph")]

    def run(*arguments):
        cli.main(["report", *map(str, arguments), *graph], standalone_mode=False)

    before = reported.page.read_bytes()
    with pytest.raises(ConfigurationError, match="--overwrite"):
        run(reported.page)
    assert reported.page.read_bytes() == before
    with pytest.raises(ConfigurationError, match="sanon audit --format json"):
        run(folder / "new.html", "--audit", folder / "attack.json")
    with pytest.raises(ConfigurationError, match="manifest"):
        run(folder / "new.html", "--export", folder)
    assert [path.name for path in folder.iterdir() if "new.html" in path.name] == []
    (folder / "old.html").write_text("old", "utf-8")
    run(folder / "old.html", "--overwrite")
    assert "<!doctype html>" in (folder / "old.html").read_text("utf-8")


def test_the_trend_shows_each_redact(reported, tmp_path):
    report = ReportResult.model_validate(reported.report)
    assert "<polyline" not in page(report)
    last = report.runs[0]
    assert last.command == "redact"
    text = page(report.model_copy(update={"runs": [last, last, *report.runs]}))
    assert len(re.findall("<polyline", text)) == 2


def steps(document: Waterfall) -> list[dict]:
    return chart([document])["data"][0]["values"][0]["steps"]


def test_a_masked_value_adds_to_the_risk_before_and_nothing_now():
    values = [Adding("name", 0.5, True), Adding("event", 0.4, False), Adding("age", 0.1, False)]
    # 1 - .5 * .6 * .9 = .73 before; 1 - .6 * .9 = .46 now
    found = steps(Waterfall("a", 0.73, 0.46, 0.95, values))
    assert [one["label"] for one in found] == ["name", "event", "age"]
    assert [one["before"] for one in found] == [[0, 0.5], [0.5, 0.7], [0.7, 0.73]]
    assert [one["now"] for one in found] == [[0, 0], [0, 0.4], [0.4, 0.46]]


def test_what_coarser_values_keep_of_masked_ones_has_a_bar_of_its_own_now():
    # 1 - .6 * .8 = .52 now: a coarser value adds .2 to what the readable one leaves.
    found = steps(Waterfall("a", 0.7, 0.52, 0.95, [Adding("name", 0.5, True), Adding("event", 0.4, False)]))
    assert found[-1]["contribution"] == pytest.approx(0.2)
    assert found[-1]["now"] == [0.4, 0.52]
    assert found[-1]["before"] == [0.7, 0.7]


def test_many_values_are_joined_into_two_bars_that_end_at_the_same_risk():
    values = [Adding(str(number), 0.01, number % 3 == 0) for number in range(60)]
    found = steps(Waterfall("a", 1 - 0.99**60, 1 - 0.99**40, 0.95, values))
    assert [one["label"] for one in found[20:]] == ["13 other values", "27 other values"]
    assert found[-1]["before"][1] == pytest.approx(1 - 0.99**60, abs=1e-4)
    assert found[-1]["now"][1] == pytest.approx(1 - 0.99**40, abs=1e-4)


def test_one_document_leaves_nothing_to_choose_and_several_do():
    one, other = (Waterfall(name, 0.5, 0.5, 0.95, [Adding("name", 0.5, False)]) for name in "ab")
    assert "options" not in json.dumps(chart([one]))
    assert json.loads(json.dumps(chart([one, other])))["signals"][3]["bind"]["options"] == ["a", "b"]

"""The page as people see it: quiet, alone, without a value, at every width and in both colours."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from playwright.sync_api import Browser, Page

from sanon.corpus.reading import read_corpus
from sanon.report.page import SCRIPTS
from tests.cli.conftest import EXAMPLE


@pytest.fixture
def opened(browser: Browser):
    """Open a file, and keep what it asks for and what it says on the console."""
    pages: list[Page] = []

    def _open(path, width: int = 1600, scheme: str = "light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url) if request.url != path.as_uri() else None)
        page.goto(path.as_uri())
        pages.append(page)
        return page, said

    yield _open
    for page in pages:
        page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1600])
def test_it_asks_nobody_complains_of_nothing_and_fits(reported, opened, width, scheme):
    page, said = opened(reported.page, width, scheme)
    assert said == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ink, back = (page.evaluate(f"getComputedStyle(document.body).{name}") for name in ("color", "backgroundColor"))
    lightness = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (ink, back)]
    assert (lightness[0] < 200 < 600 < lightness[1]) if scheme == "light" else (lightness[1] < 200 < 600 < lightness[0])


def contrast(page: Page) -> list[tuple[str, float]]:
    """Texts and their contrast by WCAG 2, against the nearest background that is painted behind them."""
    return page.evaluate(
        """() => {
          const rgb = c => c.match(/[\\d.]+/g).map(Number);
          const light = c => { const [r, g, b] = rgb(c).map(v => v / 255)
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
          const found = [];
          for (const one of document.querySelectorAll('p, li, th, td, dd, dt, caption, span, h1, h2, strong')) {
            if (![...one.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || one.closest('svg')) continue;
            let behind = one;
            while (behind.parentElement && /, 0\\)$|transparent/.test(getComputedStyle(behind).backgroundColor))
              behind = behind.parentElement;
            const [a, b] = [light(getComputedStyle(one).color), light(getComputedStyle(behind).backgroundColor)];
            found.push([one.textContent.trim().slice(0, 40), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]);
          }
          return found;
        }"""
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(reported, opened, scheme):
    page, _ = opened(reported.page, scheme=scheme)
    found = contrast(page)
    assert len(found) > 200
    assert [(text, ratio) for text, ratio in found if ratio < 4.5] == []


def test_pictures_say_what_they_are_and_tables_have_headers(reported, opened):
    page, _ = opened(reported.page)
    assert page.locator("svg").count() > 10
    assert page.locator("svg:not([role=img][aria-label]):not(figure[aria-label] svg)").count() == 0
    assert page.locator("table").count() >= 4
    assert (
        page.evaluate(
            "[...document.querySelectorAll('table')].filter(t => !t.querySelector('thead th[scope=col]')).length"
        )
        == 0
    )
    assert (
        page.evaluate(
            "[...document.querySelectorAll('tbody tr')].filter(r => !r.querySelector('th[scope=row]')).length"
        )
        == 0
    )


@pytest.mark.parametrize("width", [400, 1600])
def test_its_contents_lead_to_each_part_and_stay_in_sight_where_there_is_room(reported, opened, width):
    page, _ = opened(reported.page, width)
    links = page.locator("nav.contents a")
    heads = page.evaluate("[...document.querySelectorAll('h2')].map(h => [h.id, h.textContent])")
    assert [(one.get_attribute("href")[1:], one.inner_text()) for one in links.all()] == [tuple(head) for head in heads]
    links.last.click()
    assert page.locator(f"h2#{heads[-1][0]}").is_visible()
    top = "e => e.getBoundingClientRect().top"
    assert 0 <= page.locator(f"h2#{heads[-1][0]}").evaluate(top) < 900
    assert (page.locator("nav.contents ol").evaluate(top) >= 0) == (width == 1600)


def _stands(value: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) is not None


def _without_library(text: str) -> str:
    """The page without Vega, in which any word may stand."""
    for name in SCRIPTS:
        text = text.replace(resources.files("sanon.report").joinpath(name).read_text("utf-8"), "")
    return text


def test_the_chart_takes_a_document_apart_with_the_masks_of_now_and_without(reported, opened):
    page, said = opened(reported.page)
    documents = reported.report["taken_apart"]
    figure, bars = page.locator("#waterfall"), page.locator("#waterfall .mark-rect.role-mark path")

    def risk() -> float:
        """Where the full line stands on the axis, which begins and ends with its grid."""
        line = "#waterfall .mark-rule.role-mark:nth-last-child(1 of .mark-rule.role-mark) line"
        ends = page.locator("#waterfall .role-axis-grid line").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect().x)"
        )
        place = page.locator(line).evaluate("e => e.getBoundingClientRect().x")
        return (place - min(ends)) / (max(ends) - min(ends))

    for one in (documents[0], documents[-1]):
        figure.locator("select").select_option(one["name"])
        shown = min(len(one["values"]), 20)
        assert shown <= bars.count() <= shown + 2
        figure.locator("input[type=checkbox]").check()
        assert risk() == pytest.approx(one["residual_risk"], abs=0.005)
        figure.locator("input[type=checkbox]").uncheck()
        assert risk() == pytest.approx(one["risk"], abs=0.005)
    bars.first.hover()
    assert "adds alone" in figure.get_attribute("title")
    assert said == []


def test_no_value_of_the_corpus_stands_in_it(reported, values):
    text = _without_library(reported.page.read_text("utf-8"))
    # A figure of one or two digits, such as an age, is a count on this page.
    sought = [value for value in values if not re.fullmatch(r"\d{1,2}", value)]
    assert len(sought) > 250
    assert [value for value in sought if _stands(value, text)] == []
    texts = [document.content for document in read_corpus(EXAMPLE / "documents").documents]
    lines = {line.strip() for one in texts for line in one.splitlines() if len(line.strip()) > 25}
    assert len(lines) > 100
    assert [line for line in lines if line in text] == []
    # Ids of entities are hashes of their values: whoever guesses a value can check it.
    assert re.findall(r"\b[0-9a-f]{8,}\b", re.sub(r"sha256-\S+", "", text)) == []


def test_values_only_on_request_and_then_said_in_red_at_the_top(reported, opened, values):
    done = reported.sanon("report", "values.html", "--show-values")
    assert done.exit_code == 0, done.err
    path = reported.page.with_name("values.html")
    assert path.stat().st_mode & 0o777 == 0o600
    page, said = opened(path)
    assert said == []
    assert sum(_stands(value, page.inner_text("body")) for value in values) > 20
    first = page.locator("body > *").first
    assert "shows values" in first.inner_text()
    assert first.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(179, 20, 29)"
    assert page.locator("[role=alert]").count() == 1


def test_it_prints_on_pages_of_paper(reported, opened):
    page, _ = opened(reported.page)
    pdf = page.pdf(format="A4")
    assert pdf.startswith(b"%PDF")
    assert 2 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 12

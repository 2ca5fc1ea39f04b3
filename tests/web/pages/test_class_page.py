"""The page of a graded class, which opens without a server: keyboard, sorting, filter, axe."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from garlic.core import Text
from garlic.core.language.bilingual import Bilingual
from garlic.labs import results
from garlic.labs.lab import read_lab
from garlic.labs.policy.attempts import Attempt
from garlic.labs.report.ranking import ranked
from garlic.labs.report.writing import Targets, write_reports
from garlic.labs.results import BuildReport, Graded
from garlic.labs.submissions import Sender
from labs.samples import DOUBLING
from web.pages.visits import Visit

NOW = datetime(2026, 11, 20, tzinfo=UTC)
POINTS = {"ann": (10, 60, 30), "bob": (10, 9, 0), "eve": (10, 60, None), "王伟": (0, 0, 0)}
LANGUAGES = ("en", "zh")


def graded(name: str) -> Graded:
    tests = tuple(
        results.TestResult(Bilingual(title, title), most, points, Text("ran"), Text("-"))
        for title, most, points in zip(
            ("compiles", "small", "large"), (10, 60, 30), POINTS[name], strict=True
        )
    )
    attempts = (Attempt(1, 12), Attempt(2, 19)) if name == "bob" else ()
    return Graded(
        name,
        name,
        "main.py",
        tests,
        compiles=name != "王伟",
        build=BuildReport(0.5, "main.c:1: error: expected ';'" if name == "王伟" else ""),
        sender=Sender(attempt=2, attempts=2) if attempts else Sender(),
        attempts=attempts,
    )


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the reports of one class in each language."""
    folder = tmp_path_factory.mktemp("reports")
    table = ranked(
        read_lab(DOUBLING.encode(), "doubling", Path()), [graded(name) for name in POINTS]
    )
    for language in LANGUAGES:
        write_reports(Targets(out=folder / language), table, language, NOW)
    return folder


@pytest.fixture(params=LANGUAGES)
def visited(
    request: pytest.FixtureRequest, browser: Browser, reports: Path
) -> Iterator[tuple[str, Visit]]:
    """The language, and a visit to the folder for staff."""
    context = browser.new_context(viewport={"width": 1000, "height": 800}, color_scheme="dark")
    found = Visit(context.new_page(), f"{(reports / request.param / 'staff').as_uri()}/")
    yield request.param, found
    assert not found.faults
    context.close()


def order(page: Page) -> list[str]:
    """The names in the table, as far as they are shown."""
    rows = page.locator("table.sortable tbody tr:visible")
    return rows.locator("td:nth-child(2)").all_inner_texts()


def test_the_class_is_sorted_and_filtered_with_the_keyboard(visited: tuple[str, Visit]) -> None:
    language, visit = visited
    page = visit.open("index.html")
    assert order(page) == ["ann", "bob", "王伟", "eve"]  # what is unfinished is last
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN" if language == "zh" else "en")
    visit.check_axe()

    field = page.locator("label.filter input")
    field.focus()
    page.keyboard.press("Tab")  # the scrolling part of the page
    page.keyboard.press("Tab")
    heading = page.locator("table.sortable th").first
    expect(heading.locator("button")).to_be_focused()
    outline = heading.locator("button").evaluate("node => getComputedStyle(node).outlineStyle")
    assert outline != "none"  # one sees where one is
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    score = page.locator("table.sortable th").nth(2)
    expect(score).to_have_attribute("aria-sort", "ascending")
    assert order(page) == ["王伟", "bob", "eve", "ann"]
    page.keyboard.press("Enter")
    expect(score).to_have_attribute("aria-sort", "descending")
    assert order(page) == ["ann", "eve", "bob", "王伟"]

    field.fill("王")
    assert order(page) == ["王伟"]
    expect(page.locator("label.filter + output")).to_have_text("1 / 4")
    field.fill("nobody")
    assert order(page) == []
    field.fill("")
    assert len(order(page)) == 4
    visit.check_axe()


def test_the_page_of_a_student_lists_the_attempts(visited: tuple[str, Visit]) -> None:
    language, visit = visited
    page = visit.open("index.html")
    page.locator("table.sortable").get_by_role("link", name="bob").click()
    page.wait_for_selector("main h1")
    title = "全部提交" if language == "zh" else "All attempts"
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    rows = page.locator("section", has=page.get_by_role("heading", name=title)).locator("tbody tr")
    expect(rows).to_have_text(["112", "219 ✓"])
    visit.check_axe()

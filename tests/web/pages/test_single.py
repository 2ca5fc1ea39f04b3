"""The single-file viewer: from disk, without a server, in both languages, safe."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from garlic.analysis import Reviewer
from garlic.analysis.documents import review_to_json
from garlic.engines import Limit
from garlic.judge.record import Record
from garlic.judge.replay import positions
from garlic.web.settings import PAGES
from garlic.web.view.records import OpenRecord
from garlic.web.view.replay import view_of
from garlic.web.view.reviews import page_review
from garlic.web.view.single_file import single_page
from support.records import record_of, some_moves

HOSTILE = "</script><script>document.title='caught'</script><!--"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    document = json.loads(record_of("othello", some_moves("othello", 12)).dumps())
    document["bots"][0]["name"] = HOSTILE
    document["turns"][4]["stderr"] = HOSTILE
    record = Record.parse(json.dumps(document).encode())
    opened = OpenRecord("", record, positions(record))
    review = Reviewer(record, Limit(nodes=500)).run()
    page = single_page(view_of(record), page_review(review_to_json(review), opened))
    path = tmp_path_factory.mktemp("single") / "game.html"
    path.write_text(page, encoding="utf-8")
    return path


class Show:
    """A function that opens the file; the page must not use the network."""

    def __init__(self, browser: Browser, file: Path) -> None:
        self.faults: list[str] = []
        self._browser, self._file = browser, file
        self._contexts: list[BrowserContext] = []
        self._requested: list[str] = []

    def __call__(self, **options: Any) -> Page:
        context = self._browser.new_context(**options)
        self._contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: self._requested.append(request.url))
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", self._on_console)
        page.set_default_timeout(8_000)
        page.goto(self._file.as_uri())
        page.wait_for_selector(".viewer svg.board")
        return page

    def _on_console(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.faults.append(line.text)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        assert self.faults == []
        assert {url for url in self._requested if not url.startswith("file:")} == set()


@pytest.fixture
def shown(browser: Browser, file: Path) -> Iterator[Show]:
    show = Show(browser, file)
    yield show
    show.close()


def test_it_is_small() -> None:
    assert (PAGES / "single.html").stat().st_size < 400_000


def test_it_shows_the_game_with_its_review(shown: Show) -> None:
    page = shown()
    page.keyboard.press("End")
    assert page.locator("output.count").inner_text() == "12 / 12"
    page.get_by_role("columnheader", name="Accuracy").wait_for()
    page.locator(".costliest button").first.click()
    page.locator("path.arrow.better").first.wait_for(state="attached")
    assert page.get_by_role("region", name="Ask again").count() == 0


def test_names_and_output_cannot_run_scripts(shown: Show) -> None:
    page = shown()
    assert page.title() != "caught"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert HOSTILE in page.locator("pre").inner_text()
    assert HOSTILE in page.locator(".player .name").first.inner_text()


def test_it_works_in_both_languages(shown: Show) -> None:
    page = shown(locale="zh-CN", color_scheme="dark", viewport={"width": 390, "height": 800})
    assert page.get_by_role("heading", level=1).inner_text() == "加权黑白棋"
    assert page.get_by_text("得分").first.is_visible()
    page.get_by_role("button", name="English").click()
    page.get_by_text("Score", exact=True).first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_no_other_script_can_run(shown: Show) -> None:
    page = shown()
    page.evaluate("""() => {
        const script = document.createElement('script');
        script.textContent = "document.title = 'caught'";
        document.body.append(script);
    }""")
    assert page.title() != "caught"
    (fault,) = shown.faults
    assert "Content Security Policy" in fault
    shown.faults.clear()

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from support.web import CHROMIUM, Server, running_server
from web.pages.visits import StartVisit, Visit


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed")
    expect.set_options(timeout=30_000)  # as `wait_for`: the machine may be busy
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        yield found
        found.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[StartVisit]:
    """A function that opens a page: visit(width=390, dark=True, language="zh-CN")."""
    contexts: list[BrowserContext] = []
    visits: list[Visit] = []

    def make(
        *,
        width: int = 1280,
        height: int = 900,
        dark: bool = False,
        language: str = "en-US",
        calm: bool = True,
        touch: bool = False,
    ) -> Visit:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale=language,
            reduced_motion="reduce" if calm else "no-preference",
            has_touch=touch,
        )
        contexts.append(context)
        found = Visit(context.new_page(), server.address)
        visits.append(found)
        return found

    yield make
    for found in visits:
        assert not found.faults
    for context in contexts:
        context.close()

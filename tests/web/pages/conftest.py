import json

import pytest
from playwright.sync_api import sync_playwright

from support.web import AXE, CHROMIUM, SCREENSHOTS, running_server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with running_server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="session")
def browser():
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        yield found
        found.close()


class Visit:
    """A browser page of one user; errors in its console fail the test."""

    def __init__(self, page, address):
        self.page = page
        self.address = address
        self.faults = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", self._on_console)

    def _on_console(self, message):
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def open(self, path):
        self.page.goto(self.address + path)
        self.page.wait_for_selector("main h1")
        return self.page

    def shoot(self, name):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)

    def check_axe(self):
        """Fail if axe finds a serious or critical violation.

        Axe can misread a page that changes meanwhile, so a violation has to be found twice.
        """
        # Evaluated by the debugger, to which the page's content policy does not apply.
        self.page.evaluate(AXE.read_text())
        grave = self._grave_faults()
        if grave:
            self.page.wait_for_timeout(1_000)
            grave = self._grave_faults()
        assert not grave, json.dumps(grave, indent=1, ensure_ascii=False)

    def _grave_faults(self):
        found = self.page.evaluate(
            "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)"
        )
        return [
            (fault["id"], [node["html"][:160] for node in fault["nodes"][:3]])
            for fault in found
            if fault["impact"] in ("serious", "critical")
        ]


@pytest.fixture
def visit(browser, server):
    """A function that opens a page: visit(width=390, dark=True, language="zh-CN")."""
    contexts = []
    visits = []

    def make(*, width=1280, height=900, dark=False, language="en-US", calm=True):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale=language,
            reduced_motion="reduce" if calm else "no-preference",
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

"""What the fixture `visit` returns."""

import json
import os
from typing import Any, Protocol

from playwright.sync_api import ConsoleMessage, Page

from support.web import AXE, SCREENSHOTS


class Visit:
    """A browser page of one user; errors in its console fail the test."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.key = ""  # to the seats of the game that was begun last
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", self._on_console)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        self.page.wait_for_selector("main h1")
        return self.page

    def begin(self, **request: object) -> str:
        """Start a game and open its page with the key to its seats; its id."""
        answer = self.page.request.post(f"{self.address}/api/plays", data=request)
        assert answer.status == 201, answer.text()
        made = answer.json()
        self.key = made["key"]
        self.open(f"/play/{made['id']}#seat={made['key']}")
        return str(made["id"])

    def shoot(self, name: str) -> None:
        """Take a picture for those who review the pages; only where they ask for it."""
        if "GARLIC_SCREENSHOTS" not in os.environ:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)

    def check_axe(self) -> None:
        """Fail if axe finds a violation.

        Axe can misread a page that changes meanwhile, so a violation has to be found twice.
        """
        # Evaluated by the debugger, to which the page's content policy does not apply.
        self.page.evaluate(AXE.read_text())
        violations = self._violations()
        if violations:
            self.page.wait_for_timeout(1_000)
            violations = self._violations()
        assert not violations, json.dumps(violations, indent=1, ensure_ascii=False)

    def _violations(self) -> list[tuple[str, list[str]]]:
        found: list[dict[str, Any]] = self.page.evaluate(
            "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)"
        )
        return [
            (fault["id"], [node["html"][:160] for node in fault["nodes"][:3]]) for fault in found
        ]


class StartVisit(Protocol):
    """Opens a browser window: visit(width=390, dark=True, language="zh-CN")."""

    def __call__(
        self,
        *,
        width: int = 1280,
        height: int = 900,
        dark: bool = False,
        language: str = "en-US",
        calm: bool = True,
        touch: bool = False,
    ) -> Visit: ...

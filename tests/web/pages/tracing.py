"""What the main thread of a page did, in processor time: independent of other load."""

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

_CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


@dataclass(frozen=True, slots=True)
class Task:
    """One task: its processor time, the events that it handled, and whether it drew the page."""

    cpu_milliseconds: float
    events: list[str] = field(default_factory=list)
    drew: bool = False


def start_trace(browser: Browser, page: Page) -> None:
    """Record what *page* does."""
    browser.start_tracing(page=page, categories=_CATEGORIES)


def stop_trace(browser: Browser) -> list[Task]:
    """The tasks of the page's main thread since `start_trace`."""
    events = json.loads(browser.stop_tracing())["traceEvents"]
    names = {
        (event["pid"], event["tid"]): event["args"]["name"]
        for event in events
        if event["name"] == "thread_name"
    }
    main = [
        event for event in events if names.get((event["pid"], event["tid"])) == "CrRendererMain"
    ]
    handled = [event for event in main if event["name"] == "EventDispatch"]
    drawn = [event for event in main if event["name"] == "Paint"]

    def within(task: dict[str, Any], events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        end = task["ts"] + task.get("dur", 0)
        return [event for event in events if task["ts"] <= event["ts"] <= end]

    return [
        Task(
            task.get("tdur", 0) / 1e3,
            [str(event["args"]["data"]["type"]) for event in within(task, handled)],
            bool(within(task, drawn)),
        )
        for task in sorted(main, key=lambda event: float(event["ts"]))
        if task["name"] == "RunTask"
    ]

"""What the main thread of a page did, in processor time: independent of other load."""

import json
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page

_CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


@dataclass(frozen=True, slots=True)
class Task:
    """One task: when it began, its processor time, and the events that it handled."""

    start: float  # milliseconds of the trace's clock
    cpu_milliseconds: float
    events: list[str] = field(default_factory=list)


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
    return [
        Task(
            task["ts"] / 1e3,
            task.get("tdur", 0) / 1e3,
            [
                str(event["args"]["data"]["type"])
                for event in handled
                if task["ts"] <= event["ts"] <= task["ts"] + task.get("dur", 0)
            ],
        )
        for task in main
        if task["name"] == "RunTask"
    ]

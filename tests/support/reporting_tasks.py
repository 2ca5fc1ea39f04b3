"""Jobs for a `WorkerPool`: functions that a worker process can import."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from garlic.core import UsageError

Report = Callable[[Any], None]


def count(report: Report, last: int) -> int:
    for number in range(last):
        report({"number": number})
    return os.getpid()


def refuse(report: Report) -> NoReturn:
    del report
    raise UsageError("no such thing")


def report_forever(report: Report) -> NoReturn:
    while True:
        report("still here")
        time.sleep(0.01)


def die(report: Report) -> NoReturn:
    report("about to end")
    os._exit(3)


def report_until_killed(report: Report, marker: Path) -> None:
    """Report for ever; the first worker that runs it dies after its first message."""
    report("still here")
    if not marker.exists():
        marker.touch()
        time.sleep(0.5)
        os._exit(3)
    report_forever(report)

"""Jobs for a `WorkerPool`: functions that a worker process can import."""

import os
import time

from garlic.core import UsageError


def count(report, last):
    for number in range(last):
        report({"number": number})
    return os.getpid()


def refuse(report):
    del report
    raise UsageError("no such thing")


def report_forever(report):
    while True:
        report("still here")
        time.sleep(0.01)


def die(report):
    report("about to end")
    os._exit(3)

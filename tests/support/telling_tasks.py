"""Jobs for a `WorkerPool`: functions that a worker process can import."""

import os
import time

from garlic.core import UsageError


def count(tell, last):
    for number in range(last):
        tell({"number": number})
    return os.getpid()


def refuse(tell):
    del tell
    raise UsageError("no such thing")


def talk_for_ever(tell):
    while True:
        tell("still here")
        time.sleep(0.01)


def die(tell):
    tell("about to end")
    os._exit(3)

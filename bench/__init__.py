"""Speed tables. Each module offers `rows()`: (what, measured, wished).

Machines differ and are shared, so what can be a ratio is one, measured in a single run.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_processor() -> Iterator[None]:
    """Judge, keeper and bots on one processor, as when several games run side by side."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)

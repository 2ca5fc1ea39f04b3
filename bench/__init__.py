"""Benchmarks, a folder for each part of the package: ``python -m bench [NAME...]``.

A module offers `rows()`: (what, measured, target), and for longer work `main(arguments)`. Machines
differ and are shared, so results are ratios from a single run where possible. Modules with a
leading underscore are helpers. Correctness is tested in `tests`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_processor() -> Iterator[None]:
    """Run judge, keeper and bots on one processor, as when several games run in parallel."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)

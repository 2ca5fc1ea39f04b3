"""Time limits that catch excessive work, generous enough for a slow and busy machine.

Speed is measured in `bench/`. A test only has to detect a hang: what takes a second in linear
time takes hours in quadratic time.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def proportionate(seconds: float = 20.0) -> Iterator[None]:
    """Fails if the block used more than *seconds* of processor time."""
    began = time.process_time()
    yield
    used = time.process_time() - began
    assert used < seconds, f"used {used:.1f} s of processor time"


@contextmanager
def promptly(seconds: float = 5.0) -> Iterator[None]:
    """Fails if the block took more than *seconds* on the clock."""
    began = time.monotonic()
    yield
    took = time.monotonic() - began
    assert took < seconds, f"took {took:.1f} s"

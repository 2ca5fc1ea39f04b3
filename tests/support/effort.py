"""Guards against work out of all proportion, wide enough for a machine that is slow and busy.

How fast a thing is, `bench/` measures. A test only has to tell an answer from a hang: what is
read in linear time takes a second here, what is read in quadratic time takes hours.
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

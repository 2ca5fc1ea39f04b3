"""How much of its time an engine keeps back, so that its answer is out before it is late."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

# What happens outside of a search: the request is read, the answer is written.
_LEAST_SECONDS = 0.004
_SHARE = 0.012
# However noisy a machine is, an engine thinks for this part of its time.
_LEAST_USED = 0.6
# What is expected of a machine that has not been seen yet.
_FIRST_OVERSHOOT = 0.004
# An overshoot is forgotten by and by: after ten moves a third of it is left.
_FADING = 0.9


class Reserve:
    """Grows with the noise that the engine has seen: how late its earlier searches returned."""

    def __init__(self) -> None:
        self._overshoot = _FIRST_OVERSHOOT

    def usable(self, seconds: float) -> float:
        """How much of *seconds* a search may take."""
        kept = _LEAST_SECONDS + _SHARE * seconds + self._overshoot
        return max(seconds - kept, _LEAST_USED * seconds)

    @contextmanager
    def watching(self, planned: float | None) -> Iterator[None]:
        """Note how long the block took beyond *planned* seconds; None: it has no limit."""
        began = time.perf_counter()
        yield
        if planned is not None:
            late = time.perf_counter() - began - planned
            self._overshoot = max(min(late, planned), _FADING * self._overshoot)

"""What holds for all tests."""

import os
import signal

import pytest
from hypothesis import settings

from garlic.judge import quiet
from support.busy import FakeQuiet

pytest_plugins = ["support.slowest_files"]


def pytest_xdist_auto_num_workers() -> int:
    """More workers than processors: a third of the time tests wait for programs that sleep."""
    return max(2, 3 * len(os.sched_getaffinity(0)) // 2)


# Tests tell an answer from a hang; how fast it is depends on what else the machine does.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

# A shell that starts the tests in the background lets them ignore Ctrl-C, and their children too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that tests start do not wait for this machine to be quiet."""
    monkeypatch.setenv("GARLIC_PATIENCE", "0")


@pytest.fixture
def usual_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands have the patience that they have for users."""
    monkeypatch.delenv("GARLIC_PATIENCE")


@pytest.fixture(autouse=True)
def quiet_answers(monkeypatch: pytest.MonkeyPatch) -> FakeQuiet:
    """Nothing waits for this machine to be quiet; a test sets what the `answers` are to be."""
    fake = FakeQuiet()
    monkeypatch.setattr(quiet, "wait_until_quiet", fake)
    return fake

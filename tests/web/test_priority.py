"""A course server does not wait behind the bots that it runs, and its workers do not run before."""

import os
import subprocess
import sys

import pytest

from garlic.web.priority import raise_priority

SCRIPT = """
import os, threading
from garlic.judge.workers.pool import Pool
from garlic.web.priority import lower_priority, raise_priority

def mine():
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

def below():
    lower_priority()
    found.append(mine())

raise_priority()
found = [mine()]
for target in (lambda: found.append(mine()), below):
    thread = threading.Thread(target=target)
    thread.start()
    thread.join()
with Pool(1, ()) as pool:
    found.append(pool.submit(os.getpriority, os.PRIO_PROCESS, 0).result())
print(found)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root may raise a priority")
def test_a_server_has_the_priority_of_bots_and_its_workers_the_usual_one() -> None:
    found = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        start_new_session=True,  # the priority of a session changes, too
    )
    assert found.stdout == "[-5, -5, 0, 0]\n"


def test_whoever_may_not_raise_a_priority_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", refuse)
    raise_priority()

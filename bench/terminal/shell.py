"""The speed of the shell compared with bash."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_GARLIC = str(Path(sys.executable).parent / "garlic")
_COMMANDS = 1000


def rows() -> list[tuple[str, str, str]]:
    """The start, and a script of short programs."""
    with tempfile.TemporaryDirectory() as folder:
        empty, script = Path(folder) / "empty", Path(folder) / "script"
        empty.write_text("")
        script.write_text("/bin/true\n" * _COMMANDS)
        start = _best([_GARLIC, "shell", str(empty)], rounds=9)
        # Alternating, so that a busy moment of the machine affects both.
        ours, bash = float("inf"), float("inf")
        for _ in range(3):
            ours = min(ours, _best([_GARLIC, "shell", str(script)], rounds=1))
            bash = min(bash, _best(["bash", str(script)], rounds=1))
    return [
        ("shell: start to the first prompt of a script", f"{start * 1000:.0f} ms", "<= 150 ms"),
        (
            f"shell: {_COMMANDS} lines /bin/true, against bash",
            f"{ours:.2f} s / {bash:.2f} s = {ours / bash:.2f} times",
            "<= 3 times",
        ),
    ]


def _best(command: list[str], rounds: int) -> float:
    """The shortest of *rounds* runs in seconds."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, env=dict(os.environ), check=False)
        times.append(time.perf_counter() - began)
    return min(times)

"""Small labs and programs to grade, and what the fixture `graded` returns."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from garlic.labs.candidates import SubmissionFormat
from garlic.labs.intake.handed_in import HandedIn, look_at
from garlic.labs.lab import Lab
from garlic.labs.results import Graded
from garlic.labs.submissions import Submission


class Grade(Protocol):
    """Grades the submissions at *paths*; the results by name."""

    def __call__(
        self,
        lab: Lab,
        paths: Sequence[Path],
        *,
        out: Path | None = None,
        opponent: str | None = None,
        weak: bool = False,
    ) -> dict[str, Graded]: ...


def collected(paths: Sequence[Path], workspace: Path) -> list[Submission]:
    """The submissions at *paths*, copied, as a lab for bots takes them."""
    accepted = SubmissionFormat("bot", ("player.h", "*.h", "*.py"))
    return copied(look_at(paths, accepted), workspace)


def copied(handed_in: HandedIn, workspace: Path) -> list[Submission]:
    """All that was *handed_in*, each submission in a folder of its own."""
    return [entry.copy(workspace / f"{n:04}") for n, entry in enumerate(handed_in.entries)]


# The right answer is twice the number.
DOUBLING = """
schema = "garlic-lab/1"
title = { en = "doubling", zh = "加倍" }
limits = "turn=5s,memory=256MB"
[hand_in]
kind = "program"
[[tests]]
check = "build"
points = 10
[[tests]]
check = "answers"
checker = "text"
title = "small"
points = 60
cases = [{ input = "1", output = "2" }, { input = "21", output = "42" }]
[[tests]]
check = "answers"
checker = "text"
title = "large"
points = 30
cases = [{ input = "100000000000", output = "200000000000" }]
"""

PROGRAMS = {
    "good": "import sys\nprint(2 * int(open(sys.argv[1]).read()))\n",
    "small": "import sys\nn = int(sys.stdin.read())\nprint(2 * n if n < 1000 else 0)\n",
    "wrong": "print(0)\n",
    "crash": "raise ValueError('oh no')\n",
    "cheat": "import os\nprint(os.listdir('/home'))\n",
    "broken": "print(1\n",
}

TIAOJIA = """
schema = "garlic-lab/1"
title = "tiaojia"
[hand_in]
kind = "bot"
game = "tiaojia"
protocol = "tongji"
[[tests]]
check = "match"
title = "first"
against = "baseline:tiaojia/first"
pay = { win = 3, draw = 1 }
"""

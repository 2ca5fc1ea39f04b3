"""Checkers judge the answers of a program; `CHECKERS` has them by their name in lab files.

One module per kind of problem; `base` has the protocols, start there. Running the programs is in
`garlic.labs.programs`.
"""

from collections.abc import Callable, Mapping

from garlic.labs.checkers.base import Case, Checker, Judged
from garlic.labs.checkers.gomoku import ForbiddenChecker
from garlic.labs.checkers.text import TextChecker
from garlic.labs.checkers.xiangqi import MoveChecker

__all__ = ["CHECKERS", "Case", "Checker", "Judged"]


# The puzzles bring numpy and Pillow, which no other lab needs.
def _highway() -> Checker:
    from garlic.labs.checkers.highway import HighwayChecker  # noqa: PLC0415

    return HighwayChecker()


def _trek() -> Checker:
    from garlic.labs.checkers.trek import TrekChecker  # noqa: PLC0415

    return TrekChecker()


CHECKERS: Mapping[str, Callable[[], Checker]] = {
    "text": TextChecker,
    "highway": _highway,
    "trek": _trek,
    "gomoku-forbidden": ForbiddenChecker,
    "xiangqi-move": MoveChecker,
}

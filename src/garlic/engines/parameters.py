"""The numbers of an engine's search that can be set by name: margins, depths, reductions.

They are for measuring and tuning (`garlic tune`): ``engine:xiangqi?reduction_slope=50``. What they
mean is explained in `cpp/garlic/tuning.h`.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from garlic import _core


@dataclass(frozen=True, slots=True)
class Parameter:
    """A named number: its usual *value*, and the *least* and *most* it can be set to."""

    name: str
    value: int
    least: int
    most: int


@cache
def engine_parameters(player: str) -> dict[str, Parameter]:
    """The parameters of a native player (``"xiangqi"``) by name; none if it is not native.

    A game with several native engines (rules, sizes of boards) has the same names for all; the
    values are those of the first.
    """
    engines: list[Any] = _core.native_engines(player)
    return {row[0]: Parameter(*row) for row in engines[0].parameters()} if engines else {}

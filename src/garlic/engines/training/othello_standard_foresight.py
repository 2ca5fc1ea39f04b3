"""How well searches of standard Othello predict deeper ones, and the end of the game.

``python -m garlic.engines.training.othello_standard_foresight`` takes positions as the training of
the evaluation does (`othello_standard`), searches them to each depth with hardly any cut by
prediction, solves those near the end, and prints the logarithms of the standard deviations as
functions of the empty cells and the depths: the numbers in
``cpp/games/othello/standard/foresight.h``. 150 positions for each
number of empty cells take about three minutes.

With ``--random-maps`` it takes positions on 8x8 with random cell weights instead, which the general
evaluation judges, and measures in mean cell weights.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

import numpy as np
import numpy.typing as npt

from garlic import _core
from garlic.core import Stream
from garlic.engines import weights as weight_files
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.engines.training import othello_foresight as general_foresight
from garlic.engines.training.othello_standard import Positions, by_empties
from garlic.games.othello import GAME, Position
from garlic.games.othello import Move as OthelloMove

_EMPTIES = (14, 16, 17, 18, 20, 21, 22, 25, 26, 30, 32, 34, 36, 38)
_SOLVED_EMPTIES = 22
_SURE = {"probcut_margin": 1000}  # ten standard deviations: hardly any cut
_LARGEST = 35.0  # positions further from even say little
_OUTLIER, _OUTLIER_AT_END = 15.0, 25.0
_GAMES_A_POSITION = 4


@dataclass(frozen=True, slots=True)
class Scores:
    """What one position is worth to searches of 1, 2, ... plies, and in the end if it is known."""

    empties: int
    by_depth: tuple[float, ...]
    exact: float | None


def text_of(own: int, other: int) -> str:
    """A position as the game writes it, the mover being red."""
    rows = [
        "".join(
            "O" if own >> cell & 1 else "o" if other >> cell & 1 else "."
            for cell in range(8 * row, 8 * row + 8)
        )
        for row in range(8)
    ]
    return f"{'/'.join(['1' * 8] * 8)} {'/'.join(rows)} r 0"


def on_random_maps(count: int, depth: int) -> Iterator[Scores]:
    """The scores of positions from *count* quick games on random maps, in mean cell weights."""
    sure = Engine(GAME, hash_mb=16, parameters=_SURE)
    for position in general_foresight.positions(2 * count, 8, 8):  # every other map is of ones
        board = position.board
        mean = board.worth(board.cells) / board.cells.bit_count()
        empties = position.empty().bit_count()
        if mean == 1 or empties < min(_EMPTIES):
            continue
        found = [_points(sure, position, number) / mean for number in range(1, depth + 1)]
        if abs(found[-1]) <= _LARGEST:
            yield Scores(empties, tuple(found), None)


def scores(position: Position, empties: int, depth: int) -> Scores | None:
    """None for a position that is nearly decided."""
    sure = Engine(GAME, hash_mb=16, parameters=_SURE)
    found = [_points(sure, position, number) for number in range(1, depth + 1)]
    if abs(found[-1]) > _LARGEST:
        return None
    solved = empties <= _SOLVED_EMPTIES
    exact = _points(Engine(GAME, hash_mb=16), position, 120) if solved else None
    return Scores(empties, tuple(found), exact)


def _points(engine: Engine[OthelloMove], position: Position, depth: int) -> float:
    score = engine.search(position, Limit(depth=depth)).score
    return 0.0 if score is None or score.points is None else score.points


def measure(positions: Positions, empties: int, count: int, depth: int) -> list[Scores]:
    """The scores of *count* of the *positions*."""
    chance = Stream(empties)
    found: list[Scores] = []
    left = list(range(len(positions)))
    while left and len(found) < count:
        own, other = positions[left.pop(chance.below(len(left)))]
        position = Position.parse(text_of(int(own), int(other)))
        made = None if position.outcome() is not None else scores(position, empties, depth)
        if made is not None:
            found.append(made)
    return found


def fitted(
    found: Sequence[Scores],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64] | None]:
    """Factors of 1, empties, shallow, log(deep - shallow); to the end, of the first three.

    None if no position was solved.
    """
    middle, end = [], []
    for empties in sorted({one.empties for one in found}):
        group = [one for one in found if one.empties == empties]
        depths = np.array([one.by_depth for one in group])
        exact = np.array([one.exact for one in group], dtype=float)  # NaN where there is none
        for shallow in range(1, depths.shape[1] + 1):
            for deep in range(shallow + 2, depths.shape[1] + 1):
                off = _deviation(depths[:, deep - 1] - depths[:, shallow - 1], _OUTLIER)
                middle.append((1.0, empties, shallow, np.log(deep - shallow), off))
            if not np.isnan(exact).any():
                off = _deviation(exact - depths[:, shallow - 1], _OUTLIER_AT_END)
                end.append((1.0, empties, shallow, off))
    return _factors(np.array(middle)), _factors(np.array(end)) if end else None


def _deviation(gaps: npt.NDArray[np.float64], outlier: float) -> float:
    near = gaps[np.abs(gaps) < outlier]
    return float(np.log(np.sqrt((near**2).mean())))


def _factors(rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(np.linalg.lstsq(rows[:, :-1], rows[:, -1], rcond=None)[0])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--positions", type=int, default=150, help="for each number of empties")
    parser.add_argument("--depth", type=int, default=8, help="of the deepest search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--random-maps", action="store_true", help="8x8 with random weights; --positions are games"
    )
    options = parser.parse_args(arguments)
    if options.random_maps:
        _show(list(on_random_maps(options.positions, options.depth)))
        return
    content = resources.files(weight_files).joinpath(weight_files.OTHELLO_FILE).read_bytes()
    general = weight_files.parse_othello(content)
    games = options.positions * _GAMES_A_POSITION
    played = _core.othello_standard_positions(general, options.seed, games)
    positions = by_empties(np.frombuffer(played, dtype="<u8").reshape(-1, 2))
    found: list[Scores] = []
    for empties in _EMPTIES:
        found += measure(positions[empties], empties, options.positions, options.depth)
    _show(found)


def _show(found: Sequence[Scores]) -> None:
    middle, end = fitted(found)
    names = ("1", "empties", "shallow", "log(deep - shallow)")
    for what, factors in (("deeper", middle), ("the end", end)):
        if factors is None:
            continue
        terms = " ".join(
            f"{factor:+.4f} * {name}" for factor, name in zip(factors, names, strict=False)
        )
        print(f"{len(found)} positions, {what}: log(deviation) = {terms}")


if __name__ == "__main__":
    main()

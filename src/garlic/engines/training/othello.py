"""Fit Othello's evaluation: play games against itself, then fit weights on them.

The present weights come from ``python -m garlic.engines.training.othello all --folder F``: rounds
of games and fits (`ROUNDS`), with the games and weights of each kept in F. For experiments there
are commands for the single steps::

    play  --games 20000 --seed 1 --out games.txt        games, one per line
    fit   games.txt --out new.weights                   weights from games
    match new.weights old.weights --games 200           which of two plays better

``play --weights new.weights`` plays the next round with the new weights. The same options give
the same games and weights.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from garlic import _core
from garlic.core import Stream
from garlic.engines import weights as weight_files

_GAMES_A_MAP = 8
_MOST_AHEAD = 0.8
# Penalties that keep rare weights near 0: owners, the rest on 8x8, the rest on other boards.
_RIDGES = (20.0, 20.0, 1000.0)
_FIT_ROUNDS, _OWNERS_RATE, _REST_RATE = 4, 0.015, 0.005
_SEEDS_A_RUN = 3  # at least as many as rounds, so that no two runs share games
_HELD_OUT = 20  # one map in this many is kept out of the fit
_OWNERS_UNIT, _REST_UNIT, _SCALAR_UNIT = 128, 16, 128  # as in cpp/games/othello/weights.h


# --- maps -----------------------------------------------------------------------------------


def random_map(chance: Stream) -> str:
    """A random start position: most on 8x8, more than half of those standard Othello."""
    kind = chance.below(100)
    if kind < 34:
        return _map(8, 8, [[1] * 8 for _ in range(8)], centre=1)
    if kind < 58:
        rows = columns = 8
    elif kind < 80:
        rows = columns = 10
    elif kind < 94:
        rows = columns = 12
    else:
        rows, columns = 4 + chance.below(9), 4 + chance.below(9)
    return _map(rows, columns, _cell_weights(rows, columns, chance), centre=0)


def standard_map(rows: int, columns: int, seed: int = 0) -> str:
    """A start position with cells of weight 1 (standard Othello), or random ones by *seed*."""
    if seed == 0:
        return _map(rows, columns, [[1] * columns for _ in range(rows)], centre=1)
    chance = Stream(seed)
    cells = [[1 + chance.below(9) for _ in range(columns)] for _ in range(rows)]
    return _map(rows, columns, cells, centre=0)


def _cell_weights(rows: int, columns: int, chance: Stream) -> list[list[int]]:
    """Cell weights like those of the course's tasks: ones, other corners, another rim, any."""
    style = chance.below(6)
    cells = [[1] * columns for _ in range(rows)]
    if style >= 3:
        return [[1 + chance.below(9) for _ in range(columns)] for _ in range(rows)]
    if style > 0:
        for row in range(rows):
            for column in range(columns):
                on_rim = [row in (0, rows - 1), column in (0, columns - 1)]
                if all(on_rim) if style == 1 else any(on_rim):
                    cells[row][column] = 1 + chance.below(9)
    return cells


def _map(rows: int, columns: int, cells: list[list[int]], centre: int) -> str:
    discs = [["."] * columns for _ in range(rows)]
    top, left = rows // 2 - 1, columns // 2 - 1
    for down, right, disc in ((0, 0, "o"), (0, 1, "O"), (1, 0, "O"), (1, 1, "o")):
        discs[top + down][left + right] = disc
        cells[top + down][left + right] = centre
    cell_rows = "/".join("".join(map(str, row)) for row in cells)
    return f"{cell_rows} {'/'.join(''.join(row) for row in discs)} r 0"


def _cells(start: str) -> int:
    return sum(letter.isdigit() for letter in start.split(" ", maxsplit=1)[0])


# --- games ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How games are played: the depth of the search, and when moves become exact."""

    depth: int = 4
    large_depth: int = 2  # on more than 64 cells, where games take longest
    exact_empties: int = 14
    weights: Path | None = None  # default: the hand-made weights of the first round


@dataclass(frozen=True, slots=True)
class Round:
    """The games of one round, played with the weights of the rounds before it."""

    games: int
    depth: int
    large_depth: int


ROUNDS = (Round(16_000, 3, 2), Round(60_000, 4, 2), Round(16_000, 4, 3))


def games_on_one_map(seed: int, style: PlayStyle) -> list[str]:
    """Several games on one random map, each from a random opening, as lines."""
    chance = Stream(seed)
    start = random_map(chance)
    cells = _cells(start)
    weights = _read(style.weights)
    large = cells > 64
    lines = []
    for _ in range(_GAMES_A_MAP):
        line, _ = _core.play_othello(
            start,
            weights,
            weights,
            random_plies=(2 + chance.below(18)) * cells // 64,
            depth=style.large_depth if large else style.depth,
            exact_empties=style.exact_empties - (2 if large else 0),
            seed=chance.word(),
        )
        lines.append(line)
    return lines


def play(games: int, seed: int, jobs: int, style: PlayStyle) -> Iterator[str]:
    """At least *games* games, played by *jobs* processes; their number changes no result."""
    tasks = [
        (seed * 1_000_003 + number, style)
        for number in range((games + _GAMES_A_MAP - 1) // _GAMES_A_MAP)
    ]
    if jobs == 1:
        for task in tasks:
            yield from games_on_one_map(*task)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for lines in pool.imap(_play_task, tasks, chunksize=4):
            yield from lines


def _play_task(task: tuple[int, PlayStyle]) -> list[str]:
    return games_on_one_map(*task)


@cache
def _read(path: Path | None) -> _core.OthelloWeights:
    if path is None:
        return _core.OthelloWeights.by_hand()
    return weight_files.parse_othello(path.read_bytes(), path.name)


# --- fit ------------------------------------------------------------------------------------


def load(lines: Iterator[str]) -> _core.OthelloTrainer:
    """A trainer with the games in *lines*; it holds out the games of some maps."""
    trainer = _core.OthelloTrainer(*_RIDGES)
    for number, line in enumerate(lines):
        trainer.add(line.rstrip("\n"), number // _GAMES_A_MAP % _HELD_OUT == 0)
    return trainer


def fit(trainer: _core.OthelloTrainer, rounds: int, owners_rate: float, rest_rate: float) -> None:
    """Fit the trainer's weights in *rounds* rounds; the rates fall to a thirtieth.

    In the second half the targets shift more and more from the result of the game to the
    evaluations of later positions, which are more informative.
    """
    for number in range(rounds):
        trainer.fit_owners(owners_rate * _falling(number, rounds), number)
    for number in range(2 * rounds):
        share = 0.0 if number < rounds else _MOST_AHEAD * (number - rounds + 1) / rounds
        trainer.fit_rest(rest_rate * _falling(number, 2 * rounds), share, number)


def _falling(number: int, rounds: int) -> float:
    return float(30 ** -(number / max(rounds - 1, 1)))


def packed(weights: npt.NDArray[np.float32]) -> bytes:
    """*weights* in the format of the native core: integers of one and two bytes."""
    owners, patterns, _ = _core.othello_weight_counts()
    units = np.full(patterns, _REST_UNIT, dtype=np.float32)
    units[:owners] = _OWNERS_UNIT
    small = np.clip(np.rint(weights[:patterns] * units), -127, 127).astype(np.int8)
    scalars = np.clip(np.rint(weights[patterns:] * _SCALAR_UNIT), -32_767, 32_767)
    return bytes(small.tobytes() + scalars.astype("<i2").tobytes())


def report(trainer: _core.OthelloTrainer) -> str:
    """The errors of the weights on games they have not seen, one line per stage.

    Errors are root mean squares in units of the mean cell weight (discs, on a map of ones).
    """
    lines = ["board  empties  positions  draw  owners  all  cell"]
    for family, stage, count, model, owners, nothing, cell in trainer.errors():
        if count:
            board = "8x8  " if family == 0 else "other"
            share = f"{100 * stage // 12:3}-{100 * (stage + 1) // 12}%"
            errors = "  ".join(f"{error**0.5:5.2f}" for error in (nothing, owners, model, cell))
            lines.append(f"{board}  {share:8} {count:8}  {errors}")
    return "\n".join(lines)


# --- matches --------------------------------------------------------------------------------


def match(
    one: _core.OthelloWeights, two: _core.OthelloWeights, games: int, start: str, style: PlayStyle
) -> list[int]:
    """The margins of weights *one* against *two*; every opening is played with both colours."""
    cells = _cells(start)
    margins = []
    for number in range((games + 1) // 2):
        for sign, red, blue in ((1, one, two), (-1, two, one)):
            _, margin = _core.play_othello(
                start,
                red,
                blue,
                random_plies=8 * cells // 64,
                depth=style.depth,
                exact_empties=style.exact_empties,
                seed=number,
            )
            margins.append(sign * margin)
    return margins


# --- command line ---------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command; exit with code 2 and a message on invalid input."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("all", help="make the weights from scratch, as the present ones")
    step.add_argument("--folder", type=Path, required=True, help="for games and weights")
    step.add_argument("--share", type=float, default=1.0, help="of the games; fewer are a try")
    step.add_argument("--seed", type=int, default=1)
    step.add_argument("--jobs", type=int, default=1, help="processes; they change no result")
    step = steps.add_parser("play", help="play games")
    step.add_argument("--games", type=int, default=20_000)
    step.add_argument("--seed", type=int, default=1)
    step.add_argument("--jobs", type=int, default=1, help="processes; they change no result")
    step.add_argument("--weights", type=Path, help="weights to play with; default: hand-made ones")
    step.add_argument("--large-depth", type=int, default=2, help="plies on more than 64 cells")
    step.add_argument("--out", type=Path, required=True)
    _add_style(step, exact_empties=14)
    step = steps.add_parser("fit", help="fit weights on games")
    step.add_argument("games", type=Path, nargs="+")
    step.add_argument("--rounds", type=int, default=_FIT_ROUNDS, help="times through all positions")
    step.add_argument("--owners-rate", type=float, default=_OWNERS_RATE)
    step.add_argument("--rest-rate", type=float, default=_REST_RATE)
    step.add_argument("--out", type=Path, required=True)
    step = steps.add_parser("match", help="compare two sets of weights")
    step.add_argument("one", type=Path)
    step.add_argument("two", type=Path, nargs="?", help="default: hand-made weights")
    step.add_argument("--games", type=int, default=200)
    step.add_argument("--size", type=int, default=8)
    step.add_argument("--map-seed", type=int, default=0, help="of random cell weights; 0: ones")
    _add_style(step, exact_empties=8)
    options = parser.parse_args(arguments)
    try:
        _STEPS[options.step](options)
    except (OSError, ValueError) as fault:
        parser.error(str(fault))


def _add_style(step: argparse.ArgumentParser, exact_empties: int) -> None:
    step.add_argument("--depth", type=int, default=4, help="plies searched for a move")
    step.add_argument("--exact-empties", type=int, default=exact_empties)


def _all(options: argparse.Namespace) -> None:
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    played: list[Path] = []
    weights = None
    for number, planned in enumerate(ROUNDS):
        style = PlayStyle(planned.depth, planned.large_depth, weights=weights)
        games = folder / f"{number}.games"
        if not games.exists():  # an interrupted run continues here
            count = max(round(planned.games * options.share), 1)
            seed = options.seed * _SEEDS_A_RUN + number
            _write_games(games, play(count, seed, options.jobs, style))
        # Games played with hand-made weights are dropped once there are better ones.
        played = [games] if number <= 1 else [*played, games]
        last = number == len(ROUNDS) - 1
        weights = folder / (weight_files.OTHELLO_FILE if last else f"{number}.weights")
        if not weights.exists():
            how = f"all --seed {options.seed} --share {options.share:g}, round {number}"
            _write_weights(weights, fitted(played), how)


def _play(options: argparse.Namespace) -> None:
    style = PlayStyle(options.depth, options.large_depth, options.exact_empties, options.weights)
    _write_games(options.out, play(options.games, options.seed, options.jobs, style))


def _write_games(path: Path, games: Iterator[str]) -> None:
    """Write *games*, one per line; the file appears only when all are played."""
    unfinished = path.with_name(path.name + ".unfinished")
    with unfinished.open("w", encoding="ascii") as out:
        for line in games:
            out.write(line + "\n")
    unfinished.replace(path)


def _lines(paths: Sequence[Path]) -> Iterator[str]:
    for path in paths:
        with path.open(encoding="ascii") as file:
            yield from file


def _fit(options: argparse.Namespace) -> None:
    trainer = fitted(options.games, options.rounds, options.owners_rate, options.rest_rate)
    how = f"fit --rounds {options.rounds} {' '.join(path.name for path in options.games)}"
    _write_weights(options.out, trainer, how)


def fitted(
    games: Sequence[Path],
    rounds: int = _FIT_ROUNDS,
    owners_rate: float = _OWNERS_RATE,
    rest_rate: float = _REST_RATE,
) -> _core.OthelloTrainer:
    """A trainer with weights fitted on the files of *games*; prints its report."""
    trainer = load(_lines(games))
    print(f"{trainer.samples} positions", file=sys.stderr)
    fit(trainer, rounds, owners_rate, rest_rate)
    print(report(trainer), flush=True)
    return trainer


def _write_weights(path: Path, trainer: _core.OthelloTrainer, how: str) -> None:
    path.write_bytes(weight_files.othello_file(packed(trainer.weights), how))


def _match(options: argparse.Namespace) -> None:
    start = standard_map(options.size, options.size, options.map_seed)
    style = PlayStyle(options.depth, exact_empties=options.exact_empties)
    margins = match(_read(options.one), _read(options.two), options.games, start, style)
    wins, draws = sum(m > 0 for m in margins), sum(m == 0 for m in margins)
    losses = len(margins) - wins - draws
    print(f"{wins}+ {draws}= {losses}-, mean margin {sum(margins) / len(margins):+.2f}")


_STEPS = {"all": _all, "play": _play, "fit": _fit, "match": _match}

if __name__ == "__main__":
    main()

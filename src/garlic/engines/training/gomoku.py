"""Fit Gomoku's evaluation and the order of its moves to games of the engine against itself.

``python -m garlic.engines.training gomoku --folder F`` makes the weights of the package: it plays
`_GAMES` quick games of each rule set, and fits a weight for each combination of the four shapes of
a point to them. Games stay in the folder, a thousand in a file; if the command is interrupted, run
it again: it continues behind the last whole file. The games are played with the weights of the
package, or with those that ``--start`` names (``hand``: set by hand). The same options and weights
give the same games and the same fit.

What a position should be worth is the result of its game mixed with the score of the search. One
game in twenty is not fitted; what it says is printed after every epoch.
"""

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from garlic import _core
from garlic.core import Seat, Stream
from garlic.core.reading.files import read_limited
from garlic.engines import weights as weight_files
from garlic.engines.training.nets import ProgressLines
from garlic.games.gomoku import Move, Point, PointVerdict, Position

RULES = ("freestyle", "standard", "renju")
_GAMES = {"freestyle": 44_000, "standard": 18_000, "renju": 44_000}
_GAMES_A_FILE = 1_000
_FIRST_SEED = 1_000_003
_NODES = 1_000
_EPOCHS = 12
_RATE, _LAST_RATE = 0.001, 0.00002
_RESULT_SHARE = 0.6
_HOLD_OUT = 20
_MOST_BYTES = 4_000_000


def opening(rule: str, chance: Stream) -> Position:
    """A position of two to seven random stones, close to each other, around the centre."""
    while True:
        position = Position.start(rule)
        for _ in range(2 + chance.below(6)):
            position = position.play(stone_nearby(position, chance))
        if position.outcome() is None:
            return position


def stone_nearby(position: Position, chance: Stream) -> Move:
    """A legal move at most two points from another stone; around the centre if there is none."""
    size = position.board.size
    stones = [place for place, stone in enumerate(position.board.cells) if stone != "."]
    while True:
        if not stones:
            column, row = (size // 2 + chance.below(5) - 2 for _ in range(2))
        else:
            place = stones[chance.below(len(stones))]
            column = place % size + chance.below(5) - 2
            row = place // size + chance.below(5) - 2
        point = Point(column, row)
        if point not in position.board or position.board.at(point) != ".":
            continue
        if position.mover is Seat.B or position.verdict(point) is PointVerdict.LEGAL:
            return Move(point)


def play(folder: Path, games: dict[str, int], nodes: int, seed: int) -> None:
    """Play what the *folder* does not contain yet: *games* of each rule set."""
    files = [
        (rule, number, min(_GAMES_A_FILE, games[rule] - number * _GAMES_A_FILE))
        for number in range(-(-max(games.values()) // _GAMES_A_FILE))
        for rule in RULES
        if number * _GAMES_A_FILE < games[rule]
    ]
    progress = ProgressLines("files of games")
    for done, (rule, number, count) in enumerate(files):
        path = _games_file(folder, rule, number)
        if not path.exists():
            first_seed = seed * _FIRST_SEED + number * _GAMES_A_FILE
            _write(path, _core.gomoku_games(rule, first_seed, count, nodes))
        progress(done + 1, len(files))


def fit(folder: Path, games: dict[str, int], epochs: int, start: bytes) -> tuple[bytes, int]:
    """The weights fitted to the games in the *folder*, and the number of positions."""
    positions = 0
    for rule in RULES:
        count = -(-games[rule] // _GAMES_A_FILE)
        content = b"".join(
            _games_file(folder, rule, number).read_bytes() for number in range(count)
        )
        start, fitted, losses = _core.gomoku_fit(
            rule,
            content,
            start,
            epochs=epochs,
            rate=_RATE,
            last_rate=_LAST_RATE,
            result_share=_RESULT_SHARE,
            hold_out=_HOLD_OUT,
            seed=1,
        )
        positions += fitted
        print(f"{rule}: {games[rule]} games, {fitted} positions", flush=True)
        print("epoch  loss of values  of moves  chosen moves that come first")
        for epoch, (value, order, first) in enumerate(losses):
            print(f"{epoch:5}  {value:14.4f}  {order:8.4f}  {first:.3f}", flush=True)
    return start, positions


def _games_file(folder: Path, rule: str, number: int) -> Path:
    return folder / f"games-{rule}-{number:03}.bin"


def _write(path: Path, content: bytes) -> None:
    """Write a file that appears only when it is complete."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def _start_with(start: str | None) -> bytes:
    """Let the engine play with the weights that *start* names, and return them."""
    if start == "hand":
        _core.set_gomoku_weights_by_hand()
        return bytes(_core.gomoku_weight_bytes)
    if start is None:
        content = weight_files.installed(weight_files.GOMOKU_FILE)
        weights = weight_files.parse_gomoku(content)
    else:
        weights = weight_files.parse_gomoku(read_limited(Path(start), _MOST_BYTES), start)
    _core.set_gomoku_weights(weights)
    return weights


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit and write the weights; exit with code 2 and a message on invalid input."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--folder", type=Path, required=True, help="for games and weights")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of games")
    parser.add_argument("--nodes", type=int, default=_NODES, help="for each move")
    parser.add_argument("--epochs", type=int, default=_EPOCHS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a file of weights, or hand: what plays the games")
    options = parser.parse_args(arguments)
    games = {rule: round(count * options.share) for rule, count in _GAMES.items()}
    if min(games.values()) < 2 or options.nodes < 1 or options.epochs < 1:
        parser.error("expected two games of each rule set, a node and an epoch, or more")
    options.folder.mkdir(parents=True, exist_ok=True)
    start = _start_with(options.start)
    play(options.folder, games, options.nodes, options.seed)
    weights, positions = fit(options.folder, games, options.epochs, start)
    how = (
        f"gomoku --share {options.share:g} --nodes {options.nodes} --epochs {options.epochs} "
        f"--seed {options.seed}"
    )
    if options.start is not None:
        how += f" --start {Path(options.start).name}"
    path = options.folder / weight_files.GOMOKU_FILE
    today = datetime.now(UTC).date().isoformat()
    _write(path, weight_files.gomoku_file(weights, how, today, positions))
    print(path, file=sys.stderr)


if __name__ == "__main__":
    main()

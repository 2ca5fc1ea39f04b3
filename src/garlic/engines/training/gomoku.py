"""Fit Gomoku's evaluation: play games against itself, then fit weights of shapes on them.

``python -m garlic.engines.training.gomoku --games 2000 --out cpp/games/gomoku/weights.h`` plays
and fits for each rule set and writes the header that the native core is compiled with; build
again and measure. The same options give the same weights. ``--samples FOLDER`` keeps the positions
in one file per rule set and seed, and fits all files of the folder.

Each position without a proven result is one sample. Its target is the mean of the result of the
game and the score of the search, both as a share of the point; the fit is a logistic regression
with a ridge penalty, solved by Newton's method.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from garlic.core import Seat, Stream
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.engines.training import shared
from garlic.engines.training.shared import (
    Batch,
    Floats,
    Samples,
    cross_entropy,
    describe_options,
    options_of,
    play_many,
    write,
)
from garlic.games.gomoku import GAME, Move, Point, PointVerdict, Position

RULES = ("freestyle", "standard", "renju")
SHAPES = 15
PAIRS = SHAPES * (SHAPES + 1) // 2
BLOCK = PAIRS + SHAPES  # as in cpp/games/gomoku/evaluation.h
BLOCKS = {"freestyle": 2, "standard": 2, "renju": 4}
FINENESS = 1600  # weights are written in sixteenths of a hundredth of a point
_PAIR_RIDGE, _SHAPE_RIDGE = 30.0, 0.3  # keeps rare pairs near the sum of two shapes
_MOST_WEIGHT = 20.0


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


def play(rule: str, seed: int, nodes: int) -> Samples:
    """The samples of one game from a random opening, with *nodes* per move."""
    chance = Stream(seed)
    engine = Engine(GAME, hash_mb=1)
    limit = Limit(nodes=nodes)
    position = opening(rule, chance)
    seen: list[tuple[Seat, list[int], float]] = []
    while (outcome := position.outcome()) is None:
        result = engine.search(position, limit)
        score, best = result.score, result.best
        if score is None or best is None:
            raise AssertionError
        # Sometimes a random move; otherwise the games would repeat themselves.
        random_move = chance.below(16) == 0 and not score.decided
        if score.points is not None and not random_move:
            guess = 1 / (1 + float(np.exp(-score.points)))
            seen.append((position.mover, engine.features(position), guess))
        position = position.play(stone_nearby(position, chance) if random_move else best)
    points = {
        seat: 0.5 if outcome.winner is None else float(outcome.winner is seat) for seat in Seat
    }
    width = BLOCK * BLOCKS[rule]
    return Samples(
        np.array([counts for _, counts, _ in seen], dtype=np.int16).reshape(-1, width),
        np.zeros(len(seen), dtype=np.int16),  # one set of weights for all stages
        np.array([(points[seat] + guess) / 2 for seat, _, guess in seen], dtype=np.float32),
    )


def shape_columns() -> Floats:
    """The matrix from the counts of a block to counts of its better and worse single shapes."""
    columns = np.zeros((BLOCK, 2 * SHAPES))
    for better in range(SHAPES):
        for worse in range(better + 1):
            pair = better * (better + 1) // 2 + worse
            columns[pair, better] = 1
            columns[pair, SHAPES + worse] = 1
    return columns


def fit(samples: Samples, rounds: int = 12) -> Floats:
    """The weight of each feature in points; a point is one unit of the logistic curve."""
    blocks = samples.features.shape[1] // BLOCK
    spread = np.kron(np.eye(blocks), shape_columns())
    basis = np.hstack([np.eye(blocks * BLOCK), spread])
    ridge = np.full(basis.shape[1], _SHAPE_RIDGE)
    for block in range(blocks):
        ridge[block * BLOCK : block * BLOCK + PAIRS] = _PAIR_RIDGE
    weights = np.zeros(basis.shape[1])
    for _ in range(rounds):
        gradient = ridge * weights
        curvature = np.diag(ridge)
        plain = basis @ weights
        sums = np.zeros((blocks * BLOCK, blocks * BLOCK))
        slope = np.zeros(blocks * BLOCK)
        for inputs, target in _batches(samples):
            expected = 1 / (1 + np.exp(-inputs @ plain))
            slope += inputs.T @ (expected - target)
            sums += (inputs * (expected * (1 - expected))[:, None]).T @ inputs
        step = np.linalg.solve(curvature + basis.T @ sums @ basis, gradient + basis.T @ slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    clipped: Floats = np.clip(basis @ weights, -_MOST_WEIGHT, _MOST_WEIGHT)
    return clipped


def loss(samples: Samples, weights: Floats) -> float:
    """The mean cross entropy of *weights* on *samples*; lower is better."""
    return cross_entropy(_batches(samples), weights)


def header(weights: Mapping[str, Floats], how: str) -> str:
    """The C++ header with *weights* by rule set, in sixteenths; *how* says how they were made."""
    arrays = {f"k{rule.capitalize()}": points * FINENESS for rule, points in weights.items()}
    return shared.header("gomoku", how, arrays, number="std::int16_t", per_line=SHAPES)


def _batches(samples: Samples) -> Iterator[Batch]:
    """The inputs and targets of the regression, in batches."""
    for batch in samples.in_parts():
        yield batch.features.astype(np.float64), batch.target.astype(np.float64)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, write, and print the loss on games that the fit has not seen."""
    parser = options_of(__doc__, games=2000, nodes=2000)
    parser.add_argument("--rules", nargs="+", choices=RULES, default=list(RULES))
    parser.add_argument("--samples", type=Path, help="a folder to keep positions in")
    options = parser.parse_args(arguments)
    weights = {}
    for rule in options.rules:
        parts = []
        if options.games:
            parts = [
                play_many(play, options.games, options.seed, options.jobs, options.nodes, (rule,))
            ]
        if options.samples is not None:
            options.samples.mkdir(parents=True, exist_ok=True)
            for played in parts:
                played.save(options.samples / f"{rule}-{options.seed}.npz")
            kept = sorted(options.samples.glob(f"{rule}-*.npz"))
            parts = [Samples.load(path) for path in kept]
        samples = Samples.joined(parts)
        seen, unseen = samples.split()
        shown = loss(unseen, fit(seen))
        print(f"{rule}: {len(samples)} positions; loss {shown:.4f}", file=sys.stderr)
        weights[rule] = fit(samples)
    write(header(weights, describe_options(options)), options.out)


if __name__ == "__main__":
    main()

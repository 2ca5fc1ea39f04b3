"""Fit Gomoku's evaluation: play games against itself, then weigh the shapes that decided them.

``python -m garlic.engines.training.gomoku --games 2000 --out cpp/games/gomoku_weights.h`` plays
and fits for each rule set and writes the header that the native core is compiled with; build
again and measure. The same options give the same weights. ``--samples FOLDER`` keeps the games'
positions there, a file for each rule set and seed, and fits all that the folder holds.

Each position in which nothing is proven yet is one sample. What it is held against is half the
result of the game and half what the search said, both as a share of the point; the fit is a
logistic regression with a ridge, solved by Newton's method.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from garlic.core import Seat, Stream
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.games.gomoku import GAME, Move, Point, Position

Floats = npt.NDArray[np.float64]

RULES = ("freestyle", "standard", "renju")
SHAPES = 15
PAIRS = SHAPES * (SHAPES + 1) // 2
BLOCK = PAIRS + SHAPES  # as in cpp/games/gomoku_worth.h
BLOCKS = {"freestyle": 2, "standard": 2, "renju": 4}
FINENESS = 1600  # weights are written in sixteenths of a hundredth of a point
_PAIR_RIDGE, _SHAPE_RIDGE = 30.0, 0.3  # what few games show is held near the sum of two shapes
_MOST_WEIGHT = 20.0


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions by their features, and the share of the point they were worth to the mover."""

    features: npt.NDArray[np.int16]
    worth: npt.NDArray[np.float32]

    @classmethod
    def joined(cls, parts: Sequence["Samples"]) -> "Samples":
        """All of them in one."""
        return cls(
            np.concatenate([part.features for part in parts]),
            np.concatenate([part.worth for part in parts]),
        )

    def part(self, which: slice) -> "Samples":
        """Some of them."""
        return Samples(self.features[which], self.worth[which])


def opening(rule: str, chance: Stream) -> Position:
    """A start with two to seven stones put at random, close to each other, around the centre."""
    while True:
        position = Position.start(rule)
        for _ in range(2 + chance.below(6)):
            position = position.play(_stone_nearby(position, chance))
        if position.outcome() is None:
            return position


def _stone_nearby(position: Position, chance: Stream) -> Move:
    size = position.board.size
    stones = [place for place, stone in enumerate(position.board.cells) if stone != "."]
    while True:
        if not stones:
            column, row = (size // 2 + chance.below(5) - 2 for _ in range(2))
        else:
            place = stones[chance.below(len(stones))]
            column = place % size + chance.below(5) - 2
            row = place // size + chance.below(5) - 2
        move = Move(Point(column, row))
        if 0 <= column < size and 0 <= row < size and move in position.legal_moves():
            return move


def play(rule: str, seed: int, nodes: int) -> Samples:
    """The samples of one game, played by *nodes* a move from a random opening."""
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
        # Now and then another move: both sides would play the same game over and over.
        random_move = chance.below(16) == 0 and not score.decided
        if score.points is not None and not random_move:
            guess = 1 / (1 + float(np.exp(-score.points)))
            seen.append((position.mover, engine.features(position), guess))
        position = position.play(_stone_nearby(position, chance) if random_move else best)
    points = {
        seat: 0.5 if outcome.winner is None else float(outcome.winner is seat) for seat in Seat
    }
    width = BLOCK * BLOCKS[rule]
    return Samples(
        np.array([counts for _, counts, _ in seen], dtype=np.int16).reshape(-1, width),
        np.array([(points[seat] + guess) / 2 for seat, _, guess in seen], dtype=np.float32),
    )


def play_many(rule: str, games: int, nodes: int, seed: int, jobs: int) -> Samples:
    """The samples of *games* games; *jobs* processes play them, which changes nothing."""
    tasks = [(rule, seed * 1_000_003 + number, nodes) for number in range(games)]
    if jobs == 1:
        return Samples.joined([play(*task) for task in tasks])
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return Samples.joined(list(pool.starmap(play, tasks, chunksize=8)))


def shape_columns() -> Floats:
    """What turns counts of a block into counts of single shapes, for the better and the worse."""
    columns = np.zeros((BLOCK, 2 * SHAPES))
    for better in range(SHAPES):
        for worse in range(better + 1):
            pair = better * (better + 1) // 2 + worse
            columns[pair, better] = 1
            columns[pair, SHAPES + worse] = 1
    return columns


def fit(samples: Samples, rounds: int = 12) -> Floats:
    """The weight of each feature, in points: a point is one unit of the logistic curve."""
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
        for inputs, worth in _batches(samples):
            expected = 1 / (1 + np.exp(-inputs @ plain))
            slope += inputs.T @ (expected - worth)
            sums += (inputs * (expected * (1 - expected))[:, None]).T @ inputs
        step = np.linalg.solve(curvature + basis.T @ sums @ basis, gradient + basis.T @ slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    found: Floats = np.clip(basis @ weights, -_MOST_WEIGHT, _MOST_WEIGHT)
    return found


def loss(samples: Samples, weights: Floats) -> float:
    """How badly *weights* foretell *samples*: the mean cross entropy, lower is better."""
    total = 0.0
    for inputs, worth in _batches(samples):
        logits = inputs @ weights
        total += float(np.sum(np.logaddexp(0, logits) - worth * logits))
    return total / len(samples.worth)


def header(weights: dict[str, Floats], how: str) -> str:
    """The C++ header with *weights* by rule set, rounded; *how* says where they come from."""
    parts = [
        f"// Written by garlic.engines.training.gomoku ({how}); do not edit.",
        "#pragma once\n\n#include <array>\n#include <cstdint>\n",
        "namespace garlic::gomoku_weights {\n",
        *(
            line
            for rule, found in weights.items()
            for line in _array(
                f"k{rule.capitalize()}", np.rint(found * FINENESS).astype(int).tolist()
            )
        ),
        "}  // namespace garlic::gomoku_weights\n",
    ]
    return "\n".join(parts)


def _array(name: str, numbers: list[int]) -> Iterator[str]:
    yield f"inline constexpr std::array<std::int16_t, {len(numbers)}> {name} = {{"
    for start in range(0, len(numbers), SHAPES):
        yield "    " + ", ".join(str(number) for number in numbers[start : start + SHAPES]) + ","
    yield "};\n"


def _batches(samples: Samples, size: int = 20_000) -> Iterator[tuple[Floats, Floats]]:
    """The inputs of the regression and what they are held against, a part at a time."""
    for start in range(0, len(samples.worth), size):
        some = samples.part(slice(start, start + size))
        yield some.features.astype(np.float64), some.worth.astype(np.float64)


def _kept(folder: Path, rule: str) -> list[Samples]:
    kept = []
    for path in sorted(folder.glob(f"{rule}-*.npz")):
        with np.load(path) as held:
            kept.append(Samples(held["features"], held["worth"]))
    return kept


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, write, and say how well the fit foretells games it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=2000, help="for each rule set")
    parser.add_argument("--nodes", type=int, default=2000, help="searched for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; they change no result")
    parser.add_argument("--rules", nargs="+", choices=RULES, default=list(RULES))
    parser.add_argument("--samples", type=Path, help="a folder to keep positions in")
    parser.add_argument("--out", type=Path, help="the header to write; standard output if left out")
    options = parser.parse_args(arguments)
    weights = {}
    for rule in options.rules:
        samples = []
        if options.games:
            samples = [play_many(rule, options.games, options.nodes, options.seed, options.jobs)]
        if options.samples is not None:
            options.samples.mkdir(parents=True, exist_ok=True)
            for played in samples:
                path = options.samples / f"{rule}-{options.seed}.npz"
                np.savez_compressed(path, features=played.features, worth=played.worth)
            samples = _kept(options.samples, rule)
        joined = Samples.joined(samples)
        held_back = len(joined.worth) // 10
        known, unknown = joined.part(slice(held_back, None)), joined.part(slice(held_back))
        shown = loss(unknown, fit(known))
        print(f"{rule}: {len(joined.worth)} positions; loss {shown:.4f}", file=sys.stderr)
        weights[rule] = fit(joined)
    how = f"--games {options.games} --nodes {options.nodes} --seed {options.seed}"
    text = header(weights, how)
    if options.out is None:
        print(text, end="")
    else:
        options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

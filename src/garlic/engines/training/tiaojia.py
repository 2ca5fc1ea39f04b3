"""Fit Tiaojia's evaluation: play games against itself, then weigh what decided them.

``python -m garlic.engines.training.tiaojia --games 4000 --out cpp/games/tiaojia_weights.h``
writes the header that the native core is compiled with; build again and measure. The same
options give the same weights. `docs/engines.md` tells with which the present ones were made.

Each quiet position of a game is one sample. What it is held against is half the result of the
game and half what the search said, both as a share of the point; the fit is a logistic
regression with a ridge, solved by Newton's method.
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
from garlic.games.tiaojia import GAME, LAST_PLY, Position

Floats = npt.NDArray[np.float64]

# Where features begin, as TiaojiaFeature in cpp/games/tiaojia_player.h has them.
STONES, MOVER_TURNS, CELL, FRIENDS, FOES, FEATURES = 1, 3, 7, 28, 106, 184
END_PLIES = 60  # over so many plies the weights of the end fade in
STONE_WORTH = 100
_LOGITS_A_POINT = 0.9  # how a search's points become a share of the point
_PAIR_RIDGE, _OTHER_RIDGE = 1000.0, 1.0  # what few games show is held near 0


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions by their features, the plies left, and the share of the point they were worth."""

    features: npt.NDArray[np.int8]
    left: npt.NDArray[np.int16]
    worth: npt.NDArray[np.float32]

    @classmethod
    def joined(cls, parts: Sequence["Samples"]) -> "Samples":
        """All of them in one."""
        return cls(
            np.concatenate([part.features for part in parts]),
            np.concatenate([part.left for part in parts]),
            np.concatenate([part.worth for part in parts]),
        )

    def part(self, which: slice) -> "Samples":
        """Some of them."""
        return Samples(self.features[which], self.left[which], self.worth[which])


def play(seed: int, nodes: int) -> Samples:
    """The samples of one game, played by *nodes* a move from a random opening."""
    chance = Stream(seed)
    engine = Engine(GAME, hash_mb=1)
    limit = Limit(nodes=nodes)
    position = Position.start()
    opening = 4 + chance.below(12)
    seen: list[tuple[Seat, int, list[int], float]] = []
    while (outcome := position.outcome()) is None:
        result = engine.search(position, limit)
        score = result.score
        if score is None:
            raise AssertionError
        random_move = position.ply < opening or chance.below(24) == 0
        if not random_move and score.points is not None:
            counts = engine.features(position)
            if counts[MOVER_TURNS] == 0:
                guess = 1 / (1 + float(np.exp(-_LOGITS_A_POINT * score.points)))
                seen.append((position.mover, LAST_PLY - position.ply, counts, guess))
        moves = position.legal_moves()
        move = moves[chance.below(len(moves))] if random_move else result.lines[0].moves[0]
        position = position.play(move)
    points = {
        seat: 0.5 if outcome.winner is None else float(outcome.winner is seat) for seat in Seat
    }
    return Samples(
        np.array([counts for _, _, counts, _ in seen], dtype=np.int8).reshape(-1, FEATURES),
        np.array([left for _, left, _, _ in seen], dtype=np.int16),
        np.array([(points[seat] + guess) / 2 for seat, _, _, guess in seen], dtype=np.float32),
    )


def play_many(games: int, nodes: int, seed: int, jobs: int) -> Samples:
    """The samples of *games* games; *jobs* processes play them, which changes nothing."""
    tasks = [(seed * 1_000_003 + number, nodes) for number in range(games)]
    if jobs == 1:
        return Samples.joined([play(*task) for task in tasks])
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return Samples.joined(list(pool.starmap(play, tasks, chunksize=8)))


def fit(samples: Samples, rounds: int = 12) -> Floats:
    """Weights of the features, two rows: middle and end, a stone of the middle being 100."""
    ridge = np.full(FEATURES, _OTHER_RIDGE)
    ridge[CELL:] = _PAIR_RIDGE
    ridge = np.tile(ridge, 2)
    weights = np.zeros(2 * FEATURES)
    for _ in range(rounds):
        gradient = ridge * weights
        curvature = np.diag(ridge)
        for inputs, worth in _batches(samples):
            expected = 1 / (1 + np.exp(-inputs @ weights))
            gradient += inputs.T @ (expected - worth)
            curvature += (inputs * (expected * (1 - expected))[:, None]).T @ inputs
        step = np.linalg.solve(curvature, gradient)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    both = weights.reshape(2, FEATURES)
    scaled: Floats = both * (STONE_WORTH / both[:, STONES, None])
    return scaled


def loss(samples: Samples, weights: Floats, logits_a_point: float = _LOGITS_A_POINT) -> float:
    """How badly *weights* foretell *samples*: the mean cross entropy, lower is better."""
    flat = weights.reshape(-1) * (logits_a_point / STONE_WORTH)
    total, count = 0.0, 0
    for inputs, worth in _batches(samples):
        logits = inputs @ flat
        total += float(np.sum(np.logaddexp(0, logits) - worth * logits))
        count += len(worth)
    return total / count


def header(weights: Floats, how: str) -> str:
    """The C++ header with *weights*, rounded; *how* says where they come from."""
    middle, end = np.rint(weights).astype(int)
    parts = [
        f"// Written by garlic.engines.training.tiaojia ({how}); do not edit.",
        "#pragma once\n\n#include <array>\n\nnamespace garlic::tiaojia_weights {\n",
        *_array("kMiddle", middle.tolist()),
        *_array("kEnd", end.tolist()),
        "}  // namespace garlic::tiaojia_weights\n",
    ]
    return "\n".join(parts)


def _array(name: str, numbers: list[int]) -> Iterator[str]:
    yield f"inline constexpr std::array<int, {len(numbers)}> {name} = {{"
    for start in range(0, len(numbers), 16):
        yield "    " + ", ".join(str(number) for number in numbers[start : start + 16]) + ","
    yield "};\n"


def _batches(samples: Samples, size: int = 20_000) -> Iterator[tuple[Floats, Floats]]:
    """The inputs of the regression and what they are held against, a part at a time."""
    for start in range(0, len(samples.left), size):
        some = samples.part(slice(start, start + size))
        counts = some.features.astype(np.float64)
        far = np.minimum(some.left, END_PLIES)[:, None] / END_PLIES
        yield np.hstack([counts * far, counts * (1 - far)]), some.worth.astype(np.float64)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, write, and say how well the fit foretells games it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=1500, help="searched for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; they change no result")
    parser.add_argument("--out", type=Path, help="the header to write; standard output if left out")
    options = parser.parse_args(arguments)
    samples = play_many(options.games, options.nodes, options.seed, options.jobs)
    held_back = len(samples.left) // 10
    known, unknown = samples.part(slice(held_back, None)), samples.part(slice(held_back))
    print(f"{len(samples.left)} positions; loss {loss(unknown, fit(known)):.4f}", file=sys.stderr)
    how = f"--games {options.games} --nodes {options.nodes} --seed {options.seed}"
    text = header(fit(samples), how)
    if options.out is None:
        print(text, end="")
    else:
        options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

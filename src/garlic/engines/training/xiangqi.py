"""Fit Xiangqi's evaluation: play games against itself, then weigh what decided them.

``python -m garlic.engines.training.xiangqi --games 4000 --out cpp/games/xiangqi_weights.h``
writes the header that the native core is compiled with; build again and measure. The same
options on the same build give the same weights. `docs/engines.md` tells with which the
present ones were made.

Each quiet position of a game is one sample. It is held against the result of the game and what
the search said, in equal parts, both as a share of the point; the fit is a logistic regression by
Newton's method, held near the weights set by hand (`xiangqi_start`) where few games say more.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from garlic.engines.engine import Engine
from garlic.engines.training.xiangqi_start import FEATURES, SPANS, Floats, starting_weights
from garlic.games.xiangqi import GAME

ALL_PHASE = 40  # the phase of a full board, at most; see phase_of in xiangqi_evaluation.h
_PHASES = {"n": 2, "r": 5, "c": 2, "p": 1}
_LOGITS_A_POINT = 0.45  # how a search's points become a share of the point
_LONGEST = 240  # plies; what is undecided then counts as drawn
_ENOUGH_TO_BEND = 30_000
_FINE_ENOUGH = 0.2  # of a hundredth of a point: weights are rounded to whole ones
_RIDGE, _PLACE_RIDGE = 0.002, 0.02  # for a hundredth of a point off the starting weights


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions by their features, their phase, and the share of the point they were worth."""

    features: npt.NDArray[np.int8]
    phase: npt.NDArray[np.int16]
    worth: npt.NDArray[np.float32]

    @classmethod
    def joined(cls, parts: Sequence["Samples"]) -> "Samples":
        """All of them in one."""
        return cls(
            np.concatenate([part.features for part in parts]),
            np.concatenate([part.phase for part in parts]),
            np.concatenate([part.worth for part in parts]),
        )

    def part(self, which: slice) -> "Samples":
        """Some of them."""
        return Samples(self.features[which], self.phase[which], self.worth[which])


def play(seed: int, nodes: int) -> Samples:
    """The samples of one game, played by *nodes* a move from a random opening."""
    engine = Engine(GAME, hash_mb=1)
    start = str(GAME.setup())
    native = engine._native(start)  # noqa: SLF001  (whole games are not for everybody)
    positions, outcome = native.play_itself(
        start,
        seed,
        nodes=nodes,
        opening_plies=6,
        random_one_in=40,
        last_ply=_LONGEST,
        resign=15.0,
    )
    winner = {"a": 0, "b": 1}.get(outcome[:1])
    worth = [
        (_share(points) + (0.5 if winner is None else float(winner == seat))) / 2
        for _, points, seat in positions
    ]
    return Samples(
        np.array([engine.features(text) for text, _, _ in positions], dtype=np.int8).reshape(
            -1, FEATURES
        ),
        np.array([phase(text) for text, _, _ in positions], dtype=np.int16),
        np.array(worth, dtype=np.float32),
    )


def phase(text: str) -> int:
    """How much of the middle of the game is left in the position *text*: ALL_PHASE to 0."""
    board = text.split(maxsplit=1)[0].lower()
    return min(ALL_PHASE, sum(board.count(letter) * part for letter, part in _PHASES.items()))


def _share(points: float) -> float:
    return float(1 / (1 + np.exp(-_LOGITS_A_POINT * points)))


def play_many(games: int, nodes: int, seed: int, jobs: int) -> Samples:
    """The samples of *games* games; *jobs* processes play them, which changes nothing."""
    tasks = [(seed * 1_000_003 + number, nodes) for number in range(games)]
    if jobs == 1:
        return Samples.joined([play(*task) for task in tasks])
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return Samples.joined(list(pool.starmap(play, tasks, chunksize=8)))


def fit(samples: Samples, rounds: int = 12) -> Floats:
    """Weights of the features, two rows: middle and end, in hundredths of a point.

    The slope is that of all samples; for how it bends some tens of thousands are enough.
    """
    few = max(1, len(samples.phase) // _ENOUGH_TO_BEND)
    ridge = np.full(FEATURES, _RIDGE)
    start, size = SPANS["places"]
    ridge[start : start + size] = _PLACE_RIDGE
    ridge = np.tile(ridge, 2)
    unit = _LOGITS_A_POINT / 100
    anchor = starting_weights().reshape(-1)
    weights = anchor.copy()
    for _ in range(rounds):
        gradient = ridge * (weights - anchor)
        curvature = np.diag(ridge)
        for inputs, worth in _batches(samples):
            expected = 1 / (1 + np.exp(-unit * (inputs @ weights)))
            gradient += unit * (inputs.T @ (expected - worth))
            some, share = inputs[::few], expected[::few]
            bend = (few * unit * unit * share * (1 - share)).astype(np.float32)
            curvature += (some * bend[:, None]).T @ some
        step = np.linalg.solve(curvature, gradient)
        weights -= step
        if np.abs(step).max() < _FINE_ENOUGH:
            break
    both: Floats = weights.reshape(2, FEATURES)
    return both


def loss(samples: Samples, weights: Floats) -> float:
    """How badly *weights* foretell *samples*: the mean cross entropy, lower is better."""
    flat = weights.reshape(-1) * (_LOGITS_A_POINT / 100)
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
        f"// Written by garlic.engines.training.xiangqi ({how}); do not edit.",
        "#pragma once\n\n#include <array>\n\nnamespace garlic::xiangqi_weights {\n",
        *_array("kMiddle", middle.tolist()),
        *_array("kEnd", end.tolist()),
        "}  // namespace garlic::xiangqi_weights\n",
    ]
    return "\n".join(parts)


def _array(name: str, numbers: list[int]) -> Iterator[str]:
    yield f"inline constexpr std::array<int, {len(numbers)}> {name} = {{"
    for start in range(0, len(numbers), 16):
        yield "    " + ", ".join(str(number) for number in numbers[start : start + 16]) + ","
    yield "};\n"


def _batches(
    samples: Samples, size: int = 20_000
) -> Iterator[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]:
    """The inputs of the regression and what they are held against, a part at a time."""
    for start in range(0, len(samples.phase), size):
        some = samples.part(slice(start, start + size))
        counts = some.features.astype(np.float32)
        middle = some.phase[:, None].astype(np.float32) / ALL_PHASE
        yield np.hstack([counts * middle, counts * (1 - middle)]), some.worth


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, write, and say how well the fit foretells games it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=1500, help="searched for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; they change no result")
    parser.add_argument("--save", type=Path, help="a file to keep the samples in, to fit later")
    parser.add_argument("--load", type=Path, nargs="*", default=[], help="samples kept earlier")
    parser.add_argument("--out", type=Path, help="the header to write; standard output if left out")
    options = parser.parse_args(arguments)
    parts = [_loaded(path) for path in options.load]
    if options.games > 0:
        parts.append(play_many(options.games, options.nodes, options.seed, options.jobs))
    if options.save is not None:
        np.savez(
            options.save,
            features=parts[-1].features,
            phase=parts[-1].phase,
            worth=parts[-1].worth,
        )
        return
    weights = starting_weights()
    if parts:
        samples = Samples.joined(parts)
        held_back = len(samples.phase) // 10
        known, unknown = samples.part(slice(held_back, None)), samples.part(slice(held_back))
        before, after = loss(unknown, weights), loss(unknown, fit(known))
        count = len(samples.phase)
        print(f"{count} positions; loss {before:.4f} before, {after:.4f} after", file=sys.stderr)
        weights = fit(samples)
    how = f"--games {options.games} --nodes {options.nodes} --seed {options.seed}"
    text = header(weights, how)
    if options.out is None:
        print(text, end="")
    else:
        options.out.write_text(text, encoding="utf-8")


def _loaded(path: Path) -> Samples:
    with np.load(path) as kept:
        return Samples(kept["features"], kept["phase"], kept["worth"])


if __name__ == "__main__":
    main()

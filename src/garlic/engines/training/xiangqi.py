"""Fit Xiangqi's evaluation: play games against itself, then fit weights on them.

``python -m garlic.engines.training.xiangqi --games 4000 --out cpp/games/xiangqi/weights.h``
writes the header that the native core is compiled with; build again and measure. The same
options on the same build give the same weights. `docs/engines/xiangqi.md` lists the options of the
present ones.

Each quiet position of a game is one sample. Its target is the mean of the result of the game and
the score of the search, both as a share of the point; the fit is a logistic regression by
Newton's method with a penalty that keeps it near the hand-made weights (`xiangqi_start`).
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from garlic.engines.engine import Engine
from garlic.engines.training.shared import (
    Batch,
    Floats,
    Samples,
    cross_entropy,
    describe_options,
    header,
    options_of,
    play_many,
    write,
)
from garlic.engines.training.xiangqi_start import FEATURES, SPANS, starting_weights
from garlic.games.xiangqi import GAME

ALL_PHASE = 40  # the phase of a full board, at most; see phase_of in evaluation.h
_PHASES = {"n": 2, "r": 5, "c": 2, "p": 1}
_LOGITS_A_POINT = 0.45  # converts the points of a search to a share of the point
_LONGEST = 240  # plies; a longer game counts as a draw
_CURVATURE_SAMPLES = 30_000
_PRECISION = 0.2  # hundredths of a point: weights are rounded to whole ones
_RIDGE, _PLACE_RIDGE = 0.002, 0.02  # per hundredth of a point off the starting weights


def play(seed: int, nodes: int) -> Samples:
    """The samples of one game from a random opening, with *nodes* per move."""
    engine = Engine(GAME, hash_mb=1)
    start = str(GAME.setup())
    native = engine.native(start)
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
    target = [
        (_share(points) + (0.5 if winner is None else float(winner == seat))) / 2
        for _, points, seat in positions
    ]
    return Samples(
        np.array([engine.features(text) for text, _, _ in positions], dtype=np.int8).reshape(
            -1, FEATURES
        ),
        np.array([phase(text) for text, _, _ in positions], dtype=np.int16),
        np.array(target, dtype=np.float32),
    )


def phase(text: str) -> int:
    """The phase of the position *text*: from ALL_PHASE (full board) down to 0 (end)."""
    board = text.split(maxsplit=1)[0].lower()
    return min(ALL_PHASE, sum(board.count(letter) * part for letter, part in _PHASES.items()))


def _share(points: float) -> float:
    return float(1 / (1 + np.exp(-_LOGITS_A_POINT * points)))


def fit(samples: Samples, rounds: int = 12) -> Floats:
    """Weights of the features in two rows, middle and end, in hundredths of a point.

    The gradient uses all samples; for the curvature some tens of thousands are enough.
    """
    few = max(1, len(samples) // _CURVATURE_SAMPLES)
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
        for inputs, target in _batches(samples):
            expected = 1 / (1 + np.exp(-unit * (inputs @ weights)))
            gradient += unit * (inputs.T @ (expected - target))
            some, share = inputs[::few], expected[::few]
            scale = (few * unit * unit * share * (1 - share)).astype(np.float32)
            curvature += (some * scale[:, None]).T @ some
        step = np.linalg.solve(curvature, gradient)
        weights -= step
        if np.abs(step).max() < _PRECISION:
            break
    both: Floats = weights.reshape(2, FEATURES)
    return both


def loss(samples: Samples, weights: Floats) -> float:
    """The mean cross entropy of *weights* on *samples*; lower is better."""
    return cross_entropy(_batches(samples), weights.reshape(-1) * (_LOGITS_A_POINT / 100))


def _batches(samples: Samples) -> Iterator[Batch]:
    """The inputs and targets of the regression, in batches."""
    for batch in samples.in_parts():
        counts = batch.features.astype(np.float32)
        middle = batch.stage[:, None].astype(np.float32) / ALL_PHASE
        yield np.hstack([counts * middle, counts * (1 - middle)]), batch.target


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, write, and print the loss on games that the fit has not seen."""
    parser = options_of(__doc__, games=4000, nodes=1500)
    parser.add_argument("--save", type=Path, help="a file to keep the samples in, to fit later")
    parser.add_argument("--load", type=Path, nargs="*", default=[], help="samples kept earlier")
    options = parser.parse_args(arguments)
    parts = [Samples.load(path) for path in options.load]
    if options.games > 0:
        parts.append(play_many(play, options.games, options.seed, options.jobs, options.nodes))
    if options.save is not None:
        parts[-1].save(options.save)
        return
    weights = starting_weights()
    if parts:
        samples = Samples.joined(parts)
        seen, unseen = samples.split()
        before, after = loss(unseen, weights), loss(unseen, fit(seen))
        count = len(samples)
        print(f"{count} positions; loss {before:.4f} before, {after:.4f} after", file=sys.stderr)
        weights = fit(samples)
    middle, end = weights
    write(
        header("xiangqi", describe_options(options), {"kMiddle": middle, "kEnd": end}), options.out
    )


if __name__ == "__main__":
    main()

"""Fit Xiangqi's evaluation: play games against itself, then weigh what decided them.

``python -m garlic.engines.training.xiangqi --games 4000 --out cpp/games/xiangqi/weights.h``
writes the header that the native core is compiled with; build again and measure. The same
options on the same build give the same weights. `docs/engines.md` tells with which the
present ones were made.

Each quiet position of a game is one sample. It is held against the result of the game and what
the search said, in equal parts, both as a share of the point; the fit is a logistic regression by
Newton's method, held near the weights set by hand (`xiangqi_start`) where few games say more.
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
    header,
    options_of,
    play_many,
    said,
    write,
)
from garlic.engines.training.xiangqi_start import FEATURES, SPANS, starting_weights
from garlic.games.xiangqi import GAME

ALL_PHASE = 40  # the phase of a full board, at most; see phase_of in evaluation.h
_PHASES = {"n": 2, "r": 5, "c": 2, "p": 1}
_LOGITS_A_POINT = 0.45  # how a search's points become a share of the point
_LONGEST = 240  # plies; what is undecided then counts as drawn
_ENOUGH_TO_BEND = 30_000
_FINE_ENOUGH = 0.2  # of a hundredth of a point: weights are rounded to whole ones
_RIDGE, _PLACE_RIDGE = 0.002, 0.02  # for a hundredth of a point off the starting weights


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


def fit(samples: Samples, rounds: int = 12) -> Floats:
    """Weights of the features, two rows: middle and end, in hundredths of a point.

    The slope is that of all samples; for how it bends some tens of thousands are enough.
    """
    few = max(1, len(samples) // _ENOUGH_TO_BEND)
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
    return cross_entropy(_batches(samples), weights.reshape(-1) * (_LOGITS_A_POINT / 100))


def _batches(samples: Samples) -> Iterator[Batch]:
    """The inputs of the regression and what they are held against, a part at a time."""
    for some in samples.in_parts():
        counts = some.features.astype(np.float32)
        middle = some.stage[:, None].astype(np.float32) / ALL_PHASE
        yield np.hstack([counts * middle, counts * (1 - middle)]), some.worth


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, write, and say how well the fit foretells games it has not seen."""
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
        known, unknown = samples.apart()
        before, after = loss(unknown, weights), loss(unknown, fit(known))
        count = len(samples)
        print(f"{count} positions; loss {before:.4f} before, {after:.4f} after", file=sys.stderr)
        weights = fit(samples)
    middle, end = weights
    write(header("xiangqi", said(options), {"kMiddle": middle, "kEnd": end}), options.out)


if __name__ == "__main__":
    main()

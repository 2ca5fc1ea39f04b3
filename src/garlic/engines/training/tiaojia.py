"""Fit Tiaojia's evaluation: play games against itself, then fit weights on them.

``python -m garlic.engines.training.tiaojia --games 4000 --out cpp/games/tiaojia/weights.h``
writes the header that the native core is compiled with; build again and measure. The same
options give the same weights. `docs/engines/tiaojia.md` lists the options of the present ones.

Each quiet position of a game is one sample. Its target is the mean of the result of the game and
the score of the search, both as a share of the point; the fit is a logistic regression with a
ridge penalty, solved by Newton's method.
"""

import sys
from collections.abc import Iterator, Sequence

import numpy as np

from garlic.core import Seat, Stream
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
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
from garlic.games.tiaojia import GAME, LAST_PLY, Position

# Indices of the features, as in Feature in cpp/games/tiaojia/evaluation.h.
STONES, MOVER_TURNS, CELL, FRIENDS, FOES, FEATURES = 1, 3, 7, 28, 106, 184
END_PLIES = 60  # the last plies, over which the weights change to those of the end
STONE_WEIGHT = 100
_LOGITS_A_POINT = 0.9  # converts the points of a search to a share of the point
_PAIR_RIDGE, _OTHER_RIDGE = 1000.0, 1.0  # keeps weights with few samples near 0


def play(seed: int, nodes: int) -> Samples:
    """The samples of one game from a random opening, with *nodes* per move."""
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


def fit(samples: Samples, rounds: int = 12) -> Floats:
    """Weights of the features in two rows, middle and end; a stone is 100."""
    ridge = np.full(FEATURES, _OTHER_RIDGE)
    ridge[CELL:] = _PAIR_RIDGE
    ridge = np.tile(ridge, 2)
    weights = np.zeros(2 * FEATURES)
    for _ in range(rounds):
        gradient = ridge * weights
        curvature = np.diag(ridge)
        for inputs, target in _batches(samples):
            expected = 1 / (1 + np.exp(-inputs @ weights))
            gradient += inputs.T @ (expected - target)
            curvature += (inputs * (expected * (1 - expected))[:, None]).T @ inputs
        step = np.linalg.solve(curvature, gradient)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    both = weights.reshape(2, FEATURES)
    scaled: Floats = both * (STONE_WEIGHT / both[:, STONES, None])
    return scaled


def loss(samples: Samples, weights: Floats, logits_a_point: float = _LOGITS_A_POINT) -> float:
    """The mean cross entropy of *weights* on *samples*; lower is better."""
    return cross_entropy(_batches(samples), weights.reshape(-1) * (logits_a_point / STONE_WEIGHT))


def _batches(samples: Samples) -> Iterator[Batch]:
    """The inputs and targets of the regression, in batches."""
    for batch in samples.in_parts():
        counts = batch.features.astype(np.float64)
        far = np.minimum(batch.stage, END_PLIES)[:, None] / END_PLIES
        yield np.hstack([counts * far, counts * (1 - far)]), batch.target.astype(np.float64)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, write, and print the loss on games that the fit has not seen."""
    options = options_of(__doc__, games=4000, nodes=1500).parse_args(arguments)
    samples = play_many(play, options.games, options.seed, options.jobs, options.nodes)
    seen, unseen = samples.split()
    print(f"{len(samples)} positions; loss {loss(unseen, fit(seen)):.4f}", file=sys.stderr)
    middle, end = fit(samples)
    write(
        header("tiaojia", describe_options(options), {"kMiddle": middle, "kEnd": end}), options.out
    )


if __name__ == "__main__":
    main()

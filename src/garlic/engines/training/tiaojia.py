"""Fit Tiaojia's evaluation: play games against itself, then weigh what decided them.

``python -m garlic.engines.training.tiaojia --games 4000 --out cpp/games/tiaojia/weights.h``
writes the header that the native core is compiled with; build again and measure. The same
options give the same weights. `docs/engines.md` tells with which the present ones were made.

Each quiet position of a game is one sample. What it is held against is half the result of the
game and half what the search said, both as a share of the point; the fit is a logistic
regression with a ridge, solved by Newton's method.
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
    header,
    options_of,
    play_many,
    said,
    write,
)
from garlic.games.tiaojia import GAME, LAST_PLY, Position

# Where features begin, as Feature in cpp/games/tiaojia/evaluation.h has them.
STONES, MOVER_TURNS, CELL, FRIENDS, FOES, FEATURES = 1, 3, 7, 28, 106, 184
END_PLIES = 60  # over so many plies the weights of the end fade in
STONE_WORTH = 100
_LOGITS_A_POINT = 0.9  # how a search's points become a share of the point
_PAIR_RIDGE, _OTHER_RIDGE = 1000.0, 1.0  # what few games show is held near 0


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
    return cross_entropy(_batches(samples), weights.reshape(-1) * (logits_a_point / STONE_WORTH))


def _batches(samples: Samples) -> Iterator[Batch]:
    """The inputs of the regression and what they are held against, a part at a time."""
    for some in samples.in_parts():
        counts = some.features.astype(np.float64)
        far = np.minimum(some.stage, END_PLIES)[:, None] / END_PLIES
        yield np.hstack([counts * far, counts * (1 - far)]), some.worth.astype(np.float64)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, write, and say how well the fit foretells games it has not seen."""
    options = options_of(__doc__, games=4000, nodes=1500).parse_args(arguments)
    samples = play_many(play, options.games, options.seed, options.jobs, options.nodes)
    known, unknown = samples.apart()
    print(f"{len(samples)} positions; loss {loss(unknown, fit(known)):.4f}", file=sys.stderr)
    middle, end = fit(samples)
    write(header("tiaojia", said(options), {"kMiddle": middle, "kEnd": end}), options.out)


if __name__ == "__main__":
    main()

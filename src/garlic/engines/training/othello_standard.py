"""Fit the evaluation of standard Othello: 8x8, where all cells are worth the same.

``python -m garlic.engines.training othello-standard --folder F`` makes the weights of the package:

1. Quick games of the general weights from random openings give positions (`_GAMES`). One in three
   is replaced by what follows a random move there, because a search sees such positions, too.
2. From the end of the game on, four numbers of empty cells at a time: positions get their margins,
   exact ones near the end, those of a search before it, and the weights of the two stages (an even
   and an odd number of empty cells) are fitted on them. The searches end in stages fitted before.
3. In the end each stage is fitted again, also on the positions two empty cells before and after it.

Positions, values and weights stay in the folder; an interrupted run continues with what is there.
The same options give the same weights.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import numpy as np
import numpy.typing as npt

from garlic import _core
from garlic.core import UsageError
from garlic.engines import weights as weight_files

_GAMES = 120_000
_GAMES_A_FILE = 5_000
_GAMES_A_SEED = 1_000_003
_DEPTH, _EXACT_EMPTIES = 6, 13
_GROUP = 4  # numbers of empty cells fitted together, by parity
_MOST_EMPTIES = 54  # before that positions are too few and too alike
_EPOCHS, _RATE, _LAST_RATE = 12, 0.4, 0.03
_CLOSE = 25.0  # the margin in discs at which a position counts half of an even one
_HOLD_OUT = 40
_PATTERN_UNIT, _SCALAR_UNIT = 8, 128  # as in cpp/games/othello/standard/evaluation.h

Positions = npt.NDArray[np.uint64]  # a row each: the mover's discs, the opponent's
Values = npt.NDArray[np.int16]  # in 1/32 of a disc
Weights = npt.NDArray[np.float32]  # of a stage


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How much is played and searched."""

    games: int = _GAMES
    depth: int = _DEPTH
    exact_empties: int = _EXACT_EMPTIES
    seed: int = 1


def train(folder: Path, plan: TrainingPlan) -> tuple[bytes, int]:
    """The weights as the native core reads them, and the number of positions; prints errors."""
    folder.mkdir(parents=True, exist_ok=True)
    sorted_positions = by_empties(_positions(folder, plan))
    stages, distinct, scalars, _ = _core.othello_standard_counts()
    weights = np.zeros((stages, distinct + scalars), dtype=np.float32)
    values: dict[int, Values] = {}

    def fitted(stage: int, *, refined: bool) -> Weights:
        own = _empties_of(stage, stages)
        near = [own[0] - 2, own[-1] + 2] if refined else []
        of = [empties for empties in own + near if empties in values]
        start = weights[stage if refined or stage < 2 else stage - 2]
        positions = np.concatenate([sorted_positions[empties] for empties in of])
        wanted = np.concatenate([values[empties] for empties in of])
        path = folder / f"{'refined' if refined else 'stage'}-{stage:02}.bin"
        return _stage(path, f"{own[0]:2} to {own[-1]:2}", positions, wanted, start)

    print("empties  positions  error", flush=True)
    for even in range(0, stages, 2):
        for empties in sorted(_empties_of(even, stages) + _empties_of(even + 1, stages)):
            values[empties] = _values(folder, empties, sorted_positions[empties], plan)
        for stage in (even, even + 1):
            weights[stage] = fitted(stage, refined=False)
            weights[stage + 2 :: 2] = weights[stage]  # until they are fitted themselves
        _core.set_othello_standard(_core.OthelloStandardEvaluation.parse(packed(weights)))
    refined = np.stack([fitted(stage, refined=True) for stage in range(stages)])
    return packed(refined), sum(len(positions) for positions in sorted_positions.values())


def _empties_of(stage: int, stages: int) -> list[int]:
    """The numbers of empty cells that have positions, of a stage."""
    first = stage // 2 * _GROUP + stage % 2
    last = first + _GROUP if stage < stages - 2 else _MOST_EMPTIES + 1
    return list(range(first or 2, last, 2))


def packed(weights: Weights) -> bytes:
    """*weights*, a row for each stage, as integers of one and two bytes.

    From each stage the one before it with the same parity is taken away, byte by byte: they are
    much alike, so that a compressed file is smaller.
    """
    _, distinct, _, _ = _core.othello_standard_counts()
    rows = []
    for row in weights:
        small = np.clip(np.rint(row[:distinct] * _PATTERN_UNIT), -127, 127).astype(np.int8)
        scalars = np.clip(np.rint(row[distinct:] * _SCALAR_UNIT), -32_767, 32_767).astype("<i2")
        rows.append(np.concatenate([small.view(np.uint8), scalars.view(np.uint8)]))
    stages = np.stack(rows)
    differences = stages.copy()
    differences[2:] -= stages[:-2]
    return differences.tobytes()


def _positions(folder: Path, plan: TrainingPlan) -> Positions:
    general = weight_files.parse_othello(
        resources.files(weight_files).joinpath(weight_files.OTHELLO_FILE).read_bytes()
    )
    _core.set_othello_weights(general)
    _core.set_othello_standard(None)
    found = []
    for first in range(0, plan.games, _GAMES_A_FILE):
        path = folder / f"positions-{first // _GAMES_A_FILE:03}.bin"
        if not path.exists():
            games = min(_GAMES_A_FILE, plan.games - first)
            seed = plan.seed * _GAMES_A_SEED + first
            _write(path, _core.othello_standard_positions(general, seed, games))
        found.append(np.frombuffer(path.read_bytes(), dtype="<u8").reshape(-1, 2))
    return np.concatenate(found)


def by_empties(positions: Positions) -> dict[int, Positions]:
    """The different ones of *positions*, sorted, by their numbers of empty cells."""
    cells = (positions[:, 0] | positions[:, 1]).view(np.uint8).reshape(-1, 8)
    discs = np.unpackbits(cells, axis=1)
    empties = 64 - discs.sum(axis=1, dtype=np.int64)
    return {
        number: np.unique(positions[empties == number], axis=0)
        for number in range(1, _MOST_EMPTIES + 1)
    }


def _values(folder: Path, empties: int, positions: Positions, plan: TrainingPlan) -> Values:
    path = folder / f"values-{empties:02}.bin"
    if not path.exists():
        _write(
            path,
            _core.othello_standard_values(positions.tobytes(), plan.depth, plan.exact_empties),
        )
    values = np.frombuffer(path.read_bytes(), dtype="<i2")
    if len(values) != len(positions):
        raise UsageError(
            "{path} belongs to other positions: use another folder, or remove it", path=str(path)
        )
    return values


def _stage(
    path: Path, empties: str, positions: Positions, values: Values, start: Weights
) -> Weights:
    if not path.exists():
        content, error = _core.othello_standard_fit(
            positions.tobytes(),
            values.tobytes(),
            start.tobytes(),
            epochs=_EPOCHS,
            rate=_RATE,
            last_rate=_LAST_RATE,
            close=_CLOSE,
            hold_out=_HOLD_OUT,
            seed=int(path.stem[-2:]),
        )
        print(f"{empties}  {len(positions):8}  {error:5.2f}", flush=True)
        _write(path, content)
    return np.frombuffer(path.read_bytes(), dtype="<f4")


def _write(path: Path, content: bytes) -> None:
    """Write a file that appears only when it is complete."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the weights; exit with code 2 and a message on invalid input."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--folder", type=Path, required=True, help="for positions, values, weights")
    parser.add_argument("--games", type=int, default=_GAMES)
    parser.add_argument("--depth", type=int, default=_DEPTH, help="of the searches")
    parser.add_argument("--exact-empties", type=int, default=_EXACT_EMPTIES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    plan = TrainingPlan(options.games, options.depth, options.exact_empties, options.seed)
    if plan.games < 1 or plan.depth < 1:
        parser.error("expected at least one game, and one ply")
    how = (
        f"othello-standard --games {plan.games} --depth {plan.depth} "
        f"--exact-empties {plan.exact_empties} --seed {plan.seed}"
    )
    content, positions = train(options.folder, plan)
    path = options.folder / weight_files.STANDARD_FILE
    today = datetime.now(UTC).date().isoformat()
    _write(path, weight_files.standard_file(content, how, today, positions))
    print(path, file=sys.stderr)


if __name__ == "__main__":
    main()

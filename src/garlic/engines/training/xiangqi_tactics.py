"""Find positions of Xiangqi in which exactly one move wins: a mate, or much material.

``python -m garlic.engines.training.xiangqi_tactics --puzzles 120 --out FILE`` plays games
against itself, makes a random move in their positions, and keeps what then has an answer: a
mate, or a move that wins much but not by just taking what is free. A short search and one of
many times its length must agree that no other move does. Seeded: the same build finds the same.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from garlic.core import Stream
from garlic.engines.engine import Engine
from garlic.engines.result import Limit, Line, Score
from garlic.games.xiangqi import GAME, Position
from garlic.games.xiangqi.board import EMPTY

_LONGEST_MATE = 13  # plies: mate in seven
_LEAST_GAIN, _LEAST_GAP, _BALANCED = 2.5, 2.5, 3.0  # points


def tactics(seed: int, nodes: int) -> Iterator[tuple[str, str, str]]:
    """Position, winning move and gain, game after game; *nodes* is the length of the last look."""
    engine, chance = Engine(GAME, hash_mb=4), Stream(seed)
    start = str(GAME.setup())
    native = engine._native(start)  # noqa: SLF001  (whole games are not for everybody)
    while True:
        seed += 1
        positions, _ = native.play_itself(
            start, seed, nodes=400, opening_plies=6, random_one_in=0, last_ply=160, resign=40.0
        )
        for text, points, _ in positions[chance.below(5) :: 5]:
            if abs(points) > _BALANCED:
                continue
            before = Position.parse(text)
            moves = before.legal_moves()
            position = before.play(moves[chance.below(len(moves))])
            first = _only_win(engine, position, nodes // 30)
            if first is None:
                continue
            last = _only_win(engine, position, nodes)
            if last is not None and last.moves[0] == first.moves[0]:
                yield str(position), str(last.moves[0]), _gain(last.score)


def _only_win(engine: Engine, position: Position, nodes: int) -> Line | None:
    """The one winning line, if there is exactly one and it does not just take what is free."""
    engine.clear()
    lines = engine.search(position, Limit(nodes=nodes), lines=2).lines
    if len(lines) < 2:
        return None
    best, second = (_points(line.score) for line in lines)
    if best < _LEAST_GAIN or best - second < _LEAST_GAP:
        return None
    move = lines[0].moves[0]
    answers = (answer.target for answer in position.play(move).legal_moves())
    is_free = position.board[move.target] != EMPTY and move.target not in answers
    return None if is_free and lines[0].score.win_in is None else lines[0]


def _points(score: Score) -> float:
    if score.points is not None:
        return score.points
    if score.win_in is not None:
        return 100.0 if score.win_in <= _LONGEST_MATE else 0.0
    return -100.0


def _gain(score: Score) -> str:
    return f"mate in {(score.win_in + 1) // 2}" if score.win_in is not None else "material"


def main(arguments: Sequence[str] | None = None) -> None:
    """Find them and write them, a line each."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--puzzles", type=int, default=120)
    parser.add_argument("--nodes", type=int, default=100_000, help="of the search that proves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    how = f"--puzzles {options.puzzles} --nodes {options.nodes} --seed {options.seed}"
    with options.out.open("w", encoding="utf-8") as file:
        print(f"# Found by garlic.engines.training.xiangqi_tactics ({how}).", file=file)
        print("# position; the only winning move; what it wins", file=file)
        found = tactics(options.seed, options.nodes)
        for _ in range(options.puzzles):
            print("; ".join(next(found)), file=file, flush=True)


if __name__ == "__main__":
    main()

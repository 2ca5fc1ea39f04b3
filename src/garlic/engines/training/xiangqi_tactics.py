"""Find positions of Xiangqi in which exactly one move wins: a mate, or much material.

``python -m garlic.engines.training.xiangqi_tactics --puzzles 120 --out FILE`` plays games
against itself, makes a random move in their positions, and keeps those with one winning answer: a
mate, or a move that wins much material without simply capturing an unprotected piece. A short
search and a much longer one must agree that no other move wins. Seeded: the same build finds the
same positions.

With ``--mate-in 3`` it looks for long mates instead, of at least that many moves: near the end of
games, at most one per game, and no other move may win.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from garlic.core import Stream
from garlic.engines.engine import Engine
from garlic.engines.result import Limit, Line, Score
from garlic.games.xiangqi import GAME, Move, Position
from garlic.games.xiangqi.board import EMPTY

_LONGEST_MATE = 13  # plies: mate in seven
_LEAST_GAIN, _LEAST_GAP, _BALANCED = 2.5, 2.5, 3.0  # points
_NOT_YET_WON = 8.0  # points: the most that the second best move may score beside a long mate
_LAST_POSITIONS = 8  # of a game that are searched for a long mate


def tactics(seed: int, nodes: int) -> Iterator[tuple[str, str, str]]:
    """Position, winning move and gain, game after game; *nodes* limits the longest search."""
    engine, chance = Engine(GAME, hash_mb=4), Stream(seed)
    for game in _games(engine, seed):
        for text, points in game[chance.below(5) :: 5]:
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


def long_mates(seed: int, nodes: int, least: int) -> Iterator[tuple[str, str, str]]:
    """The same for mates in *least* moves or more, if nothing else wins; at most one per game."""
    engine = Engine(GAME, hash_mb=4)
    for game in _games(engine, seed):
        for text, points in game[-_LAST_POSITIONS:]:
            if points < 0:
                continue
            position = Position.parse(text)
            # The cheapest search first: most positions have no mate at all.
            if not all(
                _only_mate(engine, position, nodes // share, least, lines=lines)
                for share, lines in ((20, 1), (5, 2))
            ):
                continue
            found = _only_mate(engine, position, nodes, least, lines=2)
            if found is not None:
                yield text, str(found.moves[0]), _gain(found.score)
                break


def _games(engine: Engine, seed: int) -> Iterator[list[tuple[str, float]]]:
    """The quiet positions of games against itself, with the points of the mover."""
    start = str(GAME.setup())
    native = engine.native(start)
    while True:
        seed += 1
        positions, _ = native.play_itself(
            start, seed, nodes=400, opening_plies=6, random_one_in=0, last_ply=160, resign=40.0
        )
        yield [(text, points) for text, points, _ in positions]


def _only_mate(
    engine: Engine, position: Position, nodes: int, least: int, *, lines: int
) -> Line | None:
    """The line of a mate in *least* moves or more, if there is one and no other move wins."""
    engine.clear()
    best, *others = engine.search(position, Limit(nodes=nodes), lines=lines).lines
    plies = best.score.win_in
    if plies is None or not 2 * least - 1 <= plies <= _LONGEST_MATE:
        return None
    return best if all(_is_not_winning(line.score) for line in others) else None


def _is_not_winning(score: Score) -> bool:
    """Is a move of this *score* clearly not winning?"""
    return score.loss_in is not None or (score.points is not None and score.points < _NOT_YET_WON)


def _only_win(engine: Engine[Move], position: Position, nodes: int) -> Line[Move] | None:
    """The only winning line, unless it just captures an unprotected piece."""
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
    """Find positions and write them, one per line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--puzzles", type=int, default=120)
    parser.add_argument("--nodes", type=int, default=100_000, help="of the search that proves")
    parser.add_argument("--mate-in", type=int, metavar="MOVES", help="long mates only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    how = f"--puzzles {options.puzzles} --nodes {options.nodes} --seed {options.seed}"
    if options.mate_in is None:
        found = tactics(options.seed, options.nodes)
    else:
        how += f" --mate-in {options.mate_in}"
        found = long_mates(options.seed, options.nodes, options.mate_in)
    with options.out.open("w", encoding="utf-8") as file:
        print(f"# Found by garlic.engines.training.xiangqi_tactics ({how}).", file=file)
        print("# position; the only winning move; what it wins", file=file)
        for _ in range(options.puzzles):
            print("; ".join(next(found)), file=file, flush=True)


if __name__ == "__main__":
    main()

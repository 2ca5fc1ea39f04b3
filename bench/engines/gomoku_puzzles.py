"""Makes Gomoku puzzles: found in games of the engine against itself, proven by the rules.

``python -m bench gomoku_puzzles --seed 1 --games 300 --out tests/data/gomoku/puzzles.txt`` adds
to the file until each kind has enough. A puzzle is one line: kind, position, answers, plies,
separated by `` | ``. Kinds:

``fours``    the side to move wins by fours alone; plies is the length the engine found
``threes``   it wins, but not by fours alone
``defence``  all moves but one lose
``trap``     renju: white wins because black's only defence is a forbidden point
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from garlic.core import Stream
from garlic.engines import Engine, Limit, SearchResult
from garlic.engines.training.gomoku import opening, stone_nearby
from garlic.games.gomoku import GAME, PASS, Move, Position

PUZZLES = Path(__file__).parents[2] / "tests/data/gomoku/puzzles.txt"
TARGETS = {"fours": 36, "threes": 18, "defence": 10, "trap": 10}
SHORTEST, LONGEST = 5, 25  # plies of a win by fours that makes a puzzle
_GAME_NODES, _PROOF_NODES = 4_000, 150_000


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with its right first moves, and *plies* to the end if it is a win."""

    kind: str
    position: Position
    answers: tuple[Move, ...]
    plies: int

    @classmethod
    def parse(cls, line: str) -> "Puzzle":
        """Read a line of the file."""
        kind, position, answers, plies = line.split(" | ")
        moves = tuple(Move.parse(word) for word in answers.split())
        return cls(kind, Position.parse(position), moves, int(plies))

    def __str__(self) -> str:
        answers = " ".join(map(str, self.answers))
        return f"{self.kind} | {self.position} | {answers} | {self.plies}"


def puzzles(path: Path = PUZZLES) -> list[Puzzle]:
    """All puzzles of the file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Puzzle.parse(line) for line in lines if line and not line.startswith("#")]


def winning_moves(position: Position) -> list[Move]:
    """The moves that end the game in the mover's favour."""
    return [move for move in position.legal_moves() if _wins(position, move)]


def _wins(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is position.mover


def replayed_fours(position: Position, line: tuple[Move, ...]) -> str | None:
    """How a win by fours along *line* ends: ``five``, or ``trap`` if black has no legal answer.

    Every defence is tried by the rules, not only the one of the line. None if the line proves
    nothing: a stone does not make a four, or a defence is missing.
    """
    attacker = position.mover
    for place in range(0, len(line), 2):
        position = position.play(line[place])
        outcome = position.outcome()
        if outcome is not None:
            return "five" if outcome.winner is attacker else None
        if winning_moves(position):
            return None
        fives = winning_moves(position.play(PASS))
        if not fives:
            return None
        defences = [
            move
            for move in position.legal_moves()
            if not any(five != move and _wins(position.play(move), five) for five in fives)
        ]
        if not defences:
            # Two fives, which no stone stops, or one on a point that is forbidden to black.
            return "five" if len(fives) > 1 else "trap"
        if defences != list(line[place + 1 : place + 2]):
            return None
        position = position.play(defences[0])
    return None


def found_in(position: Position, result: SearchResult[Move]) -> Iterator[Puzzle]:
    """At most one puzzle for *position*, by the *result* of a search."""
    score = result.score
    if score is None or score.win_in is None or score.win_in < SHORTEST:
        return
    line = result.lines[0].moves
    end = replayed_fours(position, line)
    if end == "trap":
        yield Puzzle("trap", position, line[:1], score.win_in)
    elif end == "five" and score.win_in <= LONGEST:
        yield Puzzle("fours", position, line[:1], score.win_in)
    elif end is None and score.win_in > SHORTEST + 2:
        yield Puzzle("threes", position, line[:1], score.win_in)


def only_defence(engine: Engine, position: Position) -> Puzzle | None:
    """A puzzle if exactly one move of *position* does not lose, according to a long search."""
    moves = [move for move in position.legal_moves() if move != PASS]
    holding = []
    for move in moves:
        after = position.play(move)
        if after.outcome() is not None:
            return None
        reply = engine.search(after, Limit(nodes=_PROOF_NODES // 10)).score
        if reply is None or reply.win_in is None:
            holding.append(move)
            if len(holding) > 3:
                return None
    sure = [move for move in holding if not _is_lost(engine, position.play(move))]
    return Puzzle("defence", position, tuple(sure), 0) if len(sure) == 1 else None


def _is_lost(engine: Engine, after: Position) -> bool:
    reply = engine.search(after, Limit(nodes=_PROOF_NODES * 4)).score
    return reply is not None and reply.win_in is not None


def mine(rule: str, seed: int, *, defences: bool) -> Iterator[Puzzle]:
    """The puzzles of one game."""
    chance = Stream(seed)
    engine = Engine(GAME, hash_mb=16)
    position = opening(rule, chance)
    was_threatened = False
    while position.outcome() is None:
        result = engine.search(position, Limit(nodes=_GAME_NODES))
        yield from list(found_in(position, result))
        if result.best is None or (result.score is not None and result.score.decided):
            return
        if defences and was_threatened and chance.below(4) == 0:
            puzzle = only_defence(engine, position)
            if puzzle is not None and _is_subtle(puzzle):
                yield puzzle
        position = position.play(result.best)
        was_threatened = position.ply > 12


def on_random_board(rule: str, seed: int) -> Iterator[Puzzle]:
    """The puzzle, if any, of a board with many random stones, close to each other."""
    chance = Stream(seed)
    position = Position.start(rule)
    for _ in range(12 + chance.below(20)):
        position = position.play(stone_nearby(position, chance))
        if position.outcome() is not None:
            return
    yield from found_in(position, Engine(GAME, hash_mb=1).search(position, Limit(depth=1)))


def _is_subtle(puzzle: Puzzle) -> bool:
    """False if a four has to be stopped, which is too easy."""
    return not winning_moves(puzzle.position.play(PASS))


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--strewn", action="store_true", help="random boards instead of games")
    parser.add_argument("--kinds", nargs="+", choices=TARGETS, default=list(TARGETS))
    parser.add_argument("--out", type=Path, default=PUZZLES)
    options = parser.parse_args(arguments)
    known = puzzles(options.out) if options.out.exists() else []
    counts = Counter(puzzle.kind for puzzle in known)
    lengths = Counter(puzzle.plies for puzzle in known if puzzle.kind == "fours")
    seen = {puzzle.position for puzzle in known}
    with options.out.open("a", encoding="utf-8") as out:
        for number in range(options.games):
            rules = ("renju",) if options.strewn else ("renju", "freestyle", "standard")
            rule = rules[number % len(rules)]
            wanted = counts["defence"] < TARGETS["defence"] and "defence" in options.kinds
            seed = options.seed * 1_000_003 + number
            candidates = (
                on_random_board(rule, seed) if options.strewn else mine(rule, seed, defences=wanted)
            )
            for puzzle in candidates:
                common = puzzle.kind == "fours" and lengths[puzzle.plies] >= 5
                full = (
                    counts[puzzle.kind] >= TARGETS[puzzle.kind] or puzzle.kind not in options.kinds
                )
                if common or full or puzzle.position in seen:
                    continue
                print(puzzle, file=out, flush=True)
                counts[puzzle.kind] += 1
                lengths[puzzle.plies] += puzzle.kind == "fours"
                seen.add(puzzle.position)
            if all(counts[kind] >= TARGETS[kind] for kind in options.kinds):
                break
    print(dict(counts), dict(sorted(lengths.items())))

"""A plain alpha-beta search over the Python rules, for games without a native engine.

It has the methods of the native engines that `Engine` calls, and reports in the same form. A
position is judged by the game's own `evaluate`, else by its scores, else only by how the game ends;
in the last case the first moves are tried in the order of their success in random games. What is
known of a position is kept by its text.
"""

import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from threading import Event
from typing import NamedTuple, TypeAlias

from garlic.core import Game, Move, Position, Seat, TurnPosition
from garlic.core.game import has_line, scores_of, turn_position
from garlic.core.playout import random_game

_WIN = 1e9  # less the plies to the end; every evaluation is smaller
_MOST_POINTS = 1e6
_DEEPEST = 200
_MOST_KNOWN = 200_000  # positions
_TRIAL_SECONDS = 0.2  # the part of the time for random games
_MOST_TRIALS, _LONGEST_TRIAL = 20, 400  # random games for each first move, and their plies


Moves: TypeAlias = tuple[Move, ...]
Evaluation: TypeAlias = Callable[[TurnPosition], float]  # for the side to move, in points


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A first move with its continuation, and its score for the side to move."""

    moves: tuple[str, ...]
    points: float | None = None
    win_in: int | None = None
    loss_in: int | None = None
    proven: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What a search has found; the names are those of the native report."""

    lines: tuple[FoundLine, ...]
    depth: int = 0
    deepest_ply: int = 0
    nodes: int = 0
    seconds: float = 0.0
    table_permille: int = 0


class _Known(NamedTuple):
    """What an earlier search has found in a position, seen from there."""

    depth: int
    score: float
    bound: int  # 0: the score is exact; 1: it is at least that; -1: at most that
    solved: bool  # no evaluation was used
    move: Move

    def answers(self, depth: int, ply: int, alpha: float, beta: float) -> bool:
        """Is no search of *depth* needed, with this window, *ply* plies from the root?"""
        score = _moved(self.score, -ply)
        return (self.solved or self.depth >= depth) and (
            self.bound == 0
            or (self.bound > 0 and score >= beta)
            or (self.bound < 0 and score <= alpha)
        )


class _OutOfTime(Exception):  # noqa: N818  (not an error: the limit is reached)
    """The limit of the search is reached, or it was stopped."""


@dataclass(slots=True)
class _Budget:
    """What is left of the limits of one search."""

    stopped: Event
    until: float | None
    nodes: int | None
    used: int = 0

    def spend(self) -> None:
        """Count one position; raise `_OutOfTime` if the limit is reached."""
        self.used += 1
        if (
            self.stopped.is_set()
            or (self.nodes is not None and self.used > self.nodes)
            or (self.until is not None and time.perf_counter() >= self.until)
        ):
            raise _OutOfTime


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A position that was read once, to be searched and evaluated."""

    position: TurnPosition
    unit: float
    evaluation: Evaluation

    def evaluate(self) -> float:
        """The evaluation for the side to move, in points."""
        return self.evaluation(self.position)

    def level_unit(self) -> float:
        """How many points are a small mistake."""
        return self.unit


class RulesSearch:
    """Searches positions of *game*, a game in which players take turns."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._evaluate = _evaluation(game)
        self._stopped = Event()
        self._known: dict[str, _Known] = {}  # by the text of the position
        self._uses_scores = True  # not only the moves of what is known
        self._budget = _Budget(self._stopped, None, None)
        self._guessed = False  # was any position of this depth evaluated before its end?
        self._deepest = 0

    def read(self, text: str) -> ReadPosition:
        """The position in *text*; raise `InvalidPositionError`."""
        position = turn_position(self.game.parse(text))
        return ReadPosition(position, self.game.scale.unit, self._evaluate)

    def stop(self) -> None:
        """End the running search; safe from any thread."""
        self._stopped.set()

    def clear(self) -> None:
        """Forget earlier searches."""
        self._known.clear()

    def search(
        self,
        read: ReadPosition,
        *,
        move_seconds: float | None = None,
        game_seconds: float | None = None,
        moves_left: int = 30,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        exact: bool = False,
        with_table: bool = True,
        only: Sequence[str] = (),
        on_report: Callable[[Report], None] | None = None,
    ) -> Report:
        """The *lines* best moves; each depth is searched in full before the next one."""
        del exact  # it always is
        began = time.perf_counter()
        seconds = _least(move_seconds, game_seconds and 2 * game_seconds / max(moves_left, 3))
        self._stopped.clear()
        self._budget = _Budget(self._stopped, None if seconds is None else began + seconds, nodes)
        root = read.position
        # The text of a position tells all about it, unless its history matters.
        self._uses_scores = with_table and not has_line(root)
        moves = [move for move in root.legal_moves() if not only or str(move) in only]
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        moves = self._tried(root, moves, began, seconds)
        self._deepest = 0
        report = Report(tuple(FoundLine((str(move),), points=0.0) for move in moves[:lines]))
        for ply in range(1, min(depth or _DEEPEST, _DEEPEST) + 1 if moves else 1):
            self._guessed = False
            try:
                found = self._search_root(root, moves, ply, lines)
            except _OutOfTime:
                break
            took = time.perf_counter() - began
            report = Report(
                tuple(_line(score, line, solved=not self._guessed) for score, line in found),
                ply,
                self._deepest,
                self._budget.used,
                took,
            )
            if on_report is not None:
                on_report(report)
            decided = all(abs(score) > _MOST_POINTS for score, _ in found)
            late = seconds is not None and took > seconds / 2  # the next depth takes longer
            if not self._guessed or decided or late:
                break
            first = [line[0] for _, line in found]
            moves = first + [move for move in moves if move not in first]
        return replace(report, nodes=self._budget.used, seconds=time.perf_counter() - began)

    def _search_root(
        self, root: TurnPosition, moves: Sequence[Move], depth: int, lines: int
    ) -> list[tuple[float, Moves]]:
        """The *lines* best of *moves*, best first, each with its score and line."""
        found: list[tuple[float, Moves]] = []
        for move in moves:
            alpha = found[lines - 1][0] if len(found) >= lines else -_WIN
            score, line = self._after(root, move, depth, 1, alpha, _WIN)
            if len(found) < lines or score > alpha:
                found.append((score, (move, *line)))
                found.sort(key=lambda pair: -pair[0])  # stable: of equals, the earlier one
                del found[lines:]
        return found

    def _after(
        self, position: TurnPosition, move: Move, depth: int, ply: int, alpha: float, beta: float
    ) -> tuple[float, Moves]:
        """The score of *move* for the side that plays it, and the continuation."""
        after = position.play(move)
        if after.mover is position.mover:  # it moves again
            return self._negamax(after, depth - 1, ply, alpha, beta)
        score, line = self._negamax(after, depth - 1, ply, -beta, -alpha)
        return -score, line

    def _negamax(
        self, position: TurnPosition, depth: int, ply: int, alpha: float, beta: float
    ) -> tuple[float, Moves]:
        """The score of *position* for its mover, and the best line; exact within the window."""
        self._budget.spend()
        self._deepest = max(self._deepest, ply)
        if (outcome := position.outcome()) is not None:
            if outcome.winner is None:
                return 0.0, ()
            return (_WIN - ply if outcome.winner is position.mover else ply - _WIN), ()
        if depth == 0:
            self._guessed = True
            return self._evaluate(position), ()
        key = str(position)
        known = self._known.get(key)
        if known is not None and self._uses_scores and known.answers(depth, ply, alpha, beta):
            self._guessed |= not known.solved
            return _moved(known.score, -ply), (known.move,)
        guessed_before, self._guessed = self._guessed, False
        best = -_WIN
        best_line: Moves = ()
        for move in _ordered(position.legal_moves(), known):
            score, line = self._after(position, move, depth, ply + 1, max(alpha, best), beta)
            if score > best:
                best, best_line = score, (move, *line)
            if best >= beta:
                break
        bound = 1 if best >= beta else -1 if best <= alpha else 0
        self._known[key] = _Known(depth, _moved(best, ply), bound, not self._guessed, best_line[0])
        self._guessed |= guessed_before
        return best, best_line

    def _tried(
        self, root: TurnPosition, moves: list[Move], began: float, seconds: float | None
    ) -> list[Move]:
        """*moves*, those first that do best in random games, if nothing else tells them apart."""
        if self._evaluate is not _nothing or len(moves) < 2:
            return moves
        until = None if seconds is None else began + _TRIAL_SECONDS * seconds
        won = dict.fromkeys(range(len(moves)), 0)
        seed = zlib.crc32(str(root).encode())
        for trial in range(_MOST_TRIALS):
            for place, move in enumerate(moves):
                if self._stopped.is_set() or (until and time.perf_counter() >= until):
                    return moves if trial == 0 else _by_success(moves, won)
                won[place] += _trial(root.play(move), root.mover, seed + trial)
        return _by_success(moves, won)


def _ordered(moves: Sequence[Move], known: _Known | None) -> Sequence[Move]:
    """*moves*, the best one of an earlier search first."""
    if known is None or known.move not in moves:
        return moves
    return [known.move, *(move for move in moves if move != known.move)]


def _moved(score: float, plies: int) -> float:
    """*score*, in which the end of the game is *plies* nearer."""
    if abs(score) <= _MOST_POINTS:
        return score
    return score + plies if score > 0 else score - plies


def _by_success(moves: Sequence[Move], won: dict[int, int]) -> list[Move]:
    return [moves[place] for place in sorted(won, key=lambda place: -won[place])]


def _trial(position: Position, seat: Seat, seed: int) -> int:
    """How a random game from *position* ends for *seat*: 1, 0 or -1."""
    *_, (_, end) = islice(random_game(position, seed), _LONGEST_TRIAL)
    outcome = end.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner is seat else -1


def _nothing(position: TurnPosition) -> float:
    """The evaluation of a game that offers none."""
    del position
    return 0.0


def _evaluation(game: Game) -> Evaluation:
    """The evaluation of positions of *game* for the side to move."""
    if (own := game.evaluate) is not None:
        return lambda position: max(-_MOST_POINTS, min(_MOST_POINTS, own(position)))
    return _nothing if scores_of(game.setup()) is None else _lead


def _lead(position: TurnPosition) -> float:
    """How far the side to move is ahead in points."""
    scores = scores_of(position) or (0, 0)
    return float(scores[position.mover.index] - scores[position.mover.other.index])


def _line(score: float, moves: Sequence[Move], *, solved: bool) -> FoundLine:
    names = tuple(str(move) for move in moves)
    if score > _MOST_POINTS:
        return FoundLine(names, win_in=round(_WIN - score), proven=True)
    if score < -_MOST_POINTS:
        return FoundLine(names, loss_in=round(_WIN + score), proven=True)
    return FoundLine(names, points=score, proven=solved)


def _least(*limits: float | None) -> float | None:
    return min((limit for limit in limits if limit is not None), default=None)

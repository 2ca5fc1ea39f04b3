"""The command ``python -m bench duel``."""

import argparse
import json
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.engines._matches import balanced, known_openings
from garlic.arena.statistics.duel import compare
from garlic.arena.statistics.results import PairCounts
from garlic.arena.statistics.sprt import Decision, Sprt
from garlic.core import GarlicError, Seat, UsageError
from garlic.core.game import turn_position
from garlic.core.reading.files import write_whole
from garlic.engines import Engine, Limit
from garlic.engines.weights import try_net
from garlic.games import GAMES
from garlic.wire.settings import parse_settings, whole_setting

DESCRIPTION = """Compare two forms of our engine by SPRT, in this process.

Example: python -m bench duel tiaojia --net tiaojia.net --nodes 100000"""


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m bench duel",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("game", help="as listed by `garlic games`")
    made.add_argument("--net", type=Path, metavar="FILE", help="evaluate with this net")
    made.add_argument("--ours", default="", metavar="a=1&b=2", help="parameters of the search")
    made.add_argument("--nodes", type=int, help="for each move; 100,000 and more")
    made.add_argument("--time", type=float, help="seconds per move, on a quiet machine")
    made.add_argument("--elo0", type=float, default=-10.0)
    made.add_argument("--elo1", type=float, default=10.0)
    made.add_argument("--games", type=int, default=20_000, help="give up after so many")
    made.add_argument(
        "--plies", type=int, default=4, help="random moves before each pair; Gomoku has openings"
    )
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--jobs", type=int, default=1, help="pairs played side by side (default 1)")
    made.add_argument(
        "--state", type=Path, metavar="FILE", help="keep the counts; run again to continue"
    )
    made.add_argument("--json", action="store_true", help="print JSON")
    return made


def main(arguments: list[str]) -> int:
    """Play until the test decides: 0 for H1, 1 for H0 or no decision, 2 for wrong options."""
    options = parser().parse_args(arguments)
    try:
        return _run(options)
    except GarlicError as fault:
        print(f"duel: error: {fault.render()}", file=sys.stderr)
        return 2


@dataclass(frozen=True, slots=True)
class Pair:
    """The points of the new form in both games, and the processor time of new and old."""

    points: float
    seconds: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Plan:
    """The new form of the engine, and how long both forms think."""

    game: str
    limit: Limit
    parameters: dict[str, int]
    net: Path | None


class Board:
    """The two forms of the engine, for one pair at a time."""

    def __init__(self, plan: Plan) -> None:
        """Raise `UsageError` or `InvalidFileError` if the game has no such form."""
        game: Any = GAMES[plan.game]
        player = None if plan.net is None else try_net(plan.game, plan.net)
        self.new = Engine(game, hash_mb=16, player=player, parameters=plan.parameters)
        self.old = Engine(game, hash_mb=16)
        self.limit = plan.limit

    def pair(self, start: Any) -> Pair:
        """Two games from *start*, seats swapped; what came before has no influence."""
        self.new.clear()
        self.old.clear()
        seconds = [0.0, 0.0]
        points = sum(self._game(start, seat, seconds) for seat in Seat)
        return Pair(points, (seconds[0], seconds[1]))

    def _game(self, start: Any, seat: Seat, seconds: list[float]) -> float:
        """The points of the new form in *seat*; adds the processor time of both."""
        position = turn_position(start)
        while (outcome := position.outcome()) is None:
            ours = position.mover is seat
            began = time.process_time()
            move: Callable[..., Any] = (self.new if ours else self.old).choose
            position = position.play(move(position, self.limit))
            seconds[not ours] += time.process_time() - began
        return 0.5 if outcome.winner is None else float(outcome.winner is seat)


def _run(options: argparse.Namespace) -> int:
    game: Any = GAMES[options.game]
    if (options.nodes is None) == (options.time is None):
        raise UsageError("give --nodes or --time")
    if options.jobs < 1:
        raise UsageError("expected at least one job")
    parameters = {
        key: whole_setting(key, value)
        for key, value in parse_settings("--ours", options.ours).items()
    }
    plan = Plan(
        options.game, Limit(nodes=options.nodes, time=options.time), parameters, options.net
    )
    test = Sprt(options.elo0, options.elo1, 0.05, 0.05)
    terms = {
        name: str(getattr(options, name))
        for name in ("game", "net", "ours", "nodes", "time", "plies", "seed")
    }
    counts = _restored(options.state, terms)
    seconds = [0.0, 0.0]
    known = known_openings(options.game, game.rules, options.seed)
    all_starts = cycle(known) if known else balanced(game, options.plies, seed=options.seed)
    starts = islice(all_starts, counts.pairs, None)
    with closing(_pairs(starts, plan, options.jobs)) as pairs:
        while (
            test.decide(counts) is Decision.CONTINUE
            and 2 * counts.pairs < options.games
            and (pair := next(pairs, None)) is not None
        ):
            counts = counts.plus(pair.points)
            seconds = [sum(both) for both in zip(seconds, pair.seconds, strict=True)]
            if options.state is not None:
                stored = {"terms": terms, "pairs": list(counts)}
                write_whole(options.state, json.dumps(stored).encode())
            if counts.pairs % 5 == 0:
                print(_described(counts, test, seconds), file=sys.stderr, flush=True)
    decision = test.decide(counts)
    if options.json:
        comparison = compare(counts)
        print(
            json.dumps(
                {
                    "decision": decision.value,
                    "llr": test.llr(counts),
                    "pairs": list(counts),
                    "elo": comparison.elo,
                    "low": comparison.low,
                    "high": comparison.high,
                    "seconds_of_new_and_old": seconds,
                }
            )
        )
    else:
        print(f"{_described(counts, test, seconds)}: {decision.value}")
    return 0 if decision is Decision.H1 else 1


def _pairs(starts: Iterator[Any], plan: Plan, jobs: int) -> Generator[Pair, None, None]:
    """The pairs from *starts*, in that order; several *jobs* are processes of their own."""
    board = Board(plan)
    if jobs == 1:
        yield from map(board.pair, starts)
        return
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_set_up, initargs=(plan,))
    try:
        playing = deque(pool.submit(_play, start) for start in islice(starts, jobs))
        while playing:
            yield playing.popleft().result()
            playing.extend(pool.submit(_play, start) for start in islice(starts, 1))
    finally:
        pool.shutdown(cancel_futures=True)


_boards: list[Board] = []  # of a process that plays: one


def _set_up(plan: Plan) -> None:
    _boards.append(Board(plan))


def _play(start: Any) -> Pair:
    return _boards[0].pair(start)


def _restored(path: Path | None, terms: dict[str, str]) -> PairCounts:
    if path is None or not path.exists():
        return PairCounts()
    try:
        stored = json.loads(path.read_text())
        counts = _counts(stored["pairs"])
        if stored["terms"] != terms:
            raise UsageError("{path} belongs to another duel", path=str(path))
    except (ValueError, KeyError, TypeError) as fault:
        raise UsageError("{path} is no state of a duel", path=str(path)) from fault
    return counts


def _counts(stored: list[int]) -> PairCounts:
    a, b, c, d, e = map(int, stored)
    return PairCounts((a, b, c, d, e))


def _described(counts: PairCounts, test: Sprt, seconds: list[float]) -> str:
    comparison = compare(counts)
    elo = "?" if comparison.elo is None else f"{comparison.elo:+.1f}"
    low, high = (
        "?" if bound is None else f"{bound:+.0f}" for bound in (comparison.low, comparison.high)
    )
    lower, upper = test.bounds
    return (
        f"{2 * counts.pairs} games, pairs {list(counts)}, Elo {elo} ({low} to {high}), "
        f"LLR {test.llr(counts):.2f} ({lower:.2f}, {upper:.2f}), "
        f"processor time {seconds[0]:.0f} s against {seconds[1]:.0f} s"
    )

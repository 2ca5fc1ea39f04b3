"""The command ``python -m bench duel``."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench._matches import balanced
from garlic import _core
from garlic.arena.statistics.duel import compare
from garlic.arena.statistics.results import PairCounts
from garlic.arena.statistics.sprt import Decision, Sprt
from garlic.core import Game, GarlicError, Seat, UsageError
from garlic.core.game import turn_position
from garlic.engines import Engine, Limit
from garlic.engines.weights import read_net
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
    made.add_argument("--plies", type=int, default=4, help="random moves before each pair")
    made.add_argument("--seed", type=int, default=1)
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


def _run(options: argparse.Namespace) -> int:
    game: Any = GAMES[options.game]
    if (options.nodes is None) == (options.time is None):
        raise UsageError("give --nodes or --time")
    limit = Limit(nodes=options.nodes, time=options.time)
    player = None
    if options.net is not None:
        if options.game != "tiaojia":
            raise UsageError("{game} has no engine with a net", game=options.game)
        _core.set_tiaojia_net(read_net(options.net))
        player = "tiaojia/net"
    parameters = {
        key: whole_setting(key, value)
        for key, value in parse_settings("--ours", options.ours).items()
    }
    new = Engine(game, hash_mb=16, player=player, parameters=parameters)
    old = Engine(game, hash_mb=16)
    test = Sprt(options.elo0, options.elo1, 0.05, 0.05)
    terms = {
        name: str(getattr(options, name))
        for name in ("game", "net", "ours", "nodes", "time", "plies", "seed")
    }
    counts = _restored(options.state, terms)
    seconds = [0.0, 0.0]
    for number, start in enumerate(_openings(game, options)):
        if number < counts.pairs:
            continue
        if test.decide(counts) is not Decision.CONTINUE or 2 * counts.pairs >= options.games:
            break
        new.clear()
        old.clear()
        total = _game(start, new, old, Seat.A, limit, seconds) + _game(
            start, new, old, Seat.B, limit, seconds
        )
        counts = counts.plus(total)
        if options.state is not None:
            options.state.write_text(json.dumps({"terms": terms, "pairs": list(counts)}))
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


def _openings(game: Game, options: argparse.Namespace) -> Iterator[Any]:
    return balanced(game, options.plies, seed=options.seed)


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


def _game(
    start: Any, new: Engine[Any], old: Engine[Any], seat: Seat, limit: Limit, seconds: list[float]
) -> float:
    """The points of *new* in *seat*; adds the processor time of both."""
    position = turn_position(start)
    while (outcome := position.outcome()) is None:
        ours = position.mover is seat
        began = time.process_time()
        move: Callable[..., Any] = (new if ours else old).choose
        position = position.play(move(position, limit))
        seconds[not ours] += time.process_time() - began
    return 0.5 if outcome.winner is None else float(outcome.winner is seat)


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

"""The command ``python -m bench gauntlet``."""

import argparse
import json
import os
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.engines.gauntlet.opponents import FILE, opponents_folder, read_opponents
from bench.engines.gauntlet.run import (
    Result,
    ResultFile,
    Terms,
    check_game,
    limits_of,
    margin_ms,
    play_gauntlet,
)
from garlic.arena.executors import Executing, open_executor
from garlic.core import GarlicError, UsageError
from garlic.games import GAMES
from garlic.judge.patience import Patience

DESCRIPTION = """Play one of our engines against another program at equal time per move.

Example: GARLIC_OPPONENTS=~/opponents python -m bench gauntlet xiangqi --against fairy-stockfish"""


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m bench gauntlet",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("game", nargs="?", help="as listed by `garlic games`")
    made.add_argument("--against", metavar="NAME", help="as listed by --list")
    made.add_argument("--list", action="store_true", help="list the programs of opponents.toml")
    made.add_argument("--table", action="store_true", help="show all results of the file")
    made.add_argument("--time", type=float, default=0.3, help="seconds per move (default 0.3)")
    made.add_argument("--games", type=int, default=60, help="two for each opening (default 60)")
    made.add_argument("--seed", type=int, default=0, help="decides the openings")
    made.add_argument("--rule", help="a rule set of the game, e.g. freestyle")
    made.add_argument("--plies", type=int, default=6, help="of the openings (default 6)")
    made.add_argument("--ours", default="", metavar="a=1&b=2", help="settings of our engine")
    made.add_argument("--theirs", default="", metavar="a=1&b=2", help="of the other program")
    made.add_argument(
        "--jobs", type=int, help="games side by side (default: as many as processors are idle)"
    )
    made.add_argument(
        "--patience", type=float, default=10, help="minutes to wait for a quiet machine"
    )
    made.add_argument(
        "--results", type=Path, default=Path("gauntlet.json"), help="(default gauntlet.json)"
    )
    made.add_argument(
        "--records", type=Path, metavar="FOLDER", help="keep the records of all games there"
    )
    made.add_argument(
        "--opponents", type=Path, default=FILE, metavar="FILE", help="instead of opponents.toml"
    )
    made.add_argument("--json", action="store_true", help="print JSON")
    return made


def main(arguments: list[str]) -> int:
    """Play, list, or show; 2 if the options are wrong."""
    options = parser().parse_args(arguments)
    try:
        if options.table:
            return _table(options)
        return _list(options) if options.list else _play(options)
    except GarlicError as fault:
        print(f"gauntlet: error: {fault.render()}", file=sys.stderr)
        return 2


def _list(options: argparse.Namespace) -> int:
    known = read_opponents(options.opponents).values()
    shown = [one for one in known if options.game in (None, one.game)]
    if options.json:
        print(
            json.dumps([{"name": one.name, "game": one.game, "about": one.about} for one in shown])
        )
    else:
        for one in shown:
            print(f"{one.name:16} {one.game:8} {one.about}")
    return 0


def _table(options: argparse.Namespace) -> int:
    if not options.results.exists():
        raise UsageError("there is no file {path}", path=str(options.results))
    kept = ResultFile.open(options.results).results
    shown = [kept[key] for key in sorted(kept) if options.game in (None, kept[key].terms.game)]
    if options.json:
        print(json.dumps([_without_pairs(result) for result in shown], indent=1))
        return 0
    table = Table("gauntlet", "games", "+ = -", "share", "Elo, 95 %", "CPU of a move", "faults")
    for result in shown:
        table.add_row(*_row(result))
    Console().print(table)
    return 0


def _without_pairs(result: Result) -> dict[str, Any]:
    return {key: value for key, value in result.to_json().items() if key != "pairs"}


def _row(result: Result) -> list[str]:
    games = str(len(result.scores))
    if result.unjudged:
        games += f", {2 * result.unjudged} not judged"
    if result.share is None:
        return [result.terms.key, games, "", "", "", "", ""]
    comparison, (ours, theirs) = result.comparison, result.cpu_per_move()
    interval = f"{_number(comparison.low)} to {_number(comparison.high)}"
    return [
        result.terms.key,
        games,
        _scored(result),
        f"{result.share:.0%}",
        f"{_number(comparison.elo)}, {interval}",
        f"{ours:.3f} s : {theirs:.3f} s\nwaited {result.delay_share:.0%}",
        ", ".join(sorted(set(result.faults))),
    ]


def _play(options: argparse.Namespace) -> int:
    if options.game is None or options.against is None:
        raise UsageError("name a game, and a program with --against")
    GAMES[options.game]  # raises if there is no such game
    known = read_opponents(options.opponents)
    if options.against not in known:
        raise UsageError(
            "there is no opponent {name!r}; there are {known}",
            name=options.against,
            known=", ".join(known),
        )
    if options.time <= 0 or options.games < 2:
        raise UsageError("expected a time above 0 and at least two games")
    opponent = known[options.against].with_settings(options.theirs)
    check_game(options.game, opponent.game, opponent.name)
    terms = Terms(
        game=options.game,
        against=opponent.name,
        seconds=options.time,
        seed=options.seed,
        rule=options.rule or opponent.rule,
        opening_plies=options.plies,
        ours=options.ours,
        theirs=options.theirs,
    )
    bot = opponent.bot(opponents_folder(), margin_ms(options.time))
    file = ResultFile.open(options.results)
    result = file.of(terms)
    jobs = options.jobs or idle_processors()
    began, before = time.monotonic(), len(result.pairs)
    try:
        with (
            open_executor(Executing(jobs=jobs)) as executor,
            closing(
                play_gauntlet(
                    result,
                    bot,
                    options.games // 2,
                    executor,
                    limits=limits_of(options.game, options.time, has_clock=opponent.has_clock),
                    ahead=2 * jobs,
                    patience=Patience(60 * options.patience),
                    records_folder=options.records,
                )
            ) as results,
        ):
            for result in results:
                file.keep(result)
                _show(result, options.games // 2, began, before)
    except KeyboardInterrupt:
        print("interrupted: run the same command to continue", file=sys.stderr)
    print(json.dumps(result.to_json(), indent=1) if options.json else described(result))
    return 0


def idle_processors() -> int:
    """How many processors have nothing to do, at least one."""
    available = len(os.sched_getaffinity(0))
    return max(1, min(available, round(available - os.getloadavg()[0])))


def _show(result: Result, pairs: int, began: float, before: int) -> None:
    done = len(result.pairs) + result.unjudged
    left = (time.monotonic() - began) / max(done - before, 1) * (pairs - done)
    print(
        f"{2 * done} of {2 * pairs} games: {_scored(result)} ({left / 60:.0f} min left)",
        file=sys.stderr,
        flush=True,
    )


def _scored(result: Result) -> str:
    scores = result.scores
    return f"{scores.count(1.0)}+ {scores.count(0.5)}= {scores.count(0.0)}-"


def _number(value: float | None) -> str:
    return "?" if value is None else f"{value:+.0f}"


def described(result: Result) -> str:
    """The result in a few lines."""
    if result.share is None:
        return f"{result.terms.key}: nothing judged, {result.unjudged} pairs not judged"
    comparison, (ours, theirs) = result.comparison, result.cpu_per_move()
    lines = [
        f"{result.terms.key}: {_scored(result)}, {result.share:.0%}",
        f"Elo {_number(comparison.elo)}, 95 %: {_number(comparison.low)} to "
        f"{_number(comparison.high)}; pairs {list(result.counts)}",
        f"processor time of a move: ours {ours:.3f} s, theirs {theirs:.3f} s; "
        f"waited for a processor: {result.delay_share:.0%} of that",
    ]
    if result.dates:
        lines.append(f"played on {', '.join(result.dates)}")
    if max(result.versions) > 1:
        lines.append(
            "games of different versions: {} of ours, {} of theirs".format(*result.versions)
        )
    if result.unjudged:
        lines.append(f"pairs not judged, and not counted: {result.unjudged}")
    if result.faults:
        lines.append(f"faults: {', '.join(sorted(set(result.faults)))}")
    return "\n".join(lines)

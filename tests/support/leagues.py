"""Leagues whose games are decided by given strengths instead of being played."""

import hashlib
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from garlic.arena.executors import Executing
from garlic.arena.league.counting import load_season
from garlic.arena.league.definition import read_league
from garlic.arena.league.runner import LeagueEnd, LeagueRunOptions, run_league
from garlic.arena.statistics.elo import expected_score
from garlic.core import Outcome, Seat, Verdict
from garlic.courses.league_table import LeagueTable, league_table
from garlic.courses.leagues import Entered, create, enter_file
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record, Turn
from garlic.store import Database
from garlic.store.games import known_keys
from garlic.store.league_games import counted_games, shown_games
from garlic.store.leagues import current_entries
from support.busy import prompt
from support.records import record_of

RULES = {"game": "othello", "maps": ["4x4"], "openings": "random", "opening_plies": 2}
SHORT = {**RULES, "milestones": ["random:othello"], "placing_games": 6}


class Oracle(Executor):
    """An executor whose games end as the strengths of their bots and chance decide.

    The same game always ends alike. Bots in *crashing* lose by a crash; *machine* says what becomes
    of the next records, and raises for games that cannot be played.
    """

    jobs = 2

    def __init__(self, **strengths: float) -> None:
        self.strengths = strengths
        self.crashing: set[str] = set()
        self.machine: list[Callable[[Record], Record]] = []
        self.before: Callable[[GameRun], None] = lambda _: None
        self.played: list[GameRun] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: object) -> Future[Any]:
        del work
        (game_run,) = args
        self.before(game_run)
        self.played.append(game_run)
        future: Future[bytes] = Future()
        record = self._record(game_run)
        try:
            record = (self.machine.pop(0) if self.machine else prompt)(record)
        except Exception as fault:  # noqa: BLE001 - as a worker does
            future.set_exception(fault)
        else:
            future.set_result(record.dumps().encode())
        return future

    def _record(self, game_run: GameRun) -> Record:
        names = [bot.name for bot in game_run.bots]
        record = record_of(game_run.game, ["d3", "c3", "c4"])
        crashed = next((seat for seat in Seat if names[seat.index] in self.crashing), None)
        if crashed is not None:
            seat = GAMES[game_run.game].seats[crashed.index]
            turn = Turn(4, seat, None, Verdict.CRASH)
            outcome = Outcome(crashed.other, "crash")
            return replace(record, turns=(*record.turns, turn), outcome=outcome)
        one, other = (self.strengths.get(name, 0.0) for name in names)
        # Not of its key, which is another one whenever a file of the package changes.
        facts = f"{names} {game_run.start} {game_run.seed}"
        luck = int(hashlib.sha256(facts.encode()).hexdigest()[:8], 16) / (1 << 32)
        winner = Seat.A if luck < expected_score(one - other) else Seat.B
        return replace(record, outcome=Outcome(winner, "two passes", (3, 4)))


def add_bot(database: Database, league: int, folder: Path, name: str, content: str = "") -> Entered:
    """Enter a version of the bot *name*; other *content* makes another version."""
    path = folder / f"{name}.py"
    path.write_text(f"# {name} {content}\n")
    return enter_file(database, league, name, find_bot(str(path)))


def new_league(database: Database, name: str = "spring", **values: Any) -> int:
    """A league without bots of people."""
    return create(database, name, read_league({**SHORT, **values}))


def play(database: Database, league: int, oracle: Executor, games: int | None = None) -> LeagueEnd:
    """Play *games* of a league, or until nobody has an opponent."""
    return run_league(database, league, Executing(executor=oracle), LeagueRunOptions(games))


def table_of(database: Database, league: int, season: int | None = None) -> LeagueTable:
    """The table of a league."""
    return database.read(lambda c: league_table(c, league, season))


def check_books(database: Database, league: int) -> int:
    """Every game counts once, and all that follows from the games is what they say.

    Returns the number of games of the season.
    """

    def work(c: Connection) -> int:
        season = load_season(c, league)
        number = season.league.season
        games = list(counted_games(c, league, number))
        assert [game.counted for game in games] == list(range(1, season.counted + 1))
        assert len({game.number for game in games}) == len(games)
        keys = {game.key for game in shown_games(c, league, number, limit=10**6)}
        assert len(keys) == len(games) == len(known_keys(c, keys))
        for entry in current_entries(c, league, number):
            own = [
                game.score if game.first == entry.id else 1 - game.score
                for game in games
                if entry.id in (game.first, game.second)
            ]
            counts = (own.count(1), own.count(0.5), own.count(0))
            assert counts == (entry.wins, entry.draws, entry.losses)
        return len(games)

    return database.read(work)

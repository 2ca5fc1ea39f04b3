"""A large league: how fast its table is, what a game more costs, and the overhead of playing."""

import os
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from sqlalchemy import update

from bench.server.arena import THINKING_BOT
from garlic.arena.executors import Executing
from garlic.arena.league.counting import LeagueSeason, checkpoint, load_season, synchronised
from garlic.arena.league.definition import read_league
from garlic.arena.league.pairing import PlayingField, meetings_from
from garlic.arena.league.runner import LeagueRunOptions, run_league
from garlic.courses.league_table import bot_profile, find_entry, head_to_head, league_table
from garlic.courses.leagues import create, enter_file
from garlic.judge.bots import find_bot
from garlic.judge.workers.pool import processors
from garlic.store import Database, open_database
from garlic.store.connect import insert_new
from garlic.store.games import load_record
from garlic.store.league_games import RatingPointRow, add_points, meetings_of, shown_games
from garlic.store.leagues import set_season
from garlic.store.schema import league_entries, league_games, matches

Row = tuple[str, str, str]

BOTS, GAMES, POINTS = 200, 100_000, 250
_GAMES_PLAYED = 100
# By the processor's clock, so that a busy machine does not change the comparison.
_BOT = THINKING_BOT.replace("CLOCK_MONOTONIC", "CLOCK_PROCESS_CPUTIME_ID").replace(
    "THINKING_SECONDS", "0.02"
)


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        found = _large(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        share, beside = _overhead(Path(folder))
    return [
        *found,
        (
            f"{_GAMES_PLAYED} games of bots that think 20 ms per move: judge and database",
            f"{share:.1%} of the processor time",
            "< 5 %",
        ),
        ("the same, per game", f"{beside * 1e3:.0f} ms", "as low as it goes"),
    ]


def _seconds(work: Callable[[], object]) -> float:
    took = []
    for _ in range(3):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return min(took)


def _large(folder: Path) -> list[Row]:
    with open_database(str(folder / "league.db")) as database:
        league = _filled(database, folder)
        table = _seconds(lambda: database.read(lambda c: league_table(c, league)))
        profile = _seconds(
            lambda: database.read(lambda c: bot_profile(c, league, find_entry(c, league, "bot 7")))
        )
        pair = _seconds(
            lambda: database.read(
                lambda c: head_to_head(
                    c, league, find_entry(c, league, "bot 7"), find_entry(c, league, "bot 8")
                )
            )
        )
        season = database.write(lambda c: synchronised(c, load_season(c, league)))
        loaded = _seconds(lambda: database.read(lambda c: load_season(c, league)))
        meetings = database.read(lambda c: meetings_from(meetings_of(c, league, 1)))
        one, other = (entry.id for entry in season.rated[:2])
        update_ = _seconds(lambda: season.ratings.after(one, other, 1.0))
        rated = [entry.id for entry in season.rated]
        fixed = frozenset(season.entries) - frozenset(rated)
        field = PlayingField(season.ratings, rated, fixed, meetings)
        choice = _seconds(lambda: field.next_pairs(1, [], rated))
        stored = _seconds(lambda: _store(database, season))
    what = f"{BOTS} bots, {GAMES:,} games"
    return [
        (f"the table from the database, {what}", f"{table * 1e3:.0f} ms", "< 500 ms"),
        ("the profile of a bot", f"{profile * 1e3:.0f} ms", "< 500 ms"),
        ("head to head of two bots, with the games", f"{pair * 1e3:.0f} ms", "< 500 ms"),
        ("all ratings after one more game", f"{update_ * 1e3:.2f} ms", "< 10 ms"),
        ("choosing the next pair", f"{choice * 1e3:.1f} ms", "< 50 ms"),
        ("storing all ratings, once in 500 games", f"{stored * 1e3:.0f} ms", "< 500 ms"),
        ("loading the season to play on", f"{loaded * 1e3:.0f} ms", "< 1 s"),
    ]


def _store(database: Database, season: LeagueSeason) -> None:
    database.write(lambda c: checkpoint(c, season))


def _filled(database: Database, folder: Path) -> int:
    """A league with results of every kind, as if it had been played."""
    league = create(database, "large", read_league({"game": "othello", "openings": "none"}))
    entries = []
    for number in range(BOTS):
        source = folder / f"{number}.py"
        source.write_text(f"# {number}\n")
        bot = find_bot(str(source))
        entries.append(enter_file(database, league, f"bot {number}", bot).entry.id)
    chance = np.random.default_rng(1)
    first = chance.integers(BOTS, size=GAMES)
    second = (first + chance.integers(1, 9, size=GAMES)) % BOTS
    scores = chance.integers(2, size=GAMES)
    now = datetime.now(UTC)
    example = {
        "game": "othello",
        "digest_a": "0" * 64,
        "digest_b": "1" * 64,
        "reason": "two passes",
        "turns": 60,
        "delayed": False,
        "played_at": now,
    } | {f"{name}_{seat}": 1 for seat in "ab" for name in _COSTS}
    for place in range(0, GAMES, 5000):
        numbers = range(place + 1, place + 5001)
        games = [
            {
                "league_id": league,
                "number": number,
                "season": 1,
                "pair": (number + 1) // 2,
                "first": entries[first[number - 1]],
                "second": entries[second[number - 1]],
                "opening": 0,
                "seed": number,
                "tries": 0,
                "counted": number,
                "score": float(scores[number - 1]),
                "match_key": f"{number:064}",
                "played_at": now,
            }
            for number in numbers
        ]
        kept = [{**example, "key": game["match_key"]} for game in games]
        database.write(lambda c: insert_new(c, matches, kept))  # noqa: B023
        database.write(lambda c: insert_new(c, league_games, games))  # noqa: B023
    points = [
        RatingPointRow(entry, 400 * point, 1, 700.0, 50.0, now - timedelta(hours=POINTS - point))
        for point in range(POINTS)
        for entry in entries
    ]
    database.write(lambda c: add_points(c, points))
    played = update(league_entries).where(league_entries.c.id.in_(entries))
    database.write(lambda c: c.execute(played.values(wins=500, losses=500, deviation=50.0)))
    database.write(lambda c: set_season(c, league, 1, counted=GAMES, state_at=GAMES, state=None))
    return league


_COSTS = ("moves", "seconds", "slowest_seconds", "cpu_seconds", "memory_bytes")


def _overhead(folder: Path) -> tuple[float, float]:
    """The processor time of all but the bots, as a share of the whole, and in seconds per game."""
    jobs = min(2, len(processors()))
    rules = {"game": "othello", "maps": ["8x8"], "openings": "random", "milestones": []}
    with open_database(str(folder / "bench.db")) as database:
        league = create(database, "bench", read_league({**rules, "limits": "turn=5s,init=5s"}))
        for name in ("one", "two", "three", "four"):
            source = folder / f"{name}.h"
            source.write_text(f"// {name}\n{_BOT}")
            enter_file(database, league, name, find_bot(str(source)))
        executing = Executing(jobs=jobs)
        run_league(database, league, executing, LeagueRunOptions(games=8))  # builds the bots
        before = os.times()
        run_league(database, league, executing, LeagueRunOptions(games=_GAMES_PLAYED))
        after = os.times()
        games = database.read(lambda c: shown_games(c, league, 1, limit=_GAMES_PLAYED))
        thinking = sum(
            turn.cost.cpu_seconds
            for game in games
            for turn in database.read(lambda c: load_record(c, game.key)).turns  # noqa: B023
        )
    # Ours and those of all processes that we have waited for.
    whole = sum(after[:4]) - sum(before[:4])
    return (whole - thinking) / whole, (whole - thinking) / _GAMES_PLAYED

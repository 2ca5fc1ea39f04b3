"""Merges results that `garlic worker` played elsewhere into the database."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection

from garlic.arena.remote.shards import checked_results
from garlic.arena.stored import unplayed_game_runs
from garlic.arena.tournament import load
from garlic.judge.record import Record
from garlic.store import Database
from garlic.store.games import keep_game, known_keys
from garlic.store.tournaments import fixtures_of

_RESULTS_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Merged:
    """Counts of a merge."""

    new: int
    known: int  # results that the database already had
    left: int  # games that still have no result


def merge(
    database: Database,
    number: int,
    files: Sequence[Path],
    progress: Callable[[int], None] = lambda _: None,
) -> Merged:
    """Store the results in *files* that belong to tournament *number*, refereed again.

    Raises `UsageError` that names the file and line if a result belongs to no game of it, or is
    false. Results stored before that stay.
    """
    tournament = load(database, number)
    fixtures = database.read(lambda connection: fixtures_of(connection, number))
    game_runs = {fixture.game_key: tournament.game_run(fixture) for fixture in fixtures}
    new = total = 0
    for file in files:
        results = checked_results(file, game_runs)
        while some := list(islice(results, _RESULTS_AT_ONCE)):
            new += _store(database, some)
            total += len(some)
            progress(total)
    return Merged(new, total - new, len(unplayed_game_runs(database, tournament)))


def _store(database: Database, results: list[tuple[str, Record]]) -> int:
    """Store *results*; return how many were new."""
    keys = {key for key, _ in results}
    before = database.read(lambda connection: known_keys(connection, keys))

    def work(connection: Connection) -> None:
        for key, record in results:
            keep_game(connection, key, record)

    database.write(work)
    return len(keys - before)

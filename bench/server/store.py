"""The processor time of the database: storing a game, standings of a large tournament."""

import tempfile
import time
from pathlib import Path

from garlic.arena.definition import read_definition
from garlic.arena.stored import standings
from garlic.arena.tournament import create
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.store import Database, open_database
from garlic.store.connect import insert_new
from garlic.store.games import keep_game
from garlic.store.schema import matches
from garlic.store.tournaments import fixtures_of

Row = tuple[str, str, str]

BOTS, GAMES_OF_TWO = 200, 6


def stored_game(database: Database) -> float:
    """The seconds to store one game in its own transaction."""
    bot = find_bot("random:othello")
    record = play(GameRun("othello", (bot, bot), str(GAMES["othello"].setup())))
    began = time.process_time()
    for number in range(200):
        key = f"{number:064}"
        database.write(lambda connection: keep_game(connection, key, record))  # noqa: B023
    return (time.process_time() - began) / 200


def large_tournament(database: Database, folder: Path) -> tuple[int, float]:
    """Create a round robin with a result for every game; its number and the seconds it took."""
    names = [f"bot {number:03}" for number in range(BOTS)]
    source = folder / "bot.py"
    bots = []
    for name in names:
        source = folder / f"{name}.py"
        source.write_text(f"# {name}\n")
        bots.append({"name": name, "bot": str(source)})
    definition = read_definition(
        {"game": "othello", "bots": bots, "games": GAMES_OF_TWO, "openings": "random"}
    )
    began = time.process_time()
    number = create(database, definition, folder)
    made = time.process_time() - began
    fixtures = database.read(lambda connection: fixtures_of(connection, number))
    example = database.read(
        lambda connection: dict(connection.execute(matches.select().limit(1)).mappings().one())
    )
    rows = [
        {
            **example,
            "key": fixture.game_key,
            # The better the seed, the likelier it wins.
            "winner": "a" if fixture.seed % BOTS < 100 + fixture.second - fixture.first else "b",
        }
        for fixture in fixtures
    ]
    for place in range(0, len(rows), 2000):
        some = rows[place : place + 2000]
        database.write(lambda connection: insert_new(connection, matches, some))  # noqa: B023
    return number, made


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with open_database(str(home / "garlic.db")) as database:
            storing = stored_game(database)
            number, made = large_tournament(database, home)
            took, table = [], standings(database, number)
            for _ in range(3):
                began = time.process_time()
                standings(database, number)
                took.append(time.process_time() - began)
    games = sum(line.played for line in table) // 2
    assert len(table) == BOTS
    return [
        ("storing a game, alone in its transaction", f"{storing * 1e3:.1f} ms", "< 5 ms"),
        (f"standings with ratings, {BOTS} bots, {games} games", f"{min(took):.2f} s", "< 2 s"),
        (f"scheduling these {games} games", f"{made:.1f} s", "as low as it goes"),
    ]

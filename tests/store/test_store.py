"""What is stored: bots, games, tournaments, human games."""

from dataclasses import asdict, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from garlic.core import UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Cost, Record
from garlic.store import Database, StoreError
from garlic.store.bots import freeze, keep_bot, load_bot, readable_name, versions_of
from garlic.store.games import delayed_keys, keep_game, known_keys, load_record, seat_facts
from garlic.store.human_games import (
    Setup,
    add_human_game,
    keep_turns,
    list_human_games,
    load_human_game,
    remove_human_game,
)
from garlic.store.schema import bot_versions, matches
from garlic.store.tournaments import (
    FixtureRow,
    OpeningRow,
    add_fixtures,
    add_ratings,
    all_tournaments,
    count_not_judged,
    create_tournament,
    entrants_of,
    find_tournament,
    fixtures_of,
    games_page,
    openings_of,
    ratings_of,
    results_of,
    set_trouble,
)
from support.busy import delayed
from support.databases import counted
from support.present import present
from support.records import record_of, some_moves

BOT = "def play(position):\n    return position.legal_moves()[0]\n"


def test_a_bot_keeps_its_versions(database: Database, tmp_path: Path) -> None:
    source = tmp_path / "bot.py"
    numbers = []
    for content in (BOT, BOT + "# better\n", BOT):
        source.write_text(content)
        frozen, kept = freeze(find_bot(str(source)))
        numbers.append(database.write(lambda c: keep_bot(c, "Ada", frozen, kept)).number)  # noqa: B023
    assert numbers == [1, 2, 1]
    assert [version.number for version in database.read(lambda c: versions_of(c, "Ada"))] == [1, 2]
    assert counted(database, "contents") == 2


def test_a_stored_bot_plays_without_its_file(database: Database, tmp_path: Path) -> None:
    source = tmp_path / "bot.py"
    source.write_text(BOT)
    frozen, content = freeze(find_bot(str(source)))
    version = database.write(lambda c: keep_bot(c, "Ada", frozen, content))
    source.unlink()
    present(frozen.path).unlink()
    bot = database.read(lambda c: load_bot(c, version.id))
    assert bot.digest() == frozen.digest() == version.digest
    game_run = GameRun("tiaojia", (bot, bot), str(GAMES["tiaojia"].setup()))
    assert all(turn.verdict is Verdict.OK for turn in play(game_run).turns)


def test_a_changed_copy_in_the_cache_is_replaced(tmp_path: Path) -> None:
    source = tmp_path / "bot.py"
    source.write_text(BOT)
    frozen, _ = freeze(find_bot(str(source)))
    present(frozen.path).write_text("import os\n")
    again, _ = freeze(find_bot(str(source)))
    assert present(again.path).read_text() == BOT


def test_a_program_stays_executable(database: Database, tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    frozen, content = freeze(find_bot(str(program)))
    version = database.write(lambda c: keep_bot(c, "program", frozen, content))
    assert present(database.read(lambda c: load_bot(c, version.id)).path).stat().st_mode & 0o111


def test_a_foreign_program_keeps_its_settings(database: Database, tmp_path: Path) -> None:
    program, network = tmp_path / "engine", tmp_path / "net.bin"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    network.write_text("weights")
    named = find_bot(f"uci:{program}?Hash=64&files={network}")
    frozen, content = freeze(named)
    version = database.write(lambda c: keep_bot(c, "engine", frozen, content))
    again = database.read(lambda c: load_bot(c, version.id))
    assert again.settings == {"Hash": "64", "files": str(network)}
    # The name of a stored bot must not change its settings.
    called = replace(frozen, name="uci:engine?files=/etc/passwd", settings={})
    version = database.write(lambda c: keep_bot(c, "trick", called, content))
    assert database.read(lambda c: load_bot(c, version.id)).files == ()


def test_a_built_in_that_has_changed_is_an_error(database: Database) -> None:
    bot, content = freeze(find_bot("random:othello"))
    version = database.write(lambda c: keep_bot(c, "random", bot, content))
    database.write(lambda c: c.execute(bot_versions.update().values(digest="0" * 64)))
    with pytest.raises(StoreError, match="the built-in bots have changed"):
        database.read(lambda c: load_bot(c, version.id))


HOSTILE = [
    "'; drop table bots; --",
    "[bold]x[/]",
    "\u202eabc",
    "名字",
    "x" * 5000,
    "\x1b[31m",
    "\0",
]


def test_hostile_names_are_kept_or_made_readable(database: Database) -> None:
    bot, content = freeze(find_bot("random:othello"))
    shown = [readable_name(name) for name in HOSTILE]
    for name in shown:
        assert name.isprintable()
        assert len(name) <= 120
        assert database.write(lambda c: keep_bot(c, name, bot, content)).name == name  # noqa: B023
    assert counted(database, "bots") == len(set(shown))


def test_a_game_is_stored_once(database: Database, played: tuple[GameRun, Record]) -> None:
    game_run, record = played
    for _ in range(2):
        database.write(lambda c: keep_game(c, game_run.key, record))
    assert counted(database, "matches") == counted(database, "records") == 1
    assert database.read(lambda c: load_record(c, game_run.key)) == record
    keys = [game_run.key, *(f"{number:064}" for number in range(1200))]
    assert database.read(lambda c: known_keys(c, keys)) == {game_run.key}


def test_a_delayed_game_is_replaced_only_by_one_that_was_not(database: Database) -> None:
    record = record_of("tiaojia", some_moves("tiaojia", 3))

    def kept(found: Record) -> Record:
        database.write(lambda c: keep_game(c, "0" * 64, found))
        return database.read(lambda c: load_record(c, "0" * 64))

    late, later = delayed(record), replace(delayed(record), seed=1)
    assert kept(late) == kept(later) == late
    assert database.read(lambda c: delayed_keys(c, ["0" * 64])) == {"0" * 64}
    assert kept(record) == kept(later) == kept(replace(record, seed=2)) == record
    assert database.read(lambda c: delayed_keys(c, ["0" * 64])) == set()


def test_the_start_of_a_bot_counts_for_its_memory_but_not_for_its_time() -> None:
    """A turn takes as many milliseconds as its number."""
    record = record_of("tiaojia", some_moves("tiaojia", 5))
    start = replace(record.turns[0], cost=Cost(wall_seconds=9.0, memory_bytes=1 << 20))
    last = replace(record.turns[-1], cost=Cost(0.005, 0.004, memory_bytes=1 << 10))
    first, second = seat_facts(replace(record, turns=(start, *record.turns[1:-1], last)))
    assert (first.moves, second.moves) == (3, 2)
    assert first.seconds == pytest.approx(0.009)
    assert second.seconds == pytest.approx(0.006)
    assert (first.slowest_seconds, first.cpu_seconds) == (0.005, 0.004)
    assert (first.memory_bytes, second.memory_bytes) == (1 << 20, 0)
    assert first.faults == second.faults == {}


def test_faults_are_stored_by_seat(database: Database, played: tuple[GameRun, Record]) -> None:
    _, record = played
    number = next(place for place, turn in enumerate(record.turns) if turn.number == 2)
    late = replace(record.turns[number], verdict=Verdict.TOO_LATE)
    turns = (*record.turns[:number], late, *record.turns[number + 1 :])
    database.write(lambda c: keep_game(c, "0" * 64, replace(record, turns=turns)))
    columns = select(matches.c.faults_a, matches.c.faults_b)
    (row,) = database.read(lambda c: c.execute(columns).all())
    assert tuple(row) == (None, {"too late": 1})


def test_an_unknown_key_is_an_error(database: Database) -> None:
    with pytest.raises(UsageError, match="no game with the key"):
        database.read(lambda c: load_record(c, "nothing"))


def tournament(database: Database, name: str = "cup") -> int:
    def work(connection: Connection) -> int:
        bot, content = freeze(find_bot("random:tiaojia"))
        version = keep_bot(connection, "random", bot, content)
        taking_part = [("one", version.id), ("two", version.id)]
        starts = [OpeningRow(0, "-", None, str(GAMES["tiaojia"].setup()))]
        return create_tournament(connection, name, "tiaojia", {"seed": 1}, taking_part, starts)

    return database.write(work)


def test_a_tournament_is_stored(database: Database, played: tuple[GameRun, Record]) -> None:
    game_run, record = played
    number = tournament(database)
    rows = [
        FixtureRow(1, 1, 1, 0, 1, 0, 5, game_run.key),
        FixtureRow(2, 1, 1, 1, 0, 0, 5, "f" * 64),
    ]
    for _ in range(2):
        database.write(lambda c: add_fixtures(c, number, rows))
    assert database.read(lambda c: fixtures_of(c, number)) == rows
    assert database.read(lambda c: list(results_of(c, number))) == []
    database.write(lambda c: keep_game(c, game_run.key, record))
    found = database.read(lambda c: list(results_of(c, number)))
    assert [(row.number, row.reason) for row in found] == [(1, record.outcome.reason)]
    assert [row.name for row in database.read(lambda c: entrants_of(c, number))] == ["one", "two"]
    assert len(database.read(lambda c: openings_of(c, number))) == 1
    (row,) = database.read(all_tournaments)
    assert (row[0].name, row[1:]) == ("cup", (2, 1))


def test_games_of_a_tournament_by_faults_and_by_what_was_not_judged(database: Database) -> None:
    number = tournament(database)
    record = record_of("tiaojia", some_moves("tiaojia", 2))
    for place, seat in ((1, None), (2, "black"), (3, "white")):
        turns = tuple(
            replace(turn, verdict=Verdict.TOO_LATE if turn.seat == seat else turn.verdict)
            for turn in record.turns
        )
        game = replace(record, turns=turns)
        database.write(partial(keep_game, key=f"{place:064}", record=game))
    # The fourth was tried and not judged, the fifth was not tried; the first was judged later.
    rows = [
        FixtureRow(place, 1, 1, place % 2, 1 - place % 2, 0, 5, f"{place:064}", trouble)
        for place, trouble in enumerate(("busy", None, None, "busy", None), 1)
    ]
    database.write(lambda c: add_fixtures(c, number, rows))
    assert database.read(lambda c: count_not_judged(c, number)) == 1

    def numbers(**options: Any) -> tuple[set[int], int]:
        found, total = database.read(lambda c: games_page(c, number, **options))
        return {row[0] for row in found}, total

    assert numbers() == ({1, 2, 3, 4}, 4)
    assert numbers(with_faults=True) == ({2, 3}, 2)
    assert numbers(place=0, limit=1)[1] == 4
    database.write(lambda c: set_trouble(c, number, 4, None))
    assert numbers() == ({1, 2, 3}, 3)


def test_the_last_ratings_after_a_number_of_games_count(database: Database) -> None:
    number = tournament(database)
    point = {"games": 2, "elo": 10.0, "low": 0.0, "high": 20.0}
    for elo in (10.0, 30.0):
        rows = [{**point, "place": place, "elo": elo} for place in (0, 1)]
        database.write(partial(add_ratings, tournament_id=number, rows=rows))
    found = database.read(lambda c: ratings_of(c, number))
    assert [tuple(row)[:3] for row in found] == [(2, 0, 30.0), (2, 1, 30.0)]


def test_a_human_game_is_kept_with_its_setup_and_its_turns(database: Database) -> None:
    setup = Setup(
        game="tiaojia",
        start=str(GAMES["tiaojia"].setup()),
        seats=("human", "stored:7"),
        names=("Ada", "bot.py"),
        limits=replace(GAMES["tiaojia"].limits, game_seconds=60.0, increment_seconds=2.0),
        timeouts="forfeit",
        seed=3,
        map="some",
        ticks=2.0,
        own_position=True,
        helped=True,
        keys=("1", "2"),
        invitation="3",
        rematch="4",
    )
    usual = {field.name: field.default for field in fields(Setup)}
    assert all(value != usual[name] for name, value in asdict(setup).items())
    turns = list(record_of("tiaojia", some_moves("tiaojia", 4)).turns)
    for name in ("one", "two"):
        database.write(partial(add_human_game, name=name, setup=setup))
    database.write(lambda c: keep_turns(c, "one", 0, turns))
    # Two turns are taken back, and another one is played.
    other = replace(turns[-2], move="other")
    database.write(lambda c: keep_turns(c, "one", len(turns) - 2, [other]))
    row, found = database.read(lambda c: load_human_game(c, "one"))
    assert (row.setup, row.game_key, found) == (setup, None, [*turns[:-2], other])
    listed = database.read(lambda c: list_human_games(c, 10))
    assert [(row.id, row.turns) for row in listed] == [("one", 5), ("two", 0)]  # moved last
    database.write(lambda c: remove_human_game(c, "one"))
    assert [row.id for row in database.read(lambda c: list_human_games(c, 10))] == ["two"]
    assert counted(database, "play_turns") == 0


def test_a_tournament_is_found_by_name_or_number(database: Database) -> None:
    with pytest.raises(UsageError, match="there is no tournament yet"):
        database.read(lambda c: find_tournament(c, None))
    first, second, third = (tournament(database, name) for name in ("cup", "cup", "1"))
    assert database.read(lambda c: find_tournament(c, None)).id == third
    assert database.read(lambda c: find_tournament(c, "cup")).id == second
    assert database.read(lambda c: find_tournament(c, "1")).id == third  # a name goes first
    assert database.read(lambda c: find_tournament(c, str(second))).id == second
    assert first == 1
    for name in ("nothing", "99", "-1", "٣", "1" * 50):
        with pytest.raises(UsageError, match="no tournament is called"):
            database.read(partial(find_tournament, name=name))

"""The commands of `garlic league` about one bot: enter, leave, resume, rename, show and others."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.leagues.common import LeagueName, Season, league_app, open_league
from garlic.cli.parameters import LARGEST, DatabaseUrl, Json
from garlic.core import UsageError, say

if TYPE_CHECKING:
    from sqlalchemy import Connection

BotInLeague = Annotated[
    str, typer.Argument(metavar="BOT", help="Its name in the table, its own name or its number.")
]


@league_app.command("enter")
def enter(
    league: LeagueName,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot, or with --version its name.")],
    name: Annotated[
        str | None, typer.Option(help="The bot's name; by default that of the file.")
    ] = None,
    version: Annotated[
        int | None,
        typer.Option(min=1, max=LARGEST, help="Restore this version of a bot in the league."),
    ] = None,
    nickname: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its name in the table.")
    ] = None,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Do not show its name.")] = False,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Enter a bot in a league: a new one, a new version, or an earlier version again.

    A new version starts near the rating of the old one, and has results of its own.

    Example: garlic league enter spring mybot.py --name ada
    """
    from garlic.cli.output import print_json
    from garlic.courses import leagues
    from garlic.courses.league_table import find_entry
    from garlic.engines.built_in import check_built_in
    from garlic.games import GAMES
    from garlic.judge.bots import find_bot
    from garlic.store.leagues import entries_of_bot
    from garlic.store.owners import Owner

    with open_league(database, league) as (opened, row):
        if version is None:
            check_built_in(GAMES[row.game], bot)
            found = find_bot(bot)
            leagues.check_plays(GAMES[row.game], found)
            called = name or (found.path.stem if found.path else bot)
            entered = leagues.enter_file(
                opened, row.id, called, found, Owner(row.owner_id, row.course_id)
            )
        else:

            def restore(connection: "Connection") -> leagues.Entered:
                current = find_entry(connection, row.id, bot)
                history = entries_of_bot(connection, current.league_bot_id)
                old = next((each for each in history if each.version == version), None)
                if old is None:
                    raise UsageError(
                        "version {version} of {name!r} has not played in the league",
                        version=version,
                        name=bot,
                    )
                return leagues.enter(connection, row.id, old.version_id)

            entered = opened.write(restore)
        entry = entered.entry
        if nickname is not None or anonymous:
            opened.write(
                lambda c: leagues.rename(
                    c, row.id, entry.league_bot_id, nickname=nickname, is_anonymous=anonymous
                )
            )
    if json:
        print_json(
            {
                "bot": entry.bot,
                "number": entry.league_bot_id,
                "version": entry.version,
                "replaced_version": entered.replaced,
                "rating": entry.rating,
                "deviation": entry.deviation,
                "games": entry.games,
            }
        )
        return
    values = {"bot": entry.bot, "version": entry.version, "rating": f"{entry.rating:.0f}"}
    if entered.replaced is not None:
        sentence = "{bot}: version {version} replaces version {old} and starts at {rating}"
        print(say(sentence, old=entered.replaced, **values))
    else:
        print(say("{bot}: version {version} plays, and starts at {rating}", **values))


@league_app.command("leave")
def leave(league: LeagueName, bot: BotInLeague, database: DatabaseUrl = None) -> None:
    """Withdraw a bot from a league. Its games stay, and it may enter again.

    Example: garlic league leave spring ada
    """
    from garlic.courses.league_table import find_entry
    from garlic.courses.leagues import withdraw

    with open_league(database, league) as (opened, row):
        opened.write(lambda c: withdraw(c, find_entry(c, row.id, bot), row.id))
    print(say("{bot} has left the league", bot=bot))


@league_app.command("resume")
def resume(league: LeagueName, bot: BotInLeague, database: DatabaseUrl = None) -> None:
    """Resume a bot that was paused after too many losses by faults.

    Example: garlic league resume spring ada
    """
    from garlic.courses import leagues
    from garlic.courses.league_table import find_entry

    with open_league(database, league) as (opened, row):
        opened.write(lambda c: leagues.resume(c, find_entry(c, row.id, bot), row.id))
    print(say("{bot} plays again", bot=bot))


@league_app.command("rename")
def rename(
    league: LeagueName,
    bot: BotInLeague,
    nickname: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its name in the table.")
    ] = None,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Do not show its name.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Set a bot's name in the table; without options, its own name.

    Example: garlic league rename spring ada --nickname Lovelace
    """
    from garlic.courses import leagues
    from garlic.courses.league_table import find_entry

    def work(connection: "Connection") -> None:
        number = find_entry(connection, row.id, bot).league_bot_id
        leagues.rename(connection, row.id, number, nickname=nickname, is_anonymous=anonymous)

    with open_league(database, league) as (opened, row):
        opened.write(work)
    print(say("{bot} is renamed", bot=bot))


@league_app.command("show")
def show(
    league: LeagueName,
    bot: BotInLeague,
    against: Annotated[
        str | None, typer.Option(metavar="BOT", help="Only its games against this one.")
    ] = None,
    games: Annotated[
        int, typer.Option(min=0, max=100_000, help="How many of its last games.")
    ] = 20,
    season: Season = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Show a bot of a league: versions, opponents, latest games; or compare two bots.

    Example: garlic league show spring ada --against bob
    """
    from garlic.cli.leagues import report
    from garlic.cli.output import print_json
    from garlic.courses import league_table as tables

    def work(connection: "Connection") -> tuple[Any, ...]:
        entry = tables.find_entry(connection, row.id, bot, season)
        names = tables.names_of_season(connection, row.id, entry.season)
        if against is None:
            return (names, tables.bot_profile(connection, row.id, entry, games=games))
        other = tables.find_entry(connection, row.id, against, season)
        return (names, *tables.head_to_head(connection, row.id, entry, other))

    with open_league(database, league) as (opened, row):
        names, *found = opened.read(work)
    if against is None:
        if json:
            print_json(report.profile_document(found[0], names))
        else:
            report.print_profile(found[0], names)
        return
    total, met = found
    if json:
        document = report.opponent_document(total)
        print_json({"bot": bot, **document, "games": report.games_document(met, names)})
        return
    sentence = "{one} against {other}: {won} won, {drawn} drawn, {lost} lost"
    counts = {"won": total.won, "drawn": total.drawn, "lost": total.lost}
    print(say(sentence, one=bot, other=total.name, **counts))
    report.print_games(met[:games], names)


@league_app.command("record")
def record(
    league: LeagueName,
    number: Annotated[
        int, typer.Argument(metavar="GAME", min=1, max=LARGEST, help="Its number in the league.")
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The file to write; - is standard output."
        ),
    ] = Path("-"),
    database: DatabaseUrl = None,
) -> None:
    """Write the record of a game, for `garlic replay`.

    Example: garlic league record spring 17 -o game.json
    """
    from garlic.cli.output import write_text
    from garlic.store.games import load_record
    from garlic.store.league_games import key_of_game

    with open_league(database, league) as (opened, row):
        found = opened.read(lambda c: load_record(c, key_of_game(c, row.id, number)))
    write_text(out, found.dumps())


@league_app.command("notices")
def notices(database: DatabaseUrl = None, json: Json = False) -> None:
    """List notices about your bots: losses by faults, and pauses.

    Example: garlic league notices
    """
    from garlic.cli.leagues.report import notice_sentence
    from garlic.cli.output import print_json
    from garlic.store import open_database
    from garlic.store.leagues import places_of_entries
    from garlic.store.notifications import notifications_of
    from garlic.store.schema import LOCAL

    with open_database(database) as opened:
        rows = opened.read(lambda c: notifications_of(c, LOCAL))
        places = opened.read(lambda c: places_of_entries(c, [row.entry_id for row in rows]))
    names = {entry: place.bot for entry, place in places.items()}
    if json:
        print_json(
            [
                {
                    "kind": row.kind,
                    "bot": names.get(row.entry_id),
                    **row.details,
                    "key": row.match_key,
                    "at": row.created_at.isoformat(),
                }
                for row in rows
            ]
        )
        return
    for row in rows:
        print(notice_sentence(row, names.get(row.entry_id, "-")))

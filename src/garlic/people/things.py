"""Whose something is: the `Thing` of a bot, match, tournament, league, submission, human game or
record.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, select

from garlic.people.persons import Person
from garlic.people.rules import Action, Thing, may
from garlic.store.schema import (
    assignments,
    bot_versions,
    bots,
    fixtures,
    grades,
    handed_in,
    league_bots,
    league_entries,
    league_games,
    leagues,
    matches,
    memberships,
    plays,
    series,
    series_games,
    shown_records,
    tournaments,
)


def bot_thing(connection: Connection, bot_id: int) -> Thing | None:
    """The bot with this id, if there is one."""
    b = bots.c
    row = connection.execute(select(b.owner_id, b.course_id).where(b.id == bot_id)).one_or_none()
    return None if row is None else Thing(*row)


def version_thing(connection: Connection, version_id: int) -> Thing | None:
    """The bot that has this version, if there is one."""
    query = select(bots.c.owner_id, bots.c.course_id).join(bot_versions)
    row = connection.execute(query.where(bot_versions.c.id == version_id)).one_or_none()
    return None if row is None else Thing(*row)


def match_thing(connection: Connection, number: int) -> Thing | None:
    """The match with this number, if there is one."""
    s = series.c
    row = connection.execute(select(s.owner_id, s.course_id).where(s.id == number)).one_or_none()
    return None if row is None else Thing(*row)


def tournament_thing(connection: Connection, number: int) -> Thing | None:
    """The tournament with this number, if there is one."""
    t = tournaments.c
    query = select(t.owner_id, t.course_id, t.shared).where(t.id == number)
    row = connection.execute(query).one_or_none()
    return None if row is None else Thing(*row)


def league_thing(connection: Connection, league_id: int) -> Thing | None:
    """The league with this number, if there is one; its whole course looks at it."""
    g = leagues.c
    row = connection.execute(select(g.owner_id, g.course_id).where(g.id == league_id)).one_or_none()
    return None if row is None else Thing(*row, shared=True)


def league_entry_thing(connection: Connection, league_id: int, entry_id: int) -> Thing | None:
    """An entry of a league, if there is one: that of the bot's owner, in the league's course."""
    query = (
        select(bots.c.owner_id, leagues.c.course_id)
        .join(league_bots, league_bots.c.bot_id == bots.c.id)
        .join(leagues, leagues.c.id == league_bots.c.league_id)
        .join(league_entries, league_entries.c.league_bot_id == league_bots.c.id)
        .where(leagues.c.id == league_id, league_entries.c.id == entry_id)
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else Thing(*row, shared=True)


def grade_thing(connection: Connection, grade: str) -> Thing | None:
    """The submission with this id, if there is one."""
    g = grades.c
    row = connection.execute(select(g.owner_id, g.course_id).where(g.id == grade)).one_or_none()
    return None if row is None else Thing(*row)


def assignment_thing(connection: Connection, assignment_id: int) -> Thing | None:
    """The assignment with this number, if there is one; its whole course looks at it."""
    a = assignments.c
    query = select(a.owner_id, a.course_id).where(a.id == assignment_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else Thing(*row, shared=True)


def handed_in_thing(
    connection: Connection, assignment_id: int, grade: str, person_id: int | None
) -> Thing | None:
    """A submission to an assignment, if there is one.

    It belongs to everybody of the group that handed it in: to *person_id*, if they are in it.
    """
    g, h, m = grades.c, handed_in.c, memberships.c
    query = select(g.owner_id, g.course_id, h.sender).join(handed_in, h.grade_id == g.id)
    row = connection.execute(
        query.where(g.id == grade, h.assignment_id == assignment_id)
    ).one_or_none()
    if row is None:
        return None
    kind, _, group = row.sender.partition(":")
    if kind == "group":
        mine = select(m.group).where(m.person_id == person_id, m.course_id == row.course_id)
        if connection.scalar(mine) == group:
            return Thing(person_id, row.course_id)
    return Thing(row.owner_id, row.course_id)


def play_thing(connection: Connection, name: str) -> Thing | None:
    """The human game with this id, if there is one; whoever was sent its address may watch."""
    p = plays.c
    query = select(p.owner_id, p.course_id, p.opponent_id).where(p.id == name)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    players = frozenset({row.opponent_id} - {None})
    return Thing(row.owner_id, row.course_id, shared=True, players=players)


def record_things(connection: Connection, key: str) -> list[Thing]:
    """Everything that a record belongs to; whoever may see one of them may see the record.

    The same game may be part of several matches, tournaments and leagues. A game that was played
    to rate a bot belongs to the owner of the bot.
    """
    s, t, p, u = series.c, tournaments.c, plays.c, shown_records.c
    of_matches = select(s.owner_id, s.course_id).join(
        series_games, series_games.c.series_id == s.id
    )
    found = [
        Thing(*row) for row in connection.execute(of_matches.where(series_games.c.match_key == key))
    ]
    of_tournaments = select(t.owner_id, t.course_id, t.shared).join(
        fixtures, fixtures.c.tournament_id == t.id
    )
    rows = connection.execute(of_tournaments.where(fixtures.c.match_key == key))
    found += [Thing(*row) for row in rows]
    of_leagues = select(leagues.c.owner_id, leagues.c.course_id).join(
        league_games, league_games.c.league_id == leagues.c.id
    )
    found += [
        Thing(row.owner_id, row.course_id, shared=True)
        for row in connection.execute(of_leagues.where(league_games.c.match_key == key).distinct())
    ]
    of_plays = select(p.owner_id, p.course_id, p.opponent_id).where(p.match_key == key)
    found += [
        Thing(owner, course, players=frozenset({opponent} - {None}))
        for owner, course, opponent in connection.execute(of_plays)
    ]
    uploaded = select(u.owner_id, u.course_id).where(u.key == key)
    found += [Thing(*row) for row in connection.execute(uploaded)]
    m = matches.c
    digests = connection.execute(select(m.digest_a, m.digest_b).where(m.key == key)).one_or_none()
    if digests is not None:
        found += bots_with(connection, digests)
    return found


def bots_with(connection: Connection, digests: Iterable[str]) -> list[Thing]:
    """The bots with a version of one of these contents; built-in ones are not anybody's."""
    query = (
        select(bots.c.owner_id, bots.c.course_id)
        .join(bot_versions)
        .where(bot_versions.c.digest.in_(list(digests)), bot_versions.c.kind != "built-in")
        .distinct()
    )
    return [Thing(*row) for row in connection.execute(query)]


def may_any(person: Person | None, action: Action, things: Iterable[Thing]) -> bool:
    """May *person* do *action* with one of *things*?"""
    return any(may(person, action, thing) for thing in things)

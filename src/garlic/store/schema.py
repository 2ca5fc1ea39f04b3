"""The tables. A change here needs a migration, and its number as `VERSION`; a test compares them.

=================  =======================================================================
``contents``       files of bots by the hash of their bytes
``bots``           the names of bots
``bot_versions``   the contents stored under such a name, numbered from 1
``matches``        judged games, by `GameRun.key`: bots, result, time and memory
``records``        the whole record of such a game, compressed
``tournaments``    their definition, their state, and the process that runs them
``entrants``       which bots take part, by place
``openings``       the positions from which the games of a tournament start
``fixtures``       the games of a tournament; played as soon as `matches` has the key
``ratings``        the ratings during a tournament
``bot_checks``     results of checking a version of a bot at a game
``bot_ratings``    ratings of a version of a bot at a game, and the state of their games
``series``         matches of two bots requested on the page, and their state
``series_games``   the games of such a match; played as soon as `matches` has the key
``grades``         submissions graded in the browser, and their reports
``plays``          human games on the page, open and finished
``play_turns``     the turns of human games
``people``         accounts; the first one is the person of a server without accounts
``courses``        who works together; the first one is for all that is in no other course
``memberships``    who is in which course, and in which role
``sessions``       browsers that are signed in
``links``          invitations and one-time links, by their hash
``access_tokens``  what programs show instead of a password, by its hash
``sign_in_tries``  wrong passwords by account and by address
``uploads``        who uploaded how much, and when
``work``           how long workers were busy for somebody, by day
``submissions``    the files of submissions that are not graded yet, or are to an assignment
``shown_records``  who uploaded a record to look at it
``audit``          who did what, and when
``leagues``        their definition, their season, and the process that plays them
``league_starts``  the positions from which the games of a league start
``league_seasons`` how far a season is: its games, its ratings, its final
``league_bots``    the bots in a league, and how they are called there
``league_entries`` the versions that they played with, season by season, with their results
``league_games``   the games of a league, in the order in which they counted
``league_ratings`` ranks and ratings during a season
``notifications``  what people are told about their bots
``assignments``    labs with dates that a course hands out
``handed_in``      which of the ``grades`` are to an assignment, when they came, their results
``given_grades``   points that the staff has given instead of those that were computed
``line_comments``  what the staff says about lines of submissions
``announcements``  what a course tells its people
``course_maps``    the maps of a course, beside those that come with its games
=================  =======================================================================
"""

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)

VERSION = "0010"


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite does not store the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The time with its zone."""
        del dialect
        return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


class Plain(TypeDecorator[Any]):
    """Plain values as JSON in ASCII, so that no database rejects a user's string."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """*value* as JSON; None stays None."""
        del dialect
        return None if value is None else json.dumps(value, sort_keys=True)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """The stored value."""
        del dialect
        return None if value is None else json.loads(value)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

LOCAL = 1
"""The id of the person and of the course of a server without accounts."""


def _owned() -> tuple[Column[Any], Column[Any]]:
    """Whose it is, and in which course; what is from before there were accounts is local."""
    return (
        Column(
            "owner_id", ForeignKey("people.id"), nullable=False, default=LOCAL, server_default="1"
        ),
        Column(
            "course_id", ForeignKey("courses.id"), nullable=False, default=LOCAL, server_default="1"
        ),
    )


contents = Table(
    "contents",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("data", LargeBinary, nullable=False),  # compressed
)

bots = Table(
    "bots",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("removed_at", Moment),  # no longer listed; its games stay
    *_owned(),
    UniqueConstraint("owner_id", "course_id", "name"),
)

bot_versions = Table(
    "bot_versions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("bot_id", ForeignKey("bots.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("digest", String(64), nullable=False),  # as `judge.bots.Bot.digest`
    Column("kind", String(16), nullable=False),
    Column("protocol", String(16), nullable=False),
    Column("called", Plain, nullable=False),  # the string it was named by
    Column("command", Plain, nullable=False),
    Column("settings", Plain),  # after the `?` of a name; None in rows stored before 0004
    Column("file_name", Plain),  # None for bots without a file
    Column("content_hash", ForeignKey("contents.hash")),
    Column("seen_at", Moment, nullable=False),
    UniqueConstraint("bot_id", "digest"),
    UniqueConstraint("bot_id", "number"),
)

matches = Table(
    "matches",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("game", Text, nullable=False),
    Column("digest_a", String(64), nullable=False),
    Column("digest_b", String(64), nullable=False),
    Column("winner", String(1)),  # "a", "b", or none
    Column("reason", Text, nullable=False),
    Column("score_a", BigInteger),
    Column("score_b", BigInteger),
    Column("turns", Integer, nullable=False),
    *(
        column
        for seat in "ab"
        for column in (
            Column(f"moves_{seat}", Integer, nullable=False),
            Column(f"seconds_{seat}", Double, nullable=False),
            Column(f"slowest_seconds_{seat}", Double, nullable=False),
            Column(f"cpu_seconds_{seat}", Double, nullable=False),
            Column(f"memory_bytes_{seat}", BigInteger, nullable=False),
            Column(f"faults_{seat}", Plain),  # None where there were none
        )
    ),
    # A turn waited for a processor: it counts, and is replaced by a game that was not delayed.
    Column("delayed", Boolean, nullable=False, default=False, server_default=false()),
    Column("played_at", Moment, nullable=False),
    Index(None, "digest_a"),
    Index(None, "digest_b"),
)

records = Table(
    "records",
    metadata,
    Column("key", ForeignKey("matches.key"), primary_key=True),
    Column("data", LargeBinary, nullable=False),  # compressed JSON
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("definition", Plain, nullable=False),
    Column("state", String(16), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("finished_at", Moment),
    Column("runner", Plain),  # which process runs it
    Column("beat_at", Moment),  # the last heartbeat of that process
    Column("stop_wanted", Boolean, nullable=False, default=False),
    *_owned(),
    # Everybody in the course sees its games, without the output of other people's bots.
    Column("shared", Boolean, nullable=False, default=False, server_default=false()),
    Index(None, "name"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("place", Integer, primary_key=True),  # from 0
    Column("name", Text, nullable=False),
    Column("version_id", ForeignKey("bot_versions.id"), nullable=False),
    UniqueConstraint("tournament_id", "name"),
    Index(None, "version_id"),
)

openings = Table(
    "openings",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 0
    Column("name", Text, nullable=False),
    Column("map", Text),
    Column("start", Text, nullable=False),
)

fixtures = Table(
    "fixtures",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("round", Integer, nullable=False),
    Column("pair", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer, nullable=False),
    Column("opening", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("match_key", String(64), nullable=False),
    Column("trouble", Text),  # why it could not be judged
    ForeignKeyConstraint(["tournament_id", "first"], ["entrants.tournament_id", "entrants.place"]),
    ForeignKeyConstraint(["tournament_id", "second"], ["entrants.tournament_id", "entrants.place"]),
    ForeignKeyConstraint(
        ["tournament_id", "opening"], ["openings.tournament_id", "openings.number"]
    ),
    Index(None, "match_key"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("tournament_id", Integer, primary_key=True),
    Column("games", Integer, primary_key=True),  # after how many games
    Column("place", Integer, primary_key=True),
    Column("elo", Double, nullable=False),
    Column("low", Double, nullable=False),
    Column("high", Double, nullable=False),
    ForeignKeyConstraint(["tournament_id", "place"], ["entrants.tournament_id", "entrants.place"]),
)

bot_checks = Table(
    "bot_checks",
    metadata,
    Column("version_id", ForeignKey("bot_versions.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("passed", Boolean, nullable=False),
    Column("report", Plain, nullable=False),  # findings, as the page shows them
    Column("checked_at", Moment, nullable=False),
)

bot_ratings = Table(
    "bot_ratings",
    metadata,
    Column("version_id", ForeignKey("bot_versions.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("options", Plain, nullable=False),  # when to stop, see `store.ratings.RatingOptions`
    Column("state", String(16), nullable=False),
    Column("problem", Plain),  # why it failed
    Column("rating", Double),  # None until a game has counted
    Column("low", Double),  # of the 95 % interval
    Column("high", Double),
    Column("games", Integer, nullable=False, default=0),
    Column("details", Plain, nullable=False),  # see `store.ratings.RatingDetails`
    Column("rated_at", Moment, nullable=False),
    Index(None, "state"),
)

series = Table(
    "series",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("first", ForeignKey("bot_versions.id"), nullable=False),
    Column("second", ForeignKey("bot_versions.id"), nullable=False),
    Column("wishes", Plain, nullable=False),  # its options
    Column("state", String(16), nullable=False),
    Column("problem", Plain),  # why it failed
    Column("created_at", Moment, nullable=False),
    Column("finished_at", Moment),
    *_owned(),
    Index(None, "first"),
    Index(None, "second"),
    Index(None, "owner_id"),
)

series_games = Table(
    "series_games",
    metadata,
    Column("series_id", ForeignKey("series.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("swapped", Boolean, nullable=False),  # the second bot has the first seat
    Column("start", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("match_key", String(64), nullable=False),
    Column("trouble", Text),  # why it could not be judged
    Index(None, "match_key"),
)

grades = Table(
    "grades",
    metadata,
    Column("id", String(32), primary_key=True),  # unguessable: it is also the key to read it
    Column("lab", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("points", Double),
    Column("max_points", Double, nullable=False),
    Column("problem", Plain),  # why it failed
    Column("reports", LargeBinary),  # compressed JSON: every report by its name
    Column("created_at", Moment, nullable=False),
    Column("finished_at", Moment),
    *_owned(),
    Index(None, "created_at"),
    Index(None, "owner_id"),
)

plays = Table(
    "plays",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", Text, nullable=False),
    Column("setup", Plain, nullable=False),  # see `store.human_games.Setup`
    Column("match_key", String(64)),  # of the last finished game; none while it is open
    Column("created_at", Moment, nullable=False),
    Column("moved_at", Moment, nullable=False),
    *_owned(),
    Column("opponent_id", ForeignKey("people.id")),  # who took the seat for an invited person
    Index(None, "moved_at"),
    Index(None, "owner_id"),
)

play_turns = Table(
    "play_turns",
    metadata,
    Column("play_id", ForeignKey("plays.id"), primary_key=True),
    Column("place", Integer, primary_key=True),  # from 0
    Column("data", Plain, nullable=False),  # as in a record
)

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("login", String(80), nullable=False, unique=True),  # in lower case
    Column("name", Text, nullable=False),
    Column("number", String(80), nullable=False, default=""),  # of a student
    Column("password", Text),  # hashed by argon2; none until it is set with a one-time link
    Column("is_administrator", Boolean, nullable=False, default=False),
    Column("course_id", ForeignKey("courses.id")),  # where they work now
    Column("created_at", Moment, nullable=False),
    Column("disabled_at", Moment),  # may not sign in
    Column("removed_at", Moment),  # their name is a pseudonym now
)

courses = Table(
    "courses",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("limits", Plain),  # of each role, see `people.limits.ShareLimits`
    Column("created_at", Moment, nullable=False),
    Column("archived_at", Moment),  # since when it is only looked at
    Column("assistance_off", Plain),  # a list, see `courses.assistance.Assistance`
)

memberships = Table(
    "memberships",
    metadata,
    Column("course_id", ForeignKey("courses.id"), primary_key=True),
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("group", Text, nullable=False, default=""),
    Column("limits", Plain),  # see `people.limits.ShareLimits`; none: those of the role
    Column("joined_at", Moment, nullable=False),
    Index(None, "person_id"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Integer, primary_key=True),  # to name it on the account page
    Column("hash", String(64), nullable=False, unique=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Column("address", String(64), nullable=False),
    Column("agent", Text, nullable=False),  # what the browser says it is
    Index(None, "person_id"),
)

links = Table(
    "links",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("kind", String(16), nullable=False),  # "invitation", "password", "administrator"
    Column("course_id", ForeignKey("courses.id")),
    Column("role", String(16)),
    Column("person_id", ForeignKey("people.id")),  # whose password may be set
    Column("uses_left", Integer, nullable=False),
    Column("made_by", ForeignKey("people.id"), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Index(None, "course_id"),
    Index(None, "person_id"),
)

access_tokens = Table(
    "access_tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("scopes", Plain, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("used_at", Moment),
    Column("ends_at", Moment, nullable=False),
    Index(None, "person_id"),
)

sign_in_tries = Table(
    "sign_in_tries",
    metadata,
    Column("key", String(160), primary_key=True),  # "account:ada", "address:192.0.2.7"
    Column("wrong", Integer, nullable=False),  # in a row
    Column("last_at", Moment, nullable=False),
)

uploads = Table(
    "uploads",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "person_id", "at"),
)

work = Table(
    "work",
    metadata,
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Column("day", String(10), primary_key=True),  # 2026-03-01, in UTC
    Column("seconds", Double, nullable=False),  # that a processor was theirs
)

submissions = Table(
    "submissions",
    metadata,
    Column("grade_id", ForeignKey("grades.id"), primary_key=True),
    Column("file_name", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),  # compressed
)

shown_records = Table(
    "shown_records",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("owner_id", ForeignKey("people.id"), primary_key=True),
    Column("course_id", ForeignKey("courses.id"), nullable=False),
    Column("created_at", Moment, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("person_id", ForeignKey("people.id")),  # none: nobody was signed in
    Column("course_id", ForeignKey("courses.id")),
    Column("action", String(32), nullable=False),
    Column("about_id", ForeignKey("people.id")),  # whom it was done to
    Column("details", Plain, nullable=False),
    Column("address", String(64), nullable=False),
    Index(None, "course_id", "id"),
)

leagues = Table(
    "leagues",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", Text, nullable=False),
    Column("definition", Plain, nullable=False),
    Column("season", Integer, nullable=False),  # the current one, from 1
    Column("frozen_at", Moment),  # since when no games are played and nobody enters
    Column("changes", Integer, nullable=False, default=0),  # grows when entries or rules change
    Column("created_at", Moment, nullable=False),
    Column("runner", Plain),  # which process plays it
    Column("beat_at", Moment),  # the last heartbeat of that process
    Column("stop_wanted", Boolean, nullable=False, default=False),
    *_owned(),
    UniqueConstraint("course_id", "name"),
)

league_starts = Table(
    "league_starts",
    metadata,
    Column("league_id", ForeignKey("leagues.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 0
    Column("name", Text, nullable=False),
    Column("map", Text),
    Column("start", Text, nullable=False),
)

league_seasons = Table(
    "league_seasons",
    metadata,
    Column("league_id", ForeignKey("leagues.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("began_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("counted", Integer, nullable=False, default=0),  # games
    Column("state", LargeBinary),  # all ratings together, see `arena.statistics.joint`
    Column("state_at", Integer, nullable=False, default=0),  # after how many games that was
    Column("tournament_id", ForeignKey("tournaments.id")),  # the final
)

league_bots = Table(
    "league_bots",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("league_id", ForeignKey("leagues.id"), nullable=False),
    Column("bot_id", ForeignKey("bots.id"), nullable=False),
    Column("nickname", Text),  # shown instead of the bot's name
    Column("is_anonymous", Boolean, nullable=False, default=False),
    Column("is_milestone", Boolean, nullable=False, default=False),
    Column("entered_at", Moment, nullable=False),
    UniqueConstraint("league_id", "bot_id"),
    Index(None, "bot_id"),
)

league_entries = Table(
    "league_entries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("league_bot_id", ForeignKey("league_bots.id"), nullable=False),
    Column("season", Integer, nullable=False),
    Column("version_id", ForeignKey("bot_versions.id"), nullable=False),
    Column("state", String(16), nullable=False),  # "playing", "paused" or "retired"
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),  # 0: the rating is fixed
    Column("wins", Integer, nullable=False, default=0),
    Column("draws", Integer, nullable=False, default=0),
    Column("losses", Integer, nullable=False, default=0),
    Column("delayed", Integer, nullable=False, default=0),  # of these games
    Column("fault_losses", Integer, nullable=False, default=0),
    Column("faults_in_a_row", Integer, nullable=False, default=0),
    Column("entered_at", Moment, nullable=False),
    UniqueConstraint("league_bot_id", "season", "version_id"),
    Index(None, "version_id"),
)

league_games = Table(
    "league_games",
    metadata,
    Column("league_id", ForeignKey("leagues.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("season", Integer, nullable=False),
    Column("pair", Integer, nullable=False),
    Column("first", ForeignKey("league_entries.id"), nullable=False),
    Column("second", ForeignKey("league_entries.id"), nullable=False),
    Column("opening", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False, default=0),  # without a result that counts
    Column("dropped", Text),  # why it will not be played
    Column("counted", Integer),  # its place among the games of the season that counted, from 1
    Column("score", Double),  # of the first: 1, 0.5 or 0
    Column("match_key", String(64)),
    Column("played_at", Moment),
    Index(None, "league_id", "season", "counted"),
    Index(None, "first"),
    Index(None, "second"),
    Index(None, "match_key"),
)

league_ratings = Table(
    "league_ratings",
    metadata,
    Column("entry_id", ForeignKey("league_entries.id"), primary_key=True),
    Column("counted", Integer, primary_key=True),  # after how many games of the season
    Column("rank", Integer),  # none while it is being placed
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("at", Moment, nullable=False),
)

notifications = Table(
    "notifications",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("course_id", ForeignKey("courses.id"), nullable=False),
    Column("kind", String(16), nullable=False),  # "fault" or "paused"
    Column("entry_id", ForeignKey("league_entries.id")),
    Column("match_key", String(64)),  # of the latest game that it is about
    Column("details", Plain, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("seen_at", Moment),
    Index(None, "person_id", "seen_at"),
    Index(None, "entry_id"),
)

assignments = Table(
    "assignments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("definition", Plain, nullable=False),  # see `courses.assignments.CourseAssignment`
    Column("created_at", Moment, nullable=False),
    *_owned(),
    UniqueConstraint("course_id", "name"),
)

handed_in = Table(
    "handed_in",
    metadata,
    Column("grade_id", ForeignKey("grades.id"), primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id"), nullable=False),
    Column("sender", String(100), nullable=False),  # "person:7" or "group:red"
    Column("number", Integer, nullable=False),  # of the attempts of this sender, from 1
    # When the last byte came, on the clock of the server. Databases have clocks of their own,
    # which are never asked.
    Column("received_at", Moment, nullable=False),
    Column("digest", String(64), nullable=False),  # of the file
    Column("result", LargeBinary),  # compressed JSON, see `labs.stored_results`; none until graded
    UniqueConstraint("assignment_id", "sender", "number"),
)

given_grades = Table(
    "given_grades",
    metadata,
    Column("assignment_id", ForeignKey("assignments.id"), primary_key=True),
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Column("points", Double, nullable=False),
    Column("reason", Text, nullable=False),
    Column("given_by", ForeignKey("people.id"), nullable=False),
    Column("given_at", Moment, nullable=False),
)

line_comments = Table(
    "line_comments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("grade_id", ForeignKey("grades.id"), nullable=False),
    Column("file", Text, nullable=False),
    Column("line", Integer, nullable=False),  # from 1; 0: about the whole file
    Column("text", Text, nullable=False),
    Column("author_id", ForeignKey("people.id"), nullable=False),
    Column("created_at", Moment, nullable=False),
    Index(None, "grade_id"),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    *_owned(),
    Index(None, "course_id", "created_at"),
)

course_maps = Table(
    "course_maps",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),  # as the game writes maps
    Column("created_at", Moment, nullable=False),
    *_owned(),
    UniqueConstraint("course_id", "game", "name"),
)

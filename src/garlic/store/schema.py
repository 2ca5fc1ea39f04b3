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

VERSION = "0006"


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
    Column("name", Text, nullable=False, unique=True),
    Column("created_at", Moment, nullable=False),
    Column("removed_at", Moment),  # no longer listed; its games stay
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
    Index(None, "first"),
    Index(None, "second"),
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
    Index(None, "created_at"),
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
    Index(None, "moved_at"),
)

play_turns = Table(
    "play_turns",
    metadata,
    Column("play_id", ForeignKey("plays.id"), primary_key=True),
    Column("place", Integer, primary_key=True),  # from 0
    Column("data", Plain, nullable=False),  # as in a record
)

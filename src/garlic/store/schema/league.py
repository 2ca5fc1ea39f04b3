"""Leagues: their seasons, bots, games and ratings, and what people are told of them.

==================  ============================================================================
``leagues``         their definition, their season, and the process that plays them
``league_starts``   the positions from which the games of a league start
``league_seasons``  how far a season is: its games, its ratings, its final
``league_bots``     the bots in a league, and how they are called there
``league_entries``  the versions that they played with, season by season, with their results
``league_games``    the games of a league, in the order in which they counted
``league_ratings``  ranks and ratings during a season
``notifications``   what people are told about their bots
==================  ============================================================================
"""

from sqlalchemy.schema import Column, ForeignKey, Index, Table, UniqueConstraint
from sqlalchemy.types import BigInteger, Boolean, Double, Integer, LargeBinary, String, Text

from garlic.store.schema.base import Moment, Plain, metadata, owned

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
    *owned(),
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

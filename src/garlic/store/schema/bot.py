"""Bots, their versions, and what is known of these.

================  ==============================================================================
``contents``      files of bots by the hash of their bytes
``bots``          the names of bots
``bot_versions``  the contents stored under such a name, numbered from 1
``bot_checks``    results of checking a version of a bot at a game
``bot_ratings``   ratings of a version of a bot at a game, and the state of their games
================  ==============================================================================
"""

from sqlalchemy.schema import Column, ForeignKey, Index, Table, UniqueConstraint
from sqlalchemy.types import Boolean, Double, Integer, LargeBinary, String, Text

from garlic.store.schema.base import Moment, Plain, metadata, owned

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
    *owned(),
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

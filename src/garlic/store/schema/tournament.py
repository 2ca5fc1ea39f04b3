"""Tournaments: who takes part, what is played, and how the table stood.

===============  ===============================================================================
``tournaments``  their definition, their state, and the process that runs them
``entrants``     which bots take part, by place
``openings``     the positions from which the games of a tournament start
``fixtures``     the games of a tournament; played as soon as `matches` has the key
``ratings``      the ratings during a tournament
===============  ===============================================================================
"""

from sqlalchemy import false
from sqlalchemy.schema import (
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Table,
    UniqueConstraint,
)
from sqlalchemy.types import BigInteger, Boolean, Double, Integer, String, Text

from garlic.store.schema.base import Moment, Plain, metadata, owned

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
    *owned(),
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

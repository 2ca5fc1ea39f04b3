"""Games and their records: judged games, matches on the page, games of people.

=================  =============================================================================
``matches``        judged games, by `GameRun.key`: bots, result, time and memory
``records``        the whole record of such a game, compressed
``shown_records``  who uploaded a record to look at it
``series``         matches of two bots requested on the page, and their state
``series_games``   the games of such a match; played as soon as `matches` has the key
``plays``          human games on the page, open and finished
``play_turns``     the turns of human games
=================  =============================================================================
"""

from sqlalchemy import false
from sqlalchemy.schema import Column, ForeignKey, Index, Table
from sqlalchemy.types import BigInteger, Boolean, Double, Integer, LargeBinary, String, Text

from garlic.store.schema.base import Moment, Plain, metadata, owned

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

shown_records = Table(
    "shown_records",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("owner_id", ForeignKey("people.id"), primary_key=True),
    Column("course_id", ForeignKey("courses.id"), nullable=False),
    Column("created_at", Moment, nullable=False),
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
    *owned(),
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

plays = Table(
    "plays",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", Text, nullable=False),
    Column("setup", Plain, nullable=False),  # see `store.human_games.Setup`
    Column("match_key", String(64)),  # of the last finished game; none while it is open
    Column("created_at", Moment, nullable=False),
    Column("moved_at", Moment, nullable=False),
    *owned(),
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

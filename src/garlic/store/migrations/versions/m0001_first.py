"""The first schema: bots, matches, tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "bots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bots"),
        sa.UniqueConstraint("name", name="uq_bots_name"),
    )
    op.create_table(
        "contents",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_contents"),
    )
    op.create_table(
        "matches",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("digest_a", sa.String(length=64), nullable=False),
        sa.Column("digest_b", sa.String(length=64), nullable=False),
        sa.Column("winner", sa.String(length=1), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("score_a", sa.BigInteger(), nullable=True),
        sa.Column("score_b", sa.BigInteger(), nullable=True),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("moves_a", sa.Integer(), nullable=False),
        sa.Column("seconds_a", sa.Double(), nullable=False),
        sa.Column("slowest_seconds_a", sa.Double(), nullable=False),
        sa.Column("cpu_seconds_a", sa.Double(), nullable=False),
        sa.Column("memory_bytes_a", sa.BigInteger(), nullable=False),
        sa.Column("faults_a", sa.Text(), nullable=True),
        sa.Column("moves_b", sa.Integer(), nullable=False),
        sa.Column("seconds_b", sa.Double(), nullable=False),
        sa.Column("slowest_seconds_b", sa.Double(), nullable=False),
        sa.Column("cpu_seconds_b", sa.Double(), nullable=False),
        sa.Column("memory_bytes_b", sa.BigInteger(), nullable=False),
        sa.Column("faults_b", sa.Text(), nullable=True),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_matches"),
    )
    op.create_index("ix_matches_digest_a", "matches", ["digest_a"])
    op.create_index("ix_matches_digest_b", "matches", ["digest_b"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("definition", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("runner", sa.Text(), nullable=True),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stop_wanted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_name", "tournaments", ["name"])
    op.create_table(
        "bot_versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("protocol", sa.String(length=16), nullable=False),
        sa.Column("called", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=True),
        sa.Column("content_hash", sa.String(length=64), nullable=True),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name="fk_bot_versions_bot_id"),
        sa.ForeignKeyConstraint(
            ["content_hash"], ["contents.hash"], name="fk_bot_versions_content_hash"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_bot_versions"),
        sa.UniqueConstraint("bot_id", "digest", name="uq_bot_versions_bot_id_digest"),
        sa.UniqueConstraint("bot_id", "number", name="uq_bot_versions_bot_id_number"),
    )
    op.create_table(
        "openings",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("map", sa.Text(), nullable=True),
        sa.Column("start", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_openings_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_openings"),
    )
    op.create_table(
        "records",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["key"], ["matches.key"], name="fk_records_key"),
        sa.PrimaryKeyConstraint("key", name="pk_records"),
    )
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_entrants_tournament_id"
        ),
        sa.ForeignKeyConstraint(["version_id"], ["bot_versions.id"], name="fk_entrants_version_id"),
        sa.PrimaryKeyConstraint("tournament_id", "place", name="pk_entrants"),
        sa.UniqueConstraint("tournament_id", "name", name="uq_entrants_tournament_id_name"),
    )
    op.create_index("ix_entrants_version_id", "entrants", ["version_id"])
    op.create_table(
        "fixtures",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("pair", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("match_key", sa.String(length=64), nullable=False),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id", "first"],
            ["entrants.tournament_id", "entrants.place"],
            name="fk_fixtures_tournament_id_first",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "opening"],
            ["openings.tournament_id", "openings.number"],
            name="fk_fixtures_tournament_id_opening",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "second"],
            ["entrants.tournament_id", "entrants.place"],
            name="fk_fixtures_tournament_id_second",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_fixtures_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_fixtures"),
    )
    op.create_index("ix_fixtures_match_key", "fixtures", ["match_key"])
    op.create_table(
        "ratings",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("elo", sa.Double(), nullable=False),
        sa.Column("low", sa.Double(), nullable=False),
        sa.Column("high", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id", "place"],
            ["entrants.tournament_id", "entrants.place"],
            name="fk_ratings_tournament_id_place",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "games", "place", name="pk_ratings"),
    )

"""Leagues, and what people are told about their bots."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables of leagues."""
    _leagues()
    _entries()
    _games()
    op.create_table(
        "notifications",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=True),
        sa.Column("match_key", sa.String(length=64), nullable=True),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=True),
        _key("notifications", "person_id", "people.id"),
        _key("notifications", "course_id", "courses.id"),
        _key("notifications", "entry_id", "league_entries.id"),
        sa.PrimaryKeyConstraint("id", name="pk_notifications"),
    )
    op.create_index("ix_notifications_person_id_seen_at", "notifications", ["person_id", "seen_at"])
    op.create_index("ix_notifications_entry_id", "notifications", ["entry_id"])


def _key(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [other], name=f"fk_{table}_{column}")


def _leagues() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("definition", sa.Text(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("frozen_at", _MOMENT, nullable=True),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("runner", sa.Text(), nullable=True),
        sa.Column("beat_at", _MOMENT, nullable=True),
        sa.Column("stop_wanted", sa.Boolean(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("course_id", sa.Integer(), nullable=False, server_default="1"),
        _key("leagues", "owner_id", "people.id"),
        _key("leagues", "course_id", "courses.id"),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
        sa.UniqueConstraint("course_id", "name", name="uq_leagues_course_id_name"),
    )
    op.create_table(
        "league_starts",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("map", sa.Text(), nullable=True),
        sa.Column("start", sa.Text(), nullable=False),
        _key("league_starts", "league_id", "leagues.id"),
        sa.PrimaryKeyConstraint("league_id", "number", name="pk_league_starts"),
    )
    op.create_table(
        "league_seasons",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("began_at", _MOMENT, nullable=False),
        sa.Column("ended_at", _MOMENT, nullable=True),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=True),
        sa.Column("state_at", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        _key("league_seasons", "league_id", "leagues.id"),
        _key("league_seasons", "tournament_id", "tournaments.id"),
        sa.PrimaryKeyConstraint("league_id", "number", name="pk_league_seasons"),
    )


def _entries() -> None:
    op.create_table(
        "league_bots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("nickname", sa.Text(), nullable=True),
        sa.Column("is_anonymous", sa.Boolean(), nullable=False),
        sa.Column("is_milestone", sa.Boolean(), nullable=False),
        sa.Column("entered_at", _MOMENT, nullable=False),
        _key("league_bots", "league_id", "leagues.id"),
        _key("league_bots", "bot_id", "bots.id"),
        sa.PrimaryKeyConstraint("id", name="pk_league_bots"),
        sa.UniqueConstraint("league_id", "bot_id", name="uq_league_bots_league_id_bot_id"),
    )
    op.create_index("ix_league_bots_bot_id", "league_bots", ["bot_id"])
    op.create_table(
        "league_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_bot_id", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("wins", "draws", "losses", "delayed", "fault_losses", "faults_in_a_row")
        ),
        sa.Column("entered_at", _MOMENT, nullable=False),
        _key("league_entries", "league_bot_id", "league_bots.id"),
        _key("league_entries", "version_id", "bot_versions.id"),
        sa.PrimaryKeyConstraint("id", name="pk_league_entries"),
        sa.UniqueConstraint(
            "league_bot_id",
            "season",
            "version_id",
            name="uq_league_entries_league_bot_id_season_version_id",
        ),
    )
    op.create_index("ix_league_entries_version_id", "league_entries", ["version_id"])
    op.create_table(
        "league_ratings",
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        _key("league_ratings", "entry_id", "league_entries.id"),
        sa.PrimaryKeyConstraint("entry_id", "counted", name="pk_league_ratings"),
    )


def _games() -> None:
    op.create_table(
        "league_games",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("pair", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("opening", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("dropped", sa.Text(), nullable=True),
        sa.Column("counted", sa.Integer(), nullable=True),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("match_key", sa.String(length=64), nullable=True),
        sa.Column("played_at", _MOMENT, nullable=True),
        _key("league_games", "league_id", "leagues.id"),
        _key("league_games", "first", "league_entries.id"),
        _key("league_games", "second", "league_entries.id"),
        sa.PrimaryKeyConstraint("league_id", "number", name="pk_league_games"),
    )
    op.create_index(
        "ix_league_games_league_id_season_counted",
        "league_games",
        ["league_id", "season", "counted"],
    )
    for column in ("first", "second", "match_key"):
        op.create_index(f"ix_league_games_{column}", "league_games", [column])

"""What the browser brings: bots tried out or removed, series of games, graded submissions."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the new tables."""
    op.add_column("bots", sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "bot_checks",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["bot_versions.id"], name="fk_bot_checks_version_id"
        ),
        sa.PrimaryKeyConstraint("version_id", "game", name="pk_bot_checks"),
    )
    op.create_table(
        "series",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("wishes", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["first"], ["bot_versions.id"], name="fk_series_first"),
        sa.ForeignKeyConstraint(["second"], ["bot_versions.id"], name="fk_series_second"),
        sa.PrimaryKeyConstraint("id", name="pk_series"),
    )
    op.create_index("ix_series_first", "series", ["first"])
    op.create_index("ix_series_second", "series", ["second"])
    op.create_table(
        "series_games",
        sa.Column("series_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("swapped", sa.Boolean(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("match_key", sa.String(length=64), nullable=False),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name="fk_series_games_series_id"),
        sa.PrimaryKeyConstraint("series_id", "number", name="pk_series_games"),
    )
    op.create_index("ix_series_games_match_key", "series_games", ["match_key"])
    op.create_table(
        "grades",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("lab", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("points", sa.Double(), nullable=True),
        sa.Column("max_points", sa.Double(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("reports", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_grades"),
    )
    op.create_index("ix_grades_created_at", "grades", ["created_at"])

"""Games of people on the web page."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make their two tables."""
    op.create_table(
        "plays",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("match_key", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_plays"),
    )
    op.create_index("ix_plays_moved_at", "plays", ["moved_at"])
    op.create_table(
        "play_turns",
        sa.Column("play_id", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["play_id"], ["plays.id"], name="fk_play_turns_play_id"),
        sa.PrimaryKeyConstraint("play_id", "place", name="pk_play_turns"),
    )

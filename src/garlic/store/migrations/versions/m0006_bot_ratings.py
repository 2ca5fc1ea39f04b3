"""Ratings of bots on the permanent scale of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "bot_ratings",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("low", sa.Double(), nullable=True),
        sa.Column("high", sa.Double(), nullable=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("rated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["bot_versions.id"], name="fk_bot_ratings_version_id"
        ),
        sa.PrimaryKeyConstraint("version_id", "game", name="pk_bot_ratings"),
    )
    op.create_index("ix_bot_ratings_state", "bot_ratings", ["state"])

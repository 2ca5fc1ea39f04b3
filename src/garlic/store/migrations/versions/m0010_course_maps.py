"""Maps that belong to a course."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table of maps."""
    op.create_table(
        "course_maps",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("course_id", sa.Integer(), nullable=False, server_default="1"),
        sa.ForeignKeyConstraint(["owner_id"], ["people.id"], name="fk_course_maps_owner_id"),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name="fk_course_maps_course_id"),
        sa.PrimaryKeyConstraint("id", name="pk_course_maps"),
        sa.UniqueConstraint("course_id", "game", "name", name="uq_course_maps_course_id_game_name"),
    )

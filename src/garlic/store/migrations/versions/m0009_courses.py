"""Assignments, announcements, and courses that are archived or do without assistance."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables of assignments and announcements."""
    op.add_column("courses", sa.Column("archived_at", _MOMENT, nullable=True))
    op.add_column("courses", sa.Column("assistance_off", sa.Text(), nullable=True))
    _assignments()
    _opinions()
    op.create_table(
        "announcements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        *_owned("announcements"),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
    )
    op.create_index(
        "ix_announcements_course_id_created_at", "announcements", ["course_id", "created_at"]
    )


def _key(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [other], name=f"fk_{table}_{column}")


def _owned(table: str) -> tuple[sa.schema.SchemaItem, ...]:
    return (
        sa.Column("owner_id", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("course_id", sa.Integer(), nullable=False, server_default="1"),
        _key(table, "owner_id", "people.id"),
        _key(table, "course_id", "courses.id"),
    )


def _assignments() -> None:
    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("definition", sa.Text(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        *_owned("assignments"),
        sa.PrimaryKeyConstraint("id", name="pk_assignments"),
        sa.UniqueConstraint("course_id", "name", name="uq_assignments_course_id_name"),
    )
    op.create_table(
        "handed_in",
        sa.Column("grade_id", sa.String(length=32), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("sender", sa.String(length=100), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("received_at", _MOMENT, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        _key("handed_in", "grade_id", "grades.id"),
        _key("handed_in", "assignment_id", "assignments.id"),
        sa.PrimaryKeyConstraint("grade_id", name="pk_handed_in"),
        sa.UniqueConstraint(
            "assignment_id", "sender", "number", name="uq_handed_in_assignment_id_sender_number"
        ),
    )


def _opinions() -> None:
    """What the staff says: points and comments."""
    op.create_table(
        "given_grades",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("given_by", sa.Integer(), nullable=False),
        sa.Column("given_at", _MOMENT, nullable=False),
        _key("given_grades", "assignment_id", "assignments.id"),
        _key("given_grades", "person_id", "people.id"),
        _key("given_grades", "given_by", "people.id"),
        sa.PrimaryKeyConstraint("assignment_id", "person_id", name="pk_given_grades"),
    )
    op.create_table(
        "line_comments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("grade_id", sa.String(length=32), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        _key("line_comments", "grade_id", "grades.id"),
        _key("line_comments", "author_id", "people.id"),
        sa.PrimaryKeyConstraint("id", name="pk_line_comments"),
    )
    op.create_index("ix_line_comments_grade_id", "line_comments", ["grade_id"])

"""Accounts, courses, and whose everything is."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_MOMENT = sa.DateTime(timezone=True)
_OWNED = ("bots", "tournaments", "series", "grades", "plays")
_INDEXED = ("series", "grades", "plays")  # by owner


def upgrade() -> None:
    """Make the tables of people; all there is belongs to the first person, in the first course."""
    _people()
    _signing_in()
    _shares()
    for name in _OWNED:
        _add_owner(name)
    op.create_table(
        "submissions",
        sa.Column("grade_id", sa.String(length=32), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["grade_id"], ["grades.id"], name="fk_submissions_grade_id"),
        sa.PrimaryKeyConstraint("grade_id", name="pk_submissions"),
    )


def _people() -> None:
    courses = op.create_table(
        "courses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("limits", sa.Text(), nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_courses"),
        sa.UniqueConstraint("name", name="uq_courses_name"),
    )
    people = op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("login", sa.String(length=80), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("number", sa.String(length=80), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("is_administrator", sa.Boolean(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("disabled_at", _MOMENT, nullable=True),
        sa.Column("removed_at", _MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name="fk_people_course_id"),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("login", name="uq_people_login"),
    )
    op.create_table(
        "memberships",
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("group", sa.Text(), nullable=False),
        sa.Column("limits", sa.Text(), nullable=True),
        sa.Column("joined_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name="fk_memberships_course_id"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_memberships_person_id"),
        sa.PrimaryKeyConstraint("course_id", "person_id", name="pk_memberships"),
    )
    op.create_index("ix_memberships_person_id", "memberships", ["person_id"])
    now = datetime.now(UTC)
    # Without their ids, so that the next ones get other numbers in every database.
    op.bulk_insert(courses, [{"name": "arena", "title": "Arena", "created_at": now}])
    op.bulk_insert(
        people,
        [
            {
                "login": "local",
                "name": "local",
                "number": "",
                "is_administrator": True,
                "created_at": now,
                "disabled_at": now,  # nobody signs in as this person
            }
        ],
    )


def _signing_in() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_sessions_person_id"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("hash", name="uq_sessions_hash"),
    )
    op.create_index("ix_sessions_person_id", "sessions", ["person_id"])
    op.create_table(
        "links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(length=16), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("uses_left", sa.Integer(), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("ends_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name="fk_links_course_id"),
        sa.ForeignKeyConstraint(["made_by"], ["people.id"], name="fk_links_made_by"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_links_person_id"),
        sa.PrimaryKeyConstraint("id", name="pk_links"),
        sa.UniqueConstraint("hash", name="uq_links_hash"),
    )
    op.create_index("ix_links_course_id", "links", ["course_id"])
    op.create_index("ix_links_person_id", "links", ["person_id"])
    op.create_table(
        "access_tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT, nullable=True),
        sa.Column("ends_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_access_tokens_person_id"),
        sa.PrimaryKeyConstraint("id", name="pk_access_tokens"),
        sa.UniqueConstraint("hash", name="uq_access_tokens_hash"),
    )
    op.create_index("ix_access_tokens_person_id", "access_tokens", ["person_id"])
    op.create_table(
        "sign_in_tries",
        sa.Column("key", sa.String(length=160), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("last_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_sign_in_tries"),
    )


def _shares() -> None:
    op.create_table(
        "uploads",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_uploads_person_id"),
        sa.PrimaryKeyConstraint("id", name="pk_uploads"),
    )
    op.create_index("ix_uploads_person_id_at", "uploads", ["person_id", "at"])
    op.create_table(
        "work",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_work_person_id"),
        sa.PrimaryKeyConstraint("person_id", "day", name="pk_work"),
    )
    op.create_table(
        "shown_records",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name="fk_shown_records_course_id"),
        sa.ForeignKeyConstraint(["owner_id"], ["people.id"], name="fk_shown_records_owner_id"),
        sa.PrimaryKeyConstraint("key", "owner_id", name="pk_shown_records"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("course_id", sa.Integer(), nullable=True),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("about_id", sa.Integer(), nullable=True),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["about_id"], ["people.id"], name="fk_audit_about_id"),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name="fk_audit_course_id"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_audit_person_id"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_course_id_id", "audit", ["course_id", "id"])


def _add_owner(name: str) -> None:
    with op.batch_alter_table(name) as table:
        for column, other in (("owner_id", "people"), ("course_id", "courses")):
            table.add_column(sa.Column(column, sa.Integer(), nullable=False, server_default="1"))
            table.create_foreign_key(f"fk_{name}_{column}", other, [column], ["id"])
        if name == "bots":
            table.drop_constraint("uq_bots_name", type_="unique")
            table.create_unique_constraint(
                "uq_bots_owner_id_course_id_name", ["owner_id", "course_id", "name"]
            )
        if name == "tournaments":
            table.add_column(
                sa.Column("shared", sa.Boolean(), nullable=False, server_default=sa.false())
            )
        if name == "plays":
            table.add_column(sa.Column("opponent_id", sa.Integer(), nullable=True))
            table.create_foreign_key("fk_plays_opponent_id", "people", ["opponent_id"], ["id"])
    if name in _INDEXED:
        op.create_index(f"ix_{name}_owner_id", name, ["owner_id"])

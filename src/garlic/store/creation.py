"""The tables of a new database: made at once, as the migrations would leave them."""

from datetime import UTC, datetime

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert

from garlic.store.schema import VERSION, courses, metadata, people

# Alembic's own table, in which it looks for the version of the schema.
_versions = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def make_tables(connection: Connection) -> None:
    """Make all tables in an empty database, with the first course and the first person."""
    metadata.create_all(connection, checkfirst=False)
    _versions.create(connection, checkfirst=False)
    now = datetime.now(UTC)
    connection.execute(insert(_versions).values(version_num=VERSION))
    # Without their ids, so that the next ones get other numbers in every database.
    connection.execute(insert(courses).values(name="arena", title="Arena", created_at=now))
    connection.execute(
        insert(people).values(
            login="local",
            name="local",
            number="",
            is_administrator=True,
            created_at=now,
            disabled_at=now,  # nobody signs in as this person
        )
    )

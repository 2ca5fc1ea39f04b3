"""Accounts, how people sign in, what they used, and what they did.

=================  =============================================================================
``people``         accounts; the first one is the person of a server without accounts
``sessions``       browsers that are signed in
``links``          invitations and one-time links, by their hash
``access_tokens``  what programs show instead of a password, by its hash
``sign_in_tries``  wrong passwords by account and by address
``uploads``        who uploaded how much, and when
``work``           how long workers were busy for somebody, by day
``audit``          who did what, and when
=================  =============================================================================
"""

from sqlalchemy.schema import Column, ForeignKey, Index, Table
from sqlalchemy.types import BigInteger, Boolean, Double, Integer, String, Text

from garlic.store.schema.base import Moment, Plain, metadata

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("login", String(80), nullable=False, unique=True),  # in lower case
    Column("name", Text, nullable=False),
    Column("number", String(80), nullable=False, default=""),  # of a student
    Column("password", Text),  # hashed by argon2; none until it is set with a one-time link
    Column("is_administrator", Boolean, nullable=False, default=False),
    Column("course_id", ForeignKey("courses.id")),  # where they work now
    Column("created_at", Moment, nullable=False),
    Column("disabled_at", Moment),  # may not sign in
    Column("removed_at", Moment),  # their name is a pseudonym now
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Integer, primary_key=True),  # to name it on the account page
    Column("hash", String(64), nullable=False, unique=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Column("address", String(64), nullable=False),
    Column("agent", Text, nullable=False),  # what the browser says it is
    Index(None, "person_id"),
)

links = Table(
    "links",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("kind", String(16), nullable=False),  # "invitation", "password", "administrator"
    Column("course_id", ForeignKey("courses.id")),
    Column("role", String(16)),
    Column("person_id", ForeignKey("people.id")),  # whose password may be set
    Column("uses_left", Integer, nullable=False),
    Column("made_by", ForeignKey("people.id"), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Index(None, "course_id"),
    Index(None, "person_id"),
)

access_tokens = Table(
    "access_tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("scopes", Plain, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("used_at", Moment),
    Column("ends_at", Moment, nullable=False),
    Index(None, "person_id"),
)

sign_in_tries = Table(
    "sign_in_tries",
    metadata,
    Column("key", String(160), primary_key=True),  # "account:ada", "address:192.0.2.7"
    Column("wrong", Integer, nullable=False),  # in a row
    Column("last_at", Moment, nullable=False),
)

uploads = Table(
    "uploads",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "person_id", "at"),
)

work = Table(
    "work",
    metadata,
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Column("day", String(10), primary_key=True),  # 2026-03-01, in UTC
    Column("seconds", Double, nullable=False),  # that a processor was theirs
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("person_id", ForeignKey("people.id")),  # none: nobody was signed in
    Column("course_id", ForeignKey("courses.id")),
    Column("action", String(32), nullable=False),
    Column("about_id", ForeignKey("people.id")),  # whom it was done to
    Column("details", Plain, nullable=False),
    Column("address", String(64), nullable=False),
    Index(None, "course_id", "id"),
)

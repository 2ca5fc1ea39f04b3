"""Courses: who is in them, what they hand out, what is handed in, and what the staff says of it.

=================  =============================================================================
``courses``        who works together; the first one is for all that is in no other course
``memberships``    who is in which course, and in which role
``assignments``    labs with dates that a course hands out
``grades``         submissions graded in the browser, and their reports
``submissions``    the files of submissions that are not graded yet, or are to an assignment
``handed_in``      which of the ``grades`` are to an assignment, when they came, their results
``given_grades``   points that the staff has given instead of those that were computed
``line_comments``  what the staff says about lines of submissions
``announcements``  what a course tells its people
``course_maps``    the maps of a course, beside those that come with its games
=================  =============================================================================
"""

from sqlalchemy.schema import Column, ForeignKey, Index, Table, UniqueConstraint
from sqlalchemy.types import Double, Integer, LargeBinary, String, Text

from garlic.store.schema.base import Moment, Plain, metadata, owned

courses = Table(
    "courses",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("limits", Plain),  # of each role, see `people.limits.ShareLimits`
    Column("created_at", Moment, nullable=False),
    Column("archived_at", Moment),  # since when it is only looked at
    Column("assistance_off", Plain),  # a list, see `courses.assistance.Assistance`
)

memberships = Table(
    "memberships",
    metadata,
    Column("course_id", ForeignKey("courses.id"), primary_key=True),
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("group", Text, nullable=False, default=""),
    Column("limits", Plain),  # see `people.limits.ShareLimits`; none: those of the role
    Column("joined_at", Moment, nullable=False),
    Index(None, "person_id"),
)

assignments = Table(
    "assignments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("definition", Plain, nullable=False),  # see `courses.assignments.CourseAssignment`
    Column("created_at", Moment, nullable=False),
    *owned(),
    UniqueConstraint("course_id", "name"),
)

grades = Table(
    "grades",
    metadata,
    Column("id", String(32), primary_key=True),  # unguessable: it is also the key to read it
    Column("lab", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("points", Double),
    Column("max_points", Double, nullable=False),
    Column("problem", Plain),  # why it failed
    Column("reports", LargeBinary),  # compressed JSON: every report by its name
    Column("created_at", Moment, nullable=False),
    Column("finished_at", Moment),
    *owned(),
    Index(None, "created_at"),
    Index(None, "owner_id"),
)

submissions = Table(
    "submissions",
    metadata,
    Column("grade_id", ForeignKey("grades.id"), primary_key=True),
    Column("file_name", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),  # compressed
)

handed_in = Table(
    "handed_in",
    metadata,
    Column("grade_id", ForeignKey("grades.id"), primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id"), nullable=False),
    Column("sender", String(100), nullable=False),  # "person:7" or "group:red"
    Column("number", Integer, nullable=False),  # of the attempts of this sender, from 1
    # When the last byte came, on the clock of the server. Databases have clocks of their own,
    # which are never asked.
    Column("received_at", Moment, nullable=False),
    Column("digest", String(64), nullable=False),  # of the file
    Column("result", LargeBinary),  # compressed JSON, see `labs.stored_results`; none until graded
    UniqueConstraint("assignment_id", "sender", "number"),
)

given_grades = Table(
    "given_grades",
    metadata,
    Column("assignment_id", ForeignKey("assignments.id"), primary_key=True),
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Column("points", Double, nullable=False),
    Column("reason", Text, nullable=False),
    Column("given_by", ForeignKey("people.id"), nullable=False),
    Column("given_at", Moment, nullable=False),
)

line_comments = Table(
    "line_comments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("grade_id", ForeignKey("grades.id"), nullable=False),
    Column("file", Text, nullable=False),
    Column("line", Integer, nullable=False),  # from 1; 0: about the whole file
    Column("text", Text, nullable=False),
    Column("author_id", ForeignKey("people.id"), nullable=False),
    Column("created_at", Moment, nullable=False),
    Index(None, "grade_id"),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    *owned(),
    Index(None, "course_id", "created_at"),
)

course_maps = Table(
    "course_maps",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),  # as the game writes maps
    Column("created_at", Moment, nullable=False),
    *owned(),
    UniqueConstraint("course_id", "game", "name"),
)

"""The tables, by what they hold; everybody imports them from here.

A change needs a migration, and its number as `VERSION` in `base`; a test compares them. `person`
and `course` hold who there is and what is taught, `bot` and `game` what plays and what was
played, `tournament` and `league` the contests. Each module lists its tables. Nothing here reads
or writes rows: the modules of `garlic.store` do. Start with `base`.
"""

from garlic.store.schema.base import LOCAL, VERSION, Moment, Plain, metadata
from garlic.store.schema.bot import bot_checks, bot_ratings, bot_versions, bots, contents
from garlic.store.schema.course import (
    announcements,
    assignments,
    course_maps,
    courses,
    given_grades,
    grades,
    handed_in,
    line_comments,
    memberships,
    submissions,
)
from garlic.store.schema.game import (
    matches,
    play_turns,
    plays,
    records,
    series,
    series_games,
    shown_records,
)
from garlic.store.schema.league import (
    league_bots,
    league_entries,
    league_games,
    league_ratings,
    league_seasons,
    league_starts,
    leagues,
    notifications,
)
from garlic.store.schema.person import (
    access_tokens,
    audit,
    links,
    people,
    sessions,
    sign_in_tries,
    uploads,
    work,
)
from garlic.store.schema.tournament import entrants, fixtures, openings, ratings, tournaments

__all__ = [
    "LOCAL",
    "VERSION",
    "Moment",
    "Plain",
    "access_tokens",
    "announcements",
    "assignments",
    "audit",
    "bot_checks",
    "bot_ratings",
    "bot_versions",
    "bots",
    "contents",
    "course_maps",
    "courses",
    "entrants",
    "fixtures",
    "given_grades",
    "grades",
    "handed_in",
    "league_bots",
    "league_entries",
    "league_games",
    "league_ratings",
    "league_seasons",
    "league_starts",
    "leagues",
    "line_comments",
    "links",
    "matches",
    "memberships",
    "metadata",
    "notifications",
    "openings",
    "people",
    "play_turns",
    "plays",
    "ratings",
    "records",
    "series",
    "series_games",
    "sessions",
    "shown_records",
    "sign_in_tries",
    "submissions",
    "tournaments",
    "uploads",
    "work",
]

"""The life of a course: what its people do together over weeks.

`assignments` (labs with dates), `submitting` (who hands in, and whether it is accepted),
`grade_book` (what every student has, and which attempt counts), `grade_exports` and `views` (who
sees which checks); `assistance` (what is switched off), `life` and `archived` (archives);
`course_file` (a course as a file) and `course_maps` (maps of its own). Of its leagues: `leagues`
(a bot enters, a new version replaces the old one, freezing, seasons), `league_table` (ranks,
ratings, trends, who beats whom) and `finals`.

Submissions are graded by `labs`, the games of a league are played by `arena.league`; who may do
what is decided in `people`. Start with `assignments`.
"""

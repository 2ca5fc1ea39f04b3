"""The life of a course: what its people do together over weeks.

So far its leagues: `leagues` (a bot enters, a new version replaces the old one, freezing, seasons),
`league_table` (ranks, ratings, trends, who beats whom) and `finals`. The games of a league are
played by `arena.league`; who may do what is decided in `people`. Start with `leagues`.
"""

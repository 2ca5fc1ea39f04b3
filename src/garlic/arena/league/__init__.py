"""The games of a league: a ladder for one game that never ends.

`definition` says how its games are played, `pairing` who plays next, `runner` plays and counts.
The statistics are in `arena.statistics.joint`; who is in a league, its seasons and its table are in
`garlic.courses`. `docs/bots/league.md` explains it. Start with `runner`.
"""

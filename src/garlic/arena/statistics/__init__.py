"""Statistics of results: ratings with intervals, and whether one bot is stronger than another.

Pure functions on plain values; nothing here plays, stores or prints. Start with `results`, then
`ratings` (many bots), `posterior` (one bot against anchors) or `duel` and `sprt` (two bots).
`docs/bots/statistics.md` explains every number. Import from the modules: `elo` and `scale` do
not bring numpy, all others do.
"""

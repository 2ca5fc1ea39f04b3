"""One bot's rating on the permanent scale of a game.

`ladder` holds the players whose ratings never change and the engine levels measured against them,
`run` plays a bot against the most informative of them, `measure` makes a ladder anew. The
statistics are in `arena.statistics.posterior`; `docs/bots/statistics.md` explains them.
"""

"""What the commands that play a tournament share.

`run` plays one with a live table, `standings` is that table, `report` prints the rest. Ratings and
pairings are in `garlic.arena`. Start with `run`.
"""

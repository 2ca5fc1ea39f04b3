"""What the commands that play a tournament share.

`definition` joins a file with the options of a command, `run` plays a tournament with a live table,
`standings` is that table, `report` prints the rest. Ratings and
pairings are in `garlic.arena`. Start with `run`.
"""

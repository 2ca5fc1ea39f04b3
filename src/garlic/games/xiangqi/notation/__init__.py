"""How Xiangqi positions, moves and games are written.

`fen` is our position text; `iccs`, `wxf` and `chinese` are move notations (`relative` is what the
last two share); `pgn`, `files` and `lab` are file formats. Start with `fen`.
"""

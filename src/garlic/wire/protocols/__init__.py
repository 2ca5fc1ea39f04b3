"""One module for each protocol that bots and engines speak: pure text, no process, no clock.

`garlic.wire.registry` lists them; `chess` is what UCI and UCCI share. How squares and moves are
written is in `garlic.wire.coordinates` and `garlic.wire.xiangqi`. Start with `line`, our own.
"""

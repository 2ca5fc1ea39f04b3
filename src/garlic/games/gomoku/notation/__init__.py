"""Gomoku and Renju games in files: SGF, Piskvork, RIF and lists of moves.

`records` is what these formats share. Position text is in `garlic.games.gomoku.position`.
"""

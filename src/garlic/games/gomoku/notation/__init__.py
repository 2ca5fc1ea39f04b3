"""Gomoku and Renju games in files: SGF, Piskvork, RIF and lists of moves.

`source` is what these formats share: start there. The text of positions is in
`garlic.games.gomoku.position`.
"""

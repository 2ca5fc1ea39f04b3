"""The rules of every game: plain Python, the authority on what is legal and who won.

A game is a package with a `GAME` in it, and an entry point in the group ``garlic.games``
(`registry`). Ours are here; games of other packages are found in the same way. The same part has
the same name in each: `position` (the rules), `board`, `diagram`, `setup`, `map_files`,
`generator`, `symmetry`, `course`, `notation`. Games print nothing, read no clock, and never import
each other. `garlic.core.game` has what a game must offer; start reading with `tiaojia`.
"""

from garlic.games.registry import Games, UnknownGameError

__all__ = ["GAMES", "UnknownGameError"]

GAMES = Games()

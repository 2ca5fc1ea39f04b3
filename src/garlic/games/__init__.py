"""The rules of every game: plain Python, the authority on what is legal and who won.

A game is a package here with a `GAME` in it, and a line in `_PACKAGES`. The same part has the same
name in each: `position` (the rules), `board`, `diagram`, `setup`, `map_files`, `generator`,
`symmetry`, `course`, `notation`. Games print nothing, read no clock, and never import each other.
`garlic.core.game` has what a game must offer; start reading with `tiaojia`.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module

from garlic.core import Game, UsageError

_PACKAGES = {
    "othello": "garlic.games.othello",
    "stars": "garlic.games.stars",
    "gomoku": "garlic.games.gomoku",
    "xiangqi": "garlic.games.xiangqi",
    "tiaojia": "garlic.games.tiaojia",
}


class _Games(Mapping[str, Game]):
    """The games by name. A game is imported on first use, which keeps start-up fast."""

    def __init__(self, packages: dict[str, str]) -> None:
        self._packages = packages

    def __getitem__(self, name: str) -> Game:
        if name not in self._packages:
            raise UnknownGameError(
                "there is no game called {name!r}; there are {known}",
                name=name,
                known=", ".join(self._packages),
            )
        game: Game = import_module(self._packages[name]).GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._packages)

    def __len__(self) -> int:
        return len(self._packages)


class UnknownGameError(UsageError, KeyError):
    """No game has that name."""


GAMES: Mapping[str, Game] = _Games(_PACKAGES)

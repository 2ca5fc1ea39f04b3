"""The rules of every game: plain Python, the authority on what is legal and who won.

A game is a package here with a `GAME` in it, and a line in `_HOMES`. Games print nothing,
read no clock, and never import each other.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module

from garlic.core import Game, UsageError

_HOMES = {
    "othello": "garlic.games.othello",
    "stars": "garlic.games.stars",
    "gomoku": "garlic.games.gomoku",
    "xiangqi": "garlic.games.xiangqi",
    "tiaojia": "garlic.games.tiaojia",
}


class _Games(Mapping[str, Game]):
    """The games by name. A game is imported when it is asked for: start-up stays fast."""

    def __init__(self, homes: dict[str, str]) -> None:
        self._homes = homes

    def __getitem__(self, name: str) -> Game:
        if name not in self._homes:
            raise UnknownGameError(
                "there is no game called {name!r}; there are {known}",
                name=name,
                known=", ".join(self._homes),
            )
        game: Game = import_module(self._homes[name]).GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


class UnknownGameError(UsageError, KeyError):
    """No game has that name."""


GAMES: Mapping[str, Game] = _Games(_HOMES)

"""The games of all installed packages; ours are found the same way.

A package names its games in the entry-point group ``garlic.games``, in its ``pyproject.toml``::

    [project.entry-points."garlic.games"]
    kayles = "kayles:GAME"

The judge tells the processes of bots where their one game is (`GAMES_VARIABLE`): looking through
all installed packages would take them longer than the rest of their start.
"""

import os
import re
from collections.abc import Iterator, Mapping

from garlic.core import Game, UsageError
from garlic.core.language.text import add_translations
from garlic.core.plugins import Plugin, PluginTable

GROUP = "garlic.games"
GAMES_VARIABLE = "GARLIC_GAMES"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class UnknownGameError(UsageError, KeyError):
    """No game has that name."""


class Games(PluginTable[Game]):
    """The games by name, ours first. A game is imported on first use, which keeps start-up fast.

    A game that cannot be used raises `PluginError` when it is asked for.
    """

    def __init__(self) -> None:
        super().__init__(GROUP, Game)

    def __getitem__(self, name: str) -> Game:
        if name not in self.names:
            raise UnknownGameError(
                "there is no game called {name!r}; there are {known}",
                name=name,
                known=", ".join(self.names) or "-",
            )
        return super().__getitem__(name)

    @property
    def entries(self) -> Mapping[str, tuple[Plugin, ...]]:
        """Who provides each game: what this process was told, else all installed packages."""
        if (told := os.environ.get(GAMES_VARIABLE)) is None:
            return super().entries
        return {plugin.name: (plugin,) for plugin in map(_told, told.split())}

    def provider(self, name: str) -> Plugin:
        """Where the game *name* is; raise as ``GAMES[name]`` does."""
        self[name]
        return self.entries[name][0]

    def _loaded_from(self, plugin: Plugin) -> Game:
        """The game, with its translations made known."""
        if not _NAME.fullmatch(plugin.name):
            raise plugin.unusable("its name is not made of lower-case letters, digits and '_'")
        game = super()._loaded_from(plugin)
        if game.name != plugin.name:
            raise plugin.unusable("it calls itself {got!r}", got=game.name)
        for kind, name in _missing(game):
            raise plugin.unusable("{kind} has no {name!r}", kind=kind.__qualname__, name=name)
        if game.chinese:
            add_translations("zh", game.chinese)
        return game


def _missing(game: Game) -> Iterator[tuple[type, str]]:
    """The functions that a game must have and *game* has not."""
    turns = ("moves_for", "stay") if game.simultaneous else ("legal_moves",)
    for kind, names in (
        (game.position, ("parse", "outcome", "play", *turns)),
        (game.move, ("parse",)),
    ):
        yield from ((kind, name) for name in names if not callable(getattr(kind, name, None)))


def _told(entry: str) -> Plugin:
    name, _, place = entry.partition("=")
    module, _, attribute = place.partition(":")
    return Plugin(name, module, attribute, module.partition(".")[0])

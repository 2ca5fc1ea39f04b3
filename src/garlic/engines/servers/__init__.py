"""Servers that offer our engines to other programs, one module per protocol.

Start with `frame`: it reads and writes lines and runs the engine in its own thread. A server
handles the lines of one protocol; `chess` is shared by `uci` and `ucci`. `SERVERS` lists them all:
they are entry points in the group ``garlic.servers``, each a `ServerKind` under its word.
How moves and positions are written is in `garlic.wire`, the other side of the same protocols.
"""

from garlic.core import Game, UsageError
from garlic.core.plugins import PluginTable
from garlic.engines.servers.frame import ServerKind

SERVERS = PluginTable("garlic.servers", ServerKind)


def server_kind(game: Game, word: str) -> ServerKind:
    """The protocol called *word*; raise `UsageError` if our engine of *game* does not speak it."""
    if word not in SERVERS or not SERVERS[word].plays(game):
        spoken = [kind.word for kind in SERVERS.values() if kind.plays(game)]
        raise UsageError(
            "the engine of {game} does not speak {word!r}; it speaks {spoken}",
            game=game.name,
            word=word,
            spoken=", ".join(spoken) or "-",
        )
    return SERVERS[word]

"""Servers that offer our engines to other programs, one module per protocol.

Start with `frame`: it reads and writes lines and runs the engine in its own thread. A server
handles the lines of one protocol; `chess` is shared by `uci` and `ucci`. `SERVERS` lists them all.
How moves and positions are written is in `garlic.wire`, the other side of the same protocols.
"""

from collections.abc import Callable
from dataclasses import dataclass

from garlic.core import Game, UsageError
from garlic.engines.servers.botzone import BotzoneServer
from garlic.engines.servers.frame import Send, Server, ServerOptions
from garlic.engines.servers.gtp import GtpServer
from garlic.engines.servers.line import LineServer
from garlic.engines.servers.nboard import NBoardServer
from garlic.engines.servers.piskvork import PiskvorkServer
from garlic.engines.servers.tongji import TongjiServer
from garlic.engines.servers.ucci import UcciServer
from garlic.engines.servers.uci import UciServer
from garlic.engines.servers.xboard import XboardServer
from garlic.games import GAMES


@dataclass(frozen=True, slots=True)
class ServerKind:
    """A protocol that our engines speak."""

    word: str  # as typed: "uci"
    about: str  # one line, in English; its translation is in the catalogue
    make: Callable[[Game, ServerOptions, Send], Server]
    games: tuple[str, ...]


SERVERS: dict[str, ServerKind] = {
    row.word: row
    for row in (
        ServerKind("line", "judges that speak our line protocol", LineServer, tuple(GAMES)),
        ServerKind("uci", "chess programs that know Xiangqi", UciServer, ("xiangqi",)),
        ServerKind("ucci", "Chinese programs for Xiangqi", UcciServer, ("xiangqi",)),
        ServerKind("xboard", "xboard, WinBoard and their like", XboardServer, ("xiangqi",)),
        ServerKind("piskvork", "Piskvork, Gomocup and their like", PiskvorkServer, ("gomoku",)),
        ServerKind("nboard", "NBoard and what speaks its protocol", NBoardServer, ("othello",)),
        ServerKind("gtp", "Quarry, and scripts in GTP", GtpServer, ("othello",)),
        ServerKind("botzone", "Botzone", BotzoneServer, ("othello", "gomoku", "xiangqi")),
        ServerKind("tongji", "the judge of Tiaojia's course", TongjiServer, ("tiaojia",)),
    )
}


def server_kind(game: Game, word: str) -> ServerKind:
    """The protocol called *word*; raise `UsageError` if our engine of *game* does not speak it."""
    spoken = [kind.word for kind in SERVERS.values() if game.name in kind.games]
    if word not in spoken:
        raise UsageError(
            "the engine of {game} does not speak {word!r}; it speaks {spoken}",
            game=game.name,
            word=word,
            spoken=", ".join(spoken) or "-",
        )
    return SERVERS[word]

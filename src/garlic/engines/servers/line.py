"""Our engine over our own line protocol (`docs/protocol.md`), for judges of other people's."""

from garlic.bot.line import LineBot, LineSession, SeatInfo
from garlic.core import Game, UsageError
from garlic.engines.servers.frame import Send, ServerOptions
from garlic.engines.talker import PlayerTalker


class LineServer:
    """The line protocol as our engine speaks it; it has nothing to hear while it thinks."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.game, self.options, self.send = game, options, send
        self.talk = LineSession(self._sit_down)

    def hear(self, line: str) -> bool:
        """Act on *line*; False at ``end``. Raises `GarlicError` on what is no line of it."""
        if (answer := self.talk.handle(line)) is not None:
            self.send(answer)
        return not self.talk.ended

    def close(self) -> None:
        """Nothing runs between two lines."""

    def _sit_down(self, table: SeatInfo) -> LineBot:
        if table.game.name != self.game.name:
            raise UsageError(
                "{target} does not play {game}", target=self.game.name, game=table.game.name
            )
        return engine_talker(table, self.options)


def engine_talker(table: SeatInfo, options: ServerOptions) -> PlayerTalker:
    """Our engine at *table*, as it is wished; raise `UsageError` if it has no such option."""
    usual = ServerOptions()
    given = {
        "level": (options.level, usual.level),
        "threads": (options.threads, usual.threads),
        "hash": (options.hash_mb, usual.hash_mb),
    }
    # Only what was changed is passed on: not every engine has these options.
    chosen = {key: str(value) for key, (value, usually) in given.items() if value != usually}
    return PlayerTalker(table, "engine", chosen, nodes=options.nodes, seed=options.seed)

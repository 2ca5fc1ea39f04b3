"""Our engine over our own line protocol (`docs/bots/protocol.md`), for other people's judges."""

from garlic.bot.line import LineBot, LineSession, SeatInfo
from garlic.core import Game, UsageError
from garlic.engines.servers.frame import Send, ServerKind, ServerOptions
from garlic.engines.talker import PlayerTalker


class LineServer:
    """The line protocol from the engine's side; it reads no lines during a search."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.game, self.options, self.send = game, options, send
        self.talk = LineSession(self._make_talker)

    def handle(self, line: str) -> bool:
        """Handle *line*; False at ``end``. Raises `GarlicError` on an invalid line."""
        if (answer := self.talk.handle(line)) is not None:
            self.send(answer)
        return not self.talk.ended

    def close(self) -> None:
        """Nothing runs between two lines."""

    def _make_talker(self, info: SeatInfo) -> LineBot:
        if info.game.name != self.game.name:
            raise UsageError(
                "{target} does not play {game}", target=self.game.name, game=info.game.name
            )
        return engine_talker(info, self.options)


def engine_talker(info: SeatInfo, options: ServerOptions) -> PlayerTalker:
    """Our engine for *info* with *options*; raise `UsageError` if it does not have one of them."""
    defaults = ServerOptions()
    given = {
        "level": (options.level, defaults.level),
        "threads": (options.threads, defaults.threads),
        "hash": (options.hash_mb, defaults.hash_mb),
    }
    # Only changed options are passed on: not every engine has all of them.
    changed = {key: str(value) for key, (value, default) in given.items() if value != default}
    return PlayerTalker(info, "engine", changed, nodes=options.nodes, seed=options.seed)


LINE = ServerKind("line", "judges that speak our line protocol", LineServer)

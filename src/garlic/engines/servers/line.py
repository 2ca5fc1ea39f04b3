"""Our engine over our own line protocol (`docs/protocol.md`), for judges of other people's."""

from garlic.bot.talk import Conversation, Table, Talker
from garlic.core import Game, UsageError
from garlic.engines.servers.frame import Send, Wishes
from garlic.engines.talker import PlayerTalker


class LineServer:
    """The line protocol as our engine speaks it; it has nothing to hear while it thinks."""

    def __init__(self, game: Game, wishes: Wishes, send: Send) -> None:
        self.game, self.wishes, self.send = game, wishes, send
        self.talk = Conversation(self._sit_down)

    def hear(self, line: str) -> bool:
        """Act on *line*; False at ``end``. Raises `GarlicError` on what is no line of it."""
        if (answer := self.talk.hear(line)) is not None:
            self.send(answer)
        return not self.talk.ended

    def close(self) -> None:
        """Nothing runs between two lines."""

    def _sit_down(self, table: Table) -> Talker:
        if table.game.name != self.game.name:
            raise UsageError(
                "{target} does not play {game}", target=self.game.name, game=table.game.name
            )
        return engine_talker(table, self.wishes)


def engine_talker(table: Table, wishes: Wishes) -> PlayerTalker:
    """Our engine at *table*, as it is wished; raise `UsageError` if it has no such option."""
    usual = Wishes()
    given = {
        "level": (wishes.level, usual.level),
        "threads": (wishes.threads, usual.threads),
        "hash": (wishes.hash_mb, usual.hash_mb),
    }
    # What nobody wished for is not asked for: not every engine has these options.
    options = {key: str(wish) for key, (wish, usually) in given.items() if wish != usually}
    return PlayerTalker(table, "engine", options, nodes=wishes.nodes, seed=wishes.seed)

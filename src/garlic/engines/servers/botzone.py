"""Our engines as bots of Botzone: JSON or the simple form, whichever the first line is in.

One answer, then it ends; with ``--keep-running`` it says that it stays, and answers every request
that follows.
"""

import json
from typing import Any

from garlic.core import Game, IllegalMoveError
from garlic.core.reading.document import Document
from garlic.core.reading.scan import whole_number
from garlic.engines.servers.frame import (
    BackgroundSearch,
    SearchRequest,
    Send,
    ServerOptions,
    Thought,
)
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.protocols.botzone import FORMS, KEEP_RUNNING, Exchanges

_MOST_REQUESTS = 1000
_PASS = "pass"  # noqa: S105  (a move, no secret)


class BotzoneServer:
    """The site's interaction as our engine answers it."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.game, self.send = game, send
        self.thinker = BackgroundSearch(game, options)
        # The site plays Gomoku without forbidden moves.
        self.position: Any = game.setup(rule="freestyle") if game.rules else game.setup()
        self.talk = Exchanges(FORMS[game.name])
        self.begun = False
        self.wanted = 0  # lines of the simple form that are still to come
        self.pairs: list[tuple[Any, Any]] = []

    def hear(self, line: str) -> bool:
        """Act on *line*; False when all is said. Raises `GarlicError` at what cannot be read.

        There is nobody who would hear of a fault on this line: the site only reads answers.
        """
        if not line.strip():
            return True
        if self.wanted:
            self.pairs.append(self.talk.pair_in_line(line))
            self.wanted -= 1
        elif self.begun and self.talk.simple:
            self.pairs = [self.talk.pair_in_line(line)]
        elif not self.begun and (count := whole_number(line.strip(), 1, _MOST_REQUESTS)):
            self.talk.simple, self.wanted = True, 2 * count - 1
        else:
            self.pairs = self._pairs_in_json(Document.parse(line.encode(), "input"))
        if self.wanted:
            return True
        self._play_all()
        self._answer()
        return self.thinker.options.keep_running

    def close(self) -> None:
        """Nothing runs between two requests."""

    def _pairs_in_json(self, document: Document) -> list[tuple[Any, Any]]:
        if self.begun:
            return [self.talk.pair_in_object(document.value, document.where)]
        requests = document.take("requests", list)
        responses = document.maybe("responses", list) or []
        if len(requests) != len(responses) + 1:
            raise ProtocolFault(
                "expected one request more than responses, got {requests} and {responses}",
                requests=len(requests),
                responses=len(responses),
            )
        named = [("requests", requests[0])]
        for response, request in zip(responses, requests[1:], strict=True):
            named += [("responses", response), ("requests", request)]
        return [self.talk.pair_in_object(value, where) for where, value in named]

    def _play_all(self) -> None:
        """Play what was told; the first request to whoever begins is no move."""
        nothing = self.talk.form.write(None)
        if not self.begun and self.pairs[:1] == [nothing]:
            self.pairs = self.pairs[1:]
        self.begun = True
        for pair in self.pairs:
            self._play(self.talk.form.read(*pair))
        self.pairs = []

    def _play(self, move: str) -> None:
        try:
            self.position = self.position.play(self.game.move.parse(move))
        except IllegalMoveError:
            if move != _PASS:
                raise
            self.position = self.position.skip()  # a turn that was lost

    def _answer(self) -> None:
        moves = [str(move) for move in self.position.legal_moves()]
        if not moves:
            raise ProtocolFault("the game is over")
        if moves == [_PASS]:
            self._tell(Thought(self.game.move.parse(_PASS)))
            return
        self.thinker.warm_up(self.position)
        limit = self.thinker.options.usual_limit()
        self._tell(self.thinker.think(SearchRequest(self.position, limit)))

    def _tell(self, thought: Thought) -> None:
        move, found = str(thought.move), thought.result
        self._play(move)
        first, second = self.talk.form.write(move)
        remark = (
            "book" if found is None else f"depth {found.depth}, {found.score}, {found.nodes} nodes"
        )
        if self.talk.simple:
            lines = [f"{first} {second}", remark]
        else:
            response = dict(zip(self.talk.form.keys, (first, second), strict=True))
            lines = [json.dumps({"response": response, "debug": remark})]
        self.send(*lines, *([KEEP_RUNNING] if self.thinker.options.keep_running else []))

"""Our engines as bots of Botzone, in JSON or the simple form, as in the first line.

It answers once and ends; with ``--keep-running`` it asks to be kept running and answers every
following request.
"""

import json

from garlic.core import Game, IllegalMoveError
from garlic.core.game import skipped, turn_position
from garlic.core.reading.fields import Fields, read_json
from garlic.core.reading.scan import whole_number
from garlic.engines.servers.frame import (
    BackgroundSearch,
    SearchAnswer,
    SearchRequest,
    Send,
    ServerKind,
    ServerOptions,
)
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.protocols.botzone import FORMS, KEEP_RUNNING, Exchanges

_MOST_REQUESTS = 1000
_PASS = "pass"  # noqa: S105  (a move, no secret)


class BotzoneServer:
    """Botzone's protocol from the engine's side."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.game, self.send = game, send
        self.search = BackgroundSearch(game, options)
        # The site plays Gomoku without forbidden moves.
        self.position = turn_position(game.setup(rule="freestyle" if game.rules else None))
        self.exchanges = Exchanges(FORMS[game.name])
        self.begun = False
        self.lines_left = 0  # lines of the simple form that are still to come
        self.pairs: list[tuple[object, object]] = []

    def handle(self, line: str) -> bool:
        """Handle *line*; False after the last answer. Raises `GarlicError` if it is invalid.

        An error cannot be reported to the site, which only reads answers.
        """
        if not line.strip():
            return True
        if self.lines_left:
            self.pairs.append(self.exchanges.pair_in_line(line))
            self.lines_left -= 1
        elif self.begun and self.exchanges.simple:
            self.pairs = [self.exchanges.pair_in_line(line)]
        elif not self.begun and (count := whole_number(line.strip(), 1, _MOST_REQUESTS)):
            self.exchanges.simple, self.lines_left = True, 2 * count - 1
        else:
            self.pairs = self._pairs_in_json(read_json(line.encode(), "input"))
        if self.lines_left:
            return True
        self._play_all()
        self._answer()
        return self.search.options.keep_running

    def close(self) -> None:
        """Nothing runs between two requests."""

    def _pairs_in_json(self, document: Fields) -> list[tuple[object, object]]:
        if self.begun:
            return [self.exchanges.pair_in_object(document.values, document.where)]
        requests = document.take("requests", list)
        responses = document.take("responses", list, [])
        if len(requests) != len(responses) + 1:
            raise ProtocolFault(
                "expected one request more than responses, got {requests} and {responses}",
                requests=len(requests),
                responses=len(responses),
            )
        named = [("requests", requests[0])]
        for response, request in zip(responses, requests[1:], strict=True):
            named += [("responses", response), ("requests", request)]
        return [self.exchanges.pair_in_object(value, where) for where, value in named]

    def _play_all(self) -> None:
        """Play the moves received; the first request to the first player is not a move."""
        nothing = self.exchanges.form.write(None)
        if not self.begun and self.pairs[:1] == [nothing]:
            self.pairs = self.pairs[1:]
        self.begun = True
        for pair in self.pairs:
            self._play(self.exchanges.form.read(*pair))
        self.pairs = []

    def _play(self, move: str) -> None:
        try:
            self.position = self.position.play(self.game.move.parse(move))
        except IllegalMoveError:
            if move != _PASS:
                raise
            self.position = turn_position(skipped(self.position))  # a lost turn

    def _answer(self) -> None:
        moves = [str(move) for move in self.position.legal_moves()]
        if not moves:
            raise ProtocolFault("the game is over")
        if moves == [_PASS]:
            self._send_answer(SearchAnswer(self.game.move.parse(_PASS)))
            return
        self.search.warm_up(self.position)
        limit = self.search.options.default_limit()
        self._send_answer(self.search.answer(SearchRequest(self.position, limit)))

    def _send_answer(self, answer: SearchAnswer) -> None:
        move, result = str(answer.move), answer.result
        self._play(move)
        first, second = self.exchanges.form.write(move)
        remark = "book"
        if result is not None:
            remark = f"depth {result.depth}, {result.score}, {result.nodes} nodes"
        if self.exchanges.simple:
            lines = [f"{first} {second}", remark]
        else:
            response = dict(zip(self.exchanges.form.keys, (first, second), strict=True))
            lines = [json.dumps({"response": response, "debug": remark})]
        self.send(*lines, *([KEEP_RUNNING] if self.search.options.keep_running else []))


BOTZONE = ServerKind("botzone", "Botzone", BotzoneServer, tuple(FORMS))

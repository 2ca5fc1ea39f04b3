"""Our engine over the Tiaojia course's protocol: START, PLACE, TURN, END."""

from garlic.bot.line import SeatInfo
from garlic.core import Game, GarlicError
from garlic.core.game import turn_position
from garlic.engines.servers.frame import Send, ServerKind, ServerOptions
from garlic.engines.servers.line import engine_talker
from garlic.engines.talker import PlayerTalker

_SEATS = {"1": 0, "2": 1}


class TongjiServer:
    """The course's protocol from the engine's side. It sends no limits: the course's apply."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.game, self.options, self.send = game, options, send
        self.position = game.start()
        self.talker: PlayerTalker | None = None

    def handle(self, line: str) -> bool:
        """Handle *line*; False at ``END``. An error is sent as a ``DEBUG`` line."""
        try:
            match line.split():
                case ["START", side] if side in _SEATS:
                    self._start(self.game.seats[_SEATS[side]])
                case ["PLACE", *words]:
                    self._play(" ".join(words))
                case ["TURN"] if self.talker is not None:
                    move = self.talker.play(self.position)
                    self._play(move)
                    self.send(move)
                case ["END", *_]:
                    return False
        except GarlicError as fault:
            self.send(f"DEBUG {fault}")
        return True

    def close(self) -> None:
        """Nothing runs between two lines."""

    def _start(self, seat: str) -> None:
        self.position = self.game.start()
        self.talker = engine_talker(SeatInfo(self.game, seat, self.game.limits), self.options)
        self.talker.start(self.position)
        self.send("OK")

    def _play(self, move: str) -> None:
        self.position = turn_position(self.position).play(self.game.move.parse(move))


TONGJI = ServerKind("tongji", "the judge of Tiaojia's course", TongjiServer, ("tiaojia",))

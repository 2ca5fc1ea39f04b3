"""One run of the referee over a game of people, in a thread.

A game that is taken back, continued after a restart or played on with others in the seats is
simply refereed again: everybody first answers as before, then goes on (`RecordedPlayer`). Each
such run is a `Run`; one that was left ends as soon as anybody is asked.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, Protocol

from garlic.core import Game, GarlicError, Seat, Verdict
from garlic.games import GAMES
from garlic.judge.faults import fault_rules
from garlic.judge.game_run import GameRun, player_for
from garlic.judge.record import Turn
from garlic.judge.referee import Answer, Overloaded, Player, Referee, Refereed
from garlic.judge.replay import RecordedPlayer
from garlic.store import Database
from garlic.store.human_games import Setup
from garlic.web.play.opponents import HUMAN, bot_of
from garlic.web.play.people import (
    RESIGN,
    STEPS,
    HumanPlayer,
    Left,
    Mailbox,
    PacedPlayer,
    Pacer,
    Steering,
    SteeringPlayer,
)
from garlic.web.problems import SentenceCode
from garlic.web.sentences import wording
from garlic.web.view.boards import BoardView
from garlic.wire import SeatSetup
from garlic.wire.dialogue import Played

_LOG = logging.getLogger("garlic.web")


@dataclass(frozen=True, slots=True)
class RunFrame:
    """A position, the places of the move that led to it, and how that move is said."""

    position: Any
    last: tuple[int, ...] = ()
    spoken: str | None = None


class Listener(Protocol):
    """Who is told what the referee of a run sees; may raise `Left`."""

    def came_to(self, run: "Run", written: int, turns: tuple[Turn, ...]) -> None:
        """A new position is the last of the run's frames, *written* turns led to it."""

    def finished(
        self, run: "Run", match: GameRun, refereed: Refereed, players: Sequence[Player]
    ) -> None:
        """The game is over; *players* are those who were asked in person."""

    def too_busy(self, run: "Run", turn: Turn) -> None:
        """The machine was too busy to judge *turn* fairly."""

    def stuck(self, run: "Run", why: SentenceCode) -> None:
        """It cannot go on."""


class Run:
    """One run: `start` it, and `leave` it when another one takes over."""

    def __init__(
        self,
        name: str,
        setup: Setup,
        known: Sequence[Turn],
        board: BoardView,
        *,
        database: Database,
        listener: Listener,
    ) -> None:
        self.setup = setup
        self.game: Game = GAMES[setup.game]
        self.frames: list[RunFrame] = []
        self.mailboxes = {seat: Mailbox() for seat in Seat if setup.seats[seat.index] == HUMAN}
        ticks = setup.ticks
        self.pacer = Pacer(ticks) if ticks is not None and self.mailboxes else None
        self.steering = Steering()
        self._known = list(known)
        self._board = board
        self._database = database
        self._listener = listener
        self._left = False
        self._thread = threading.Thread(target=self._work, name=f"play {name}", daemon=True)

    def start(self) -> None:
        """Let the referee run."""
        self._thread.start()

    def leave(self) -> None:
        """Nobody wants to know any more how it goes on."""
        self._left = True
        for mailbox in self.mailboxes.values():
            mailbox.leave()
        if self.pacer is not None:
            self.pacer.leave()

    def join(self, seconds: float) -> None:
        """Wait until the referee has left, but no longer than *seconds*."""
        self._thread.join(seconds)

    def _check(self) -> None:
        if self._left:
            raise Left

    def _work(self) -> None:
        try:
            with ExitStack() as stack:
                self._referee(stack)
        except Left:
            pass
        except Overloaded as busy:
            self._listener.too_busy(self, busy.turn)
        except GarlicError as fault:
            self._listener.stuck(self, SentenceCode(**wording(fault)))
        except Exception:  # noqa: BLE001  (a thread of ours: nobody else would hear of it)
            _LOG.exception("a play of %s", self.game.name)
            self._listener.stuck(self, SentenceCode(code="problem.internal"))

    def _referee(self, stack: ExitStack) -> None:
        setup = self.setup
        bots = (bot_of(self._database, setup.seats[0]), bot_of(self._database, setup.seats[1]))
        match = GameRun(
            setup.game,
            bots,
            setup.start,
            seed=setup.seed,
            limits=setup.limits,
            timeouts=setup.timeouts,
            map=setup.map,
        )
        start = self.game.parse(setup.start)
        players = {
            seat: stack.enter_context(closing(self._player(match, seat, start))) for seat in Seat
        }

        def watch(position: Any, turns: tuple[Turn, ...]) -> None:
            self.frames.append(self._frame(position, turns))
            self._listener.came_to(self, len(referee.turns), turns)

        referee = Referee(
            self.game,
            players,
            setup.limits,
            setup.seed,
            faults=fault_rules(self.game, setup.timeouts),
            watch=watch,
        )
        refereed = referee.run(start)
        asked = [player.live for player in players.values() if player.live is not None]
        inner = [live.player if isinstance(live, PacedPlayer) else live for live in asked]
        self._listener.finished(self, match, refereed, inner)

    def _player(self, match: GameRun, seat: Seat, start: Any) -> "_Guarded":
        """Whoever sits there: first what they answered before, then they themselves."""
        limits = self.setup.limits
        own = [turn for turn in self._known if turn.seat == self.game.seats[seat.index]]
        used = sum(turn.cost.wall_seconds for turn in own if turn.number > 0)

        def player() -> Player:
            if seat not in self.mailboxes:
                return player_for(match, SeatSetup(self.game, seat, limits, start))
            if self.pacer is None:
                return HumanPlayer(self.mailboxes[seat], limits.game_seconds, used)
            return SteeringPlayer(lambda position: self._steered(position, seat))

        def live() -> Player:
            if self.pacer is None:
                return player()
            return PacedPlayer(player(), self.pacer, lambda: len(self.frames))

        return _Guarded(own, live, self._check)

    def _steered(self, position: Any, seat: Seat) -> str:
        """The move of *seat* that lies in the direction it is steered to, else staying."""
        direction = self.steering.direction(seat)
        if direction is None:
            return RESIGN
        down, right = STEPS[direction]
        step = down * len(self._board.shape.columns) + right
        for legal in self._board.legal_moves(position, seat):
            if legal.path[-1] - legal.path[0] == step:
                return legal.move
        return str(position.stay(seat))

    def _frame(self, position: Any, turns: tuple[Turn, ...]) -> RunFrame:
        if not self.frames or self.game.simultaneous:
            return RunFrame(position)
        turn = turns[-1]
        if turn.verdict is Verdict.RESIGNED:
            return RunFrame(position, self.frames[-1].last)  # the board stays as it is
        if turn.verdict is not Verdict.OK or turn.move is None:
            return RunFrame(position)
        before = self.frames[-1].position
        move = self.game.move.parse(turn.move)
        spoken = self.game.spoken_move(before, move) if self.game.spoken_move else None
        return RunFrame(position, tuple(self._board.places(before, move)), spoken)


class _Guarded(RecordedPlayer):
    """Leaves as soon as its run is left, whatever its player answered meanwhile."""

    def __init__(
        self, turns: list[Turn], live: Callable[[], Player], check: Callable[[], None]
    ) -> None:
        super().__init__(turns, live)
        self._check = check

    def start(self) -> Answer:
        """Sit down."""
        self._check()
        answer = super().start()
        self._check()
        return answer

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """Ask, unless nobody wants to know any more."""
        self._check()
        answer = super().ask(position, played, seconds)
        self._check()
        return answer

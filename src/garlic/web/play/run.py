"""One run of the referee over a human game, in a thread.

After a move is taken back, a server restart or a change of seats, the game is refereed again from
the start: every player first repeats its recorded answers, then continues (`RecordedPlayer`). Each
such run is a `RefereeRun`; a cancelled one ends when the next player is asked.
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
    Directions,
    HumanPlayer,
    MoveQueue,
    RealTimePlayer,
    RoundTimer,
    RunCancelled,
    SteeringPlayer,
)
from garlic.web.problems import SentenceModel
from garlic.web.sentences import encode_sentence
from garlic.web.view.boards import BoardView
from garlic.wire import SeatSetup
from garlic.wire.dialogue import Played

_LOG = logging.getLogger("garlic.web")


@dataclass(frozen=True, slots=True)
class RunFrame:
    """A position, and the places and spoken form of the move that led to it."""

    position: Any
    last: tuple[int, ...] = ()
    spoken: str | None = None


class RunListener(Protocol):
    """Gets the events of a run; its methods may raise `RunCancelled`."""

    def position_reached(self, run: "RefereeRun", count: int, turns: tuple[Turn, ...]) -> None:
        """A new position is the last of the run's frames; *count* turns led to it."""

    def run_finished(
        self, run: "RefereeRun", game_run: GameRun, refereed: Refereed, players: Sequence[Player]
    ) -> None:
        """The game is over; *players* are those who did more than repeat recorded answers."""

    def run_overloaded(self, run: "RefereeRun", turn: Turn) -> None:
        """The machine was too busy to judge *turn* fairly."""

    def run_failed(self, run: "RefereeRun", reason: SentenceModel) -> None:
        """The game cannot continue."""


class RefereeRun:
    """One run: `start` it, and `cancel` it when another one takes over."""

    def __init__(
        self,
        name: str,
        setup: Setup,
        recorded: Sequence[Turn],
        board: BoardView,
        *,
        database: Database,
        listener: RunListener,
    ) -> None:
        self.setup = setup
        self.game: Game = GAMES[setup.game]
        self.frames: list[RunFrame] = []
        self.move_queues = {seat: MoveQueue() for seat in Seat if setup.seats[seat.index] == HUMAN}
        ticks = setup.ticks
        self.round_timer = RoundTimer(ticks) if ticks is not None and self.move_queues else None
        self.directions = Directions()
        self._recorded = list(recorded)
        self._board = board
        self._database = database
        self._listener = listener
        self._cancelled = False
        self._thread = threading.Thread(target=self._work, name=f"play {name}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def cancel(self) -> None:
        """End the run as soon as possible, without a result."""
        self._cancelled = True
        for move_queue in self.move_queues.values():
            move_queue.cancel()
        if self.round_timer is not None:
            self.round_timer.cancel()

    def join(self, seconds: float) -> None:
        """Wait for the end of the thread, at most *seconds*."""
        self._thread.join(seconds)

    def _check(self) -> None:
        if self._cancelled:
            raise RunCancelled

    def _work(self) -> None:
        try:
            with ExitStack() as stack:
                self._referee(stack)
        except RunCancelled:
            pass
        except Overloaded as busy:
            self._listener.run_overloaded(self, busy.turn)
        except GarlicError as fault:
            self._listener.run_failed(self, SentenceModel(**encode_sentence(fault)))
        except Exception:  # noqa: BLE001  (nothing else would report it in this thread)
            _LOG.exception("human game of %s", self.game.name)
            self._listener.run_failed(self, SentenceModel(code="problem.internal"))

    def _referee(self, stack: ExitStack) -> None:
        setup = self.setup
        bots = (bot_of(self._database, setup.seats[0]), bot_of(self._database, setup.seats[1]))
        game_run = GameRun(
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
            seat: stack.enter_context(closing(self._player(game_run, seat, start))) for seat in Seat
        }

        def watch(position: Any, turns: tuple[Turn, ...]) -> None:
            self.frames.append(self._frame(position, turns))
            self._listener.position_reached(self, len(referee.turns), turns)

        referee = Referee(
            self.game,
            players,
            setup.limits,
            setup.seed,
            faults=fault_rules(self.game, setup.timeouts),
            watch=watch,
        )
        refereed = referee.run(start)
        live = [player.live for player in players.values() if player.live is not None]
        inner = [each.player if isinstance(each, RealTimePlayer) else each for each in live]
        self._listener.run_finished(self, game_run, refereed, inner)

    def _player(self, game_run: GameRun, seat: Seat, start: Any) -> "_CancellablePlayer":
        """The player in *seat*, who first repeats the recorded answers."""
        limits = self.setup.limits
        own = [turn for turn in self._recorded if turn.seat == self.game.seats[seat.index]]
        used = sum(turn.cost.wall_seconds for turn in own if turn.number > 0)

        def player() -> Player:
            if seat not in self.move_queues:
                return player_for(game_run, SeatSetup(self.game, seat, limits, start))
            if self.round_timer is None:
                return HumanPlayer(self.move_queues[seat], limits.game_seconds, used)
            return SteeringPlayer(lambda position: self._steered_move(position, seat))

        def live() -> Player:
            if self.round_timer is None:
                return player()
            return RealTimePlayer(player(), self.round_timer, lambda: len(self.frames))

        return _CancellablePlayer(own, live, self._check)

    def _steered_move(self, position: Any, seat: Seat) -> str:
        """The move of *seat* in its current direction, or to stay if that is not legal."""
        direction = self.directions.direction(seat)
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
            return RunFrame(position, self.frames[-1].last)  # the board does not change
        if turn.verdict is not Verdict.OK or turn.move is None:
            return RunFrame(position)
        before = self.frames[-1].position
        move = self.game.move.parse(turn.move)
        spoken = self.game.spoken_move(before, move) if self.game.spoken_move else None
        return RunFrame(position, tuple(self._board.places(before, move)), spoken)


class _CancellablePlayer(RecordedPlayer):
    """Raises `RunCancelled` once its run is cancelled, whatever its player answered."""

    def __init__(
        self, turns: list[Turn], live: Callable[[], Player], check: Callable[[], None]
    ) -> None:
        super().__init__(turns, live)
        self._check = check

    def start(self) -> Answer:
        """Start the player; raise `RunCancelled`."""
        self._check()
        answer = super().start()
        self._check()
        return answer

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """Ask the player; raise `RunCancelled`."""
        self._check()
        answer = super().ask(position, played, seconds)
        self._check()
        return answer

"""One run of the judge over a human game, in a thread.

After a move is taken back, a server restart or a change of seats, the game is refereed again from
the start: the judge first repeats the recorded turns, then asks the players. Each such run is a
`RefereeRun`; a cancelled one ends at its next position.
"""

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from garlic.core import Game, GarlicError, Position, Seat
from garlic.core.game import simultaneous_position
from garlic.games import GAMES
from garlic.judge.bots import Bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import NOT_JUDGED, Record, Turn
from garlic.judge.referee import is_start
from garlic.store import Database
from garlic.store.human_games import Setup
from garlic.web.play.opponents import HUMAN, bot_of
from garlic.web.play.people import (
    RESIGN,
    STEPS,
    Directions,
    HumanPlayer,
    MoveQueue,
    RoundTimer,
    RunCancelled,
)
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.models import GameStart, GameStep, TurnView
from garlic.web.view.replay import ViewBuilder
from garlic.wire import SeatSetup

_LOG = logging.getLogger("garlic.web")


@dataclass(frozen=True, slots=True)
class RunFrame:
    """A position, and the step that led to it; the start of the game for the first one."""

    position: Position
    step: GameStart | GameStep

    @property
    def change(self) -> GameStep | None:
        """The step that led to the position; None at the start."""
        return self.step if isinstance(self.step, GameStep) else None


def has_played(frames: Sequence[RunFrame], seat: Seat, move: str, ply: int) -> bool:
    """Did *seat* play *move* at *ply*, according to *frames*?"""
    if not 0 <= ply < len(frames) - 1:
        return False
    return any(turn.seat is seat and turn.move == move for turn in frames[ply + 1].step.turns)


def last_ply_of(frames: Sequence[RunFrame], game: Game, seats: Sequence[Seat]) -> int | None:
    """The last ply before the current one at which one of *seats* had to move."""
    for ply in range(len(frames) - 2, -1, -1):
        if any(game.awaits(frames[ply].position, seat) for seat in seats):
            return ply
    return None


class RunListener(Protocol):
    """Gets the events of a run; its methods may raise `RunCancelled`."""

    def position_reached(self, run: "RefereeRun", new: tuple[Turn, ...]) -> None:
        """A position is the last of the run's frames; *new* are the turns that led to it.

        None of the turns is new at the position from which the run continues.
        """

    def run_finished(self, run: "RefereeRun", record: Record) -> None:
        """The game is over."""

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
        start = self.game.parse(setup.start)
        self._view = ViewBuilder(board, start, setup.timeouts)
        self.first_frame = RunFrame(start, self._view.begin(()))  # before the bots have started
        self.move_queues = {seat: MoveQueue() for seat in Seat if setup.seats[seat.index] == HUMAN}
        ticks = setup.ticks
        self.round_timer = RoundTimer(ticks) if ticks is not None and self.move_queues else None
        self.directions = Directions()
        self._recorded = tuple(recorded)
        self._known = len(recorded)  # turns that the listener has
        self._count = 0  # turns that led to the last frame
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
        """Wait for the end of the thread, at most *seconds*; it may not have begun."""
        if self._thread.ident is not None:
            self._thread.join(seconds)

    def last_turns(self, record: Record) -> list[TurnView]:
        """The turns of *record* after those that led to the last frame."""
        return [self._view.turn(turn) for turn in record.turns[self._count :]]

    def _work(self) -> None:
        try:
            record = play(
                self._game_run(), watch=self._watch, human=self._person, past=self._recorded
            )
            if record.outcome == NOT_JUDGED:
                self._listener.run_failed(self, page_sentence("play.too_busy"))
            else:
                self._listener.run_finished(self, record)
        except RunCancelled:
            pass
        except GarlicError as fault:
            self._listener.run_failed(self, encode_sentence(fault))
        except Exception:  # noqa: BLE001  (nothing else would report it in this thread)
            _LOG.exception("human game of %s", self.game.name)
            self._listener.run_failed(self, SentenceModel(code="problem.internal"))

    def _game_run(self) -> GameRun:
        setup = self.setup
        return GameRun(
            setup.game,
            (self._bot(Seat.A), self._bot(Seat.B)),
            setup.start,
            seed=setup.seed,
            limits=setup.limits,
            timeouts=setup.timeouts,
            map=setup.map,
        )

    def _bot(self, seat: Seat) -> Bot:
        bot = bot_of(self._database, self.setup.seats[seat.index])
        return replace(bot, name=self.setup.names[seat.index])

    def _person(self, sitting: SeatSetup) -> HumanPlayer:
        seat = sitting.seat
        if self.round_timer is None:
            return HumanPlayer(lambda _, seconds: self.move_queues[seat].take(seconds))
        return HumanPlayer(lambda position, _: self._steered_move(position, seat))

    def _watch(self, position: Position, turns: tuple[Turn, ...]) -> None:
        """Report a position, unless the listener has it; raise `RunCancelled`."""
        if self._cancelled:
            raise RunCancelled
        if is_start(turns):
            self._view = ViewBuilder(self._board, position, self.setup.timeouts)
            self.frames, self._count = [RunFrame(position, self._view.begin(turns))], len(turns)
        else:
            self.frames.append(RunFrame(position, self._view.add(position, turns)))
            self._count += len(turns)
        if self._count < self._known:
            return
        self._listener.position_reached(self, turns if self._count > self._known else ())
        self._known = self._count
        if self.round_timer is not None and position.outcome() is None:
            self.round_timer.wait()

    def _steered_move(self, position: Position, seat: Seat) -> str:
        """The move of *seat* in its current direction, or to stay if that is not legal."""
        direction = self.directions.direction(seat)
        if direction is None:
            return RESIGN
        down, right = STEPS[direction]
        step = down * len(self._board.shape.columns) + right
        for legal in self._board.legal_moves(position, seat, changes=False):
            if legal.path[-1] - legal.path[0] == step:
                return legal.move
        return str(simultaneous_position(position).stay(seat))

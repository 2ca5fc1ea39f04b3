"""One game with human players: its state for the page, and the commands of the page.

The judge's referee runs it in a thread (`run`) and reports to it; commands come from requests.
"""

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal

from sqlalchemy import Connection

from garlic.arena.rating.ladder import ladder_of
from garlic.core import IllegalMoveError, Outcome, Position, Seat, Text
from garlic.core.game import moves_of, takes_turns
from garlic.games import GAMES
from garlic.judge.record import Record, Turn
from garlic.store import Database
from garlic.store.games import keep_game
from garlic.store.human_games import Setup, change_setup, keep_turns, set_result
from garlic.web.events import Hub
from garlic.web.play.models import (
    Counts,
    HumanGameStatus,
    HumanGameView,
    NewPly,
    PlayChanged,
    PlayMoved,
    PlayStatus,
    seat_views,
)
from garlic.web.play.opponents import HUMAN
from garlic.web.play.people import RESIGN, RunCancelled
from garlic.web.play.run import RefereeRun, RunFrame
from garlic.web.problems import Problem
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.models import GameStart, LegalMove, OutcomeView, TurnView
from garlic.web.view.rating_models import rung_of

_READY_SECONDS = 30.0  # how long a request waits for a game that is being restored
_SHOWN_ROUNDS = 30  # how many rounds of a simultaneous game are listed


class HumanGame:
    """A game in progress. All methods may be called from any thread."""

    def __init__(
        self,
        name: str,
        setup: Setup,
        turns: list[Turn],
        record: str | None,
        *,
        database: Database,
        hub: Hub,
    ) -> None:
        self.name = name
        self.setup = setup
        self.game = GAMES[setup.game]
        self._database = database
        self._hub = hub
        self._lock = threading.RLock()
        self._turns = turns
        self._record = record
        self._outcome: Outcome | None = None
        self._trouble: SentenceModel | None = None
        self._answered: dict[Seat, int] = {}  # the last ply at which a person has moved
        self._since = time.monotonic()
        self._ready = threading.Event()
        if not turns:
            self._ready.set()
        start = self.game.parse(setup.start)
        self.board = BoardView(self.game, start)
        self._run = self._new_run()
        self._frames: list[RunFrame] = [self._run.first_frame]
        self._last_turns: list[TurnView] = []  # those that led to no new position
        self._legal_in: Position | None = None  # the position in which `_legal` are legal
        self._legal: dict[Seat, list[LegalMove]] = {}

    # State -----------------------------------------------------------------------------------

    @property
    def topic(self) -> str:
        """The topic of its events."""
        return f"play:{self.name}"

    def view(self) -> HumanGameView:
        """The whole game. Waits while it is being restored after a restart."""
        self._ready.wait(_READY_SECONDS)
        with self._lock:
            now = self._frames[-1]
            return HumanGameView(
                id=self.name,
                game=self.game.name,
                title=encode_sentence(self.game.title),
                map=self.setup.map,
                start=self.setup.start,
                position=str(now.position),
                seats=seat_views(self.setup.seats, self.setup.names),
                turn_seconds=self.setup.limits.turn_seconds,
                clock_seconds=self.setup.limits.game_seconds,
                ticks=self.setup.ticks,
                shape=self.board.shape,
                frame=self.board.frame(now.position, now.change),
                turns=self._turn_views(),
                status=self._status(),
                counts=self._counts(),
            )

    def now(self) -> tuple[int, Position]:
        """The current ply and position."""
        self._ready.wait(_READY_SECONDS)
        with self._lock:
            return self._ply, self._frames[-1].position

    def at(self, ply: int) -> Position:
        """The position at *ply*; raise `Problem` (409) if that is not the current ply."""
        with self._at(ply):
            return self._frames[-1].position

    def awaited(self) -> list[Seat]:
        """The seats of the people whose move is awaited."""
        with self._lock:
            if self._outcome is not None:
                return []
            position = self._frames[-1].position
            return [
                seat
                for seat in Seat
                if self._is_human(seat)
                and self.game.awaits(position, seat)
                and self._answered.get(seat) != self._ply
            ]

    # Commands --------------------------------------------------------------------------------

    def move(self, seat: Seat, move: str, ply: int) -> None:
        """Play *move* for the person in *seat*.

        Raises `Problem` (409) if it is not their turn, and `InputError` if *move* is not legal.
        """
        with self._at(ply):
            if seat not in self.awaited():
                raise Problem(409, page_sentence("play.not_your_turn"))
            position = self._frames[-1].position
            parsed = self.game.move.parse(move)
            if takes_turns(position):
                position.play(parsed)  # raises with the reason if it is illegal
            elif parsed not in moves_of(position, seat):
                why = Text("{move} is not a legal move here", move=move)
                raise IllegalMoveError(move, position, why)
            self._answered[seat] = self._ply
            self._run.move_queues[seat].put(str(parsed))
            if self.game.simultaneous:
                self._publish_status()

    def steer(self, seat: Seat, direction: str) -> None:
        """Change the direction in a real-time game; raise `Problem` (409) in other games."""
        with self._lock:
            if self._run.round_timer is None or not self._is_human(seat):
                raise Problem(409, page_sentence("play.no_steering"))
            self._run.directions.steer(seat, direction)

    def pause(self, paused: bool) -> None:
        """Pause or resume a real-time game; raise `Problem` (409) in other games."""
        with self._lock:
            if self._run.round_timer is None:
                raise Problem(409, page_sentence("play.no_steering"))
            self._run.round_timer.pause(paused)
            self._publish_status()

    def resign(self, seat: Seat, ply: int) -> None:
        """Resign; if the other side is thinking, as soon as it has moved."""
        with self._at(ply):
            if not self._is_human(seat) or self._outcome is not None:
                raise Problem(409, page_sentence("play.not_your_turn"))
            self._answered[seat] = self._ply
            if self._run.round_timer is not None:
                self._run.directions.resign(seat)
                self._run.round_timer.pause(False)
            else:
                self._run.move_queues[seat].put(RESIGN)

    def take_back(self, ply: int) -> None:
        """Go back to before the last move of a person; also after the end of the game."""
        with self._at(ply):
            target = self._take_back_ply()
            if target is None:
                raise Problem(409, page_sentence("play.nothing_to_take_back"))
            self._turns = [turn for turn in self._turns if turn.number <= target]
            del self._frames[target + 1 :]
            self._reopen()
            self._change_setup(replace(self.setup, helped=True))
            self._database.write(
                lambda connection: keep_turns(connection, self.name, 0, self._turns)
            )
            self._start()
        self._publish_changed()

    def swap(self, ply: int) -> None:
        """Swap the seats; the game continues from the same position."""
        with self._at(ply):
            if self._outcome is not None:
                raise Problem(409, page_sentence("play.over"))
            seats, names = self.setup.seats, self.setup.names
            swapped = replace(self.setup, seats=seats[::-1], names=names[::-1], helped=True)
            self._change_setup(swapped)
            self._start()
        self._publish_changed()

    def help(self) -> None:
        """Note that a person is shown good moves, unless the game is over."""
        with self._lock:
            if self._outcome is None and not self.setup.helped:
                self._change_setup(replace(self.setup, helped=True))

    def retry(self) -> None:
        """Continue after a failure; raise `Problem` (409) if there was none."""
        with self._lock:
            if self._trouble is None:
                raise Problem(409, page_sentence("play.no_trouble"))
            self._start()
        self._publish_changed()

    def begin(self) -> None:
        """Start the referee."""
        with self._lock:
            self._start()

    def cancel(self) -> None:
        """Stop the referee; the game can be restored from the database."""
        with self._lock:
            self._run.cancel()

    def join(self, seconds: float) -> None:
        """Wait until the referee has stopped, at most *seconds*."""
        self._run.join(seconds)

    # Events of the referee run ---------------------------------------------------------------

    def _start(self) -> None:
        """Start a new run of the referee, which repeats the recorded turns and continues."""
        self._run.cancel()
        self._answered.clear()
        self._last_turns = []
        self._trouble = None
        self._run = self._new_run()
        self._run.start()

    def _new_run(self) -> RefereeRun:
        return RefereeRun(
            self.name, self.setup, self._turns, self.board, database=self._database, listener=self
        )

    def _check_run(self, run: RefereeRun) -> None:
        """Raise `RunCancelled` if *run* is no longer the current one."""
        if run is not self._run:
            raise RunCancelled

    def position_reached(self, run: RefereeRun, new: tuple[Turn, ...]) -> None:
        """Store and publish a new position, or go on from the one before."""
        with self._lock:
            self._check_run(run)
            self._frames = list(run.frames)
            self._since = time.monotonic()
            if not new:
                self._ready.set()
                return
            first = len(self._turns)
            self._turns += new
            self._save(first)
            self._ready.set()
            now = self._frames[-1]
            if isinstance(now.step, GameStart):
                self._publish_changed()
                return
            ply = NewPly(step=now.step, position=str(now.position), status=self._status())
            self._hub.publish(PlayMoved(topic=self.topic, kind="moved", data=ply))

    def run_finished(self, run: RefereeRun, record: Record) -> None:
        """Store the record of the game, and publish that it is over."""
        with self._lock:
            self._check_run(run)
            first = len(self._turns)
            self._turns = list(record.turns)
            self._save(min(first, len(self._turns)))
            self._frames = list(run.frames) or self._frames  # none if a bot did not start
            self._last_turns = run.last_turns(record)
            self._outcome = record.outcome
            if self._record is None:
                self._store_record(record)
            self._ready.set()
        self._publish_status("over")

    def run_failed(self, run: RefereeRun, reason: SentenceModel) -> None:
        """Show *reason*; the game stops until `retry`."""
        with self._lock:
            if run is not self._run:
                return
            self._trouble = reason
            self._ready.set()
        self._publish_changed()

    def _store_record(self, record: Record) -> None:
        # The moves of people follow from no inputs, so the key is a hash of the record itself.
        key = hashlib.sha256(f"{self.name} {record.dumps()}".encode()).hexdigest()

        def work(connection: Connection) -> None:
            keep_game(connection, key, record)
            set_result(connection, self.name, key)

        self._database.write(work, patient=True)
        self._record = key

    # Helpers ---------------------------------------------------------------------------------

    @property
    def _ply(self) -> int:
        return len(self._frames) - 1

    def _is_human(self, seat: Seat) -> bool:
        return self.setup.seats[seat.index] == HUMAN

    @contextmanager
    def _at(self, ply: int) -> Iterator[None]:
        """Hold the game at *ply*; raise `Problem` (409) if that is not the current ply.

        Waits while the game is being restored after a restart: an open page does not know of it.
        """
        self._ready.wait(_READY_SECONDS)
        with self._lock:
            if ply != self._ply or not self._ready.is_set():
                raise Problem(409, page_sentence("play.stale"))
            yield

    def _take_back_ply(self) -> int | None:
        """The ply to go back to: the last one before now at which a person had to move."""
        for ply in range(self._ply - 1, -1, -1):
            position = self._frames[ply].position
            if any(self._is_human(seat) and self.game.awaits(position, seat) for seat in Seat):
                return ply
        return None

    def _change_setup(self, setup: Setup) -> None:
        self.setup = setup
        self._database.write(lambda connection: change_setup(connection, self.name, setup))

    def _counts(self) -> Counts:
        """Whether the game counts for the strength of the one person in it."""
        ladder = ladder_of(self.game)
        bots = [seat for seat in Seat if not self._is_human(seat)]
        if ladder.measured is None:
            return "no scale"
        if len(bots) != 1 or rung_of(ladder, self.setup.seats[bots[0].index]) is None:
            return "opponent"
        if self.setup.own_position:
            return "position"
        if self.setup.helped:
            return "helped"
        name = self.game.seats[bots[0].index]
        faults = (turn.verdict.is_fault for turn in self._turns if turn.seat == name)
        return "fault" if any(faults) else "yes"

    def _reopen(self) -> None:
        self._outcome = None
        if self._record is not None:
            self._record = None
            self._database.write(lambda connection: set_result(connection, self.name, None))

    def _save(self, first: int) -> None:
        new = self._turns[first:]
        self._database.write(
            lambda connection: keep_turns(connection, self.name, first, new), patient=True
        )

    def _used(self, seat: Seat) -> float:
        """The seconds on the clock of *seat*."""
        name = self.game.seats[seat.index]
        own = [turn for turn in self._turns if turn.seat == name and turn.number]
        return round(sum(turn.cost.own_seconds for turn in own), 2)

    def _turn_views(self) -> list[TurnView]:
        frames = self._frames[-_SHOWN_ROUNDS:] if self.game.simultaneous else self._frames
        return [turn for frame in frames for turn in frame.step.turns] + self._last_turns

    def _legal_moves(self, position: Position, seat: Seat) -> list[LegalMove]:
        """The legal moves of *seat*, found once for each position."""
        if self._legal_in is not position:
            self._legal_in, self._legal = position, {}
        if seat not in self._legal:
            # In real time the page does not wait for the answers to moves.
            changes = self.setup.ticks is None
            self._legal[seat] = self.board.legal_moves(position, seat, changes=changes)
        return self._legal[seat]

    def _publish_status(self, kind: Literal["status", "over"] = "status") -> None:
        self._hub.publish(PlayStatus(topic=self.topic, kind=kind, data=self._status()))

    def _publish_changed(self) -> None:
        self._hub.publish(PlayChanged(topic=self.topic, kind="changed"))

    def _status(self) -> HumanGameStatus:
        awaited = self.awaited()
        position = self._frames[-1].position
        in_progress = self._outcome is None and self._trouble is None and position.outcome() is None
        bots = [
            seat for seat in Seat if not self._is_human(seat) and self.game.awaits(position, seat)
        ]
        thinking = bots[0] if in_progress and bots and not awaited else None
        return HumanGameStatus(
            ply=self._ply,
            waiting=awaited,
            thinking=thinking,
            moves={seat: self._legal_moves(position, seat) for seat in awaited},
            outcome=OutcomeView.of(self._outcome) if self._outcome else None,
            record=self._record,
            trouble=self._trouble,
            paused=self._run.round_timer is not None and self._run.round_timer.paused,
            used=(self._used(Seat.A), self._used(Seat.B)),
            elapsed=round(time.monotonic() - self._since, 2),
            can_take_back=self.setup.ticks is None and self._take_back_ply() is not None,
        )

"""One game with human players: its state for the page, and the commands of the page.

The judge's referee runs it in a thread (`run`) and reports to it; commands come from requests.
"""

import hashlib
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from garlic.core import IllegalMoveError, Outcome, Seat, Text
from garlic.games import GAMES
from garlic.judge.game_run import MOST_OVERLOADS, GameRun, facts_of, rings_of
from garlic.judge.record import Record, Turn
from garlic.judge.referee import Player, Refereed
from garlic.store import Database
from garlic.store.games import keep_game
from garlic.store.human_games import Setup, change_setup, keep_turns, set_result
from garlic.web.events import Hub
from garlic.web.play.models import (
    HumanGameStatus,
    HumanGameView,
    MovedEvent,
    TurnView,
    outcome_view,
    seat_views,
    turn_view,
)
from garlic.web.play.opponents import HUMAN
from garlic.web.play.people import RESIGN, RunCancelled
from garlic.web.play.run import RefereeRun, RunFrame
from garlic.web.problems import Problem, SentenceModel
from garlic.web.sentences import encode_sentence, page_sentence
from garlic.web.view.boards import BoardView

_READY_SECONDS = 30.0  # how long a request waits for a game that is being restored
_SHOWN_ROUNDS = 60  # how many turns of a simultaneous game are listed


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
        self._overloads = 0
        self._answered: dict[Seat, int] = {}  # the last ply at which a person has moved
        self._since = time.monotonic()
        self._ready = threading.Event()
        if not turns:
            self._ready.set()
        start = self.game.parse(setup.start)
        self.board = BoardView(self.game, start)
        self._frames = [RunFrame(start)]
        self._run = self._new_run()

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
                title=SentenceModel(**encode_sentence(self.game.title)),
                map=self.setup.map,
                start=self.setup.start,
                position=str(now.position),
                seats=seat_views(self.setup.seats, self.setup.names),
                turn_seconds=self.setup.limits.turn_seconds,
                clock_seconds=self.setup.limits.game_seconds,
                ticks=self.setup.ticks,
                shape=self.board.shape,
                frame=self.board.frame(now.position, now.last),
                turns=self._turn_views(),
                status=self._status(),
            )

    def now(self) -> tuple[int, Any]:
        """The current ply and position."""
        self._ready.wait(_READY_SECONDS)
        with self._lock:
            return self._ply, self._frames[-1].position

    def at(self, ply: int) -> Any:
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
            if self.game.simultaneous:
                if parsed not in position.moves_for(seat):
                    why = Text("{move} is not a legal move here", move=move)
                    raise IllegalMoveError(move, position, why)
            else:
                position.play(parsed)  # raises with the reason if it is illegal
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
            self._database.write(
                lambda connection: keep_turns(connection, self.name, 0, self._turns)
            )
            self._start()
        self._hub.publish(self.topic, "changed")

    def swap(self, ply: int) -> None:
        """Swap the seats; the game continues from the same position."""
        with self._at(ply):
            if self._outcome is not None:
                raise Problem(409, page_sentence("play.over"))
            seats, names = self.setup.seats, self.setup.names
            self.setup = replace(self.setup, seats=seats[::-1], names=names[::-1])
            self._database.write(lambda connection: change_setup(connection, self.name, self.setup))
            self._start()
        self._hub.publish(self.topic, "changed")

    def retry(self) -> None:
        """Continue after a failure; raise `Problem` (409) if there was none."""
        with self._lock:
            if self._trouble is None:
                raise Problem(409, page_sentence("play.no_trouble"))
            self._overloads = 0
            self._start()
        self._hub.publish(self.topic, "changed")

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

    def position_reached(self, run: RefereeRun, count: int, turns: tuple[Turn, ...]) -> None:
        """Store and publish a new position, unless the run still repeats recorded turns."""
        with self._lock:
            self._check_run(run)
            if count < len(self._turns):
                return
            self._frames = list(run.frames)
            self._since = time.monotonic()
            if count == len(self._turns):  # all recorded turns are repeated
                self._ready.set()
                return
            first = len(self._turns)
            self._turns += turns
            self._overloads = 0
            self._save(first)
            self._ready.set()
            if len(self._frames) < 2:
                self._hub.publish(self.topic, "changed")
                return
            before, after = self._frames[-2:]
            moved = MovedEvent(
                step=self.board.step(before.position, after.position, after.last),
                turns=[turn_view(self.game, turn, after.spoken) for turn in turns],
                position=str(after.position),
                status=self._status(),
            )
            self._hub.publish(self.topic, "moved", moved.model_dump(mode="json"))

    def run_finished(
        self, run: RefereeRun, game_run: GameRun, refereed: Refereed, players: Sequence[Player]
    ) -> None:
        """Store the record of the game, and publish that it is over."""
        with self._lock:
            self._check_run(run)
            first = len(self._turns)
            self._turns = list(refereed.turns)
            self._save(min(first, len(self._turns)))
            self._outcome = refereed.outcome
            if self._record is None:
                self._store_record(self._to_record(game_run, refereed, players))
            self._ready.set()
        self._hub.publish(self.topic, "over", self._status().model_dump(mode="json"))

    def run_overloaded(self, run: RefereeRun, turn: Turn) -> None:
        """The machine was too busy to judge a turn: try again, at most `MOST_OVERLOADS` times."""
        del turn
        with self._lock:
            if run is not self._run:
                return
            self._overloads += 1
            if self._overloads <= MOST_OVERLOADS:
                self._start()
                return
        self.run_failed(run, SentenceModel(**page_sentence("play.too_busy")))

    def run_failed(self, run: RefereeRun, reason: SentenceModel) -> None:
        """Show *reason*; the game stops until `retry`."""
        with self._lock:
            if run is not self._run:
                return
            self._trouble = reason
            self._ready.set()
        self._hub.publish(self.topic, "changed")

    def _store_record(self, record: Record) -> None:
        # The moves of people follow from no inputs, so the key is a hash of the record itself.
        key = hashlib.sha256(f"{self.name} {record.dumps()}".encode()).hexdigest()

        def work(connection: Connection) -> None:
            keep_game(connection, key, record)
            set_result(connection, self.name, key)

        self._database.write(work, patient=True)
        self._record = key

    def _to_record(
        self, game_run: GameRun, refereed: Refereed, players: Sequence[Player]
    ) -> Record:
        first, second = (
            replace(facts_of(bot), name=name)
            for bot, name in zip(game_run.bots, self.setup.names, strict=True)
        )
        return Record(
            game=game_run.game,
            map=game_run.map,
            start=game_run.start,
            seed=game_run.seed,
            limits=self.setup.limits,
            timeouts=game_run.timeouts,
            bots=(first, second),
            isolation=rings_of(players),
            turns=refereed.turns,
            choices=refereed.choices,
            outcome=refereed.outcome,
        )

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

    def _turn_views(self) -> list[TurnView]:
        shown = self._turns[-_SHOWN_ROUNDS:] if self.game.simultaneous else self._turns
        return [turn_view(self.game, turn, self._spoken(turn)) for turn in shown]

    def _spoken(self, turn: Turn) -> str | None:
        return self._frames[turn.number].spoken if turn.number < len(self._frames) else None

    def _publish_status(self) -> None:
        self._hub.publish(self.topic, "status", self._status().model_dump(mode="json"))

    def _status(self) -> HumanGameStatus:
        awaited = self.awaited()
        position = self._frames[-1].position
        in_progress = self._outcome is None and self._trouble is None and position.outcome() is None
        bots = [
            seat for seat in Seat if not self._is_human(seat) and self.game.awaits(position, seat)
        ]
        thinking = bots[0].value if in_progress and bots and not awaited else None
        return HumanGameStatus(
            ply=self._ply,
            waiting=[seat.value for seat in awaited],
            thinking=thinking,
            moves={seat.value: self.board.legal_moves(position, seat) for seat in awaited},
            outcome=outcome_view(self._outcome) if self._outcome else None,
            record=self._record,
            trouble=self._trouble,
            paused=self._run.round_timer is not None and self._run.round_timer.paused,
            used=[
                round(
                    sum(t.cost.wall_seconds for t in self._turns if t.seat == seat and t.number), 2
                )
                for seat in self.game.seats
            ],
            elapsed=round(time.monotonic() - self._since, 2),
            can_take_back=self.setup.ticks is None and self._take_back_ply() is not None,
        )

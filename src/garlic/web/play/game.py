"""One game of people on the page: what it looks like, and what people do in it.

The referee is the judge's own, in a thread (`running`); commands come from the outside.
"""

import hashlib
import threading
import time
from collections.abc import Sequence
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
    Moved,
    TurnView,
    outcome_view,
    seat_views,
    turn_view,
)
from garlic.web.play.opponents import HUMAN
from garlic.web.play.people import RESIGN, Left
from garlic.web.play.run import Run, RunFrame
from garlic.web.problems import Problem, SentenceCode
from garlic.web.sentences import coded, wording
from garlic.web.view.boards import BoardView

_READY_SECONDS = 30.0  # so long a page waits for a game that is being continued
_SHOWN_ROUNDS = 60  # turns of a simultaneous game that are listed


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
        self._trouble: SentenceCode | None = None
        self._overloads = 0
        self._answered: dict[Seat, int] = {}  # at which ply a person has moved already
        self._since = time.monotonic()
        self._ready = threading.Event()
        if not turns:
            self._ready.set()
        start = self.game.parse(setup.start)
        self.board = BoardView(self.game, start)
        self._frames = [RunFrame(start)]
        self._run = self._new_run()

    # What the page sees ----------------------------------------------------------------------

    @property
    def topic(self) -> str:
        """Where its events are told."""
        return f"play:{self.name}"

    def view(self) -> HumanGameView:
        """All of it. Waits while the game is being continued after a restart."""
        self._ready.wait(_READY_SECONDS)
        with self._lock:
            now = self._frames[-1]
            return HumanGameView(
                id=self.name,
                game=self.game.name,
                title=SentenceCode(**wording(self.game.title)),
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
        """The ply, and what is on the board."""
        self._ready.wait(_READY_SECONDS)
        with self._lock:
            return self._ply, self._frames[-1].position

    def at(self, ply: int) -> Any:
        """What is on the board, if *ply* is still now; raise `Problem` (409)."""
        with self._lock:
            self._check(ply)
            return self._frames[-1].position

    def awaited(self) -> list[Seat]:
        """The people whose move is awaited."""
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

    # What people do --------------------------------------------------------------------------

    def move(self, seat: Seat, move: str, ply: int) -> None:
        """Play *move* for the person in *seat*.

        Raises `Problem` (409) where it is not their turn any more, `InputError` where it is none.
        """
        with self._lock:
            self._check(ply)
            if seat not in self.awaited():
                raise Problem(409, coded("play.not_your_turn"))
            position = self._frames[-1].position
            wished = self.game.move.parse(move)
            if self.game.simultaneous:
                if wished not in position.moves_for(seat):
                    why = Text("{move} is not a legal move here", move=move)
                    raise IllegalMoveError(move, position, why)
            else:
                position.play(wished)  # says why not
            self._answered[seat] = self._ply
            self._run.mailboxes[seat].put(str(wished))
            if self.game.simultaneous:
                self._tell_status()

    def steer(self, seat: Seat, direction: str) -> None:
        """Go that way in a game in real time, and start it if it stands still."""
        with self._lock:
            if self._run.pacer is None or not self._is_human(seat):
                raise Problem(409, coded("play.no_steering"))
            self._run.steering.steer(seat, direction)

    def pause(self, wanted: bool) -> None:
        """Stand still, or go on."""
        with self._lock:
            if self._run.pacer is None:
                raise Problem(409, coded("play.no_steering"))
            self._run.pacer.pause(wanted)
            self._tell_status()

    def resign(self, seat: Seat, ply: int) -> None:
        """Give up; where the other side thinks, as soon as it has moved."""
        with self._lock:
            self._check(ply)
            if not self._is_human(seat) or self._outcome is not None:
                raise Problem(409, coded("play.not_your_turn"))
            self._answered[seat] = self._ply
            if self._run.pacer is not None:
                self._run.steering.resign(seat)
                self._run.pacer.pause(False)
            else:
                self._run.mailboxes[seat].put(RESIGN)

    def take_back(self, ply: int) -> None:
        """Go back to where a person moved last; also after the end."""
        with self._lock:
            self._check(ply)
            there = self._before()
            if there is None:
                raise Problem(409, coded("play.nothing_to_take_back"))
            self._turns = [turn for turn in self._turns if turn.number <= there]
            del self._frames[there + 1 :]
            self._open_again()
            self._database.write(
                lambda connection: keep_turns(connection, self.name, 0, self._turns)
            )
            self._start()
        self._hub.publish(self.topic, "changed")

    def swap(self, ply: int) -> None:
        """Change seats; the game goes on from the same position."""
        with self._lock:
            self._check(ply)
            if self._outcome is not None:
                raise Problem(409, coded("play.over"))
            seats, names = self.setup.seats, self.setup.names
            self.setup = replace(self.setup, seats=seats[::-1], names=names[::-1])
            self._database.write(lambda connection: change_setup(connection, self.name, self.setup))
            self._start()
        self._hub.publish(self.topic, "changed")

    def retry(self) -> None:
        """Go on after trouble."""
        with self._lock:
            if self._trouble is None:
                raise Problem(409, coded("play.no_trouble"))
            self._overloads = 0
            self._start()
        self._hub.publish(self.topic, "changed")

    def begin(self) -> None:
        """Let the referee run, if the game is not over."""
        with self._lock:
            self._start()

    def leave(self) -> None:
        """Stop the referee; the game can be continued from the database."""
        with self._lock:
            self._run.leave()

    def join(self, seconds: float) -> None:
        """Wait until the referee has left, but no longer than *seconds*."""
        self._run.join(seconds)

    # What the referee says -------------------------------------------------------------------

    def _start(self) -> None:
        """Begin a new run of the referee, which repeats what was played and goes on."""
        self._run.leave()
        self._answered.clear()
        self._trouble = None
        self._run = self._new_run()
        self._run.start()

    def _new_run(self) -> Run:
        return Run(
            self.name, self.setup, self._turns, self.board, database=self._database, listener=self
        )

    def _stay(self, run: Run) -> None:
        """Raise `Left` if another run has begun meanwhile."""
        if run is not self._run:
            raise Left

    def came_to(self, run: Run, written: int, turns: tuple[Turn, ...]) -> None:
        """The referee has come to a new position; tell it unless it is one of before."""
        with self._lock:
            self._stay(run)
            if written < len(self._turns):
                return
            self._frames = list(run.frames)
            self._since = time.monotonic()
            if written == len(self._turns):  # all is as it was: now it goes on
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
            moved = Moved(
                step=self.board.step(before.position, after.position, after.last),
                turns=[turn_view(self.game, turn, after.spoken) for turn in turns],
                position=str(after.position),
                status=self._status(),
            )
            self._hub.publish(self.topic, "moved", moved.model_dump(mode="json"))

    def finished(
        self, run: Run, match: GameRun, refereed: Refereed, players: Sequence[Player]
    ) -> None:
        """Keep the record of the game, and say that it is over."""
        with self._lock:
            self._stay(run)
            first = len(self._turns)
            self._turns = list(refereed.turns)
            self._save(min(first, len(self._turns)))
            self._outcome = refereed.outcome
            if self._record is None:
                self._keep(self._to_record(match, refereed, players))
            self._ready.set()
        self._hub.publish(self.topic, "over", self._status().model_dump(mode="json"))

    def too_busy(self, run: Run, turn: Turn) -> None:
        """The machine was too busy to judge a turn: ask again, a few times."""
        del turn
        with self._lock:
            if run is not self._run:
                return
            self._overloads += 1
            if self._overloads <= MOST_OVERLOADS:
                self._start()
                return
        self.stuck(run, SentenceCode(**coded("play.too_busy")))

    def stuck(self, run: Run, why: SentenceCode) -> None:
        """The game stands still until somebody says `retry`."""
        with self._lock:
            if run is not self._run:
                return
            self._trouble = why
            self._ready.set()
        self._hub.publish(self.topic, "changed")

    def _keep(self, record: Record) -> None:
        # People never play the same game for the same reasons: its content is its key.
        key = hashlib.sha256(f"{self.name} {record.dumps()}".encode()).hexdigest()

        def work(connection: Connection) -> None:
            keep_game(connection, key, record)
            set_result(connection, self.name, key)

        self._database.write(work)
        self._record = key

    def _to_record(self, match: GameRun, refereed: Refereed, players: Sequence[Player]) -> Record:
        first, second = (
            replace(facts_of(bot), name=name)
            for bot, name in zip(match.bots, self.setup.names, strict=True)
        )
        return Record(
            game=match.game,
            map=match.map,
            start=match.start,
            seed=match.seed,
            limits=self.setup.limits,
            timeouts=match.timeouts,
            bots=(first, second),
            isolation=rings_of(players),
            turns=refereed.turns,
            choices=refereed.choices,
            outcome=refereed.outcome,
        )

    # Small questions -------------------------------------------------------------------------

    @property
    def _ply(self) -> int:
        return len(self._frames) - 1

    def _is_human(self, seat: Seat) -> bool:
        return self.setup.seats[seat.index] == HUMAN

    def _check(self, ply: int) -> None:
        if ply != self._ply or not self._ready.is_set():
            raise Problem(409, coded("play.stale"))

    def _before(self) -> int | None:
        """The ply to go back to: the last at which a person had to move."""
        for ply in range(self._ply - 1, -1, -1):
            position = self._frames[ply].position
            if any(self._is_human(seat) and self.game.awaits(position, seat) for seat in Seat):
                return ply
        return None

    def _open_again(self) -> None:
        self._outcome = None
        if self._record is not None:
            self._record = None
            self._database.write(lambda connection: set_result(connection, self.name, None))

    def _save(self, first: int) -> None:
        new = self._turns[first:]
        self._database.write(lambda connection: keep_turns(connection, self.name, first, new))

    def _turn_views(self) -> list[TurnView]:
        shown = self._turns[-_SHOWN_ROUNDS:] if self.game.simultaneous else self._turns
        return [turn_view(self.game, turn, self._spoken(turn)) for turn in shown]

    def _spoken(self, turn: Turn) -> str | None:
        return self._frames[turn.number].spoken if turn.number < len(self._frames) else None

    def _tell_status(self) -> None:
        self._hub.publish(self.topic, "status", self._status().model_dump(mode="json"))

    def _status(self) -> HumanGameStatus:
        awaited = self.awaited()
        position = self._frames[-1].position
        going = self._outcome is None and self._trouble is None and position.outcome() is None
        bots = [
            seat for seat in Seat if not self._is_human(seat) and self.game.awaits(position, seat)
        ]
        thinking = bots[0].value if going and bots and not awaited else None
        return HumanGameStatus(
            ply=self._ply,
            waiting=[seat.value for seat in awaited],
            thinking=thinking,
            moves={seat.value: self.board.legal_moves(position, seat) for seat in awaited},
            outcome=outcome_view(self._outcome) if self._outcome else None,
            record=self._record,
            trouble=self._trouble,
            paused=self._run.pacer is not None and self._run.pacer.paused,
            used=[
                round(
                    sum(t.cost.wall_seconds for t in self._turns if t.seat == seat and t.number), 2
                )
                for seat in self.game.seats
            ],
            elapsed=round(time.monotonic() - self._since, 2),
            can_take_back=self.setup.ticks is None and self._before() is not None,
        )

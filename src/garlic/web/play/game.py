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

from garlic.core import IllegalMoveError, Move, Outcome, Position, Seat, Text
from garlic.core.game import moves_of, takes_turns
from garlic.games import GAMES
from garlic.judge.record import Record, Turn
from garlic.store import Database
from garlic.store.games import keep_game
from garlic.store.human_games import Setup, change_setup, keep_turns, set_result
from garlic.web.events import Hub
from garlic.web.play.clocks import left_seconds, used_seconds
from garlic.web.play.counting import counts_for_strength
from garlic.web.play.models import (
    HumanGameStatus,
    HumanGameView,
    NewPly,
    PlayChanged,
    PlayMoved,
    PlayStatus,
    seat_views,
)
from garlic.web.play.offers import OfferKind, Offers
from garlic.web.play.opponents import HUMAN
from garlic.web.play.people import DRAW, OTHER_RESIGNS, RESIGN, RunCancelled
from garlic.web.play.run import RefereeRun, RunFrame, has_played, last_ply_of
from garlic.web.play.seats import (
    check_alone,
    check_begun,
    is_between_people,
    seats_of,
    swapped_setup,
    take_seats,
)
from garlic.web.problems import Problem
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.models import BoardFrame, GameStart, LegalMove, OutcomeView, TurnView
from garlic.web.view.private import strip_turns

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
        self._answered: dict[Seat, tuple[int, str]] = {}  # the last ply of a person, and the move
        self._offers = Offers()
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

    def view(self, key: str | None = None, hidden: frozenset[Seat] = frozenset()) -> HumanGameView:
        """The whole game, for the person with *key*, without the output of *hidden* bots.

        Waits while it is being restored after a restart.
        """
        with self._restored():
            now = self._frames[-1]
            return HumanGameView(
                id=self.name,
                game=self.game.name,
                title=encode_sentence(self.game.title),
                map=self.setup.map,
                start=self.setup.start,
                position=str(now.position),
                seats=seat_views(self.setup),
                turn_seconds=self.setup.limits.turn_seconds,
                clock_seconds=self.setup.limits.game_seconds,
                increment_seconds=self.setup.limits.increment_seconds,
                ticks=self.setup.ticks,
                shape=self.board.shape,
                frame=self.board.frame(now.position, now.change),
                turns=strip_turns(self._turn_views(), hidden),
                status=self._status(),
                counts=counts_for_strength(self.game, self.setup, self._turns),
                yours=seats_of(self.setup, key),
                between_people=is_between_people(self.setup),
            )

    def board_at(self, ply: int) -> BoardFrame:
        """The board after *ply*; raise `Problem` (404) if the game has not come that far."""
        with self._restored():
            if ply > self._ply:
                raise Problem(404, page_sentence("play.no_board"))
            then = self._frames[ply]
            return self.board.frame(then.position, then.change)

    def now(self) -> tuple[int, Position]:
        """The current ply and position."""
        with self._restored():
            return self._ply, self._frames[-1].position

    def at(self, ply: int) -> Position:
        """The position at *ply*; raise `Problem` (409) if that is not the current ply."""
        with self._at(ply):
            return self._frames[-1].position

    def awaited(self) -> list[Seat]:
        """The seats of the people whose move is awaited."""
        with self._lock:
            if self._outcome is not None or self.setup.invitation is not None:
                return []
            position = self._frames[-1].position
            return [
                seat
                for seat in Seat
                if self._is_human(seat)
                and self.game.awaits(position, seat)
                and self._answered.get(seat, (-1, ""))[0] != self._ply
            ]

    # Commands --------------------------------------------------------------------------------

    def take_seat(self, key: str, invitation: str | None) -> None:
        """Take the free seat with *invitation*; from now on its key is *key*.

        The game begins when all seats are taken. Raises `Problem` (403) if *invitation* is wrong,
        and (409) if no seat is free.
        """
        with self._lock:
            waited = self.setup.invitation is not None
            joined = take_seats(self.setup, key, invitation)
            if joined == self.setup:
                return
            self._change_setup(joined)
            if waited:
                self._start()
        self._publish_changed()

    def move(self, seat: Seat, move: str, ply: int) -> None:
        """Play *move* for the person in *seat*; nothing happens if it was sent before.

        Raises `Problem` (409) if it is not their turn, and `InputError` if *move* is not legal.
        """
        parsed = self.game.move.parse(move)
        with self._restored():
            # A page that got no response sends the move again.
            sent = self._answered.get(seat) == (ply, str(parsed))
            if not sent and not has_played(self._frames, seat, str(parsed), ply):
                self._play(seat, parsed, ply)

    def _play(self, seat: Seat, parsed: Move, ply: int) -> None:
        with self._at(ply):
            if seat not in self.awaited():
                raise Problem(409, page_sentence("play.not_your_turn"))
            position = self._frames[-1].position
            if takes_turns(position):
                position.play(parsed)  # raises with the reason if it is illegal
            elif parsed not in moves_of(position, seat):
                why = Text("{move} is not a legal move here", move=str(parsed))
                raise IllegalMoveError(parsed, position, why)
            self._answer(seat, str(parsed))
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
        """Resign; if a bot is thinking, as soon as it has moved."""
        with self._at(ply):
            if not self._is_human(seat) or self._outcome is not None:
                raise Problem(409, page_sentence("play.not_your_turn"))
            check_begun(self.setup)
            if self._run.round_timer is not None:
                self._run.directions.resign(seat)
                self._run.round_timer.pause(False)
                return
            asked = next(iter(self.awaited()), seat)  # the referee waits for this person
            self._answer(asked, RESIGN if asked is seat else OTHER_RESIGNS)

    def offer(self, seat: Seat, kind: OfferKind, ply: int) -> bool:
        """Offer the other person *kind*, or agree to it if they have; True if it is agreed.

        Raises `Problem` (409) if it cannot be offered now.
        """
        with self._at(ply):
            self._check_offer(seat, kind)
            agreed = self._offers.make(seat, kind)
            if agreed and kind == "draw":
                self._answer(self.awaited()[0], DRAW)
            elif agreed and kind == "take_back":
                self._take_back(seat.other)
            else:
                self._publish_status()
        return agreed

    def decline(self, seat: Seat) -> None:
        """Decline what the other person has offered; raise `Problem` (409) if that is nothing."""
        with self._lock:
            if not self._offers.decline(seat):
                raise Problem(409, page_sentence("play.no_offer"))
            self._publish_status()

    def followed_by(self, name: str) -> None:
        """Note that the game *name* is the rematch."""
        with self._lock:
            self._change_setup(replace(self.setup, rematch=name))
            self._publish_status()

    def take_back(self, ply: int) -> None:
        """Go back to before the last move of a person; also after the end of the game.

        Raises `Problem` (409) if somebody else plays too: they have to agree.
        """
        with self._at(ply):
            check_alone(self.setup, "play.ask_first")
            self._take_back(None)

    def _take_back(self, seat: Seat | None) -> None:
        with self._lock:
            target = self._take_back_ply(seat)
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
            check_begun(self.setup)
            check_alone(self.setup, "play.between_people")
            self._change_setup(replace(swapped_setup(self.setup), helped=True))
            self._start()
        self._publish_changed()

    def help(self) -> None:
        """Note that a person is shown good moves, unless the game is over.

        Raises `Problem` (409) if they play against another person.
        """
        with self._lock:
            if self._outcome is not None:
                return
            check_alone(self.setup, "play.between_people")
            if not self.setup.helped:
                self._change_setup(replace(self.setup, helped=True))

    def retry(self) -> None:
        """Continue after a failure; raise `Problem` (409) if there was none."""
        with self._lock:
            if self._trouble is None:
                raise Problem(409, page_sentence("play.no_trouble"))
            self._start()
        self._publish_changed()

    def begin(self) -> None:
        """Start the referee, unless somebody is invited who has not come yet."""
        with self._lock:
            if self.setup.invitation is None:
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
        self._offers.withdraw()
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
            self._offers.withdraw()
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
            self._offers.withdraw()
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
    def _restored(self) -> Iterator[None]:
        """Hold the game; wait while it is being restored after a restart."""
        self._ready.wait(_READY_SECONDS)
        with self._lock:
            yield

    @contextmanager
    def _at(self, ply: int) -> Iterator[None]:
        """Hold the game at *ply*; raise `Problem` (409) if that is not the current ply."""
        with self._restored():
            if ply != self._ply or not self._ready.is_set():
                raise Problem(409, page_sentence("play.stale"))
            yield

    def _check_offer(self, seat: Seat, kind: OfferKind) -> None:
        """Raise `Problem` (409) if *seat* cannot offer *kind* now."""
        check_begun(self.setup)
        if not all(self._is_human(each) for each in Seat):
            raise Problem(409, page_sentence("play.only_people_agree"))
        in_turns = self.setup.ticks is None
        can_take_back = in_turns and self._take_back_ply(seat) is not None
        refusals: dict[OfferKind, str | None] = {
            "draw": None if in_turns and self.awaited() else "play.no_draw",
            "rematch": "play.not_over" if self._outcome is None else None,
            "take_back": None if can_take_back else "play.nothing_to_take_back",
        }
        if (code := refusals[kind]) is not None:
            raise Problem(409, page_sentence(code))

    def _answer(self, seat: Seat, move: str) -> None:
        """Let the person in *seat* play *move*, or end the game."""
        self._answered[seat] = self._ply, move
        self._run.move_queues[seat].put(move)

    def _take_back_ply(self, seat: Seat | None = None) -> int | None:
        """The last ply before now at which a person had to move, the one in *seat* if given."""
        people = [each for each in Seat if self._is_human(each) and seat in (None, each)]
        return last_ply_of(self._frames, self.game, people)

    def _change_setup(self, setup: Setup) -> None:
        self.setup = setup
        self._database.write(lambda connection: change_setup(connection, self.name, setup))

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
            used=used_seconds(self.game, self._turns),
            left=left_seconds(self.game, self.setup.limits, self._turns),
            elapsed=round(time.monotonic() - self._since, 2),
            can_take_back=self.setup.ticks is None and self._take_back_ply() is not None,
            offers=self._offers.open,
            rematch=self.setup.rematch,
        )

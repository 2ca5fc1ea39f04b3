"""All human games: those with a running referee, and those only in the database."""

import re
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, Connection

from garlic.core import Game, Outcome, Seat, UsageError
from garlic.core.game import text_with_history
from garlic.games import GAMES
from garlic.judge.record import Turn
from garlic.judge.settings import start_of
from garlic.people.persons import LOCAL_PERSON, Person
from garlic.store import Database
from garlic.store.games import outcomes_of
from garlic.store.human_games import (
    HumanGameRow,
    Setup,
    add_human_game,
    list_human_games,
    load_human_game,
    remove_human_game,
    set_opponent,
)
from garlic.store.owners import NOBODY, Owner
from garlic.web.bounds import check_map
from garlic.web.events import Hub
from garlic.web.play.engine import EngineService
from garlic.web.play.game import HumanGame
from garlic.web.play.models import PlayChanged
from garlic.web.play.offers import OfferKind
from garlic.web.play.opponents import FRIEND, HUMAN, opponent_for
from garlic.web.play.seats import hash_of, invitation_by, new_key, swapped_setup
from garlic.web.problems import Problem, not_found
from garlic.web.sentences import page_sentence
from garlic.web.settings import ServerSettings

_MOST_RUNNING = 24  # of a server without accounts
# Where people have accounts: a game of everybody in a large course, and some to look at again.
_MOST_OF_ALL, _MOST_OF_ONE = 320, 6
_IDLE_SECONDS = 600.0  # after so long without a viewer the processes of a game are ended
_NAME = re.compile(r"[A-Za-z0-9_-]{4,32}")
_READY_SECONDS = 10.0  # to start a bot, even on a busy machine


def possible_names(names: Iterable[str]) -> list[str]:
    """Those of *names* that a human game may have."""
    return [name for name in names if _NAME.fullmatch(name)]


class HumanGames:
    """Creates, restores and removes human games."""

    def __init__(self, database: Database, hub: Hub, settings: ServerSettings) -> None:
        self._database = database
        self._hub = hub
        self._settings = settings
        self._lock = threading.Lock()
        self._running: dict[str, _Running] = {}
        self.engine = EngineService()

    def new(
        self,
        game: Game,
        seats: tuple[str, str],
        *,
        map_name: str | None = None,
        rule: str | None = None,
        position: str | None = None,
        turn_seconds: float | None = None,
        clock_seconds: float | None = None,
        increment_seconds: float | None = None,
        ticks: float | None = None,
        person: Person = LOCAL_PERSON,
    ) -> tuple[HumanGame, str]:
        """Start a new game; with it, the key of the seats of whoever opened it.

        Raises `GarlicError` or `Problem` for invalid values.
        """
        if HUMAN not in seats:
            raise Problem(400, page_sentence("play.no_human"))
        if ticks is not None and not (game.simultaneous and game.steered):
            raise Problem(400, page_sentence("play.no_ticks"))
        seed = secrets.randbelow(1 << 31)
        if position is not None:
            start = game.parse(position)
            map_name = None
        else:
            check_map(game, map_name)
            start = start_of(game, map_name=map_name, rule=rule, opening=None, seed=seed)
        if start.outcome() is not None:
            raise Problem(400, page_sentence("play.over_already"))
        first, second = (
            opponent_for(self._database, self._settings, game, name, person) for name in seats
        )
        limits = replace(
            game.limits,
            init_seconds=max(game.limits.init_seconds, _READY_SECONDS),
            turn_seconds=turn_seconds or game.limits.turn_seconds,
            game_seconds=clock_seconds,
            increment_seconds=(increment_seconds or None) if clock_seconds is not None else None,
        )
        key = new_key()
        own, other = (hash_of(key) if name == HUMAN else "" for name in seats)
        human_game = self.begin(
            Setup(
                game=game.name,
                start=text_with_history(start),
                seats=(first.seat, second.seat),
                names=(first.name, second.name),
                limits=limits,
                timeouts="forfeit" if clock_seconds is not None else "default",
                seed=seed,
                map=map_name,
                ticks=ticks,
                own_position=position is not None,
                keys=(own, other),
                invitation=hash_of(invitation_by(key)) if FRIEND in seats else None,
            ),
            person.owner,
        )
        return human_game, key

    def again(self, human_game: HumanGame, *, swapped: bool = False) -> HumanGame:
        """A new game with the same settings, players and keys."""
        setup = human_game.setup if not swapped else swapped_setup(human_game.setup)
        setup = replace(setup, seed=secrets.randbelow(1 << 31), helped=False, rematch=None)
        row, _ = self._load(human_game.name)
        return self.begin(setup, Owner(row.owner_id, row.course_id), row.opponent_id)

    def offer(self, human_game: HumanGame, seat: Seat, kind: OfferKind, ply: int) -> None:
        """Offer the other side *kind*, or agree; two who agree on a rematch get a new game."""
        if human_game.offer(seat, kind, ply) and kind == "rematch":
            human_game.followed_by(self.again(human_game, swapped=True).name)

    def note_opponent(self, name: str, person: Person) -> None:
        """Store who took the free seat of a game; it may be its owner, on another device."""
        row, _ = self._load(name)
        if row.owner_id != person.id:
            self._database.write(lambda connection: set_opponent(connection, name, person.id))

    def begin(self, setup: Setup, owner: Owner = NOBODY, opponent: int | None = None) -> HumanGame:
        """Store and start a new game."""
        self._end_idle_games(owner)
        name = secrets.token_urlsafe(9)
        self._database.write(
            lambda connection: add_human_game(connection, name, setup, owner, opponent)
        )
        human_game = HumanGame(name, setup, [], None, database=self._database, hub=self._hub)
        with self._lock:
            self._running[name] = _Running(human_game, owner, time.monotonic())
        human_game.begin()
        return human_game

    def get(self, name: str) -> HumanGame:
        """The game *name*, restored from the database if it is not running; raise `Problem`."""
        with self._lock:
            if (running := self._running.get(name)) is not None:
                running.used = time.monotonic()
                return running.human_game
        row, turns = self._load(name)
        owner = Owner(row.owner_id, row.course_id)
        self._end_idle_games(owner)
        with self._lock:
            if (running := self._running.get(name)) is None:
                human_game = HumanGame(
                    name,
                    row.setup,
                    turns,
                    row.game_key,
                    database=self._database,
                    hub=self._hub,
                )
                running = self._running[name] = _Running(human_game, owner, time.monotonic())
                human_game.begin()
        return running.human_game

    def latest(
        self, most: int, *which: ColumnElement[bool]
    ) -> tuple[list[HumanGameRow], dict[str, Outcome]]:
        """At most *most* games that meet the conditions *which*, the latest moves first.

        With them the outcomes of the finished ones, by the keys of their records.
        """

        def read(connection: Connection) -> tuple[list[HumanGameRow], dict[str, Outcome]]:
            rows = list_human_games(connection, most, *which)
            return rows, outcomes_of(connection, [row.game_key for row in rows if row.game_key])

        return self._database.read(read)

    def remove(self, name: str) -> None:
        """End and delete a game; raise `Problem` if there is none."""
        self._load(name)
        with self._lock:
            running = self._running.pop(name, None)
        if running is not None:
            running.human_game.cancel()
        self._database.write(lambda connection: remove_human_game(connection, name))
        self._hub.publish(PlayChanged(topic=f"play:{name}", kind="removed"))

    def close(self) -> None:
        """Stop all referees; every game can be restored."""
        self.engine.close()
        with self._lock:
            running, self._running = list(self._running.values()), {}
        for each in running:
            each.human_game.cancel()
        for each in running:
            each.human_game.join(2.0)

    def _load(self, name: str) -> tuple[HumanGameRow, list[Turn]]:
        if _NAME.fullmatch(name) is None:
            raise not_found("play.missing")
        try:
            return self._database.read(lambda connection: load_human_game(connection, name))
        except UsageError as fault:
            raise not_found("play.missing") from fault

    def _end_idle_games(self, owner: Owner) -> None:
        """Stop games without viewers, so that *owner* may have one more.

        Raises `Problem` (429) if too many have viewers: of *owner*'s games where people have
        accounts, or of all.
        """
        oldest = time.monotonic() - _IDLE_SECONDS
        accounts = self._settings.has_accounts
        with self._lock:
            self._make_room(1, lambda each: each.used < oldest)
            if accounts and not self._make_room(
                _MOST_OF_ONE, lambda each: each.owner.person == owner.person
            ):
                raise Problem(429, page_sentence("play.too_many_yours", most=_MOST_OF_ONE))
            most = _MOST_OF_ALL if accounts else _MOST_RUNNING
            if not self._make_room(most, lambda _: True):
                code = "play.full" if accounts else "play.too_many"
                raise Problem(429, page_sentence(code, most=most))

    def _make_room(self, most: int, which: Callable[["_Running"], bool]) -> bool:
        """End games without viewers until fewer than *most* of *which* run; is it so then?"""
        names = [name for name, each in self._running.items() if which(each)]
        too_many = len(names) - most + 1
        for name in sorted(names, key=lambda name: self._running[name].used):
            if too_many > 0 and not self._hub.watched(self._running[name].human_game.topic):
                self._running.pop(name).human_game.cancel()
                too_many -= 1
        return too_many <= 0


@dataclass(slots=True)
class _Running:
    """A game with a referee: whose it is, and when it was last asked for."""

    human_game: HumanGame
    owner: Owner
    used: float


def game_named(name: str) -> Game:
    """The game *name*; raise `Problem` (404) if there is none."""
    if name not in GAMES:
        raise not_found("problem.no_game", name=name[:60])
    return GAMES[name]

"""Trials: the first turns of several games, on both seats, against a random player."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from garlic.core import (
    Game,
    InputError,
    Limits,
    Outcome,
    Position,
    Seat,
    Stream,
    Text,
    UsageError,
    Verdict,
)
from garlic.core.game import moves_of
from garlic.core.playout import random_game
from garlic.judge.bots import Bot
from garlic.judge.checking.report import Trial
from garlic.judge.game_run import GameRun, player_for
from garlic.judge.patience import Patience
from garlic.judge.record import Turn
from garlic.judge.referee import Answer, Overloaded, Player, Referee
from garlic.wire import LINE, PROTOCOLS, SeatSetup
from garlic.wire.dialogue import Played

OnProgress = Callable[[int, Text | None], None]  # turns played so far, and what goes on besides

_MOST_TURNS = 40  # of the bot, in one game
_MOST_LATE = 5  # of them, before the game is left
_MOST_SECONDS = 20.0  # no further game is started after this, once both seats were tried
_LARGEST_MAP = 250  # cells; larger ones take long and show nothing new
_TRIES = 3  # of one game that the machine is too busy for, besides those after a wait


class _Enough(Exception):  # noqa: N818  (not an error: the game need not be finished)
    """The game has shown what it can: `_MOST_TURNS` turns of the bot, or `_MOST_LATE` late ones."""


class _RandomMover:
    """The opponent: random legal moves, without a process."""

    def __init__(self, game: Game, seat: Seat, seed: int) -> None:
        self._game, self._seat, self._stream = game, seat, Stream(seed)

    def start(self) -> Answer:
        """Always ready."""
        return Answer(Verdict.OK)

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """A random legal move."""
        del played, seconds
        moves = moves_of(position, self._seat)
        return Answer(Verdict.OK, str(moves[self._stream.below(len(moves))]))

    def end(self, outcome: Outcome, played: Played) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing was opened."""


@dataclass(slots=True)
class Trials:
    """Plays the trials of one bot and keeps those that could be judged.

    A game that the machine is too busy for is played again when it is quiet, as long as there is
    *patience*.
    """

    game: Game
    bot: Bot
    limits: Limits
    seed: int
    rule: str | None = None  # None for all rules of the game
    patience: Patience = field(default_factory=Patience)
    on_progress: OnProgress = lambda *_: None
    make_player: Callable[[GameRun, SeatSetup], Player] = player_for
    is_last: Callable[[Turn], bool] = lambda _: False  # whether nothing is played after this turn
    judged: list[Trial] = field(default_factory=list)
    given_up: list[Turn] = field(default_factory=list)  # the turns at which trials were given up
    repeated: int = 0  # trials that were broken off and played again
    waited: float = 0.0  # seconds, for a quiet machine
    ended: bool = field(default=False, init=False)  # after a last turn

    def play(self) -> None:
        """Play all trials, or the first ones if those show that the others are useless."""
        began = time.monotonic()
        for number, start in enumerate(self._starts()):
            spent = time.monotonic() - began - self.waited
            useless = self.ended or self.broken or self.always_late or self.given_up
            if number > 0 and (useless or spent > _MOST_SECONDS):
                break
            for seat in Seat:
                if not self.ended:
                    self._try(start, seat)

    def play_again(self, trial: Trial) -> Trial | None:
        """The same trial once more; None if the machine is too busy."""
        again = self._attempt(self.game.parse(trial.start), trial.seat)
        return again if isinstance(again, Trial) else None

    @property
    def broken(self) -> bool:
        """Whether it does not build or never starts, so that further trials are useless."""
        firsts = [trial.turns[0].verdict for trial in self.judged if trial.turns]
        return bool(firsts) and Verdict.OK not in firsts

    @property
    def always_late(self) -> bool:
        """Whether it never answered in time; to wait for it in more games shows nothing new."""
        return all(turn.verdict is Verdict.TOO_LATE for turn in self.turns if turn.number > 0)

    @property
    def moved(self) -> bool:
        """Whether it made at least one legal move."""
        return any(turn.number > 0 and turn.verdict is Verdict.OK for turn in self.turns)

    @property
    def turns(self) -> list[Turn]:
        """The bot's turns in all trials that could be judged."""
        return [turn for trial in self.judged for turn in trial.turns]

    def _starts(self) -> Iterator[Position]:
        """The usual start, one from the middle of a game, other rules, other maps."""
        usual = self.game.setup(rule=self.rule)
        yield usual
        if not PROTOCOLS.get(self.bot.protocol, LINE).any_start:
            return  # the protocol cannot send a start position
        yield from self._middle(usual)
        for rule in self.game.rules[1:] if self.rule is None else ():
            yield self.game.setup(rule=rule)
        if self.game.maps is not None:
            bundled = self.game.maps.bundled
            sizes = {known.size: known.rows * known.columns for known in bundled}
            for size, cells in sizes.items():
                start = self.game.maps.load(size)
                if cells <= _LARGEST_MAP and str(start) != str(usual):
                    yield start
            yield from self._odd_map()

    def _middle(self, usual: Position) -> Iterator[Position]:
        positions = [position for _, position in islice(random_game(usual, self.seed), 25)]
        unfinished = [position for position in positions if position.outcome() is None]
        if len(unfinished) > 1 and _all_move(unfinished[-1]):
            yield unfinished[-1]

    def _odd_map(self) -> Iterator[Position]:
        assert self.game.maps is not None  # noqa: S101  (checked by the caller)
        try:
            yield self.game.maps.make(9, 12, self.seed)
        except (InputError, UsageError):  # no such map in this game
            return

    def _try(self, start: Position, seat: Seat) -> None:
        trial = self._attempt(start, seat)
        if isinstance(trial, Trial):
            self.judged.append(trial)
        else:
            self.given_up.append(trial)

    def _attempt(self, start: Position, seat: Seat) -> Trial | Turn:
        """A trial that could be judged; if the machine was too busy every time, the last turn."""
        tries = 0
        while True:
            tries += 1
            try:
                return self._trial(start, seat)
            except Overloaded as busy:
                if tries >= _TRIES and self.patience.is_over:
                    return busy.turn
                self.repeated += 1
                began = time.monotonic()
                self.patience.wait(1)
                self.waited += time.monotonic() - began

    def _trial(self, start: Position, seat: Seat) -> Trial:
        name = self.game.seats[seat.index]
        game_run = GameRun(self.game.name, (self.bot, self.bot), str(start), self.seed, self.limits)
        player = self.make_player(game_run, SeatSetup(self.game, seat, self.limits, start))
        opponent = _RandomMover(self.game, seat.other, self.seed)
        players: dict[Seat, Player] = {seat: player, seat.other: opponent}
        own_turns = late = 0
        number = 1
        positions = {number: str(start)}

        def watch(after: Position, turns: tuple[Turn, ...]) -> None:
            nonlocal own_turns, late, number
            own = [turn for turn in turns if turn.seat == name and turn.number > 0]
            own_turns += len(own)
            late += sum(turn.verdict is Verdict.TOO_LATE for turn in own)
            self.on_progress(len(self.turns) + own_turns, None)
            self.ended = any(self.is_last(turn) for turn in own)
            if self.ended or own_turns >= _MOST_TURNS or late >= _MOST_LATE:
                raise _Enough
            if any(turn.number > 0 for turn in turns):
                number += 1
            positions[number] = str(after)

        referee = Referee(self.game, players, self.limits, self.seed, watch=watch)
        try:
            referee.run(start)
        except _Enough:
            pass
        finally:
            player.close()
        turns = tuple(turn for turn in referee.turns if turn.seat == name)
        # Not every end of a game is watched.
        self.ended = self.ended or any(self.is_last(turn) for turn in turns)
        for turn in turns:
            if turn.verdict is Verdict.JUDGE_ERROR:  # no fault of the bot either
                raise Overloaded(turn)
        return Trial(str(start), seat, turns, positions)


def _all_move(position: Position) -> bool:
    return all(moves_of(position, seat) for seat in Seat)

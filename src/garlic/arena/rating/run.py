"""Plays a bot against the most informative players of its game's ladder.

Games come in pairs from the same start, seats swapped. Which opponent a pair meets follows from the
results of the pairs before it, some of which may still be played: pair n is chosen when pair
n - *ahead* is counted. So the same call plays the same games, on one processor or a hundred.
"""

from collections import Counter, deque
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from garlic.arena.rating.ladder import Ladder, Rung
from garlic.arena.starts import Start
from garlic.arena.statistics.posterior import Posterior
from garlic.arena.statistics.scale import AnchorGame
from garlic.core import Limits, Seat, Verdict
from garlic.games import GAMES
from garlic.judge.bots import Bot, find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record

_LONG_STREAK = 60  # games with one result: near its own strength a bot has none so long


class BegunGame(Protocol):
    """A game whose record will be asked for."""

    def record(self) -> Record | None:
        """Wait for its record; None if the game could not be judged."""

    def cancel(self) -> None:
        """It is not needed any more."""


class GameSource(Protocol):
    """Where the games of a rating come from, such as `StoredGames`."""

    def submit(self, game_run: GameRun) -> BegunGame:
        """Begin *game_run*."""


@dataclass(frozen=True, slots=True)
class RatingTask:
    """What to play: the bot, its game's ladder, and the conditions."""

    ladder: Ladder
    bot: Bot
    start: Start
    seed: int = 0
    limits: Limits | None = None
    map: str | None = None

    def pair(self, number: int, opponent: Rung) -> tuple[GameRun, GameRun]:
        """The two games of pair *number*: the bot has the first seat in the first one."""
        other = find_bot(opponent.bot)
        game_run = GameRun(
            game=self.ladder.game,
            bots=(self.bot, other),
            start=self.start(number),
            seed=self.seed + number,
            limits=self.limits,
            map=self.map,
        )
        return game_run, replace(game_run, bots=(other, self.bot))


@dataclass(frozen=True, slots=True)
class RatingState:
    """What is known so far."""

    posterior: Posterior
    wins: int = 0
    draws: int = 0
    losses: int = 0
    unjudged: int = 0  # games: they do not count
    delayed: int = 0  # counted games that a busy machine has delayed
    opponents: Mapping[str, int] = field(default_factory=dict)  # games against each
    faults: Mapping[Verdict, int] = field(default_factory=dict)  # of the bot

    failed: int = 0  # games that the bot lost with a fault of its own
    streak: int = 0  # games won in a row until now; negative if lost

    @property
    def games(self) -> int:
        """The number of counted games."""
        return self.wins + self.draws + self.losses

    @property
    def is_beyond(self) -> bool:
        """Is the bot so far above or below the ladder that more games tell hardly anything?"""
        return abs(self.streak) >= _LONG_STREAK

    def after(self, opponent: Rung, records: tuple[Record | None, Record | None]) -> "RatingState":
        """With one more pair, the bot first in the first record; None: not judged."""
        games: list[AnchorGame] = []
        faults = Counter(self.faults)
        failed, streak = self.failed, self.streak
        for seat, record in zip(Seat, records, strict=True):
            if record is None:
                continue
            winner = record.outcome.winner
            score = 0.5 if winner is None else float(winner is seat)
            games.append(AnchorGame(opponent.rating, score, first=seat is Seat.A))
            name = GAMES[record.game].seats[seat.index]
            own = [
                turn.verdict for turn in record.turns if turn.seat == name and turn.verdict.is_fault
            ]
            faults.update(own)
            failed += bool(own) and score == 0
            streak = _longer(streak, score)
        scores = [game.score for game in games]
        return RatingState(
            posterior=self.posterior.after(games),
            wins=self.wins + scores.count(1.0),
            draws=self.draws + scores.count(0.5),
            losses=self.losses + scores.count(0.0),
            unjudged=self.unjudged + len(records) - len(games),
            delayed=self.delayed + sum(record.is_delayed for record in records if record),
            opponents=Counter(self.opponents) + Counter({opponent.bot: len(games)}),
            faults=faults,
            failed=failed,
            streak=streak,
        )


def _longer(streak: int, score: float) -> int:
    """The *streak* after a game with *score*."""
    if score == 0.5:
        return 0
    return max(streak, 0) + 1 if score == 1 else min(streak, 0) - 1


def run_rating(
    task: RatingTask,
    source: GameSource,
    *,
    games: int,
    until: float | None = None,
    ahead: int = 4,
) -> Generator[RatingState, None, None]:
    """The state before the first pair and after every pair, the games played by *source*.

    Ends after *games* games. With *until* also as soon as the 95 % interval is at most ±*until*, or
    the bot proves to be beyond the ladder. *ahead* pairs are begun before the first of them is
    counted. Raises what `garlic.judge.game_run.play` raises.
    """
    state = RatingState(Posterior.before_games(task.ladder.scale))
    yield state
    pending: deque[tuple[Rung, tuple[BegunGame, BegunGame]]] = deque()
    numbers = iter(range(games // 2))
    try:
        while True:
            while len(pending) < ahead and (number := next(numbers, None)) is not None:
                opponent = task.ladder.most_informative(state.posterior)
                first, second = task.pair(number, opponent)
                pending.append((opponent, (source.submit(first), source.submit(second))))
            if not pending:
                return
            opponent, (one, other) = pending.popleft()
            state = state.after(opponent, (one.record(), other.record()))
            yield state
            if until is None or not state.games:
                continue
            if state.posterior.error <= until or state.is_beyond:
                return
    finally:
        for _, pair in pending:
            for game in pair:
                game.cancel()

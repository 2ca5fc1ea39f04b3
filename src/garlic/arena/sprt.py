"""Two bots play pairs of games until a sequential test decides which is better.

The games are played on any `Executor`, also one that returns stored results. Pairs are counted
in the order of their numbers (`game_pairs`), so the result is the same on one processor and on a
hundred. The test itself is in `statistics.sprt`.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import overload

from garlic.arena.game_pairs import play_pairs
from garlic.arena.starts import Start
from garlic.arena.statistics.duel import Comparison, compare
from garlic.arena.statistics.posterior import Posterior
from garlic.arena.statistics.results import PairCounts
from garlic.arena.statistics.scale import AnchorGame, RatingScale
from garlic.arena.statistics.sprt import Decision, Sprt
from garlic.core import Limits, Seat, Verdict
from garlic.games import GAMES
from garlic.judge.bots import Bot
from garlic.judge.game_run import GameRun
from garlic.judge.patience import Patience
from garlic.judge.record import Record

NEW, OLD = 0, 1


@dataclass(frozen=True, slots=True)
class Schedule(Sequence[GameRun]):
    """The games of a test, made on demand: a pair from each start, seats swapped.

    The new bot has the first seat in games at even places.
    """

    game: str
    new: Bot
    old: Bot
    start: Start
    pairs: int  # at most
    seed: int = 0
    limits: Limits | None = None
    map: str | None = None

    def __len__(self) -> int:
        return 2 * self.pairs

    @overload
    def __getitem__(self, place: int) -> GameRun: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[GameRun]: ...
    def __getitem__(self, place: int | slice) -> GameRun | Sequence[GameRun]:
        """The game at *place*; raise `IndexError`."""
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        pair, swapped = divmod(place, 2)
        return GameRun(
            game=self.game,
            bots=(self.old, self.new) if swapped else (self.new, self.old),
            start=self.start(pair),
            seed=self.seed + pair,
            limits=self.limits,
            map=self.map,
        )


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a test."""

    test: Sprt
    pairs: PairCounts = field(default_factory=PairCounts)
    wins: int = 0  # of the new bot, in games of counted pairs
    draws: int = 0
    losses: int = 0
    unjudged: int = 0  # pairs with a game that could not be judged: they do not count
    delayed: int = 0  # counted games that a busy machine has delayed
    # Counted games by whether the new bot had the first seat, and by its score.
    scores: Mapping[tuple[bool, float], int] = field(default_factory=dict)
    faults: Mapping[tuple[int, Verdict], int] = field(default_factory=dict)  # by NEW or OLD
    decision: Decision = Decision.CONTINUE
    last: tuple[Record, ...] = ()  # the records of the last pair

    @property
    def games(self) -> int:
        """The number of counted games."""
        return self.wins + self.draws + self.losses

    @property
    def llr(self) -> float:
        """The logarithm of the likelihood ratio so far."""
        return self.test.llr(self.pairs)

    @property
    def comparison(self) -> Comparison:
        """The difference in strength by the games so far, whether or not the test has decided."""
        return compare(self.pairs)

    def rating(self, scale: RatingScale, anchor: float, who: int) -> Posterior:
        """The rating of *who*, NEW or OLD, if the other is an anchor rated *anchor*."""
        return Posterior.before_games(scale).after(
            AnchorGame(anchor, score, first)
            if who == NEW
            else AnchorGame(anchor, 1 - score, not first)
            for (first, score), count in self.scores.items()
            for _ in range(count)
        )

    def after(self, records: Sequence[Record | None]) -> "SprtState":
        """The state with one more pair, the new bot first in the first record; None: not judged."""
        played = tuple(record for record in records if record is not None)
        if len(played) < 2 or not all(record.is_judged for record in played):
            return replace(self, unjudged=self.unjudged + 1, last=played)
        scores = [
            score_of(record, Seat.B if swapped else Seat.A) for swapped, record in enumerate(played)
        ]
        pairs = self.pairs.plus(sum(scores))
        faults = Counter(self.faults)
        for swapped, record in enumerate(played):
            faults.update(_faults(record, bool(swapped)))
        return SprtState(
            test=self.test,
            pairs=pairs,
            wins=self.wins + scores.count(1),
            draws=self.draws + scores.count(0.5),
            losses=self.losses + scores.count(0),
            unjudged=self.unjudged,
            delayed=self.delayed + sum(record.is_delayed for record in played),
            scores=Counter(self.scores) + Counter(zip((True, False), scores, strict=True)),
            faults=faults,
            decision=self.test.decide(pairs),
            last=played,
        )


def score_of(record: Record, seat: Seat) -> float:
    """The score of *seat*: 1, 0.5 or 0."""
    winner = record.outcome.winner
    return 0.5 if winner is None else float(winner is seat)


def _faults(record: Record, swapped: bool) -> Iterator[tuple[int, Verdict]]:
    seats = GAMES[record.game].seats
    for turn in record.turns:
        if turn.verdict.is_fault:
            yield seats.index(turn.seat) ^ swapped, turn.verdict


def run_sprt(
    schedule: Schedule,
    test: Sprt,
    executor: Executor,
    *,
    ahead: int = 16,
    patience: Patience | None = None,
) -> Generator[SprtState, None, None]:
    """The state after every pair, until the test has decided or the schedule is played.

    *ahead* games are submitted to *executor* before they are needed; at the end the unneeded
    ones are cancelled. Games that were delayed or not judged are played again as *patience*
    allows. Raises what `garlic.judge.game_run.play` raises.
    """
    state = SprtState(test)
    with closing(play_pairs(schedule, executor, ahead=ahead, patience=patience)) as pairs:
        for records in pairs:
            state = state.after(records)
            yield state
            if state.decision is not Decision.CONTINUE:
                return

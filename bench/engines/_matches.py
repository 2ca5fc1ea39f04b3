"""Matches between our players in this process, with confidence intervals."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from garlic.core import Game, Seat, Stream
from garlic.core.game import turn_position
from garlic.engines import BuiltInPlayer, Engine, Limit
from garlic.games.gomoku.openings import openings as gomoku_openings


@dataclass(slots=True)
class Tally:
    """The results of one player; `matches` are pairs of games with colours swapped."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    matches_won: int = 0
    matches_drawn: int = 0
    matches_lost: int = 0
    slowest: float = 0.0
    _pair: list[float] = field(default_factory=list)

    def count(self, points: float) -> None:
        """Count a game with 1, 0.5 or 0 points."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        self._pair.append(points)
        if len(self._pair) == 2:
            total = sum(self._pair)
            self.matches_won += total > 1
            self.matches_drawn += total == 1
            self.matches_lost += total < 1
            self._pair.clear()

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """The share of points won."""
        return (self.wins + self.draws / 2) / max(self.games, 1)

    @property
    def match_rate(self) -> float:
        """The same for matches."""
        matches = self.matches_won + self.matches_drawn + self.matches_lost
        return (self.matches_won + self.matches_drawn / 2) / max(matches, 1)

    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the rate (Wilson)."""
        n, p, z = max(self.games, 1), self.rate, 1.96
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - half, middle + half

    def __str__(self) -> str:
        low, high = self.interval()
        return (
            f"{self.rate:.1%} of games ({self.wins}+ {self.draws}= {self.losses}-, "
            f"95 %: {low:.0%}-{high:.0%}), {self.match_rate:.1%} of matches "
            f"({self.matches_won}+ {self.matches_drawn}= {self.matches_lost}-)"
        )


def openings(game: Game, plies: int, seed: int = 1) -> Iterator[Any]:
    """Unfinished positions after *plies* random moves, so that no two games are the same."""
    chance = Stream(seed)
    while True:
        position = turn_position(game.setup())
        for _ in range(plies):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(moves[chance.below(len(moves))])
        if position.outcome() is None:
            yield position


def known_openings(game: str, rules: tuple[str, ...], seed: int) -> list[Any]:
    """The balanced openings that come with *game*, in an order that *seed* decides; often none.

    They were checked by longer searches than a match could afford before every pair. Rule sets
    take turns.
    """
    if game != "gomoku":
        return []
    chance = Stream(seed)
    shuffled = []
    for rule in rules:
        left = list(gomoku_openings(rule))
        shuffled.append([left.pop(chance.below(len(left))) for _ in range(len(left))])
    return [opening for turn in zip(*shuffled, strict=True) for opening in turn]


def balanced(game: Game, plies: int, most: float = 0.6, seed: int = 1) -> Iterator[Any]:
    """Those `openings` in which neither side is ahead by more than *most* points."""
    engine = Engine(game, hash_mb=4)
    for position in openings(game, plies, seed):
        score = engine.search(position, Limit(nodes=20_000)).score
        if score is not None and score.points is not None and abs(score.points) < most:
            yield position


def match(
    game: Game,
    one: Callable[[int], BuiltInPlayer],
    two: Callable[[int], BuiltInPlayer],
    *,
    matches: int,
    limit: Limit,
    opening_plies: int = 2,
    seed: int = 1,
    show: bool = False,
) -> Tally:
    """*matches* pairs of games from balanced random openings, colours swapped; *one*'s tally.

    New players are made for every match, from its number.
    """
    tally = Tally()
    starts = balanced(game, opening_plies, seed=seed)
    for number in range(matches):
        start = next(starts)
        first, second = one(number), two(number)
        for seat in Seat:
            tally.count(_game(start, {seat: first, seat.other: second}, seat, limit))
        if show:
            print(f"{number + 1}: {tally}", flush=True)
    return tally


def _game(start: Any, players: dict[Seat, BuiltInPlayer], seat: Seat, limit: Limit) -> float:
    """The points of *seat*: 1, 0.5 or 0."""
    position = start
    while (outcome := position.outcome()) is None:
        position = position.play(players[position.mover].choose(position, limit))
    return 0.5 if outcome.winner is None else float(outcome.winner is seat)

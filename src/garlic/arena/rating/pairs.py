"""Pairs of games between built-in players, played in this process and kept in a journal.

Players of fixed depth or nodes need no clock and no sandbox, and their games follow from the
number of the pair. So a measurement can be repeated, and continued after an interruption.
"""

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from garlic.arena.starts import Start, starts
from garlic.arena.statistics import GameResult
from garlic.core import Game, Position, Seat, Stream
from garlic.core.game import is_simultaneous, turn_position
from garlic.engines.built_in import built_in_limit, built_in_player
from garlic.games import GAMES

Scores = tuple[float, float]


@dataclass(frozen=True, slots=True)
class GamePair:
    """A pair of games between two built-in players, from one start with seats swapped."""

    game: str
    bots: tuple[str, str]
    number: int  # of the pair: it decides the start and all chance
    map: str | None = None

    def play(self) -> Scores:
        """The scores of the first bot: in the first seat, then in the second."""
        game, (one, other) = GAMES[self.game], self.bots
        return self._score(game, (one, other)), 1 - self._score(game, (other, one))

    def _score(self, game: Game, bots: tuple[str, str]) -> float:
        """What the bot in the first seat scores."""
        position: Position = game.parse(_starts(self.game, self.map)(self.number))
        players = {
            seat: built_in_player(game, bot, seed=4 * self.number + 2 * seat.index, seat=seat)
            for seat, bot in zip(Seat, bots, strict=True)
        }
        limits = {seat: built_in_limit(bot) for seat, bot in zip(Seat, bots, strict=True)}
        chance = Stream(self.number)
        while (outcome := position.outcome()) is None:
            moves = {
                seat: move
                for seat in Seat
                if game.awaits(position, seat)
                and (move := players[seat].choose(position, limits[seat])) is not None
            }
            if is_simultaneous(position):
                position = position.play(moves, chance)
            else:
                turn = turn_position(position)
                position = turn.play(moves[turn.mover])
        return 0.5 if outcome.winner is None else float(outcome.winner is Seat.A)

    def results(self, scores: Scores) -> list[GameResult]:
        """Its two games, for the statistics."""
        one, other = self.bots
        return [
            GameResult(one, other, scores[0], self.number),
            GameResult(other, one, 1 - scores[1], self.number),
        ]


@cache
def _starts(game: str, map_name: str | None) -> Start:
    return starts(GAMES[game], map_name=map_name)


class PairJournal:
    """The scores of the pairs that were played, in a file with one line for each."""

    def __init__(self, path: Path, executor: Executor) -> None:
        self._path = path
        self._executor = executor
        self._scores: dict[GamePair, Scores] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                game, bots, number, map_name, scores = json.loads(line)
                self._scores[GamePair(game, (bots[0], bots[1]), number, map_name)] = (
                    scores[0],
                    scores[1],
                )

    def play(self, pairs: Iterable[GamePair]) -> Iterator[GameResult]:
        """The games of *pairs*, in order; those without a line are played, and noted."""
        wanted = list(pairs)
        missing = [pair for pair in wanted if pair not in self._scores]
        played = zip(missing, self._executor.map(GamePair.play, missing), strict=True)
        for pair in wanted:
            if pair not in self._scores:
                self._note(*next(played))
            yield from pair.results(self._scores[pair])

    def _note(self, pair: GamePair, scores: Scores) -> None:
        self._scores[pair] = scores
        line = json.dumps([pair.game, pair.bots, pair.number, pair.map, scores])
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

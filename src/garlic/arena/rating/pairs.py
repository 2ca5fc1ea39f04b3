"""Pairs of games between built-in players, played in this process and kept in a journal.

Players of fixed depth or nodes need no clock and no sandbox, and their games follow from the
number of the pair. So a measurement can be repeated, and continued after an interruption.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean
from time import process_time

from garlic.arena.starts import Start, starts
from garlic.arena.statistics.results import GameResult
from garlic.core import Game, InvalidFileError, Position, Seat, Stream
from garlic.core.game import is_simultaneous, turn_position
from garlic.engines.built_in import built_in_limit, built_in_player
from garlic.games import GAMES

Scores = tuple[float, float]

_UNKNOWN = 1.0  # seconds: a pair of games of a player that has not played yet
_SHORTEST = 0.01
_SHOWN = 60  # bytes of a wrong line


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


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """A pair with its scores, and the processor time that it took."""

    pair: GamePair
    scores: Scores
    seconds: float

    @classmethod
    def of(cls, pair: GamePair) -> "PlayedPair":
        """Play *pair*."""
        began = process_time()
        scores = pair.play()
        return cls(pair, scores, round(process_time() - began, 3))

    @classmethod
    def parse(cls, line: str) -> "PlayedPair":
        """The pair that `dumps` wrote."""
        game, (one, other), number, map_name, (first, second), seconds = json.loads(line)
        return cls(GamePair(game, (one, other), number, map_name), (first, second), seconds)

    def dumps(self) -> str:
        """One line of a journal."""
        pair = self.pair
        return json.dumps(
            [pair.game, pair.bots, pair.number, pair.map, self.scores, self.seconds],
            ensure_ascii=False,
        )


class PairJournal:
    """The pairs that were played so far, in a file with one line for each.

    Raises `InvalidFileError` if the file holds anything else. A last line without its end, left by
    a process that was killed, is dropped.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._played: dict[tuple[str, frozenset[str]], list[PlayedPair]] = defaultdict(list)
        if not path.exists():
            return
        whole, _, torn = path.read_bytes().rpartition(b"\n")
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                self._add(PlayedPair.parse(line.decode()))
            except (ValueError, TypeError) as error:
                raise InvalidFileError(
                    "expected a pair of played games in {file}, got {got!r}",
                    line=number,
                    file=str(path),
                    got=line[:_SHOWN].decode(errors="replace"),
                ) from error
        if torn:
            path.write_bytes(whole + b"\n" * bool(whole))

    def note(self, played: PlayedPair) -> None:
        """Add a pair, in the file too."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(played.dumps() + "\n")
        self._add(played)

    def _add(self, played: PlayedPair) -> None:
        self._played[played.pair.game, frozenset(played.pair.bots)].append(played)

    def results(self, game: str, bots: Iterable[str]) -> list[GameResult]:
        """All games of *game* in which both players are among *bots*."""
        wanted = set(bots)
        return [
            result
            for (name, met), pairs in self._played.items()
            if name == game and met <= wanted
            for played in pairs
            for result in played.pair.results(played.scores)
        ]

    def score(self, game: str, one: str, other: str) -> tuple[float, int]:
        """The points of *one* in its games against *other*, and their number."""
        pairs = self._played.get((game, frozenset((one, other))), [])
        own = [sum(each.scores) for each in pairs if each.pair.bots[0] == one]
        others = [2 - sum(each.scores) for each in pairs if each.pair.bots[0] != one]
        return sum(own) + sum(others), 2 * len(pairs)

    def next_pair(self, game: str, one: str, other: str, ahead: int = 0) -> GamePair:
        """The first pair of two players that was not played, or the one *ahead* places later."""
        known = self._played.get((game, frozenset((one, other))), [])
        number = max((played.pair.number for played in known), default=-1) + 1 + ahead
        return GamePair(game, (one, other), number)

    def seconds(self, game: str, bots: Sequence[str]) -> Callable[[str, str], float]:
        """How long a pair of two of *bots* takes: by their own games, else by those with others."""
        slowest = dict.fromkeys(bots, 0.0)
        means: dict[frozenset[str], float] = {}
        for (name, met), pairs in self._played.items():
            if name == game and pairs:
                means[met] = mean(played.seconds for played in pairs)
                for bot in met & set(bots):
                    slowest[bot] = max(slowest[bot], means[met])

        def expected(one: str, other: str) -> float:
            guess = max(slowest[bot] or _UNKNOWN for bot in (one, other))
            return max(means.get(frozenset((one, other)), guess), _SHORTEST)

        return expected

"""Sample tournaments for reports: real games between random players."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

from garlic.arena.snapshot import (
    Entrant,
    PlayedGame,
    RatingPoint,
    SeatFacts,
    Standing,
    TournamentSnapshot,
    TournamentState,
)
from garlic.arena.statistics.ratings import rate
from garlic.arena.statistics.results import GameResult
from garlic.core import Limits, Outcome, Seat, Stream, Verdict
from garlic.games import GAMES
from garlic.judge.record import Cost, Record, RecordedBot
from garlic.judge.referee import Answer, Referee
from garlic.wire.dialogue import Played

_BEGAN = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


class RandomPlayer:
    """Plays a random legal move; *slips* of 1000 answers are not a move."""

    def __init__(self, seat: Seat, chance: Stream, slips: int = 0) -> None:
        self.seat, self.chance, self.slips = seat, chance, slips

    def start(self) -> Answer:
        return Answer(Verdict.OK)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        del played, seconds
        cost = Cost(0.001 * self.chance.below(40), 0.001 * self.chance.below(30), 0.0, 9_000_000)
        if self.slips and self.chance.below(1000) < self.slips:
            return Answer(Verdict.OK, move="??", cost=cost)
        simultaneous = hasattr(position, "moves_for")
        moves = position.moves_for(self.seat) if simultaneous else position.legal_moves()
        return Answer(Verdict.OK, move=str(moves[self.chance.below(len(moves))]), cost=cost)

    def end(self, outcome: Outcome, played: Played) -> None:
        pass

    def close(self) -> None:
        pass


def played_record(game: str, names: tuple[str, str], seed: int, slips: int = 0) -> Record:
    """A whole game between two random players."""
    facts = GAMES[game]
    chance = Stream(seed)
    players = {seat: RandomPlayer(seat, chance, slips) for seat in Seat}
    start = facts.setup()
    refereed = Referee(facts, players, facts.limits, seed).run(start)
    return Record(
        game=game,
        start=str(start),
        seed=seed,
        limits=Limits(10, 1, 1 << 28),
        timeouts="default",
        bots=(RecordedBot(names[0], "python", "0"), RecordedBot(names[1], "python", "1")),
        isolation=(),
        turns=refereed.turns,
        choices=refereed.choices,
        outcome=refereed.outcome,
    )


def tournament_of(
    game: str, names: Sequence[str], *, rounds: int = 2, slips: int = 0, title: str = "Spring cup"
) -> TournamentSnapshot:
    """A finished round robin, each pair *rounds* times in each seat."""
    seats = GAMES[game].seats
    records: dict[str, Record] = {}
    games: list[PlayedGame] = []
    for pair in range(rounds):
        for first, second in permutations(names, 2):
            number = len(games) + 1
            record = played_record(game, (first, second), number, slips)
            records[str(number)] = record
            games.append(_played(record, number, pair + 1, seats))
    return TournamentSnapshot(
        id=1,
        name=title,
        game=game,
        format="round-robin",
        scoring="1/0.5/0",
        seed=7,
        state=TournamentState.FINISHED,
        created_at=_BEGAN,
        finished_at=_BEGAN + timedelta(hours=1),
        settings={"game": game, "bots": list(names)},
        entrants=tuple(Entrant(name, f"{name}.py", "python", "0") for name in names),
        games=tuple(games),
        unplayed=(),
        scheduled=len(games),
        standings=_standings(names, games),
        curve=_curve(names, games),
        record=lambda key: Record.parse(json.dumps(records[key].to_json()).encode()),
    )


def _played(record: Record, number: int, pair: int, seats: tuple[str, str]) -> PlayedGame:
    outcome = record.outcome
    facts = []
    for side in seats:
        turns = [turn for turn in record.turns if turn.seat == side and turn.number]
        times = [turn.cost.wall_seconds for turn in turns]
        wrong = [turn.verdict.value for turn in turns if turn.verdict is not Verdict.OK]
        facts.append(
            SeatFacts(
                moves=len(turns),
                seconds=sum(times),
                slowest_seconds=max(times, default=0),
                cpu_seconds=sum(turn.cost.cpu_seconds for turn in turns),
                memory_bytes=max((turn.cost.memory_bytes for turn in turns), default=0),
                faults={name: wrong.count(name) for name in wrong},
            )
        )
    return PlayedGame(
        number=number,
        round=1,
        pair=pair,
        opening=f"random {pair}",
        seats=(record.bots[0].name, record.bots[1].name),
        winner=outcome.winner,
        reason=outcome.reason,
        scores=outcome.scores,
        turns=max((turn.number for turn in record.turns), default=0),
        facts=(facts[0], facts[1]),
        key=str(number),
        played_at=_BEGAN + timedelta(minutes=number),
    )


def _results(games: Iterable[PlayedGame]) -> list[GameResult]:
    return [GameResult(*game.seats, game.score, game.pair) for game in games]


def _standings(names: Sequence[str], games: Sequence[PlayedGame]) -> tuple[Standing, ...]:
    ratings = rate(_results(games), names=names)
    standings = []
    for rating in ratings:
        own = [(game, game.seats.index(rating.name)) for game in games if rating.name in game.seats]
        scores = [game.score if seat == 0 else 1 - game.score for game, seat in own]
        faults: dict[str, int] = {}
        for game, seat in own:
            for name, count in game.facts[seat].faults.items():
                faults[name] = faults.get(name, 0) + count
        pairs = [(game.scores or (0, 0))[:: 1 if seat == 0 else -1] for game, seat in own]
        line = Standing(
            rank=1,
            name=rating.name,
            points=sum(scores),
            played=len(own),
            won=scores.count(1),
            drawn=scores.count(0.5),
            lost=scores.count(0),
            scored=sum(pair[0] for pair in pairs),
            conceded=sum(pair[1] for pair in pairs),
            average_seconds=0.02,
            faults=faults,
            left=0,
            elo=rating.elo,
            low=rating.low,
            high=rating.high,
        )
        standings.append(line)
    standings.sort(key=lambda line: (-line.points, line.name))
    return tuple(replace(line, rank=rank) for rank, line in enumerate(standings, 1))


def _curve(names: Sequence[str], games: Sequence[PlayedGame]) -> tuple[RatingPoint, ...]:
    step = max(1, len(games) // 60)
    return tuple(
        RatingPoint(count, rating.name, rating.elo, rating.low, rating.high)
        for count in range(step, len(games) + 1, step)
        for rating in sorted(
            rate(_results(games[:count]), names=names), key=lambda rating: rating.name
        )
    )

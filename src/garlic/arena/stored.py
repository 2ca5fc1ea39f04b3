"""Reads a stored tournament as a snapshot, to be shown and exported, while it runs or later."""

from collections.abc import Iterator

from sqlalchemy import Connection, Row

from garlic.arena.lease import state_of
from garlic.arena.snapshot import (
    Entrant,
    PlayedGame,
    RatingPoint,
    Standing,
    TournamentSnapshot,
    TournamentState,
    Unplayed,
)
from garlic.arena.standings import SEATS, TournamentScore, played_games
from garlic.arena.tournament import Tournament, load_for_reading
from garlic.judge.game_run import GameRun
from garlic.store import Database
from garlic.store.games import SeatFacts, load_record
from garlic.store.tournaments import (
    fixtures_of,
    get_tournament,
    ratings_of,
    results_of,
)


def tournament_snapshot(database: Database, number: int) -> TournamentSnapshot:
    """A snapshot of tournament *number*; raise `StoreError`."""

    def work(connection: Connection) -> TournamentSnapshot:
        row = get_tournament(connection, number)
        tournament = load_for_reading(connection, number)
        state = state_of(row)
        fixtures = fixtures_of(connection, number)
        score = TournamentScore.stored(connection, tournament)
        score.finished = state is TournamentState.FINISHED
        games = tuple(_games(connection, tournament, score.not_counted))
        played = {game.number for game in games}
        names = [entrant.name for entrant in tournament.entrants]
        return TournamentSnapshot(
            id=row.id,
            name=row.name,
            game=row.game,
            format=tournament.definition.format,
            scoring=tournament.definition.scoring,
            seed=tournament.definition.seed,
            state=state,
            created_at=row.created_at,
            finished_at=row.finished_at,
            settings=row.definition,
            entrants=tuple(_entrants(tournament, score.tally.set_aside())),
            games=games,
            unplayed=tuple(
                Unplayed(fixture.number, (names[fixture.first], names[fixture.second]), why)
                for fixture in fixtures
                if (why := fixture.trouble) is not None and fixture.number not in played
            ),
            scheduled=len(fixtures),
            standings=score.standings(),
            curve=tuple(
                RatingPoint(games, names[place], elo, low, high)
                for games, place, elo, low, high in ratings_of(connection, number)
            ),
            record=lambda key: database.read(lambda again: load_record(again, key)),
        )

    return database.read(work)


def standings(database: Database, number: int) -> tuple[Standing, ...]:
    """Only the table of tournament *number*: faster than a snapshot."""

    def work(connection: Connection) -> tuple[Standing, ...]:
        score = TournamentScore.stored(connection, load_for_reading(connection, number))
        score.finished = state_of(get_tournament(connection, number)) is TournamentState.FINISHED
        return score.standings()

    return database.read(work)


def unplayed_game_runs(database: Database, tournament: Tournament) -> dict[str, GameRun]:
    """The scheduled games without a result, by key, in the order of the schedule."""

    def work(connection: Connection) -> dict[str, GameRun]:
        played = {game.number for game in played_games(connection, tournament.id)}
        return {
            fixture.game_key: tournament.game_run(fixture)
            for fixture in fixtures_of(connection, tournament.id)
            if fixture.number not in played
        }

    return database.read(work)


def _entrants(tournament: Tournament, aside: set[int]) -> Iterator[Entrant]:
    for entrant, named in zip(tournament.entrants, tournament.definition.bots, strict=True):
        yield Entrant(
            name=entrant.name,
            bot=named.bot,
            kind=entrant.kind,
            digest=entrant.digest,
            version=entrant.version,
            set_aside=entrant.place in aside,
        )


def _games(
    connection: Connection, tournament: Tournament, without: set[int]
) -> Iterator[PlayedGame]:
    for row in results_of(connection, tournament.id):
        yield PlayedGame(
            number=row.number,
            round=row.round,
            pair=row.pair,
            opening=tournament.openings[row.opening].name,
            seats=(tournament.entrants[row.first].name, tournament.entrants[row.second].name),
            winner=SEATS[row.winner],
            reason=row.reason,
            scores=None if row.score_a is None else (row.score_a, row.score_b),
            turns=row.turns,
            facts=(_facts(row, "a"), _facts(row, "b")),
            key=row.key,
            played_at=row.played_at,
            counts=row.first not in without and row.second not in without,
            delayed=row.delayed,
        )


def _facts(row: Row[tuple[object, ...]], seat: str) -> SeatFacts:
    return SeatFacts(
        moves=getattr(row, f"moves_{seat}"),
        seconds=getattr(row, f"seconds_{seat}"),
        slowest_seconds=getattr(row, f"slowest_seconds_{seat}"),
        cpu_seconds=getattr(row, f"cpu_seconds_{seat}"),
        memory_bytes=getattr(row, f"memory_bytes_{seat}"),
        faults=getattr(row, f"faults_{seat}") or {},
    )

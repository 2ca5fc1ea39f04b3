"""A stored tournament: created from its definition, and loaded again to be run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from sqlalchemy import Connection

from garlic.arena.definition import MOST_GAMES, Definition, NamedBot, read_definition
from garlic.arena.formats import FORMATS, Format, FormatState, Pairing
from garlic.arena.openings import Opening, beside, derived_seed, make_openings
from garlic.core import Game, Limits, UsageError
from garlic.engines.built_in import check_built_in
from garlic.games import GAMES
from garlic.judge.bots import Bot, BotKind, NameParts, find_bot
from garlic.judge.faults import fault_rules
from garlic.judge.game_run import GameRun
from garlic.judge.settings import parse_limits
from garlic.store import Database
from garlic.store.bots import freeze, keep_bot, load_bot
from garlic.store.owners import NOBODY, Owner
from garlic.store.tournaments import (
    EntrantRow,
    FixtureRow,
    OpeningRow,
    add_fixtures,
    create_tournament,
    entrants_of,
    get_tournament,
    openings_of,
)


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything needed to turn fixtures into game runs."""

    id: int
    definition: Definition
    game: Game
    limits: Limits
    entrants: tuple[EntrantRow, ...]
    bots: tuple[Bot, ...]  # by place, with the names of the entrants
    openings: tuple[OpeningRow, ...]

    @property
    def format(self) -> Format:
        """The format."""
        return FORMATS[self.definition.format]

    def game_run(self, fixture: FixtureRow) -> GameRun:
        """The game that *fixture* schedules."""
        opening = self.openings[fixture.opening]
        return GameRun(
            game=self.game.name,
            bots=(self.bots[fixture.first], self.bots[fixture.second]),
            start=opening.start,
            seed=fixture.seed,
            limits=self.limits,
            timeouts=self.definition.timeouts,
            lenient=self.definition.protocol == "lenient",
            map=opening.map,
            adjudication=self.definition.adjudication,
        )

    def schedule(
        self, number: int, pairings: Sequence[Pairing], games_before: int
    ) -> list[FixtureRow]:
        """The games of round *number*: every pairing plays one pair before any plays a second."""
        pairs = self.definition.games // 2
        fixtures: list[FixtureRow] = []
        for meeting in range(pairs):
            opening = ((number - 1) * pairs + meeting) % len(self.openings)
            for first, second in pairings:
                game = games_before + len(fixtures) + 1
                pair = (game + 1) // 2
                seed = derived_seed(self.definition.seed, "pair", pair)
                for place, seats in enumerate(((first, second), (second, first))):
                    row = FixtureRow(game + place, number, pair, *seats, opening, seed, "")
                    # The key needs the game run, which needs the row.
                    fixtures.append(replace(row, game_key=self.game_run(row).key))
        return fixtures


Finder = Callable[[Game, NamedBot], Bot]
"""Returns the bot that takes part under a name; raises `GarlicError`."""


def create(
    database: Database,
    definition: Definition,
    folder: Path,
    finder: Finder | None = None,
    owner: Owner = NOBODY,
    *,
    shared: bool = False,
    also: Callable[[Connection, int], None] = lambda _, __: None,
) -> int:
    """Store a new tournament with copies of its bots; return its number.

    Files of bots and maps are looked for in *folder* first; *finder*, if given, finds the bots
    instead. A *shared* one is open to the whole course of its *owner*. What has to be stored with
    it, *also* stores in the same transaction. Raises `UsageError` if something in the definition
    does not exist or fit.
    """
    find = finder or partial(_find, folder=folder)
    game = GAMES[definition.game]
    limits = parse_limits(definition.limits, game.limits)
    fault_rules(game, definition.timeouts)
    frozen = [freeze(find(game, named)) for named in definition.bots]
    rounds = most_rounds(definition)
    openings = make_openings(game, definition, definition.games // 2 * rounds, folder)

    def work(connection: Connection) -> int:
        versions = [
            keep_bot(connection, named.name, bot, content, owner)
            for named, (bot, content) in zip(definition.bots, frozen, strict=True)
        ]
        number = create_tournament(
            connection,
            definition.name,
            game.name,
            definition.to_json(),
            [(version.name, version.id) for version in versions],
            [opening_row(place, opening) for place, opening in enumerate(openings)],
            owner,
            shared=shared,
        )
        tournament = Tournament(
            id=number,
            definition=definition,
            game=game,
            limits=limits,
            entrants=tuple(entrants_of(connection, number)),
            bots=tuple(
                replace(bot, name=named.name)
                for named, (bot, _) in zip(definition.bots, frozen, strict=True)
            ),
            openings=tuple(openings_of(connection, number)),
        )
        if not tournament.format.in_rounds:
            table = FormatState(len(versions), definition.rounds, definition.challengers)
            pairings = tournament.format.next_round(table) or []
            _check_size(len(pairings) * definition.games)
            add_fixtures(connection, number, tournament.schedule(1, pairings, 0))
        also(connection, number)
        return number

    return database.write(work)


def load(database: Database, number: int) -> Tournament:
    """The stored tournament *number*, its bots ready to play; raise `StoreError`."""

    def work(connection: Connection) -> Tournament:
        tournament = load_for_reading(connection, number)
        bots = (
            replace(load_bot(connection, entrant.version_id), name=entrant.name)
            for entrant in tournament.entrants
        )
        return replace(tournament, bots=tuple(bots))

    return database.read(work)


def load_for_reading(connection: Connection, number: int) -> Tournament:
    """The stored tournament *number* without its bots: it cannot make game runs."""
    row = get_tournament(connection, number)
    definition = read_definition(row.definition)
    game = GAMES[row.game]
    return Tournament(
        id=number,
        definition=definition,
        game=game,
        limits=parse_limits(definition.limits, game.limits),
        entrants=tuple(entrants_of(connection, number)),
        bots=(),
        openings=tuple(openings_of(connection, number)),
    )


def most_rounds(definition: Definition) -> int:
    """The largest possible number of rounds; raise `UsageError` if that makes too many games."""
    if not FORMATS[definition.format].in_rounds:
        return 1
    rounds = definition.rounds or len(definition.bots)
    _check_size(rounds * definition.games * (len(definition.bots) // 2))
    return rounds


def _check_size(games: int) -> None:
    if games > MOST_GAMES:
        raise UsageError(
            "that would be {games} games; a tournament has at most {limit}",
            games=games,
            limit=MOST_GAMES,
        )


def opening_row(number: int, opening: Opening) -> OpeningRow:
    """*opening* as it is stored."""
    return OpeningRow(number, opening.name, opening.map, opening.start)


def _find(game: Game, named: NamedBot, folder: Path) -> Bot:
    """The bot, its file looked for in *folder* first; raise `UsageError`."""
    parts = NameParts.of(named.bot)
    check_built_in(game, parts.program)
    bot = find_bot(parts.with_program(beside(folder, parts.program)))
    if bot.kind is BotKind.HUMAN:
        raise UsageError("a human cannot take part in a tournament: use `garlic play`")
    return replace(bot, name=named.bot)

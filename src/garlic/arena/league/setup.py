"""How the games of a league are made: from a stored league and two of its bots to a game run."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from garlic.arena.league.definition import LeagueDefinition, read_league
from garlic.arena.openings import derived_seed
from garlic.core import Game, Limits, Text
from garlic.games import GAMES
from garlic.judge.bots import Bot, BotKind, find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.settings import parse_limits
from garlic.store.bots import load_bot
from garlic.store.league_games import LeagueGameRow
from garlic.store.leagues import LeagueEntryRow, LeagueRow, starts_of
from garlic.store.tournaments import OpeningRow


@dataclass(frozen=True, slots=True)
class LeagueSetup:
    """Everything that the games of a league have in common."""

    id: int
    season: int
    definition: LeagueDefinition
    game: Game
    limits: Limits
    starts: tuple[OpeningRow, ...]

    @classmethod
    def load(cls, connection: Connection, row: LeagueRow) -> "LeagueSetup":
        """That of a stored league."""
        definition = read_league(row.definition)
        game = GAMES[row.game]
        limits = parse_limits(definition.rules.limits, game.limits)
        starts = tuple(starts_of(connection, row.id))
        return cls(row.id, row.season, definition, game, limits, starts)

    def pair(
        self, one: int, other: int, met: int, last: tuple[int, int]
    ) -> tuple[LeagueGameRow, LeagueGameRow]:
        """The next pair of games of two entries that have *met* in so many pairs before.

        *last* are the numbers of the last game and of the last pair. Two entries meet from other
        starts until all of them were used.
        """
        number, pair = last[0] + 1, last[1] + 1
        master = self.definition.rules.seed
        between = derived_seed(master, "meeting", self.id, *sorted((one, other)))
        opening = (between + met) % len(self.starts)
        # The league's number, so that no game of two leagues is the same one.
        seed = derived_seed(master, "league", self.id, pair)
        first = LeagueGameRow(number, self.season, pair, one, other, opening, seed)
        return first, replace(first, number=number + 1, first=other, second=one)

    def game_run(self, row: LeagueGameRow, bot: Callable[[int], Bot]) -> GameRun:
        """The game that *row* schedules; *bot* returns that of an entry."""
        rules, start = self.definition.rules, self.starts[row.opening]
        return GameRun(
            game=self.game.name,
            bots=(bot(row.first), bot(row.second)),
            start=start.start,
            seed=row.seed,
            limits=self.limits,
            timeouts=rules.timeouts,
            lenient=rules.protocol == "lenient",
            map=start.map,
            adjudication=rules.adjudication,
        )


def load_league_bot(connection: Connection, entry: LeagueEntryRow) -> Bot:
    """The bot of an entry, with the name that its games may show; raise `StoreError`.

    A built-in one is that of the installed version, because a league lives longer than that.
    """
    bot = (
        find_bot(entry.called)
        if entry.kind == BotKind.BUILT_IN.value
        else load_bot(connection, entry.version_id)
    )
    return replace(bot, name=entry.shown_name or str(Text("anonymous")))

"""Our players as processes: ``python -m garlic.engines KIND TARGET [--option=value ...]``.

The judge starts them like any other bot and speaks the line protocol with them.
"""

import sys
import time
from typing import Any

from garlic.bot.talk import Table, Talker, converse
from garlic.core import GarlicError, Seat, Stream, UsageError
from garlic.engines.result import Limit

_WARM_UP_NODES = 20_000


class RandomTalker:
    """Any legal move, all equally likely, in every game."""

    def __init__(self, table: Table, seed: int) -> None:
        self.game = table.game
        self.seat = list(Seat)[self.game.seats.index(table.seat)]
        self.stream = Stream(seed)

    def start(self, position: Any) -> None:
        """Nothing to prepare."""

    def play(self, position: Any) -> str:
        """The move."""
        moves = position.moves_for(self.seat) if self.game.simultaneous else position.legal_moves()
        return str(moves[self.stream.below(len(moves))])

    def end(self, result: str) -> None:
        """Nothing to do."""


class PlayerTalker:
    """An engine or a baseline, which thinks as long as the judge's clocks allow."""

    def __init__(
        self, table: Table, name: str, options: dict[str, str], *, nodes: int | None, seed: int
    ) -> None:
        # Imported here: random players start faster.
        from garlic.engines.players import player, player_options  # noqa: PLC0415

        if "seed" in player_options(table.game, name):
            options = {**options, "seed": str(seed)}
        seat = list(Seat)[table.game.seats.index(table.seat)]
        self.player = player(table.game, name, options, seat)
        self.limits, self.nodes = table.limits, nodes
        self.used = 0.0

    def start(self, position: Any) -> None:
        """Think a moment: tables are made, and their memory touched, on init's clock."""
        warm_up = getattr(self.player, "warm_up", None)  # which leaves no trace, where there is one
        if warm_up is not None:
            warm_up(position)
        else:
            self.player.choose(position, Limit(nodes=_WARM_UP_NODES))

    def play(self, position: Any) -> str:
        """The move, chosen within the turn's limit and what is left of the game's."""
        began = time.monotonic()
        clock = None
        if self.limits.game_seconds is not None:
            clock = max(self.limits.game_seconds - self.used, 0.001)
        limit = Limit(time=self.limits.turn_seconds, clock=clock, nodes=self.nodes)
        move = self.player.choose(position, limit)
        self.used += time.monotonic() - began
        return str(move)

    def end(self, result: str) -> None:
        """Nothing to do."""


def main(arguments: list[str]) -> None:
    """Play as the player that the arguments name; raise `UsageError` where there is none."""
    kind, target, *wishes = arguments
    options = dict(wish.removeprefix("--").split("=", 1) for wish in wishes)
    nodes = int(options.pop("nodes")) if "nodes" in options else None
    seed = int(options.pop("seed", "0"))

    def sit_down(table: Table) -> Talker:
        if kind == "random":
            return RandomTalker(table, seed)
        game, _, name = target.partition("/")
        if game != table.game.name:
            raise UsageError("{target} does not play {game}", target=target, game=table.game.name)
        wanted = "engine" if kind == "engine" else name
        return PlayerTalker(table, wanted, options, nodes=nodes, seed=seed)

    converse(sit_down)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except GarlicError as fault:
        sys.exit(str(fault))

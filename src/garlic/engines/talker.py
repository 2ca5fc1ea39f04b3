"""Our players as the line protocol speaks to them."""

import time
from collections.abc import Mapping
from typing import Any

from garlic.bot.line import SeatInfo
from garlic.core import Seat
from garlic.engines.players import player, player_options
from garlic.engines.result import Limit

_WARM_UP_NODES = 20_000


class PlayerTalker:
    """An engine or a baseline, which thinks as long as the judge's clocks allow."""

    def __init__(
        self,
        table: SeatInfo,
        name: str,
        options: Mapping[str, str],
        *,
        nodes: int | None,
        seed: int,
    ) -> None:
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

"""Our players behind the line protocol."""

import time
from collections.abc import Mapping

from garlic.bot.line import SeatInfo
from garlic.core import Position, Seat
from garlic.engines.interfaces import WarmsUp
from garlic.engines.players import player, player_options
from garlic.engines.result import Limit

_WARM_UP_NODES = 20_000


class PlayerTalker:
    """An engine or a baseline that uses the time that the judge's limits allow.

    If its name has a time of its own (``?time=100``), it uses no more than that.
    """

    def __init__(
        self,
        info: SeatInfo,
        name: str,
        options: Mapping[str, str],
        *,
        nodes: int | None,
        seed: int,
        own_seconds: float | None = None,
    ) -> None:
        if "seed" in player_options(info.game, name):
            options = {**options, "seed": str(seed)}
        seat = list(Seat)[info.game.seats.index(info.seat)]
        self.player = player(info.game, name, options, seat)
        self.limits, self.nodes = info.limits, nodes
        turn_seconds = info.limits.turn_seconds
        self.turn_seconds = turn_seconds if own_seconds is None else min(turn_seconds, own_seconds)
        self.used = 0.0

    def start(self, position: Position) -> None:
        """Allocate and touch the tables, on the clock of init."""
        if isinstance(self.player, WarmsUp):
            self.player.warm_up(position)
        else:
            self.player.choose(position, Limit(nodes=_WARM_UP_NODES))

    def play(self, position: Position) -> str:
        """The move, chosen within the limits of the turn and of the game."""
        began = time.monotonic()
        clock = None
        if self.limits.game_seconds is not None:
            clock = max(self.limits.game_seconds - self.used, 0.001)
        limit = Limit(time=self.turn_seconds, clock=clock, nodes=self.nodes)
        move = self.player.choose(position, limit)
        self.used += time.monotonic() - began
        return str(move)

    def end(self, result: str) -> None:
        """Nothing to do."""

"""Our players as processes: ``python -m garlic.engines KIND TARGET [--option=value ...]``.

The judge starts them like any other bot and speaks the line protocol with them.
"""

import sys
from typing import Any

from garlic.bot.line import LineBot, SeatInfo, run_session
from garlic.core import GarlicError, Seat, Stream, UsageError


class RandomTalker:
    """Any legal move, all equally likely, in every game."""

    def __init__(self, table: SeatInfo, seed: int) -> None:
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


def main(arguments: list[str]) -> None:
    """Play as the player that the arguments name; raise `UsageError` where there is none."""
    kind, target, *rest = arguments
    options = dict(option.removeprefix("--").split("=", 1) for option in rest)
    nodes = int(options.pop("nodes")) if "nodes" in options else None
    seed = int(options.pop("seed", "0"))

    def sit_down(table: SeatInfo) -> LineBot:
        if kind == "random":
            return RandomTalker(table, seed)
        game, _, name = target.partition("/")
        if game != table.game.name:
            raise UsageError("{target} does not play {game}", target=target, game=table.game.name)
        wanted = "engine" if kind == "engine" else name
        # Imported here: random players start faster.
        from garlic.engines.talker import PlayerTalker  # noqa: PLC0415

        return PlayerTalker(table, wanted, options, nodes=nodes, seed=seed)

    run_session(sit_down)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except GarlicError as fault:
        sys.exit(str(fault))

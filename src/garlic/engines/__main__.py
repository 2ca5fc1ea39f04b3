"""Our players as processes: ``python -m garlic.engines KIND TARGET [--option=value ...]``.

The judge starts them like any other bot and speaks the line protocol with them.
"""

import sys
from typing import Any

from garlic.bot.talk import converse
from garlic.core import Game, GarlicError, Seat, Stream, UsageError


class RandomPlayer:
    """Any legal move, all equally likely."""

    def __init__(self, game: Game, seat: str, seed: int) -> None:
        self.game, self.seat = game, seat
        self.stream = Stream(seed)

    def start(self, position: Any) -> None:
        """Nothing to prepare."""

    def play(self, position: Any) -> str:
        """The move."""
        moves = (
            position.moves_for(list(Seat)[self.game.seats.index(self.seat)])
            if self.game.simultaneous
            else position.legal_moves()
        )
        return str(moves[self.stream.below(len(moves))])

    def end(self, result: str) -> None:
        """Nothing to do."""


def main(arguments: list[str]) -> None:
    """Play as the player that the arguments name."""
    kind, target, *options = arguments
    wishes = dict(option.removeprefix("--").split("=", 1) for option in options)
    seed = int(wishes.pop("seed", "0"))
    wishes.pop("nodes", None)  # nothing is searched here
    if kind != "random":
        raise UsageError("there is no {kind} for {target} yet", kind=kind, target=target)
    converse(lambda game, seat: RandomPlayer(game, seat, seed))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except GarlicError as fault:
        sys.exit(str(fault))

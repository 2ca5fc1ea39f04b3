"""Our players as processes: ``python -m garlic.engines KIND TARGET [--option=value ...]``.

The judge starts them like any other bot, with the line protocol.
"""

import sys

from garlic.bot.line import LineBot, SeatInfo, run_session, take_streams
from garlic.core import GarlicError, Position, Seat, Stream, UsageError
from garlic.core.game import moves_of


class RandomTalker:
    """Any legal move, all equally likely, in every game."""

    def __init__(self, info: SeatInfo, seed: int) -> None:
        self.game = info.game
        self.seat = list(Seat)[self.game.seats.index(info.seat)]
        self.stream = Stream(seed)

    def start(self, position: Position) -> None:
        """Nothing to prepare."""

    def play(self, position: Position) -> str:
        """A random legal move."""
        moves = moves_of(position, self.seat)
        return str(moves[self.stream.below(len(moves))])

    def end(self, result: str) -> None:
        """Nothing to do."""


def main(arguments: list[str]) -> None:
    """Run the player that the arguments name; raise `UsageError` if there is none."""
    kind, target, *rest = arguments
    options = dict(option.removeprefix("--").split("=", 1) for option in rest)
    nodes = int(options.pop("nodes")) if "nodes" in options else None
    own_seconds = int(options.pop("time")) / 1000 if "time" in options else None
    seed = int(options.pop("seed", "0"))

    def make_talker(info: SeatInfo) -> LineBot:
        if kind == "random":
            return RandomTalker(info, seed)
        game, _, baseline = target.partition("/")
        if game != info.game.name:
            raise UsageError("{target} does not play {game}", target=target, game=info.game.name)
        name = "engine" if kind == "engine" else baseline
        # Imported here so that random players start faster.
        from garlic.engines.talker import PlayerTalker  # noqa: PLC0415

        return PlayerTalker(info, name, options, nodes=nodes, own_seconds=own_seconds, seed=seed)

    run_session(make_talker, take_streams())


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except GarlicError as fault:
        sys.exit(str(fault))

"""You, at the terminal, as a player."""

import time
from typing import Any

from garlic.core import IllegalMoveError, InputError, Outcome, Verdict, say
from garlic.judge.record import Cost
from garlic.judge.referee import Answer
from garlic.wire import Sitting
from garlic.wire.dialogue import Played


class TerminalPlayer:
    """Asks for a move until a legal one is typed."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.spent: list[float] = []

    def start(self) -> Answer:
        """Always ready; says how to answer."""
        print(say("Type a move, ? for the legal ones, quit to leave."))
        print()
        return Answer(Verdict.OK)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """The move that is typed; faulty ones are explained and asked again."""
        del played, seconds
        game, seat = self.sitting.game, self.sitting.seat
        name = game.seats[seat.index]
        began = time.monotonic()
        while True:
            try:
                text = " ".join(input(f"{say(name)}> ").split())
            except EOFError:
                raise KeyboardInterrupt from None
            if text in {"quit", "exit"}:
                raise KeyboardInterrupt
            moves = position.moves_for(seat) if game.simultaneous else position.legal_moves()
            if text in {"?", "help"}:
                print("  ".join(str(move) for move in moves))
                continue
            try:
                move = game.move.parse(text)
                if move not in moves and not game.simultaneous:
                    position.play(move)  # says why not
                if move not in moves:
                    print(say("{move} is not a legal move here", move=text))
                    continue
            except IllegalMoveError as fault:  # without the position: it is on the screen
                print(
                    say(
                        "illegal move {move}: {because}",
                        move=text,
                        because=fault.text.values["because"],
                    )
                )
                continue
            except InputError as fault:
                print(fault.render())
                continue
            self.spent.append(time.monotonic() - began)
            return Answer(Verdict.OK, str(move), cost=Cost(wall_seconds=self.spent[-1]))

    def end(self, outcome: Outcome, played: Played) -> None:
        """The result is printed for everybody."""

    def close(self) -> None:
        """The terminal stays open."""

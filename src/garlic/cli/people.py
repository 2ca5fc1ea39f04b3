"""People at the terminal as players: they are asked, helped, and may take moves back."""

import time
from collections.abc import Sequence
from typing import Any

from garlic.cli.report import GameScreen, move_said
from garlic.core import Game, GarlicError, IllegalMoveError, InputError, Outcome, Seat, Verdict, say
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Cost, Record, Turn
from garlic.judge.referee import Answer
from garlic.judge.replay import ReplayStep
from garlic.wire import SeatSetup
from garlic.wire.dialogue import Played

_HINT_SECONDS = 1.0


class _TakenBack(Exception):  # noqa: N818  (no error: the game goes on from an earlier position)
    """Somebody goes back; *turns* are those that stay played."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        super().__init__()
        self.turns = turns


class TerminalGame:
    """A match with people in it, at this terminal.

    Going back is refereeing the match again: everybody first answers as before (see `play`).
    """

    def __init__(self, match: GameRun, game: Game) -> None:
        self._match = match
        self._game = game
        self._people = {seat for seat in Seat if match.bots[seat.index].name == "human"}
        self._screen = GameScreen(game)
        self._steps: list[ReplayStep] = []
        self._shown = -1  # up to this turn all has been on the screen
        self.greeted = False

    def play(self) -> Record:
        """The record of the game, when it is over; raise `KeyboardInterrupt` if somebody leaves."""
        past: Sequence[Turn] = ()
        while True:
            try:
                return play(
                    self._match,
                    watch=self._watch,
                    human=lambda sitting: TerminalPerson(sitting, self),
                    past=past,
                )
            except _TakenBack as back:
                past = back.turns

    def take_back(self) -> None:
        """Go back to where a person moved last; returns only where there is no such place."""
        for place in range(len(self._steps) - 2, -1, -1):
            position = self._steps[place].position
            if any(self._game.awaits(position, seat) for seat in self._people):
                self._shown = place - 1
                raise _TakenBack([turn for step in self._steps[: place + 1] for turn in step.turns])
        print(say("there is no move of yours to take back"))

    def _watch(self, position: Any, turns: tuple[Turn, ...]) -> None:
        if all(turn.number == 0 for turn in turns):  # the match begins, perhaps once more
            self._steps.clear()
            self._screen = GameScreen(self._game)
        self._steps.append(ReplayStep(position, turns))
        if len(self._steps) - 1 > self._shown:
            self._shown = len(self._steps) - 1
            self._screen.show(position, turns)
        else:
            self._screen.note(position, turns)


class TerminalPerson:
    """Asks for a move until a legal one is typed."""

    def __init__(self, sitting: SeatSetup, table: TerminalGame) -> None:
        self.sitting = sitting
        self.table = table

    def start(self) -> Answer:
        """Always ready; says how to answer."""
        if not self.table.greeted:
            self.table.greeted = True
            print(
                say(
                    "Type a move. ? lists the legal ones, hint asks our engine,"
                    " undo takes your last move back, quit leaves."
                )
            )
            print()
        return Answer(Verdict.OK)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """The move that is typed; faulty ones are explained and asked again."""
        del played, seconds
        game, seat = self.sitting.game, self.sitting.seat
        began = time.monotonic()
        while True:
            try:
                text = " ".join(input(f"{say(game.seats[seat.index])}> ").split())
            except EOFError:
                raise KeyboardInterrupt from None
            moves = position.moves_for(seat) if game.simultaneous else position.legal_moves()
            match text:
                case "":
                    continue
                case "quit" | "exit":
                    raise KeyboardInterrupt
                case "undo":
                    self.table.take_back()
                case "hint":
                    print(_hint(game, position, seat))
                case "?" | "help":
                    print("  ".join(move_said(game, position, str(move)) for move in moves))
                case _ if (move := _typed(game, position, moves, text)) is not None:
                    spent = Cost(wall_seconds=time.monotonic() - began)
                    return Answer(Verdict.OK, str(move), cost=spent)

    def end(self, outcome: Outcome, played: Played) -> None:
        """The result is printed for everybody."""

    def close(self) -> None:
        """The terminal stays open."""


def _typed(game: Game, position: Any, moves: Sequence[Any], text: str) -> Any | None:
    """The legal move that *text* means, as it is written or said; None after saying why not."""
    said = {"".join(game.spoken(position, [str(move)])): move for move in moves}
    if text in said:
        return said[text]
    try:
        move = game.move.parse(text)
        if move in moves:
            return move
        if not game.simultaneous:
            position.play(move)  # says why not
        print(say("{move} is not a legal move here", move=text))
    except IllegalMoveError as fault:  # without the position: it is on the screen
        because = fault.text.values["because"]
        print(say("illegal move {move}: {because}", move=text, because=because))
    except InputError as fault:
        print(fault.render())
    return None


def _hint(game: Game, position: Any, seat: Seat) -> str:
    """What our engine would play; why not, where it cannot."""
    from garlic.engines import Limit, player

    try:
        best = player(game, "engine", {}, seat).choose(position, Limit(time=_HINT_SECONDS))
    except GarlicError as fault:
        return fault.render()
    return say("our engine would play {move}", move=move_said(game, position, str(best)))

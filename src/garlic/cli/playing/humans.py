"""Humans as players at the terminal: prompt, help, hints, and taking moves back."""

import time
from collections.abc import Sequence

from garlic.cli.playing.report import GameScreen, describe_move
from garlic.core import (
    Game,
    GarlicError,
    IllegalMoveError,
    InputError,
    Move,
    Outcome,
    Position,
    Seat,
    Verdict,
    say,
)
from garlic.core.game import moves_of, takes_turns
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Cost, Record, Turn
from garlic.judge.referee import Answer, is_start
from garlic.judge.replay import ReplayStep
from garlic.wire import SeatSetup
from garlic.wire.dialogue import Played

_HINT_SECONDS = 1.0


class _TakenBack(Exception):  # noqa: N818  (control flow: the game continues from before)
    """A move is taken back; *turns* are those that stay played."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        super().__init__()
        self.turns = turns


class TerminalGame:
    """One game run with humans at this terminal.

    Taking back referees the game again; `play` repeats the answers up to that point.
    """

    def __init__(self, game_run: GameRun, game: Game) -> None:
        self._game_run = game_run
        self._game = game
        self._human_seats = {seat for seat in Seat if game_run.bots[seat.index].name == "human"}
        self._screen = GameScreen(game)
        self._steps: list[ReplayStep] = []
        self._shown = -1  # the index of the last step on the screen
        self.greeted = False

    def play(self) -> Record:
        """The record of the finished game; raise `KeyboardInterrupt` if a human quits."""
        past: Sequence[Turn] = ()
        while True:
            try:
                return play(
                    self._game_run,
                    watch=self._watch,
                    human=lambda sitting: TerminalPerson(sitting, self),
                    past=past,
                )
            except _TakenBack as back:
                past = back.turns

    def take_back(self) -> None:
        """Go back to the last move of a human by raising; returns if there is none."""
        for place in range(len(self._steps) - 2, -1, -1):
            position = self._steps[place].position
            if any(self._game.awaits(position, seat) for seat in self._human_seats):
                self._shown = place - 1
                raise _TakenBack([turn for step in self._steps[: place + 1] for turn in step.turns])
        print(say("there is no move of yours to take back"))

    def _watch(self, position: Position, turns: tuple[Turn, ...]) -> None:
        if is_start(turns):
            self._steps.clear()
            self._screen = GameScreen(self._game)
        self._steps.append(ReplayStep(position, turns))
        if len(self._steps) - 1 > self._shown:
            self._shown = len(self._steps) - 1
            self._screen.show(position, turns)
        else:
            self._screen.remember(position, turns)


class TerminalPerson:
    """Prompts for a move until a legal one is typed."""

    def __init__(self, sitting: SeatSetup, terminal_game: TerminalGame) -> None:
        self.sitting = sitting
        self.terminal_game = terminal_game

    def start(self) -> Answer:
        """Always ready; prints the instructions once per game."""
        if not self.terminal_game.greeted:
            self.terminal_game.greeted = True
            print(
                say(
                    "Type a move. ? lists the legal ones, hint asks our engine,"
                    " undo takes your last move back, quit leaves."
                )
            )
            print()
        return Answer(Verdict.OK)

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """The move that is typed; wrong ones are explained and asked for again."""
        del played, seconds
        game, seat = self.sitting.game, self.sitting.seat
        began = time.monotonic()
        while True:
            try:
                text = " ".join(input(f"{say(game.seats[seat.index])}> ").split())
            except EOFError:
                raise KeyboardInterrupt from None
            moves = moves_of(position, seat)
            match text:
                case "":
                    continue
                case "quit" | "exit":
                    raise KeyboardInterrupt
                case "undo":
                    self.terminal_game.take_back()
                case "hint":
                    print(_hint(game, position, seat))
                case "?" | "help":
                    print("  ".join(describe_move(game, position, str(move)) for move in moves))
                case _ if (move := _parse_move(game, position, moves, text)) is not None:
                    spent = Cost(wall_seconds=time.monotonic() - began)
                    return Answer(Verdict.OK, str(move), cost=spent)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Does nothing: the result is printed elsewhere."""

    def close(self) -> None:
        """The terminal stays open."""


def _parse_move(game: Game, position: Position, moves: Sequence[Move], text: str) -> Move | None:
    """The legal move *text*, written or spoken; None after printing why it is none."""
    spoken = {"".join(game.spoken(position, [str(move)])): move for move in moves}
    if text in spoken:
        return spoken[text]
    try:
        move = game.move.parse(text)
        if move in moves:
            return move
        if takes_turns(position):
            position.play(move)  # raises with the reason
        print(say("{move} is not a legal move here", move=text))
    except IllegalMoveError as fault:  # without the position: it is on the screen
        because = fault.text.values["because"]
        print(say("illegal move {move}: {because}", move=text, because=because))
    except InputError as fault:
        print(fault.render())
    return None


def _hint(game: Game, position: Position, seat: Seat) -> str:
    """The move of our engine, or why it has none."""
    from garlic.engines import Limit, player

    try:
        best = player(game, "engine", {}, seat).choose(position, Limit(time=_HINT_SECONDS))
    except GarlicError as fault:
        return fault.render()
    return say("our engine would play {move}", move=describe_move(game, position, str(best)))

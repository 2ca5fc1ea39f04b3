"""Runs a Python bot over the line protocol: ``python -m garlic.bot FILE``.

This is the process that the judge confines; the judge itself never imports a bot.
"""

import io
import sys
from collections.abc import Callable
from types import ModuleType, TracebackType
from typing import Any

from garlic.bot.line import LineBot, run_session, take_streams
from garlic.bot.state import State
from garlic.core import Game, Position, Seat


class _CourseBot:
    """A file with `place` or `walk`."""

    def __init__(self, module: ModuleType, game: Game, seat: Seat) -> None:
        assert game.course is not None  # noqa: S101  (the caller found the function by it)
        self.form, self.seat = game.course, seat
        self.answer: Callable[[State], Any] = getattr(module, self.form.function)
        self.init: Callable[[State], Any] | None = getattr(module, "init", None)

    def start(self, position: Position) -> None:
        if self.init is not None:
            self.init(State(self.form, position, self.seat))

    def play(self, position: Position) -> str:
        answer = self.answer(State(self.form, position, self.seat))
        try:
            row, column = (-1, -1) if answer is None else answer
            return self.form.move(int(row), int(column))
        except (TypeError, ValueError):
            sys.exit(f"{self.form.function} must return (row, column), it returned {answer!r}")

    def end(self, result: str) -> None:
        del result


class _FreeBot:
    """A file with `play`, or with a class `Bot`."""

    def __init__(self, home: Any, game: Game, seat: str) -> None:
        self.home, self.game, self.seat = home, game, seat

    def start(self, position: Position) -> None:
        if hasattr(self.home, "start"):
            self.home.start(position, self.seat)
        elif hasattr(self.home, "init"):
            self.home.init(position)

    def play(self, position: Position) -> str:
        answer = self.home.play(position)
        if answer is None:
            sys.exit("play returned nothing: end every way through it with `return move`")
        if not isinstance(answer, (str, self.game.move)):
            sys.exit(
                "play must return one of position.legal_moves() or its text,"
                f" it returned {answer!r}"
            )
        return str(answer)

    def end(self, result: str) -> None:
        if hasattr(self.home, "end"):
            self.home.end(result)


# English only, like the traceback around it.
_NOBODY_TYPES = (
    "nobody types here: a bot gets everything in the argument of its function"
    " (a program that reads lines is named as cmd:python3 FILE)"
)


class _NoInput(io.TextIOBase):
    """Standard input as the bot sees it: reading raises, since the judge's lines come there."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        del size
        raise EOFError(_NOBODY_TYPES)

    def read(self, size: int | None = -1, /) -> str:
        return self.readline(size)


class _BotTraceback:
    """An excepthook that prints the traceback of the bot's own code, without our frames."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(
        self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None
    ) -> None:
        while trace is not None and not self._in_bot(trace):
            trace = trace.tb_next
        last = trace
        while last is not None and last.tb_next is not None:
            if last.tb_next.tb_frame.f_code.co_filename == __file__:
                last.tb_next = None
            last = last.tb_next
        fault.__traceback__ = trace
        sys.__excepthook__(kind, fault, trace)

    def _in_bot(self, trace: TracebackType) -> bool:
        return trace.tb_frame.f_code.co_filename == self.path


def _load(path: str) -> ModuleType:
    """The bot's module. Compiled here: an import would look for files that the sandbox forbids."""
    module = ModuleType("bot")
    module.__file__ = path
    sys.modules["bot"] = module
    with open(path, "rb") as file:  # noqa: PTH123  (pathlib alone would take 4 ms to import)
        exec(compile(file.read(), path, "exec"), module.__dict__)  # noqa: S102
    return module


def _bot(module: ModuleType, game: Game, seat: str) -> LineBot:
    if game.course is not None and hasattr(module, game.course.function):
        return _CourseBot(module, game, list(Seat)[game.seats.index(seat)])
    if hasattr(module, "Bot"):
        return _FreeBot(module.Bot(), game, seat)
    if hasattr(module, "play"):
        return _FreeBot(module, game, seat)
    wanted = ["play(position)", "a class Bot"]
    if game.course is not None:
        wanted.insert(0, f"{game.course.function}(state)")
    sys.exit(f"the bot defines none of: {', '.join(wanted)}")


def main(arguments: list[str]) -> None:
    """Load the bot and play one game with the judge."""
    if len(arguments) != 1:
        sys.exit("usage: python -m garlic.bot FILE")
    streams = take_streams()
    sys.stdin = _NoInput()
    sys.excepthook = _BotTraceback(arguments[0])
    module = _load(arguments[0])
    run_session(lambda seat: _bot(module, seat.game, seat.seat), streams)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Runs a Python bot over the line protocol: ``python -m garlic.bot FILE``.

This is the process that the judge confines; the judge itself never imports a bot.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from garlic.bot.state import State
from garlic.bot.talk import Talker, converse
from garlic.core import Game, Seat


class _CourseBot:
    """A file with `place` or `walk`."""

    def __init__(self, module: ModuleType, game: Game, seat: Seat) -> None:
        assert game.course is not None  # noqa: S101  (the caller found the function by it)
        self.form, self.seat = game.course, seat
        self.answer: Callable[[State], Any] = getattr(module, self.form.function)
        self.init: Callable[[State], Any] | None = getattr(module, "init", None)

    def start(self, position: Any) -> None:
        if self.init is not None:
            self.init(State(self.form, position, self.seat))

    def play(self, position: Any) -> str:
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

    def __init__(self, home: Any, seat: str) -> None:
        self.home, self.seat = home, seat

    def start(self, position: Any) -> None:
        if hasattr(self.home, "start"):
            self.home.start(position, self.seat)
        elif hasattr(self.home, "init"):
            self.home.init(position)

    def play(self, position: Any) -> str:
        return str(self.home.play(position))

    def end(self, result: str) -> None:
        if hasattr(self.home, "end"):
            self.home.end(result)


def _load(path: str) -> ModuleType:
    """The bot's module. Compiled here: an import would look for files that it may not read."""
    module = ModuleType("bot")
    module.__file__ = path
    sys.modules["bot"] = module
    with open(path, "rb") as file:  # noqa: PTH123  (pathlib alone would take 4 ms to import)
        exec(compile(file.read(), path, "exec"), module.__dict__)  # noqa: S102
    return module


def _bot(module: ModuleType, game: Game, seat: str) -> Talker:
    if game.course is not None and hasattr(module, game.course.function):
        return _CourseBot(module, game, list(Seat)[game.seats.index(seat)])
    if hasattr(module, "Bot"):
        return _FreeBot(module.Bot(), seat)
    if hasattr(module, "play"):
        return _FreeBot(module, seat)
    wanted = ["play(position)", "a class Bot"]
    if game.course is not None:
        wanted.insert(0, f"{game.course.function}(state)")
    sys.exit(f"the bot defines none of: {', '.join(wanted)}")


def main(arguments: list[str]) -> None:
    """Load the file and talk until the judge has had enough."""
    if len(arguments) != 1:
        sys.exit("usage: python -m garlic.bot FILE")
    module = _load(arguments[0])
    converse(lambda table: _bot(module, table.game, table.seat))


if __name__ == "__main__":
    main(sys.argv[1:])

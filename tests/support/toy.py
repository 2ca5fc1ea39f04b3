"""Kayles, a game that is not ours: `tests/data/toy_game`, a package with an entry point."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from garlic.core import Game
from support import DATA

TOY = DATA / "toy_game"


@contextmanager
def kayles_game() -> Iterator[Game]:
    """The game, imported from its sources for the length of a block."""
    sys.path.insert(0, str(TOY / "src"))
    try:
        game = import_module("kayles").GAME
        assert isinstance(game, Game)
        yield game
    finally:
        sys.path.remove(str(TOY / "src"))
        sys.modules.pop("kayles")

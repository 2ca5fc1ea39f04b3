"""What every game must keep. `tests/games/test_conformance.py` runs it over all of `GAMES`."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from garlic.core import Game, IllegalMoveError, InputError, InvalidMoveError, InvalidPositionError
from garlic.engines.native import native_position
from support import golden_games, perft_cases

# What no parser may take, whatever the game.
NONSENSE = (
    "",
    " ",
    "\n",
    "\ufeff",
    "3-",
    "٣",
    "3–4",
    "\x00",
    "/",
    "moves",
    " moves ",
    "a" * 1000,
    "9" * 5000,
    "-1",
    "🧄",
)


def starts(game: Game) -> list[Any]:
    """First positions to try the game from: its own, its rule sets', its perft positions."""
    texts = dict.fromkeys(case.position for case in perft_cases(game.name))
    positions = [game.setup(rule=rule) for rule in game.rules] or [game.setup()]
    return positions + [game.parse(text) for text in texts]


def check_files(game: Game) -> None:
    """Perft and golden files exist."""
    assert perft_cases(game.name), f"tests/data/perft/{game.name}.perft is missing"
    assert golden_games(game.name), f"tests/data/golden/{game.name}/*.game are missing"


def check_position(game: Game, position: Any) -> None:
    """The position prints and reads itself, and is over exactly when nothing is legal."""
    assert str(game.parse(str(position))) == str(position)
    moves = position.legal_moves()
    assert (position.outcome() is None) == bool(moves)
    assert len(set(moves)) == len(moves)
    for move in moves:
        assert game.move.parse(str(move)) == move
        assert str(move).count(" ") + 1 == game.move_words


def check_refuses(position: Any, moves: list[Any]) -> None:
    """Of *moves*, those not listed as legal are refused, with the move in the message."""
    legal = set(position.legal_moves())
    for move in moves:
        if move not in legal:
            with pytest.raises(IllegalMoveError, match=re.escape(str(move))):
                position.play(move)


def check_game(game: Game, start: Any, choices: list[int], *, native: bool = True) -> None:
    """Play *choices*, each modulo the count of legal moves, on both halves of the rules."""
    ours = start
    twin = native_position(game.name, str(ours)) if native else None
    played: list[str] = []
    earlier: list[Any] = []
    for choice in choices:
        check_position(game, ours)
        moves = ours.legal_moves()
        names = [str(move) for move in moves]
        if twin is not None:
            assert twin.legal_moves() == names, str(ours)
        if not names:
            return
        check_refuses(ours, earlier)
        earlier = moves
        name = names[choice % len(names)]
        ours = ours.play(game.move.parse(name))
        played.append(name)
        if twin is not None:
            assert str(twin.undone(name)) == str(twin), f"{twin} does not take back {name}"
            twin = twin.play(name)
            assert str(twin) == str(ours)
    line = f"{start} moves {' '.join(played)}" if played else str(start)
    replayed = game.parse(line)
    assert str(replayed) == str(ours)
    assert replayed.outcome() == ours.outcome()
    if twin is not None:
        retold = native_position(game.name, line)
        assert str(retold) == str(ours)
        assert retold.legal_moves() == [str(move) for move in ours.legal_moves()]


def check_nonsense(game: Game, text: str) -> None:
    """Nonsense is refused by both parsers with our own errors, and shortly."""
    fault = _fault(game.parse, text, InvalidPositionError)
    assert fault is None or (fault.line or fault.column) is not None
    _fault(game.move.parse, text, InvalidMoveError)


def _fault(parse: Callable[[str], Any], text: str, kind: type[InputError]) -> InputError | None:
    """The error that *parse* raises, None if it takes the text; any other error escapes."""
    try:
        parse(text)
    except kind as raised:
        fault = raised
    else:
        return None
    for tongue in ("en", "zh"):
        assert len(fault.render(tongue)) < 1000
    return fault

"""Checks that every game must pass; `tests/games/test_conformance.py` runs them on `GAMES`."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self, runtime_checkable

import pytest

from garlic import _core
from garlic.core import (
    Game,
    IllegalMoveError,
    InputError,
    InvalidMoveError,
    InvalidPositionError,
    Move,
    Position,
    Recorded,
    Recording,
    Seat,
    SimultaneousPosition,
    Stream,
    TurnPosition,
)
from garlic.core.game import simultaneous_position, turn_position
from garlic.engines.native import NativeTurnPosition, native_position
from support import GoldenTrace, golden_games, golden_traces, perft_cases

# Texts that every parser of every game must refuse.
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


@runtime_checkable
class _NativeTurns(NativeTurnPosition, Protocol):
    """A native position of a turn game, with what only tests ask for."""

    def undone(self, move: str) -> Self:
        """The position after *move* was made and taken back."""


@runtime_checkable
class _NativeRounds(Protocol):
    """A native position of a simultaneous game; a round may follow recorded random choices."""

    def moves_for(self, seat: int) -> list[str]: ...

    def play(
        self, moves: tuple[str | None, str | None], chance: _core.Stream | Sequence[int], /
    ) -> Self: ...

    def outcome(self) -> tuple[str, int, int] | None: ...


def _native_turns(game: Game, text: str) -> _NativeTurns:
    found = native_position(game.name, text)
    assert isinstance(found, _NativeTurns)
    return found


def _native_rounds(game: Game, text: str) -> _NativeRounds:
    found = native_position(game.name, text)
    assert isinstance(found, _NativeRounds)
    return found


def starts(game: Game) -> list[Position]:
    """First positions to try the game from: its own, its rule sets', its perft positions."""
    texts = dict.fromkeys(case.position for case in perft_cases(game.name))
    positions = [game.setup(rule=rule) for rule in game.rules] or [game.setup()]
    return positions + [game.parse(text) for text in texts]


def check_files(game: Game) -> None:
    """Perft and golden files exist."""
    assert perft_cases(game.name), f"tests/data/perft/{game.name}.perft is missing"
    if game.simultaneous:
        assert golden_traces(game.name), f"tests/data/golden/{game.name}/*.trace are missing"
    else:
        assert golden_games(game.name), f"tests/data/golden/{game.name}/*.game are missing"


def check_position(game: Game, position: TurnPosition) -> None:
    """The position round-trips as text, and is over exactly when there is no legal move."""
    assert str(game.parse(str(position))) == str(position)
    moves = position.legal_moves()
    assert (position.outcome() is None) == bool(moves)
    assert len(set(moves)) == len(moves)
    for move in moves:
        assert game.move.parse(str(move)) == move
        assert str(move).count(" ") + 1 == game.move_words


def check_refuses(position: TurnPosition, moves: Sequence[Move]) -> None:
    """Of *moves*, those not listed as legal are refused, with the move in the message."""
    legal = set(position.legal_moves())
    for move in moves:
        if move not in legal:
            with pytest.raises(IllegalMoveError, match=re.escape(str(move))):
                position.play(move)


def check_game(game: Game, start: Position, choices: list[int], *, native: bool = True) -> None:
    """Play *choices*, each modulo the count of legal moves, on both halves of the rules."""
    ours = turn_position(start)
    twin = _native_turns(game, str(ours)) if native else None
    played: list[str] = []
    earlier: Sequence[Move] = ()
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
        native_replayed = _native_turns(game, line)
        assert str(native_replayed) == str(ours)
        assert native_replayed.legal_moves() == [str(move) for move in ours.legal_moves()]


def check_simultaneous_position(
    game: Game, position: SimultaneousPosition, twin: _NativeRounds
) -> None:
    """The position round-trips as text, lists its moves, and equals its native *twin*."""
    assert game.parse(str(position)) == position
    assert str(twin) == str(position)
    outcome = position.outcome()
    theirs = twin.outcome()
    assert theirs == (outcome and (outcome.reason, *(outcome.scores or ())))
    for seat in Seat:
        moves = position.moves_for(seat)
        assert len(set(moves)) == len(moves)
        assert [game.move.parse(str(move)) for move in moves] == moves
        assert twin.moves_for(seat.index) == [str(move) for move in moves]
    assert any(position.moves_for(seat) for seat in Seat) == (outcome is None)


def check_simultaneous_game(
    game: Game, start: Position, choices: Sequence[tuple[int | Move, int | Move]], seed: int
) -> None:
    """Play *choices*, one pair per round, on both halves of the rules, from the same seed.

    A choice is a number, taken modulo the count of legal moves, or a move, legal or not. Each
    round is also played again from the recorded random choices.
    """
    ours, twin = simultaneous_position(start), _native_rounds(game, str(start))
    stream, native_stream = Stream(seed), _core.Stream(seed)
    for pair in choices:
        check_simultaneous_position(game, ours, twin)
        if ours.outcome() is not None:
            return
        moves = {
            seat: legal[choice % len(legal)] if isinstance(choice, int) else choice
            for seat, choice in zip(Seat, pair, strict=True)
            if (legal := ours.moves_for(seat))
        }
        recording = Recording(stream)
        after = ours.play(moves, recording)
        numbers = [number for number, _ in recording.choices]
        assert ours.play(moves, Recorded(numbers)) == after
        first, second = (str(moves[seat]) if seat in moves else None for seat in Seat)
        names = (first, second)
        assert str(twin.play(names, numbers)) == str(after), (str(ours), names, numbers)
        before, ours, twin = str(twin), after, twin.play(names, native_stream)
        assert native_stream.state == stream.state, (before, names)
        fresh = _native_rounds(game, before)
        assert str(fresh.play(names, numbers)) == str(after), (before, names, numbers)
    check_simultaneous_position(game, ours, twin)


def check_trace(game: Game, trace: GoldenTrace) -> None:
    """Both halves replay the trace round by round and agree with it."""
    ours = simultaneous_position(game.parse(trace.position))
    twin = _native_rounds(game, trace.position)
    for played in trace.rounds:
        moves = {
            seat: game.move.parse(played.moves[name])
            for seat, name in zip(Seat, game.seats, strict=True)
            if name in played.moves
        }
        chance = Recorded(played.choices)
        ours = ours.play(moves, chance)
        assert str(ours) == played.after
        assert chance.used == len(played.choices)
        first, second = (played.moves.get(name) for name in game.seats)
        twin = twin.play((first, second), list(played.choices))
        assert str(twin) == played.after
    outcome = ours.outcome()
    if trace.winner is None:
        assert outcome is None
        return
    assert outcome is not None
    winner = "draw" if outcome.winner is None else game.seats[outcome.winner.index]
    assert (winner, outcome.reason) == (trace.winner, trace.reason)


def check_nonsense(game: Game, text: str) -> None:
    """Both parsers accept *text* or raise our own errors with short messages."""
    fault = _fault(game.parse, text, InvalidPositionError)
    assert fault is None or (fault.line or fault.column) is not None
    _fault(game.move.parse, text, InvalidMoveError)


def _fault(parse: Callable[[str], Any], text: str, kind: type[InputError]) -> InputError | None:
    """The error that *parse* raises, None if it accepts the text; other errors propagate."""
    try:
        parse(text)
    except kind as raised:
        fault = raised
    else:
        return None
    for language in ("en", "zh"):
        assert len(fault.render(language)) < 1000
    return fault

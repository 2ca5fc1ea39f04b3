"""Repeated positions: the golden cycles by kind, and both halves on random cycles."""

from dataclasses import replace
from random import Random

import pytest

from garlic import _core
from garlic.core import Outcome, Seat
from garlic.games.xiangqi import Move, Position
from garlic.games.xiangqi.board import COLUMNS, ROWS
from garlic.games.xiangqi.repetition import Ply, chased
from support import GoldenGame, golden_games, perft_cases

GOLDEN = golden_games("xiangqi")
CYCLES = [
    golden
    for golden in GOLDEN
    if golden.reason in ("repetition", "perpetual check", "perpetual chase")
]
KINDS = (
    "check-by-",
    "check-of-both",
    "check-and-chase",
    "chase-by-chariot",
    "chase-by-horse",
    "chase-by-cannon",
    "chase-by-two-in-turn",
    "chase-by-king",
    "chase-by-pawn",
    "chase-of-both",
    "chase-of-protected-piece",
    "chase-of-uncrossed-pawn",
    "chase-discovered",
    "exchange-",
    "block-",
    "idle-",
)


def played(golden: GoldenGame) -> list[Position]:
    """The positions of a golden game, including the start."""
    positions = [Position.parse(golden.position)]
    for move in golden.moves.split():
        positions.append(positions[-1].play(Move.parse(move)))
    return positions


def outcome_text(outcome: Outcome | None) -> str:
    """An outcome in the form of the native half."""
    return "" if outcome is None else f"{outcome.winner or '-'} {outcome.reason}"


def test_there_are_golden_cycles_of_every_kind() -> None:
    assert len(CYCLES) >= 20
    for kind in KINDS:
        assert any(golden.name.startswith(kind) for golden in CYCLES), kind


@pytest.mark.parametrize("golden", CYCLES, ids=str)
def test_the_third_occurrence_ends_the_game_and_not_the_second(golden: GoldenGame) -> None:
    *before, end = played(golden)
    assert all(position.outcome() is None for position in before)
    again = [
        position
        for position in before
        if (position.board, position.mover) == (end.board, end.mover)
    ]
    assert len(again) == 2


@pytest.mark.parametrize("golden", GOLDEN, ids=str)
def test_the_native_half_gives_the_same_verdict(golden: GoldenGame) -> None:
    native = _core.Xiangqi.parse(golden.position)
    for move, position in zip(golden.moves.split(), played(golden)[1:], strict=True):
        native = native.play(move)
        assert native.outcome() == outcome_text(position.outcome())


def other_side(square: int) -> int:
    """The same square seen by the opponent."""
    return ROWS * COLUMNS - 1 - square


@pytest.mark.parametrize("golden", CYCLES, ids=str)
def test_the_verdict_does_not_depend_on_the_colour(golden: GoldenGame) -> None:
    start, *_, end = played(golden)
    turned = replace(start, board=start.board[::-1].swapcase(), mover=start.mover.other)
    for move in map(Move.parse, golden.moves.split()):
        turned = turned.play(Move(other_side(move.source), other_side(move.target)))
    outcome, mirrored = end.outcome(), turned.outcome()
    assert outcome is not None
    assert mirrored == Outcome(outcome.winner and outcome.winner.other, outcome.reason)


@pytest.mark.parametrize(
    ("position", "move", "names"),
    [
        pytest.param("3k5/9/9/4n4/9/9/9/9/R8/5K3 w", "a1a6", "e6", id="unprotected"),
        pytest.param("4k4/9/9/4n4/9/9/R8/9/9/4K4 w", "a3a6", "e6", id="pinned-piece"),
        pytest.param("3k5/9/9/4n1r2/9/9/9/9/R8/5K3 w", "a1a6", "", id="protected"),
        pytest.param("3k5/9/9/4p4/9/9/9/9/R8/5K3 w", "a1a6", "", id="pawn-at-home"),
        pytest.param("3k5/9/9/9/9/4p4/9/9/R8/5K3 w", "a1a4", "e4", id="pawn-across"),
        pytest.param("3k5/9/9/4r4/9/9/9/9/R8/5K3 w", "a1a6", "", id="exchange"),
        # The black chariot may not leave its file: there is no exchange, the attack is real.
        pytest.param("4k4/9/9/4r4/9/9/R3R4/9/9/5K3 w", "a3a6", "e6", id="pinned-exchange"),
        # The red chariot may not leave its file, so it threatens nothing.
        pytest.param("3k1r3/9/9/9/2n6/9/9/9/5R3/5K3 w", "f1f5", "", id="pinned-attacker"),
        # It attacked the horse before it moved: nothing new.
        pytest.param("3k5/9/9/R3n4/9/9/9/9/9/5K3 w", "a6b6", "", id="old-attack"),
        pytest.param("3k5/9/9/R1N1c4/9/9/9/9/9/5K3 w", "c6b4", "e6", id="discovered"),
    ],
)
def test_chased_pieces(position: str, move: str, names: str) -> None:
    start = Position.parse(position)
    step = Move.parse(move)
    assert step in start.legal_moves()
    squares = chased(Ply(start.board, start.mover, step.source, step.target))
    expected = {Move.parse(name + name).source for name in names.split()}
    assert squares == expected


def test_a_capture_or_a_pawn_step_clears_the_history() -> None:
    start = Position.parse("3k5/9/9/9/8p/9/P8/9/9/4K3R w")
    shuffled = start
    for move in ["i0i1", "d9d8", "i1i0", "d8d9"]:
        shuffled = shuffled.play(Move.parse(move))
    assert len(shuffled.past) == 4
    assert shuffled.play(Move.parse("a3a4")).past == ()
    assert shuffled.play(Move.parse("i0i5")).past == ()


def hunt(position: Position, random: Random) -> Move:
    """A legal move, often one that chases or escapes a chase if there is one."""
    legal = position.legal_moves()
    quiet = [move for move in legal if position.board[move.target] == "."]
    hunted = chased(position.past[-1]) if position.past else set()
    flights = [move for move in quiet if move.source in hunted]
    chases = [
        move
        for move in quiet
        if chased(Ply(position.board, position.mover, move.source, move.target))
    ]
    return random.choice(random.choice([flights, chases, quiet]) or quiet or legal)


def shuffle(start: Position, random: Random) -> list[str]:
    """Mostly moves back and forth, until the game ends or gets long."""
    position = start
    moves: list[str] = []
    last: dict[Seat, Move | None] = dict.fromkeys(Seat)
    while position.outcome() is None and len(moves) < 60:
        before = last[position.mover]
        back = Move(before.target, before.source) if before else None
        if back is None or random.random() < 0.05 or position.why_illegal(back):
            back = hunt(position, random)
        last[position.mover] = back
        moves.append(str(back))
        position = position.play(back)
    return moves


def threatening(start: Position, random: Random) -> Position:
    """The position after a few random moves, so that cycles begin in varied positions."""
    position = start
    for _ in range(random.randrange(6)):
        if moves := position.legal_moves():
            position = position.play(random.choice(moves))
    return position


def check_cycles(seeds: range) -> dict[str, int]:
    """Compare both halves on a cycle for each seed; return how often each verdict came up."""
    starts = [*{case.position for case in perft_cases("xiangqi")}, *(g.position for g in CYCLES)]
    verdicts: dict[str, int] = {}
    for seed in seeds:
        random = Random(seed)
        start = threatening(Position.parse(random.choice(sorted(starts))), random)
        start = Position.parse(str(start))
        line = f"{start} moves {' '.join(shuffle(start, random))}".removesuffix(" moves ")
        end = Position.parse(line)
        native = _core.Xiangqi.parse(line)
        assert native.outcome() == outcome_text(end.outcome()), line
        assert native.legal_moves() == [str(move) for move in end.legal_moves()], line
        reason = native.outcome()[2:]
        verdicts[reason] = verdicts.get(reason, 0) + 1
    return verdicts


def test_both_halves_agree_on_random_cycles() -> None:
    verdicts = check_cycles(range(250))
    assert verdicts["repetition"] > 50


@pytest.mark.slow
def test_both_halves_agree_on_thousands_of_random_cycles() -> None:
    verdicts = check_cycles(range(1000, 9000))
    for reason in ("repetition", "perpetual check", "perpetual chase"):
        assert verdicts[reason] > 30, verdicts

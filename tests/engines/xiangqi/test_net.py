"""Xiangqi with a net: evaluation, records of training positions, and the training itself."""

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic import _core
from garlic.core import InvalidFileError, Seat
from garlic.core.playout import random_game
from garlic.engines import Engine, Limit
from garlic.engines.training import xiangqi_net
from garlic.engines.weights import net_game, try_net
from garlic.games.xiangqi import GAME, Move, Position
from garlic.games.xiangqi.board import square_name
from support.net_training import one_command_makes_a_net

NATIVE = net_game("xiangqi")
SHAPE = NATIVE.shape
START = str(Position.start())
KINDS = "kabnrcp"
FILES, ROWS, SQUARES = 9, 10, 90


@pytest.fixture
def net() -> Iterator[_core.Net]:
    """A net with random weights, which the player ``xiangqi/net`` uses meanwhile."""
    made = _core.FloatNet(SHAPE, 3).quantised(222, "xiangqi")
    NATIVE.try_out(made)
    yield made
    NATIVE.try_out(None)


def with_net() -> Engine[Move]:
    return Engine(GAME, hash_mb=1, player="xiangqi/net")


def linear() -> Engine[Move]:
    return Engine(GAME, hash_mb=1)


def seen_by(board: str, seat: Seat) -> str:
    """The board as *seat* sees it: its own pieces upper-case and below."""
    if seat is Seat.A:
        return board
    rows = [board[FILES * row : FILES * (row + 1)] for row in range(ROWS)]
    return "".join(reversed(rows)).swapcase()


def flipped(board: str) -> str:
    """Left and right exchanged."""
    return "".join(board[FILES * row : FILES * (row + 1)][::-1] for row in range(ROWS))


def inputs(board: str) -> list[int]:
    """The active inputs of the side that sees *board*."""
    king = board.index("K")
    if king % FILES > FILES // 2:
        board = flipped(board)
        king = board.index("K")
    group = 2 if king < SQUARES - FILES else 0 if king % FILES == FILES // 2 else 1
    return [
        (group * 14 + KINDS.index(piece.lower()) + (0 if piece.isupper() else 7)) * SQUARES + square
        for square, piece in enumerate(board)
        if piece != "."
    ]


def bucket(board: str) -> int:
    """The set of output layers, by what is left on the board."""
    left = sum({"n": 2, "r": 5, "c": 2, "p": 1}.get(piece.lower(), 0) for piece in board)
    return left * 8 // 47


def both_inputs(position: Position) -> tuple[list[int], list[int]]:
    return (
        inputs(seen_by(position.board, position.mover)),
        inputs(seen_by(position.board, position.mover.other)),
    )


def expected(position: Position, net: _core.Net) -> int:
    """The evaluation computed from the linear one and the net."""
    own, enemy = (net.accumulator(active) for active in both_inputs(position))
    return hundredths(linear(), position) + net.evaluate(own, enemy, bucket(position.board))


def hundredths(engine: Engine[Move], position: Position | str) -> int:
    return round(100 * engine.evaluate(position))


def test_the_evaluation_follows_the_moves(net: _core.Net) -> None:
    engine = with_net()
    different = 0
    groups = set()
    for seed in (1, 2):
        moves: list[str] = []
        for move, position in random_game(Position.start(), seed):
            if move:
                moves.append(move)
            if len(moves) % 3:
                continue  # the next evaluation has to catch up with several moves
            line = f"{START} moves {' '.join(moves)}" if moves else START
            found = hundredths(engine, line)
            assert found == hundredths(engine, str(position)) == expected(position, net)
            different += found != hundredths(linear(), position)
            groups.add(both_inputs(position)[0][0] // 1260)
    assert different > 20
    assert groups == {0, 1, 2}


def test_a_search_evaluates_as_from_scratch(net: _core.Net) -> None:
    # In an exact search every evaluation but the root's follows that of the root.
    engine = with_net()
    positions = [position for _, position in random_game(Position.start(), 5)]
    checked = 0
    for position in positions[4:80:9]:
        after = [position.play(move) for move in position.legal_moves()]
        if not after or any(one.outcome() for one in after):
            continue
        found = engine.search(position, Limit(depth=1), exact=True, with_table=False).score
        assert found is not None
        assert found.points is not None
        assert round(100 * found.points) == max(-expected(one, net) for one in after)
        checked += 1
    assert checked > 4


def test_a_king_changes_the_inputs_of_its_side(net: _core.Net) -> None:
    engine = with_net()
    changed = 0
    for seed in (1, 5):
        for _, position in random_game(Position.start(), seed):
            square = square_name(position.board.index("Kk"[position.mover.index]))
            for move in position.legal_moves():
                if not str(move).startswith(square) or (after := position.play(move)).outcome():
                    continue
                found = engine.search(
                    position, Limit(depth=1), only=[move], exact=True, with_table=False
                ).score
                assert found is not None
                assert found.points is not None
                assert round(100 * found.points) == -expected(after, net)
                changed += both_inputs(position)[0][0] // 1260 != both_inputs(after)[1][0] // 1260
    assert changed > 5


@pytest.mark.usefixtures("net")
def test_colours_and_sides_of_the_board_are_alike() -> None:
    engine = with_net()
    mirrored = 0
    for _, position in random_game(Position.start(), 8):
        other = Position(seen_by(position.board, Seat.B), position.mover.other, position.quiet, 1)
        assert engine.evaluate(other) == engine.evaluate(position)
        if all(position.board.index(king) % FILES != FILES // 2 for king in "kK"):
            left = Position(flipped(position.board), position.mover, position.quiet, 1)
            assert engine.evaluate(left) == engine.evaluate(position)
            mirrored += 1
    assert mirrored > 5


def test_both_sets_of_loops_give_the_same(net: _core.Net) -> None:
    plain = _core.Net.parse(net.content, portable=True)
    for _, position in random_game(Position.start(), 9):
        own, enemy = both_inputs(position)
        found = [
            one.evaluate(one.accumulator(own), one.accumulator(enemy), bucket(position.board))
            for one in (net, plain)
        ]
        assert found[0] == found[1]


@pytest.mark.usefixtures("net")
def test_without_a_net_it_is_linear() -> None:
    engine = with_net()
    assert engine.evaluate(START) != linear().evaluate(START)
    NATIVE.try_out(None)
    assert engine.evaluate(START) == linear().evaluate(START)
    assert engine.search(START, Limit(nodes=2000)) is not None


def test_another_net_and_a_damaged_file_are_refused(tmp_path: Path, net: _core.Net) -> None:
    path = tmp_path / "other.net"
    path.write_bytes(
        _core.FloatNet(_core.NetShape(288, 32, most_active=40), 1).quantised(100, "other").content
    )
    with pytest.raises(InvalidFileError, match="another shape"):
        try_net("xiangqi", path)
    content = bytearray(net.content)
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(InvalidFileError, match="damaged"):
        try_net("xiangqi", path)


# --- records ------------------------------------------------------------------------------------

BYTES, KEY = NATIVE.record_bytes, NATIVE.key_bytes


def played(seed: int, nodes: int = 60) -> bytes:
    return NATIVE.play(
        START,
        seed,
        nodes=nodes,
        opening_plies=4,
        random_one_in=24,
        last_ply=120,
        resign=1000,
        with_net=False,
    )


def parts(records: bytes) -> list[tuple[str, int, int, int]]:
    """The board from the mover's view, score, linear evaluation and result of each record."""
    found = []
    for place in range(0, len(records), BYTES):
        record = records[place : place + BYTES]
        taken = [square for square in range(SQUARES) if record[square // 8] >> square % 8 & 1]
        board = ["."] * SQUARES
        for number, square in enumerate(taken):
            code = record[12 + number // 2] >> number % 2 * 4 & 15
            piece = KINDS[code % 8 - 1]
            board[square] = piece if code >= 8 else piece.upper()
        found.append(("".join(board), *struct.unpack("<hhB", record[KEY:])))
    return found


def test_games_are_packed_and_repeatable() -> None:
    records = played(1)
    assert BYTES < 40
    assert records == played(1) != played(2)
    found = parts(records)
    assert len(found) == len(NATIVE.samples(records)) > 10
    engine = linear()
    for board, score, base, result in found:
        position = Position(board, Seat.A, 0, 1)
        assert not position.in_check()
        assert hundredths(engine, position) == base
        assert abs(score) < 31_000
        assert result in (0, 1, 2)


def test_samples_have_the_inputs_of_their_positions() -> None:
    records = b"".join(played(seed) for seed in range(1, 4))
    samples = NATIVE.samples(records)
    net = _core.FloatNet(SHAPE, 7)
    listed = []
    for board, score, base, result in parts(records):
        position = Position(board, Seat.A, 0, 1)
        listed.append((*both_inputs(position), bucket(board), base, score, result / 2))
    by_hand = _core.ListedSamples(SHAPE, listed)
    for index in range(0, len(samples), 5):
        assert net.output(samples, index) == pytest.approx(net.output(by_hand, index), abs=1e-4)
        ours, theirs = (
            net.gradient(which, index, scale=222, result_share=0.5)[0]
            for which in (samples, by_hand)
        )
        assert ours == pytest.approx(theirs, abs=1e-4)  # score, base and result too


def test_what_is_no_record_is_refused() -> None:
    records = bytearray(played(1)[:BYTES])
    # Two points more than the board has; pieces that are none; no king of the mover; a result of 3.
    king = parts(bytes(records))[0][0].index("K")
    for place, byte in ((11, 255), (12, 0), (king // 8, 0), (BYTES - 1, 3)):
        wrong = bytearray(records)
        wrong[place] = byte
        with pytest.raises(ValueError, match="expected records"):
            NATIVE.samples(bytes(wrong))
    with pytest.raises(ValueError, match="whole records"):
        NATIVE.samples(bytes(records[:-1]))


# --- training -----------------------------------------------------------------------------------


def test_one_command_makes_a_net(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one_command_makes_a_net(xiangqi_net.main, "xiangqi", 4, tmp_path, capsys)

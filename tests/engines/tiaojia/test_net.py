"""Tiaojia with a net: evaluation, records of training positions, and the training itself."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic import _core
from garlic.core import InvalidFileError, Stream, UsageError
from garlic.core.playout import random_game
from garlic.engines import Engine, Limit
from garlic.engines.training import tiaojia_net
from garlic.engines.training.positions import PositionFile, PositionFormat
from garlic.engines.weights import net_game
from garlic.games.tiaojia import GAME, Position
from support.net_training import one_command_makes_a_net

NATIVE = net_game("tiaojia")
SHAPE = NATIVE.shape
START = str(Position.start())


@pytest.fixture
def net() -> Iterator[_core.Net]:
    """A net with random weights, which the player ``tiaojia/net`` uses meanwhile."""
    made = _core.FloatNet(SHAPE, 3).quantised(111, "tiaojia")
    NATIVE.try_out(made)
    yield made
    NATIVE.try_out(None)


def inputs(position: Position, own: str) -> list[int]:
    """The active inputs as seen by the side with the stones *own*."""
    return [
        12 * row + column + (0 if stone == own else 144)
        for row, cells in enumerate(position.rows)
        for column, stone in enumerate(cells)
        if stone != "."
    ]


def expected(position: Position, net: _core.Net) -> int:
    """The evaluation computed from the linear one and the net."""
    own, enemy = ("O", "X") if position.mover.index == 0 else ("X", "O")
    bucket = max(0, 119 - position.ply) * 8 // 120
    first, second = (net.accumulator(inputs(position, stones)) for stones in (own, enemy))
    linear = round(100 * Engine(GAME, hash_mb=1).evaluate(position))
    return linear + net.evaluate(first, second, bucket)


def test_the_evaluation_follows_the_moves(net: _core.Net) -> None:
    engine = Engine(GAME, hash_mb=1, player="tiaojia/net")
    moves: list[str] = []
    different = 0
    for move, position in random_game(Position.start(), 2):
        if move:
            moves.append(move)
        line = f"{START} moves {' '.join(moves)}" if moves else START
        found = round(100 * engine.evaluate(line))  # only this position is evaluated
        assert found == round(100 * engine.evaluate(str(position))) == expected(position, net)
        different += found != round(100 * Engine(GAME, hash_mb=1).evaluate(position))
    assert different > 10


def test_a_search_evaluates_as_from_scratch(net: _core.Net) -> None:
    # In an exact search to depth 2 every evaluation but the root's is incremental.
    engine = Engine(GAME, hash_mb=1, player="tiaojia/net")
    positions = [position for _, position in random_game(Position.start(), 5)]
    for position in positions[10:60:16]:
        found = engine.search(position, Limit(depth=1), exact=True, with_table=False).score
        best = max(-expected(position.play(move), net) for move in position.legal_moves())
        assert found is not None
        assert found.points is not None
        assert round(100 * found.points) == best


@pytest.mark.usefixtures("net")
def test_without_a_net_or_on_a_small_board_it_is_linear() -> None:
    small = Position.parse("O...../....../....../....../....../.....X O 0")
    linear, with_net = Engine(GAME, hash_mb=1), Engine(GAME, hash_mb=1, player="tiaojia/net")
    assert with_net.evaluate(small) == linear.evaluate(small)
    assert with_net.evaluate(START) != linear.evaluate(START)
    NATIVE.try_out(None)
    assert with_net.evaluate(START) == linear.evaluate(START)


def test_a_net_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="another shape"):
        NATIVE.try_out(
            _core.FloatNet(_core.NetShape(288, 32, most_active=40), 1).quantised(100, "other")
        )


# --- records ------------------------------------------------------------------------------------


def played(seed: int, **changed: int) -> bytes:
    options = {
        "nodes": 60,
        "opening_plies": 4,
        "random_one_in": 24,
        "last_ply": 300,
        "resign": 30_000,
        **changed,
    }
    return NATIVE.play(START, seed, with_net=False, **options)


def test_games_are_packed_and_repeatable() -> None:
    records = played(1)
    assert NATIVE.record_bytes < 40
    assert records == played(1) != played(2)
    assert len(NATIVE.samples(records)) > 20
    first = records[: NATIVE.record_bytes]
    stones = [byte // 3**place % 3 for byte in first[:29] for place in range(5)]
    assert stones.count(1) + stones.count(2) == 16
    assert 4 <= first[29] < 120
    assert set(records[34::35]) <= {0, 1, 2}


def test_what_is_no_record_is_refused() -> None:
    records = bytearray(played(1))
    for place, byte in ((0, 250), (29, 200), (34, 3)):
        wrong = bytearray(records)
        wrong[place] = byte
        with pytest.raises(ValueError, match="expected records"):
            NATIVE.samples(bytes(wrong))
    with pytest.raises(ValueError, match="whole records"):
        NATIVE.samples(bytes(records[:-1]))


KIND = PositionFormat("tiaojia", 35, 30, "a test")


def fake(number: int) -> bytes:
    """Three records of a game, the first of which every game has."""
    chance = Stream(number)
    return b"".join(
        bytes([0 if index == 0 else 1 + chance.below(200)]) * 30 + bytes(5) for index in range(3)
    )


def test_a_file_of_positions_is_continued_after_a_kill(tmp_path: Path) -> None:
    whole = PositionFile(tmp_path / "whole", KIND)
    whole.play(fake, 40)
    killed = PositionFile(tmp_path / "killed", KIND)
    killed.play(fake, 20)
    assert killed.games == 20
    with (tmp_path / "killed").open("ab") as file:
        file.write(b"gblk\x10\0\0\0\xff")  # half of a block's head
    continued = PositionFile(tmp_path / "killed", KIND)
    assert (continued.games, continued.records) == (20, killed.records)
    continued.play(fake, 40, jobs=2)
    assert continued.records == whole.records
    assert 40 < len(whole) == len(whole.records) // 35 < 120
    assert PositionFile(tmp_path / "killed", KIND).records == whole.records


def test_a_damaged_or_other_file_of_positions_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "positions"
    PositionFile(path, KIND).play(fake, 40)
    content = bytearray(path.read_bytes())
    with pytest.raises(UsageError, match="another kind"):
        PositionFile(path, PositionFormat("tiaojia", 35, 30, "another plan"))
    content[content.index(b"gblk") + 30] ^= 1
    path.write_bytes(content)
    with pytest.raises(InvalidFileError, match="damaged at byte"):
        PositionFile(path, KIND)
    assert path.read_bytes() == bytes(content)
    path.write_bytes(b"something else")
    with pytest.raises(InvalidFileError, match="no file of training positions"):
        PositionFile(path, KIND)


# --- training -----------------------------------------------------------------------------------


def test_one_command_makes_a_net(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one_command_makes_a_net(tiaojia_net.main, "tiaojia", 6, tmp_path, capsys)


def test_the_command_names_what_can_be_made() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "garlic.engines.training", "chess"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "tiaojia-net" in run.stderr

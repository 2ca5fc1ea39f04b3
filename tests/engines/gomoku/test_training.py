"""Gomoku's trainer at a small size: it runs, is repeatable, and learns simple facts."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from garlic import _core
from garlic.core import InvalidFileError, Seat, Stream, UsageError
from garlic.engines import Engine, Limit
from garlic.engines import weights as weight_files
from garlic.engines.training import gomoku as training
from garlic.engines.training import gomoku_openings
from garlic.games.gomoku import GAME, Move, Point, Position
from garlic.games.gomoku.openings import openings
from support.present import present

GAMES = 12
NODES = 120
WEIGHTS = weight_files.parse_gomoku(weight_files.installed(weight_files.GOMOKU_FILE))


@pytest.fixture(autouse=True)
def _installed_weights() -> Iterator[None]:
    """Training sets weights of its own; every test begins and ends with the installed ones."""
    _core.set_gomoku_weights(WEIGHTS)
    yield
    _core.set_gomoku_weights(WEIGHTS)


@pytest.fixture(scope="module")
def games() -> bytes:
    _core.set_gomoku_weights(WEIGHTS)
    return _core.gomoku_games("freestyle", 5, GAMES, NODES)


def random_weights(seed: int) -> bytes:
    """Random weights, so that every one of them matters."""
    random = np.random.default_rng(seed)
    return random.integers(-400, 400, _core.gomoku_weight_bytes // 2).astype("<i2").tobytes()


def game_starts(content: bytes) -> list[int]:
    """Where each game begins: its winner and its number of stones, then four bytes a stone."""
    starts, at = [], 0
    while at < len(content):
        starts.append(at)
        at += 2 + 4 * content[at + 1]
    assert at == len(content)
    return starts


def fitted(games: bytes, epochs: int = 4, rule: str = "freestyle") -> tuple[bytes, list[float]]:
    weights, _, losses = _core.gomoku_fit(
        rule,
        games,
        bytes(_core.gomoku_weight_bytes),
        epochs=epochs,
        rate=0.002,
        last_rate=0.0001,
        result_share=0.6,
        hold_out=4,
        seed=1,
    )
    return weights, [value for value, _, _ in losses]


def test_games_are_repeatable_and_each_has_a_seed(games: bytes) -> None:
    assert _core.gomoku_games("freestyle", 5, GAMES, NODES) == games
    starts = game_starts(games)
    assert len(starts) == GAMES
    second = _core.gomoku_games("freestyle", 6, 1, NODES)
    assert second == games[starts[1] : starts[2]]


def test_games_are_legal_and_end_as_they_say(games: bytes) -> None:
    decided = 0
    for start in game_starts(games):
        winner, count = games[start], games[start + 1]
        stones = games[start + 2 : start + 2 + 4 * count]
        position = Position.start("freestyle")
        mover = position.mover
        for column, row, *_ in zip(*(stones[part::4] for part in range(4)), strict=True):
            mover = position.mover
            position = position.play(Move(Point(column & 127, row)))
        if winner < 2:
            decided += 1
            score = int.from_bytes(stones[-2:], "little", signed=True)
            assert (score > 31_000) == (winner == (0 if mover is Seat.A else 1))
    assert decided > GAMES // 2


@pytest.mark.parametrize("rule", training.RULES)
def test_tables_equal_the_weights(rule: str) -> None:
    weights = random_weights(1)
    _core.set_gomoku_weights(weights)
    values = set()
    for seed in range(20):
        text = str(training.opening(rule, Stream(seed)))
        values.add(_core.gomoku_evaluate(rule, text))
        assert _core.gomoku_evaluate(rule, text) == _core.gomoku_evaluate_directly(
            rule, text, weights
        )
    assert len(values) > 15


def test_the_fit_predicts_better_than_no_weights() -> None:
    games = _core.gomoku_games("freestyle", 1, 300, 30)
    weights, losses = fitted(games)
    assert len(losses) == 5
    assert losses[-1] < losses[0] == pytest.approx(0.6931, abs=1e-4)
    assert fitted(games)[0] == weights
    # Only the rule set that was fitted changes.
    tables = np.frombuffer(weights, "<i2")
    assert np.count_nonzero(tables[: len(tables) // 4]) > 500
    assert not np.any(tables[len(tables) // 4 + 32 :])


@pytest.mark.parametrize(
    "content", [b"\x00", b"\x03\x00", b"\x00\x02abcd", b"\x00\x01\x60\x07\0\0"]
)
def test_damaged_games_are_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="expected"):
        fitted(content)


def test_weights_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 98112 bytes of weights, got 98111"):
        _core.set_gomoku_weights(WEIGHTS[:-1])


def test_the_command_continues_and_says_how_it_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--share", "0.0003", "--nodes", "60", "--epochs", "2", "--start", "hand"]
    training.main(["--folder", str(tmp_path), *options])
    made = (tmp_path / "gomoku.weights").read_bytes()
    shown = capsys.readouterr()
    assert "renju: 13 games" in shown.out
    assert "gomoku.weights" in shown.err
    head = made.split(b"\n")[:4]
    assert head[0] == b"garlic gomoku weights 1"
    assert head[1] == (b"command gomoku --share 0.0003 --nodes 60 --epochs 2 --seed 1 --start hand")
    assert len(weight_files.parse_gomoku(made)) == _core.gomoku_weight_bytes
    # What is there is kept, what is missing is played again, and the weights are the same.
    kept, lost = sorted(tmp_path.glob("games-*.bin"))[:2]
    before = kept.stat().st_mtime_ns
    lost.unlink()
    training.main(["--folder", str(tmp_path), *options])
    assert kept.stat().st_mtime_ns == before
    assert (tmp_path / "gomoku.weights").read_bytes().split(b"\n", 4)[4] == made.split(b"\n", 4)[4]
    # The next round is played with these weights.
    again = ["--start", str(tmp_path / "gomoku.weights"), "--folder", str(tmp_path / "next")]
    training.main([*options[:-2], *again])
    assert (tmp_path / "next" / lost.name).read_bytes() != lost.read_bytes()


def test_installed_weights_say_what_they_are() -> None:
    content = weight_files.installed(weight_files.GOMOKU_FILE)
    _, command, date, positions, _ = content.split(b"\n", 4)
    assert command.startswith(b"command gomoku ")
    assert int(positions.split()[1]) > 1_000_000
    (named,) = weight_files.weight_files("gomoku")
    day, number = date.split()[1].decode(), positions.split()[1].decode()
    assert str(named) == f"gomoku.weights, {day}, {number} positions"


@pytest.mark.parametrize("cut", [1, 40, 5000])
def test_damaged_weights_are_refused(cut: int) -> None:
    content = weight_files.installed(weight_files.GOMOKU_FILE)
    with pytest.raises(InvalidFileError):
        weight_files.parse_gomoku(content[:-cut])
    changed = bytearray(content)
    changed[-cut] ^= 64
    with pytest.raises(InvalidFileError):
        weight_files.parse_gomoku(bytes(changed))
    with pytest.raises(InvalidFileError, match="expected it to begin with"):
        weight_files.parse_gomoku(content[cut:])


def test_openings_are_balanced_and_repeatable() -> None:
    lines = list(gomoku_openings.balanced("renju", 2, 4, 300))
    assert lines == list(gomoku_openings.balanced("renju", 2, 4, 300))
    assert len(set(lines)) == 2
    # They are the first candidates that are even; others were refused.
    chance, refused = Stream(4), 0
    even: list[str] = []
    while len(even) < 2:
        moves, position = gomoku_openings.candidate("renju", chance)
        score = present(Engine(GAME, hash_mb=4).search(position, Limit(nodes=300)).score)
        near = present(Engine(GAME, hash_mb=4).search(position, Limit(nodes=15)).score)
        if all(one.points is not None for one in (score, near)) and (
            abs(present(score.points)) <= 0.25 and abs(present(near.points)) <= 0.8
        ):
            even.append(f"renju {' '.join(map(str, moves))}")
        else:
            refused += 1
    assert lines == even
    assert refused > 0


def test_openings_go_on_where_they_were_interrupted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole, cut = tmp_path / "whole.txt", tmp_path / "cut.txt"
    options = ["--count", "2", "--seed", "4", "--nodes", "300"]
    gomoku_openings.main([*options, "--out", str(whole)])
    lines = whole.read_text().splitlines()
    assert len(lines) == 7
    cut.write_text("\n".join(lines[:4]) + "\n")
    asked = []
    is_even = gomoku_openings.is_even

    def recorded(position: Position, nodes: int) -> bool:
        asked.append(str(position))
        return is_even(position, nodes)

    monkeypatch.setattr(gomoku_openings, "is_even", recorded)
    gomoku_openings.main([*options, "--out", str(cut)])
    assert cut.read_text() == whole.read_text()
    assert not any(text.startswith("freestyle") for text in asked)  # both were known
    # With other options they are made anew.
    gomoku_openings.main(["--count", "1", "--seed", "5", "--nodes", "300", "--out", str(cut)])
    assert len(cut.read_text().splitlines()) == 4


@pytest.mark.parametrize("rule", training.RULES)
def test_there_are_fifty_openings(rule: str) -> None:
    positions = openings(rule)
    assert len(set(positions)) == 50
    assert all(3 <= position.ply <= 6 for position in positions)
    assert all(isinstance(position, Position) for position in positions)


def test_an_unknown_rule_set_is_refused() -> None:
    with pytest.raises(UsageError, match="expected a rule set"):
        openings("chess")

"""A third-party client: python-chess drives our engine over UCI.

The library does not support Xiangqi, but its protocol needs little more of a board than its FEN
and its moves; `Board` provides them by our own rules.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Self

import pytest

from garlic.core import Seat
from garlic.games.xiangqi import Move, Position
from garlic.wire.xiangqi import Spelling

# Untyped: it is made for boards and moves of its own, and gets ours.
chess_engine: Any = import_module("chess.engine")

CHESS = Spelling(1)


@dataclass(frozen=True)
class ChessMove:
    """A move as python-chess handles one."""

    name: str

    def uci(self) -> str:
        return self.name


@dataclass
class Board:
    """What python-chess needs of a board."""

    start: Position = field(default_factory=Position.start)
    move_stack: list[ChessMove] = field(default_factory=list)

    uci_variant = "xiangqi"
    chess960 = False

    def position(self) -> Position:
        place = self.start
        for move in self.move_stack:
            place = place.play(Move.parse(CHESS.read_move(move.name)))
        return place

    @property
    def turn(self) -> bool:
        return self.position().mover is Seat.A

    def root(self) -> Self:
        return type(self)(self.start)

    def fen(self, **_: object) -> str:
        return str(self.position())

    def copy(self, *, stack: bool = True) -> Self:
        return type(self)(self.start, [*self.move_stack]) if stack else type(self)(self.position())

    def parse_uci(self, name: str) -> ChessMove:
        legal = {CHESS.move(move) for move in self.position().legal_moves()}
        if name not in legal:
            raise ValueError(name)
        return ChessMove(name)

    def push(self, move: ChessMove) -> None:
        self.move_stack.append(self.parse_uci(move.name))

    def push_uci(self, name: str) -> ChessMove:
        self.push(ChessMove(name))
        return self.move_stack[-1]

    def pop(self) -> ChessMove:
        return self.move_stack.pop()


@pytest.fixture(scope="module")
def engine() -> Iterator[Any]:
    # Its pattern for moves knows only squares of a chess board and would cut lines short.
    patch = pytest.MonkeyPatch()
    squares = re.compile(r"^[a-i](10|[1-9])[a-i](10|[1-9])\Z")
    patch.setattr(chess_engine, "UCI_REGEX", squares)
    command = [sys.executable, "-m", "garlic", "engine", "xiangqi", "--protocol", "uci"]
    with chess_engine.SimpleEngine.popen_uci([*command, "--hash", "8"], timeout=60) as client:
        yield client
    patch.undo()


def test_the_client_reads_name_and_options(engine: Any) -> None:
    assert engine.id["name"].startswith("Garlic Arena")
    level = engine.options["Level"]
    assert (level.type, level.default, level.min, level.max) == ("spin", 10, 1, 10)
    assert engine.options["UCI_Variant"].var == ["xiangqi"]
    engine.configure({"Hash": 4, "Level": 10, "OwnBook": False})


@pytest.mark.parametrize(
    "limit",
    [
        {"depth": 5},
        {"nodes": 3000},
        {"time": 0.1},
        {"white_clock": 2.0, "black_clock": 2.0, "white_inc": 0.1, "black_inc": 0.1},
        {"white_clock": 1.0, "black_clock": 1.0, "remaining_moves": 10},
        {"mate": 1},
    ],
    ids=str,
)
def test_the_engine_plays_with_every_limit(engine: Any, limit: dict[str, float]) -> None:
    board = Board()
    for _ in range(4):
        result = engine.play(board, chess_engine.Limit(**limit), info=chess_engine.INFO_ALL)
        board.push(result.move)  # legal
        assert result.info["depth"] >= 1
        assert result.info["nodes"] > 0
        assert result.info["pv"][0] == result.move


def test_pondering(engine: Any) -> None:
    board = Board()
    limit = chess_engine.Limit(white_clock=3.0, black_clock=3.0)
    for _ in range(4):
        result = engine.play(board, limit, ponder=True)
        board.push(result.move)
        reply = result.ponder or ChessMove(CHESS.move(board.position().legal_moves()[0]))
        board.push(reply)  # as expected: python-chess sends ponderhit
    engine.play(board, chess_engine.Limit(depth=2))  # stops the search that still ponders


def test_analysis_of_several_lines(engine: Any) -> None:
    lines = engine.analyse(Board(), chess_engine.Limit(depth=4), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    assert len({line["pv"][0] for line in lines}) == 3
    assert all(line["depth"] == 4 for line in lines)
    scores = [line["score"].relative.score(mate_score=10_000) for line in lines]
    assert scores == sorted(scores, reverse=True)


def test_an_endless_analysis_is_stopped(engine: Any) -> None:
    with engine.analysis(Board()) as analysis:
        depths = []
        for info in analysis:
            if "depth" in info:
                depths.append(info["depth"])
            if len(depths) >= 5:
                break
    assert depths == [1, 2, 3, 4, 5]


def test_mates_and_root_moves(engine: Any) -> None:
    mate = Board(Position.parse("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1"))
    info = engine.analyse(mate, chess_engine.Limit(depth=4))
    assert info["score"].relative == chess_engine.Mate(1)
    wanted = [ChessMove("a9a8"), ChessMove("b1b2")]
    result = engine.play(mate, chess_engine.Limit(depth=3), root_moves=wanted)
    assert result.move in wanted
    assert engine.play(mate, chess_engine.Limit(depth=3), root_moves=[]).move is None

"""The rules of a game for the page: its lessons, with boards to draw."""

from collections.abc import Sequence
from functools import lru_cache

from pydantic import BaseModel

from garlic.core import Drawing, Game, Lesson, Position, Seat
from garlic.core.chance import Stream
from garlic.core.game import moves_of, simultaneous_position, takes_turns
from garlic.games import GAMES
from garlic.web.sentences import SentenceModel, encode_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.models import BoardFrame, BoardShape


class DrawingView(BaseModel):
    """A board with what to point at. Two of them in a row show a move."""

    shape: BoardShape
    frames: list[BoardFrame]  # the position; with a second one, after the move
    arrows: list[tuple[int, int]] = []  # the move, from place to place
    targets: list[int] = []  # places to which the pieces in question can go
    window: tuple[int, int, int, int] | None = None  # first row and column to draw, and last ones


class LessonView(BaseModel):
    """One rule."""

    text: SentenceModel
    drawings: list[DrawingView] = []


@lru_cache(maxsize=32)
def lessons_of(name: str) -> list[LessonView]:
    """The lessons of the game *name*; none if it has no guide."""
    game = GAMES[name]
    return [_lesson(game, lesson) for lesson in game.guide]


def _lesson(game: Game, lesson: Lesson) -> LessonView:
    drawings = [_drawing(game, drawing) for drawing in lesson.drawings]
    return LessonView(text=encode_sentence(lesson.text), drawings=drawings)


def _drawing(game: Game, drawing: Drawing) -> DrawingView:
    position = game.parse(drawing.position)
    board = BoardView(game, position)
    paths = _paths(board, position, drawing.moves)
    frames = [board.frame(position)]
    if drawing.moves:
        after = _played(game, position, drawing.moves)
        last = [place for path in paths for place in path]
        step = board.step_of(game.diagram(position), game.diagram(after), last)
        frames.append(board.frame(after, step))
    return DrawingView(
        shape=board.shape,
        frames=frames,
        arrows=[(path[0], path[-1]) for path in paths if path],
        targets=_targets(board, position, drawing),
        window=_window(board, drawing.window),
    )


def _paths(board: BoardView, position: Position, moves: Sequence[str]) -> list[list[int]]:
    """The places of each move, from first to last."""
    parsed = [board.game.move.parse(move) for move in moves]
    if takes_turns(position):
        return [board.places(position, move) for move in parsed]
    both = simultaneous_position(position)
    return [
        [*board.places(position, both.stay(seat)), *board.places(position, move)]
        for seat, move in zip(Seat, parsed, strict=True)
    ]


def _played(game: Game, position: Position, moves: Sequence[str]) -> Position:
    if takes_turns(position):
        for move in moves:
            position = position.play(game.move.parse(move))
        return position
    parsed = zip(Seat, map(game.move.parse, moves), strict=True)
    return simultaneous_position(position).play(dict(parsed), Stream(0))


def _targets(board: BoardView, position: Position, drawing: Drawing) -> list[int]:
    pieces = {board.numbers[name] for name in drawing.pieces}
    paths = [board.places(position, move) for move in moves_of(position, Seat.A)]
    chosen = [path for path in paths if path and (drawing.all_moves or path[0] in pieces)]
    return sorted({path[-1] for path in chosen})


def _window(board: BoardView, corners: tuple[str, str] | None) -> tuple[int, int, int, int] | None:
    if corners is None:
        return None
    width = len(board.shape.columns)
    first, last = (board.numbers[name] for name in corners)
    return (*divmod(first, width), *divmod(last, width))

"""The course's C interface: what `walk` sees, and which move the point it returns is."""

from garlic.core import Seat
from garlic.core.course import CourseField, CourseForm, CourseView
from garlic.games.stars.actors import Move
from garlic.games.stars.position import Position

_FARTHEST = 9999  # moves beyond it are suicide too, and cannot be written


def _view(position: Position, seat: Seat) -> CourseView:
    own, other = position.garlic(seat), position.garlic(seat.other)
    rows, columns = zip(*(destroyer.place for destroyer in position.destroyers), strict=True)
    numbers = (
        *rows,
        *columns,
        *own.place,
        *other.place,
        own.status,
        other.status,
        own.score,
        other.score,
    )
    return CourseView(position.rows, numbers)


def _move(row: int, column: int) -> str:
    return str(Move(*(max(-_FARTHEST, min(_FARTHEST, number)) for number in (row, column))))


COURSE = CourseForm(
    function="walk",
    fields=(
        CourseField("ghost_posx", 2),
        CourseField("ghost_posy", 2),
        CourseField("your_posx"),
        CourseField("your_posy"),
        CourseField("opponent_posx"),
        CourseField("opponent_posy"),
        CourseField("your_status"),
        CourseField("opponent_status"),
        CourseField("your_score"),
        CourseField("opponent_score"),
    ),
    maps=("10x10-walled-in", "10x10-one-free", "10x10-both-free", "13x15-both-free"),
    view=_view,
    move=_move,
)

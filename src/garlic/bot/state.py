"""The state that a bot in the courses' form gets."""

from typing import Any

from garlic.core import Position, Seat
from garlic.core.course import CourseForm


class State:
    """What a bot in the courses' form sees: the fields of the C struct, as attributes.

    ``mat`` is a list of rows, each a list of characters, yours to scribble in; arrays are lists.
    """

    mat: list[list[str]]
    row_cnt: int
    col_cnt: int

    def __init__(self, form: CourseForm, position: Position, seat: Seat) -> None:
        view = form.view(position, seat)
        self.mat = [list(row) for row in view.rows]
        self.row_cnt = len(view.rows)
        self.col_cnt = len(view.rows[0])
        numbers = iter(view.numbers)
        for field in form.fields:
            value: int | list[int] = (
                next(numbers)
                if field.length is None
                else [next(numbers) for _ in range(field.length)]
            )
            setattr(self, field.name, value)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the state has no field {name!r}; it has {', '.join(vars(self))}")

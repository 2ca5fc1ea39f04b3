"""The limit of a search and its result."""

from dataclasses import dataclass
from functools import total_ordering
from typing import Any, Generic, Self

from garlic.core import Text, UsageError, user_language
from garlic.core.type_variables import M_co

_FURTHEST = 1_000.0  # a win in n plies ranks above every number of points


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """The score of a position for the side to move.

    Either *points* of the game (stones, discs, pawns), or a forced result: *win_in* or *loss_in*
    that many plies. *proven* means that no heuristic is involved; a forced result is always
    proven. Scores compare by how good they are: a win beats every number of points, and a quick
    win a slow one.
    """

    points: float | None = None
    win_in: int | None = None
    loss_in: int | None = None
    proven: bool = False

    def __post_init__(self) -> None:
        if [self.points, self.win_in, self.loss_in].count(None) != 2:
            raise UsageError("expected either points, win_in or loss_in")

    @property
    def decided(self) -> bool:
        """Is it a forced win or loss?"""
        return self.points is None

    def __neg__(self) -> Self:
        """The score for the other side."""
        points = None if self.points is None else -self.points
        return type(self)(points, win_in=self.loss_in, loss_in=self.win_in, proven=self.proven)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank() < other._rank()

    def _rank(self) -> tuple[int, float]:
        if self.win_in is not None:
            return (1, _FURTHEST - self.win_in)
        if self.loss_in is not None:
            return (-1, self.loss_in)
        assert self.points is not None  # noqa: S101  (see __post_init__)
        return (0, self.points)

    @property
    def text(self) -> Text:
        """The score as translatable text: ``+1.25``, ``wins in 5``."""
        if self.win_in is not None:
            return Text("wins in {plies}", plies=self.win_in)
        if self.loss_in is not None:
            return Text("loses in {plies}", plies=self.loss_in)
        points = f"{self.points:+.2f}"
        return Text("{points} proven" if self.proven else "{points}", points=points)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "points": self.points,
            "win_in": self.win_in,
            "loss_in": self.loss_in,
            "proven": self.proven,
        }

    def render(self, language: str | None = None) -> str:
        """`text` in *language*, by default the user's."""
        return self.text.render(language or user_language())

    def __str__(self) -> str:
        return self.render("en")


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to search. None means no limit; with no limit at all: until `Engine.stop`.

    *time* is the limit of the move in seconds; the answer comes earlier, with a margin.
    *clock* are the seconds left for this and all later moves of the side, *moves_left* how
    many those may be. *nodes* and *depth* (plies) make results repeatable.
    """

    time: float | None = None
    clock: float | None = None
    moves_left: int = 30
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("time", self.time), ("clock", self.clock)):
            if value is not None and not 0 < value < float("inf"):
                raise UsageError(
                    "expected {name} above 0 seconds, got {value}", name=name, value=value
                )
        whole = (("nodes", self.nodes), ("depth", self.depth), ("moves_left", self.moves_left))
        for name, value in whole:
            if value is not None and value < 1:
                raise UsageError(
                    "expected {name} of 1 or more, got {value}", name=name, value=value
                )


@dataclass(frozen=True, slots=True)
class Line(Generic[M_co]):
    """A move and its best continuation. *score* is for the side to move first."""

    score: Score
    moves: tuple[M_co, ...]

    def __str__(self) -> str:
        return f"{self.score}  {', '.join(str(move) for move in self.moves)}"


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[M_co]):
    """The result of a search. *best* and *score* are None if the game is over.

    *depth* plies are searched in full, the longest line to *deepest_ply*. *best* is the move
    to play, which at lower levels need not be the first of *lines*. *table_permille* is how
    much of the table this search has filled.
    """

    best: M_co | None
    score: Score | None
    depth: int
    deepest_ply: int
    nodes: int
    time: float
    lines: tuple[Line[M_co], ...]
    table_permille: int = 0

    @property
    def nodes_per_second(self) -> float:
        """The speed of the search."""
        return self.nodes / self.time if self.time > 0 else 0.0

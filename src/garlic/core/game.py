"""The contract of a game: what it must offer to be shown, refereed and played."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from garlic.core.chance import Chance
from garlic.core.course import CourseForm
from garlic.core.diagram import Diagram
from garlic.core.errors import GarlicError, UsageError
from garlic.core.limits import Limits
from garlic.core.maps import Maps
from garlic.core.notation import Notation
from garlic.core.outcome import Outcome
from garlic.core.seat import Seat
from garlic.core.verdict import FaultRule, Verdict


class Move(Protocol):
    """A move that reads and prints itself."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` prints; raise `InvalidMoveError` on anything else."""


class Position(Protocol):
    """What both kinds of games share. Immutable: `play` returns a new position."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` prints, moves may follow (see `line`); raise `InvalidPositionError`."""

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""


class TurnPosition(Position, Protocol):
    """A position of a game in which one player moves at a time."""

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""

    def legal_moves(self) -> Sequence[Any]:
        """Every legal move, always in the same order. Empty exactly when the game is over."""

    def play(self, move: Any) -> Self:
        """The position after *move*; raise `IllegalMoveError` if the rules forbid it."""


class SimultaneousPosition(Position, Protocol):
    """A position of a game in which both players move at once."""

    def moves_for(self, seat: Seat) -> Sequence[Any]:
        """Every legal move of *seat*. Empty when it has none to make, or the game is over."""

    def play(self, moves: Mapping[Seat, Any], chance: Chance) -> Self:
        """The position after one round, with the random choices that *chance* makes."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A piece that can be put on the board where a position is set up by hand."""

    sign: str  # as in a `Cell`
    glyph: str
    seat: Seat | None = None
    is_single: bool = False  # there is only one: placing it again moves it


# arrange(position, signs, mover): the text of *position* with other pieces, given as signs row by
# row from the top, "" for none. The text need not be valid: `parse` checks it.
Arrange = Callable[[Any, Sequence[Sequence[str]], Seat], str]


@dataclass(frozen=True, slots=True)
class Game:
    """The facts about a game: all that code for any game knows of it."""

    name: str  # as typed: "othello"
    title: str  # as shown: "Weighted Othello"
    position: type[Any]
    move: type[Any]
    seats: tuple[str, str]  # what the players are called: ("red", "blue")
    limits: Limits
    faults: Mapping[Verdict, FaultRule]
    diagram: Callable[[Any], Diagram]
    start: Callable[..., Any]  # start(rule=None, size=None) -> the usual first position
    move_words: int = 1  # how many words a move is written in
    rules: tuple[str, ...] = ()  # rule sets by name, the usual one first
    simultaneous: bool = False
    may_resign: bool = False
    # A move as players say it, where that differs from its text: "炮二平五".
    spoken_move: Callable[[Any, Any], str] | None = None
    # The names of the diagram's pieces by letter, without the seat.
    pieces: Mapping[str, str] = field(default_factory=dict)
    palette: tuple[PieceKind, ...] = ()  # for setting up positions
    arrange: Arrange | None = None
    # The cells that a move passes through, by their names in the diagram; none for a pass.
    path: Callable[[Any, Any], tuple[str, ...]] = lambda _, move: (str(move),)
    finished_is_leaf: bool = False  # does perft count a line that ended early?
    no_perft: Callable[[Any], str | None] = lambda _: None  # why a position has no perft, or None
    notations: Mapping[str, Notation] = field(default_factory=dict)
    maps: Maps | None = None
    course: CourseForm | None = None  # the C interface of the courses, where there is one
    # Other ways to score a finished game, by name: with a tournament's bonus, for example.
    scorings: Mapping[str, Callable[[Any], tuple[int, int]]] = field(default_factory=dict)

    def parse(self, text: str) -> Any:
        """The position that *text* describes, with its moves played."""
        return self.position.parse(text)

    def seat(self, name: str) -> Seat:
        """The side called *name*; raise `UsageError` if there is none."""
        if name not in self.seats:
            raise UsageError(
                "{game} has no side {seat!r}; there are {known}",
                game=self.name,
                seat=name,
                known=", ".join(self.seats),
            )
        return list(Seat)[self.seats.index(name)]

    def awaits(self, position: Any, seat: Seat) -> bool:
        """Must *seat* move in *position*?"""
        if self.simultaneous:
            return bool(position.moves_for(seat))
        return position.outcome() is None and position.mover is seat

    def spoken(self, position: Any, moves: Iterable[str]) -> list[str]:
        """*moves*, played one after the other from *position*, as players say them.

        Empty for a game without `spoken_move`; an invalid or illegal move ends the list.
        """
        spoken: list[str] = []
        if self.spoken_move is None:
            return spoken
        try:
            for text in moves:
                move = self.move.parse(text)
                spoken.append(self.spoken_move(position, move))
                position = position.play(move)
        except GarlicError:  # a bot's answer need not be a move
            pass
        return spoken

    def setup(self, rule: str | None = None, size: tuple[int, int] | None = None) -> Any:
        """The usual first position under *rule* on a board of *size* (rows, columns)."""
        if rule is not None and rule not in self.rules:
            raise UsageError(
                "{game} has no rule set {rule!r}; there are: {known}",
                game=self.name,
                rule=rule,
                known=", ".join(self.rules) or "-",
            )
        return self.start(rule=rule, size=size)

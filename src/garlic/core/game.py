"""The contract of a game: what it must offer to be shown, refereed and played.

A game must offer a `Move`, a position (a `TurnPosition` or a `SimultaneousPosition`) and the facts
in `Game`. Its positions may offer more: `Scored`, `Skips`, `HasLine`, `HasPly`, `NaturalMoves`,
`Forbids`. Code for any game finds out what a position offers with the functions below these
protocols, `is_scored` and so on, and nowhere else.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from garlic.core.chance import Chance
from garlic.core.course import CourseForm
from garlic.core.diagram import Diagram
from garlic.core.errors import GarlicError, UsageError
from garlic.core.guide import Lesson
from garlic.core.limits import Limits
from garlic.core.maps import Maps
from garlic.core.outcome import Outcome
from garlic.core.scale import Scale
from garlic.core.seat import Seat
from garlic.core.type_variables import M, M_co, P_co
from garlic.core.verdict import FaultRule, Verdict

if TYPE_CHECKING:
    from typing_extensions import TypeIs  # newer than Python 3.11

    from garlic.core.notation import Notation  # which imports this module

Place = TypeVar("Place")
X = TypeVar("X")

# --- what a game must offer ---------------------------------------------------------------


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


class TurnPosition(Position, Protocol[M]):
    """A position of a game in which one player moves at a time."""

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""

    def legal_moves(self) -> Sequence[M]:
        """Every legal move, always in the same order. Empty exactly when the game is over."""

    def play(self, move: M) -> Self:
        """The position after *move*; raise `IllegalMoveError` if the rules forbid it."""


class SimultaneousPosition(Position, Protocol[M]):
    """A position of a game in which both players move at once."""

    def moves_for(self, seat: Seat) -> Sequence[M]:
        """Every legal move of *seat*. Empty when it has none to make, or the game is over."""

    def stay(self, seat: Seat) -> M:
        """What *seat* does in a round in which it makes no valid move."""

    def play(self, moves: Mapping[Seat, M], chance: Chance) -> Self:
        """The position after one round, with the random choices that *chance* makes."""


# --- what a position may offer ------------------------------------------------------------


class Scored(Position, Protocol):
    """A position with points."""

    def scores(self) -> tuple[int, int]:
        """The points of both sides so far."""


class Skips(Position, Protocol):
    """A position of a game in which a side can lose its turn and the game goes on."""

    def skip(self) -> Self:
        """The position after a lost turn."""


class HasLine(Position, Protocol):
    """A position whose history matters: the same board may be over or not, by what led to it."""

    def line(self) -> str:
        """The text of the position with the moves that still matter: ``POSITION moves m1 ...``."""


class HasPly(Position, Protocol):
    """A position that shows how far the game is; engines vary their openings by it."""

    @property
    def ply(self) -> int:
        """How many plies have been played."""


class NaturalMoves(Position, Protocol[M_co]):
    """A position in which many legal moves make no sense to a person."""

    def natural_moves(self) -> Sequence[M_co]:
        """The legal moves that a person would consider; an engine of a low level plays these."""


class Forbids(Position, Protocol[Place]):
    """A position in which some places are forbidden by a rule of their own."""

    def forbidden(self) -> Mapping[Place, object]:
        """The forbidden places, each with the reason."""


def takes_turns(position: Position) -> "TypeIs[TurnPosition]":
    """Is it a position of a game in which one player moves at a time?"""
    return hasattr(position, "legal_moves")


def is_simultaneous(position: Position) -> "TypeIs[SimultaneousPosition]":
    """Is it a position of a game in which both players move at once?"""
    return hasattr(position, "moves_for")


def is_scored(position: Position) -> "TypeIs[Scored]":
    """Has *position* points?"""
    return hasattr(position, "scores")


def can_skip(position: Position) -> "TypeIs[Skips]":
    """Does the game go on after a lost turn in *position*?"""
    return hasattr(position, "skip")


def has_line(position: Position) -> "TypeIs[HasLine]":
    """Does the history of *position* matter?"""
    return hasattr(position, "line")


def has_ply(position: Position) -> "TypeIs[HasPly]":
    """Does *position* show how far the game is?"""
    return hasattr(position, "ply")


def has_natural_moves(position: Position) -> "TypeIs[NaturalMoves]":
    """Does *position* tell which moves a person would consider?"""
    return hasattr(position, "natural_moves")


def has_forbidden(position: Position) -> "TypeIs[Forbids[object]]":
    """Are there places that a rule of the game may forbid?"""
    return hasattr(position, "forbidden")


# --- how code for any game uses a position ------------------------------------------------


def turn_position(position: Position) -> TurnPosition:
    """*position*, known to be of a game in which one player moves at a time."""
    if not takes_turns(position):
        raise TypeError(f"expected a position with legal_moves(), got {position!r}")
    return position


def simultaneous_position(position: Position) -> SimultaneousPosition:
    """*position*, known to be of a game in which both players move at once."""
    if not is_simultaneous(position):
        raise TypeError(f"expected a position with moves_for(), got {position!r}")
    return position


def expect(kind: type[X], value: object) -> X:
    """*value*, known to be a position or a move of the game whose class is *kind*."""
    if not isinstance(value, kind):
        raise TypeError(f"expected a {kind.__name__} of {kind.__module__}, got {value!r}")
    return value


def moves_of(position: Position, seat: Seat) -> Sequence[Move]:
    """The legal moves of *seat*, where both move at once; else those of the side to move."""
    if takes_turns(position):
        return position.legal_moves()
    return simultaneous_position(position).moves_for(seat)


def skipped(position: Position) -> Position:
    """*position* after a lost turn, in a game that goes on then (see `Game.can_skip`)."""
    if not can_skip(position):
        raise TypeError(f"expected a position with skip(), got {position!r}")
    return position.skip()


def scores_of(position: Position) -> tuple[int, int] | None:
    """The points of both sides; None in a game without points."""
    return position.scores() if is_scored(position) else None


def text_with_history(position: Position) -> str:
    """*position* as text, with its history if that matters in the game."""
    return position.line() if has_line(position) else str(position)


# --- the facts of a game ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A piece that can be put on the board where a position is set up by hand."""

    sign: str  # as in a `Cell`
    glyph: str
    seat: Seat | None = None
    is_single: bool = False  # there is only one: placing it again moves it


class Start(Protocol[P_co]):
    """Makes the usual first position."""

    def __call__(self, *, rule: str | None = None, size: tuple[int, int] | None = None) -> P_co:
        """The first position under *rule* on a board of *size* (rows, columns)."""


def _where_it_goes(position: object, move: object) -> tuple[str, ...]:
    del position
    return (str(move),)


def _always_countable(position: object) -> str | None:
    del position
    return None


@dataclass(frozen=True, slots=True)
class Sample:
    """A position that shows what a game looks like: *moves* from the usual start, or on *map*."""

    moves: str = ""
    map: str | None = None


@dataclass(frozen=True, slots=True)
class Game(Generic[P_co, M_co]):
    """The facts about a game: all that code for any game knows of it."""

    name: str  # as typed: "othello"
    title: str  # as shown: "Weighted Othello"
    position: type[P_co]
    move: type[M_co]
    seats: tuple[str, str]  # what the players are called: ("red", "blue")
    limits: Limits
    faults: Mapping[Verdict, FaultRule]
    diagram: Callable[[P_co], Diagram]
    start: Start[P_co]
    move_words: int = 1  # how many words a move is written in
    rules: tuple[str, ...] = ()  # rule sets by name, the usual one first
    simultaneous: bool = False
    may_resign: bool = False
    # A move as players say it, where that differs from its text: "炮二平五".
    spoken_move: Callable[[P_co, M_co], str] | None = None
    # How people write a move, by the name of the notation ("wxf"): a setting of the page. The first
    # is usual in Chinese, the last elsewhere. Where there is none, the move's own text is shown.
    move_styles: Mapping[str, Callable[[P_co, M_co], str]] = field(default_factory=dict)
    # The names of the diagram's pieces by letter, without the seat.
    pieces: Mapping[str, str] = field(default_factory=dict)
    palette: tuple[PieceKind, ...] = ()  # for setting up positions
    # arrange(position, signs, mover): the text of *position* with other pieces, given as signs row
    # by row from the top, "" for none. If that is no position of the game, this or `parse` raises
    # `InvalidPositionError` with a sentence for players: "the red king is missing".
    arrange: Callable[[P_co, Sequence[Sequence[str]], Seat], str] | None = None
    # The board row by row from the top, a letter a cell: the sign of a piece of the palette, or any
    # other letter where there is none; without actors. With it the page draws a move before the
    # server has answered. It is called for every legal move.
    board_rows: Callable[[P_co], Sequence[str]] | None = None
    # The cells that a move passes through, by their names in the diagram; none for a pass.
    path: Callable[[P_co, M_co], tuple[str, ...]] = _where_it_goes
    finished_is_leaf: bool = False  # does perft count a line that ended early?
    no_perft: Callable[[P_co], str | None] = _always_countable  # why there is no perft, or None
    notations: "Mapping[str, Notation[P_co, M_co]]" = field(default_factory=dict)
    maps: Maps[P_co] | None = None
    course: CourseForm[P_co] | None = None  # the C interface of the courses, where there is one
    # Other ways to score a finished game, by name: with a tournament's bonus, for example.
    scorings: Mapping[str, Callable[[P_co], tuple[int, int]]] = field(default_factory=dict)
    scale: Scale = field(default_factory=Scale)  # how much a lead means, for reviews and levels
    # How far the side to move is ahead, in points, for the search over these rules; by default the
    # scores tell, or only the end of the game. A native engine has its own.
    evaluate: Callable[[P_co], float] | None = None
    # How a position is written in opening books, the same for all that are equal but for a turn of
    # the board, and what takes a move from there back; by default its text without counters.
    book_form: Callable[[P_co], tuple[str, Callable[[M_co], M_co]]] | None = None
    # What the game says, from English to Chinese; what is not in it is shown in English.
    chinese: Mapping[str, str] = field(default_factory=dict)
    # What pages show and offer besides: the rules in a sentence; the rule sets by their titles,
    # where the names do not say enough; board sizes by rule set, the usual one first; a preview.
    about: str = ""
    guide: tuple[Lesson, ...] = ()  # the rules in half a minute, with drawings
    rule_titles: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sample: Sample = Sample()
    steered: bool = False  # every move is a step to a neighbouring place, or to stay
    oriented: bool = False  # each side looks at the board from its own end

    def parse(self, text: str) -> P_co:
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

    @property
    def can_skip(self) -> bool:
        """Can a side lose its turn without losing the game?"""
        return self.simultaneous or hasattr(self.position, "skip")

    def awaits(self, position: Position, seat: Seat) -> bool:
        """Must *seat* move in *position*?"""
        if takes_turns(position):
            return position.outcome() is None and position.mover is seat
        return bool(moves_of(position, seat))

    def spoken(self: "Game", position: Position, moves: Iterable[str]) -> list[str]:
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
                position = turn_position(position).play(move)
        except GarlicError:  # a bot's answer need not be a move
            pass
        return spoken

    def written(self: "Game", position: Position, move: Move) -> dict[str, str]:
        """*move* in each of the notations that people use (`move_styles`)."""
        return {name: style(position, move) for name, style in self.move_styles.items()}

    def written_line(
        self: "Game", position: Position, moves: Iterable[Move]
    ) -> dict[str, list[str]]:
        """*moves*, played one after the other from *position*, in each of these notations."""
        found: dict[str, list[str]] = {style: [] for style in self.move_styles}
        for move in moves if found else ():
            for style, text in self.written(position, move).items():
                found[style].append(text)
            position = turn_position(position).play(move)
        return found

    def setup(self, rule: str | None = None, size: tuple[int, int] | None = None) -> P_co:
        """The usual first position under *rule* on a board of *size* (rows, columns)."""
        if rule is not None and rule not in self.rules:
            raise UsageError(
                "{game} has no rule set {rule!r}; there are: {known}",
                game=self.name,
                rule=rule,
                known=", ".join(self.rules) or "-",
            )
        return self.start(rule=rule, size=size)

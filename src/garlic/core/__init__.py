"""Values and errors that every other package builds on, and the contract of a game.

`game` says what a game must offer and what it may: start there. `seat`, `outcome`, `verdict`,
`limits`, `chance`, `diagram`, `guide`, `scale`, `maps`, `notation` and `course` are the values it
is made of, `type_variables` its types; `line`, `perft` and `playout` work on any game. `reading`
parses input, `render` builds HTML, `language` translates, `plugins` finds what installed packages
add.
Nothing here knows a particular game, prints, or reads a clock.
"""

from garlic.core.chance import Chance, Recorded, Recording, Stream
from garlic.core.diagram import Actor, Cell, Diagram, Geometry, Mark
from garlic.core.errors import (
    GarlicError,
    IllegalMoveError,
    InputError,
    InvalidFileError,
    InvalidMoveError,
    InvalidPositionError,
    NotJudgedError,
    UsageError,
)
from garlic.core.game import (
    Forbids,
    Game,
    HasLine,
    HasPly,
    Move,
    NaturalMoves,
    PieceKind,
    Position,
    Sample,
    Scored,
    SimultaneousPosition,
    Skips,
    TurnPosition,
)
from garlic.core.guide import Drawing, Lesson
from garlic.core.language.text import Text, say, user_language
from garlic.core.limits import Limits
from garlic.core.maps import BundledMap, Maps
from garlic.core.notation import Notation, Sheet
from garlic.core.outcome import Outcome
from garlic.core.perft import divide, perft
from garlic.core.scale import Scale
from garlic.core.seat import Seat
from garlic.core.verdict import FaultRule, Penalty, Verdict

__all__ = [
    "Actor",
    "BundledMap",
    "Cell",
    "Chance",
    "Diagram",
    "Drawing",
    "FaultRule",
    "Forbids",
    "Game",
    "GarlicError",
    "Geometry",
    "HasLine",
    "HasPly",
    "IllegalMoveError",
    "InputError",
    "InvalidFileError",
    "InvalidMoveError",
    "InvalidPositionError",
    "Lesson",
    "Limits",
    "Maps",
    "Mark",
    "Move",
    "NaturalMoves",
    "NotJudgedError",
    "Notation",
    "Outcome",
    "Penalty",
    "PieceKind",
    "Position",
    "Recorded",
    "Recording",
    "Sample",
    "Scale",
    "Scored",
    "Seat",
    "Sheet",
    "SimultaneousPosition",
    "Skips",
    "Stream",
    "Text",
    "TurnPosition",
    "UsageError",
    "Verdict",
    "divide",
    "perft",
    "say",
    "user_language",
]

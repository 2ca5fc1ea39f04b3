"""The table of protocols; a bot's name may begin with the word of one.

``uci:./engine?Hash=64`` is that word, the program, and settings for the program. To add a
protocol, write a module in `protocols` and add a row to `PROTOCOLS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from garlic.core import Game, UsageError
from garlic.wire.dialogue import Dialogue, OneShot, SeatSetup, TerminalDialogue
from garlic.wire.protocols.botzone import botzone
from garlic.wire.protocols.console import TALK, console
from garlic.wire.protocols.gtp import GtpDialogue
from garlic.wire.protocols.line import LineDialogue
from garlic.wire.protocols.nboard import NBoardDialogue
from garlic.wire.protocols.piskvork import PiskvorkDialogue
from garlic.wire.protocols.tongji import TongjiDialogue
from garlic.wire.protocols.ucci import UcciDialogue
from garlic.wire.protocols.uci import UciDialogue
from garlic.wire.protocols.ustc import UstcOneShot
from garlic.wire.protocols.xboard import XboardDialogue
from garlic.wire.settings import BotSettings


class EarlyOutput(Enum):
    """How to treat lines that a bot wrote before it was asked."""

    FORBIDDEN = "forbidden"  # a fault, except for remarks; dropped if the judge is lenient
    DROPPED = "dropped"
    JUDGED = "judged"  # they are read before the answer, and are judged


@dataclass(frozen=True, slots=True)
class WireProtocol:
    """One protocol: its name, its games and how to make a dialogue for a seat."""

    word: str  # before the colon of a bot's name
    about: str  # one line, in English; its translation is in the catalogue
    # Raises `UsageError` if the game cannot be played with this start or these settings.
    dialogue: Callable[[SeatSetup, BotSettings], Dialogue | OneShot | TerminalDialogue]
    games: tuple[str, ...] = ()  # empty: all games
    early: EarlyOutput = EarlyOutput.DROPPED
    # Programs with this protocol are engines, not bots written for us: they may use threads.
    is_engine: bool = True
    any_start: bool = True  # whether games can start from any position
    file_settings: tuple[str, ...] = ()  # settings that name a file; the file is part of the bot
    takes_folders: bool = False  # whether a folder of C or C++ files can be a bot

    def check(self, game: Game) -> None:
        """Raise `UsageError` if the protocol does not support *game*."""
        if self.games and game.name not in self.games:
            raise UsageError(
                "{word}: bots play {games}, not {game}",
                word=self.word,
                games=", ".join(self.games),
                game=game.name,
            )


def _line(setup: SeatSetup, settings: BotSettings) -> Dialogue:
    settings.check()
    return LineDialogue(setup)


def _tongji(setup: SeatSetup, settings: BotSettings) -> Dialogue:
    settings.check()
    return TongjiDialogue(setup, lenient=settings.lenient)


def _ustc(setup: SeatSetup, settings: BotSettings) -> OneShot:
    del setup
    settings.check()
    return UstcOneShot()


# Our own protocol, the default.
LINE = WireProtocol(
    "line",
    "a program in our line protocol, with settings",
    _line,
    early=EarlyOutput.FORBIDDEN,
    is_engine=False,
)

PROTOCOLS: dict[str, WireProtocol] = {
    row.word: row
    for row in (
        LINE,
        WireProtocol(
            "tongji",
            "a program in Tiaojia's course protocol",
            _tongji,
            ("tiaojia",),
            EarlyOutput.JUDGED,  # the course's protocol is a stream: unrequested lines are judged
            is_engine=False,
            any_start=False,
        ),
        WireProtocol(
            "ustc",
            "a program in the Xiangqi lab's form: a board in, an answer out",
            _ustc,
            ("xiangqi",),
            is_engine=False,
        ),
        WireProtocol("uci", "a UCI engine, e.g. Fairy-Stockfish", UciDialogue, ("xiangqi",)),
        WireProtocol("ucci", "a UCCI engine, e.g. ElephantEye", UcciDialogue, ("xiangqi",)),
        WireProtocol("xboard", "an xboard engine, e.g. HoiXiangqi", XboardDialogue, ("xiangqi",)),
        WireProtocol(
            "piskvork", "a Gomoku program of Piskvork or Gomocup", PiskvorkDialogue, ("gomoku",)
        ),
        WireProtocol(
            "nboard",
            "an Othello program that NBoard knows, e.g. Edax",
            NBoardDialogue,
            ("othello",),
            any_start=False,
        ),
        WireProtocol(
            "gtp",
            "an Othello program that speaks GTP, e.g. grhino",
            GtpDialogue,
            ("othello",),
            any_start=False,
        ),
        WireProtocol(
            "botzone",
            "a bot written for Botzone",
            botzone,
            ("othello", "gomoku", "xiangqi"),
            any_start=False,
        ),
        WireProtocol(
            "console",
            "an interactive Gomoku program, at a terminal",
            console,
            ("gomoku",),
            is_engine=False,
            any_start=False,
            file_settings=(TALK,),
            takes_folders=True,
        ),
    )
}

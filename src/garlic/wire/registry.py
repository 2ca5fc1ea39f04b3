"""The protocols that a bot's name may begin with: a row each, which is all the judge knows of it.

``uci:./engine?Hash=64`` is the word of a row, the program, and settings for the program.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from garlic.core import Game, UsageError
from garlic.wire.dialogue import Dialogue, OneShot, Seated, Sitting
from garlic.wire.protocols.botzone import botzone
from garlic.wire.protocols.console import TALK, ConsoleTalk
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


class Early(Enum):
    """What becomes of lines that a bot wrote before it was asked."""

    DROPPED = "dropped"
    HEARD = "heard"  # they come before the answer, and are judged


@dataclass(frozen=True, slots=True)
class WireProtocol:
    """One way to speak to programs."""

    word: str  # before the colon of a bot's name
    about: str  # one line, in English; its translation is in the catalogue
    talk: Callable[[Sitting, BotSettings], Dialogue | OneShot | Seated]  # or raises `UsageError`
    games: tuple[str, ...] = ()  # which it can play; none named: all
    early: Early = Early.DROPPED
    # Its programs are engines, not bots written for here: they may start threads.
    is_engine: bool = True
    any_start: bool = True  # can it be told another first position than the usual one?
    file_settings: tuple[str, ...] = ()  # settings that name a file, which is part of the bot

    def check(self, game: Game) -> None:
        """Raise `UsageError` if no bot of this kind plays *game*."""
        if self.games and game.name not in self.games:
            raise UsageError(
                "{word}: bots play {games}, not {game}",
                word=self.word,
                games=", ".join(self.games),
                game=game.name,
            )


def _line(sitting: Sitting, settings: BotSettings) -> Dialogue:
    settings.check()
    return LineDialogue(sitting)


def _tongji(sitting: Sitting, settings: BotSettings) -> Dialogue:
    settings.check()
    return TongjiDialogue(sitting, lenient=settings.lenient)


def _ustc(sitting: Sitting, settings: BotSettings) -> OneShot:
    del sitting
    settings.check()
    return UstcOneShot()


# Ours: the one that a bot speaks whose name says nothing else. A remark behind an answer is no
# answer in advance: what came too early is dropped.
LINE = WireProtocol("line", "a program in our line protocol, with settings", _line, is_engine=False)

PROTOCOLS: dict[str, WireProtocol] = {
    row.word: row
    for row in (
        LINE,
        WireProtocol(
            "tongji",
            "a program in Tiaojia's course protocol",
            _tongji,
            ("tiaojia",),
            Early.HEARD,  # the course's protocol is a stream: what nobody asked for is judged
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
            ConsoleTalk,
            ("gomoku",),
            is_engine=False,
            any_start=False,
            file_settings=(TALK,),
        ),
    )
}

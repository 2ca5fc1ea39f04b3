"""The protocols that a bot's name may begin with: a row each, which is all the judge knows of it.

``uci:./engine?Hash=64`` is the word of a row, the program, and settings for the program.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from garlic.core import Game, UsageError
from garlic.wire.dialogue import Dialogue, OneShot, Sitting
from garlic.wire.line import LineDialogue
from garlic.wire.settings import Settings
from garlic.wire.tongji import TongjiDialogue
from garlic.wire.ucci import UcciDialogue
from garlic.wire.uci import UciDialogue
from garlic.wire.ustc import UstcOneShot
from garlic.wire.xboard import XboardDialogue


class Early(Enum):
    """What becomes of lines that a bot wrote before it was asked."""

    DROPPED = "dropped"
    HEARD = "heard"  # they come before the answer, and are judged


@dataclass(frozen=True, slots=True)
class WireProtocol:
    """One way to speak to programs."""

    word: str  # before the colon of a bot's name
    about: str  # one line, in English; its translation is in the catalogue
    talk: Callable[[Sitting, Settings], Dialogue | OneShot]  # raises `UsageError` at odd settings
    games: tuple[str, ...] = ()  # which it can play; none named: all
    early: Early = Early.DROPPED
    has_settings: bool = True
    # Written for tables of chess and go: it may start threads, and `files=` names what it reads.
    is_engine: bool = True
    any_start: bool = True  # can it be told another first position than the usual one?

    def check(self, game: Game) -> None:
        """Raise `UsageError` if no bot of this kind plays *game*."""
        if self.games and game.name not in self.games:
            raise UsageError(
                "{word}: bots play {games}, not {game}",
                word=self.word,
                games=", ".join(self.games),
                game=game.name,
            )


def _line(sitting: Sitting, settings: Settings) -> Dialogue:
    del settings
    return LineDialogue(sitting)


def _tongji(sitting: Sitting, settings: Settings) -> Dialogue:
    return TongjiDialogue(sitting, lenient=settings.lenient)


def _ustc(sitting: Sitting, settings: Settings) -> OneShot:
    del sitting, settings
    return UstcOneShot()


# Ours: the one that a bot speaks whose name says nothing else. A remark behind an answer is no
# answer in advance: what came too early is dropped.
LINE = WireProtocol(
    "line", "our line protocol", _line, early=Early.DROPPED, has_settings=False, is_engine=False
)

PROTOCOLS: dict[str, WireProtocol] = {
    row.word: row
    for row in (
        WireProtocol(
            "tongji",
            "a program in Tiaojia's course protocol",
            _tongji,
            ("tiaojia",),
            Early.HEARD,  # the course's protocol is a stream: what nobody asked for is judged
            has_settings=False,
            is_engine=False,
            any_start=False,
        ),
        WireProtocol(
            "ustc",
            "a program in the Xiangqi lab's form: a board in, an answer out",
            _ustc,
            ("xiangqi",),
            has_settings=False,
            is_engine=False,
        ),
        WireProtocol("uci", "a UCI engine, e.g. Fairy-Stockfish", UciDialogue, ("xiangqi",)),
        WireProtocol("ucci", "a UCCI engine, e.g. ElephantEye", UcciDialogue, ("xiangqi",)),
        WireProtocol("xboard", "an xboard engine, e.g. HoiXiangqi", XboardDialogue, ("xiangqi",)),
    )
}

"""The table of protocols; a bot's name may begin with the word of one.

``uci:./engine?Hash=64`` is that word, the program, and settings for the program. Protocols are
entry points in the group ``garlic.protocols``, each a `WireProtocol` under its word: a package with
a game can bring the protocols of its programs. Ours are in `protocols`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from garlic.core import Game, UsageError
from garlic.core.plugins import PluginTable
from garlic.wire.dialogue import Dialogue, OneShot, SeatSetup, TerminalDialogue
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
    has_clock: bool = True  # whether programs are told the time they have
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


PROTOCOLS = PluginTable("garlic.protocols", WireProtocol)

"""UCCI, the protocol of Chinese Xiangqi programs: similar to UCI, ranks from 0."""

import re

from garlic.wire.dialogue import Clock
from garlic.wire.protocols.chess import ChessDialogue
from garlic.wire.registry import WireProtocol
from garlic.wire.timing import share_ms

_OPTION = re.compile(r"option\s+(\S+)\s+type\s+\w+")
_MILLISECONDS = "usemillisec"
_NEW_GAME = "newgame"


class UcciDialogue(ChessDialogue):
    """The dialogue with one UCCI engine."""

    hello = "ucci"
    answer_start = ""  # `bestmove` or `nobestmove`: no common prefix

    def option_in(self, line: str) -> str | None:
        """``option NAME type ...``."""
        found = _OPTION.match(line)
        return found[1] if found else None

    def option_line(self, name: str, value: str) -> str:
        """``setoption``; a button has no value."""
        return f"setoption {name} {value}".rstrip()

    def setup_lines(self) -> list[str]:
        """Milliseconds if the engine supports them, options from the bot's name, a new game."""
        options = dict(self.options)
        if _MILLISECONDS in self.offered:
            options[_MILLISECONDS] = "true"
        if _NEW_GAME in self.offered:
            options[_NEW_GAME] = ""
        return [self.set_option(key, value) for key, value in options.items()]

    def limits(self, clock: Clock) -> str:
        """Nodes if they are limited, else the time for this move."""
        if self.setup.limits.nodes is not None:
            return f"nodes {self.setup.limits.nodes}"
        time = share_ms(clock, self.margin_ms)
        if _MILLISECONDS not in self.offered:
            time = max(time // 1000, 1)
        return f"time {time} movestogo 1"


UCCI = WireProtocol("ucci", "a UCCI engine, e.g. ElephantEye", UcciDialogue, ("xiangqi",))

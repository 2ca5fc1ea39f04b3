"""UCCI, the protocol of Chinese Xiangqi programs: UCI's elder cousin, ranks from 0."""

import re

from garlic.wire.dialogue import Clock
from garlic.wire.protocols.chess import ChessDialogue
from garlic.wire.timing import share_ms

_OPTION = re.compile(r"option\s+(\S+)\s+type\s+\w+")
_MILLISECONDS = "usemillisec"
_NEW_GAME = "newgame"


class UcciDialogue(ChessDialogue):
    """UCCI as one engine hears it."""

    hello = "ucci"
    answer_start = ""  # `bestmove` or `nobestmove`: there is no saying which

    def option_in(self, line: str) -> str | None:
        """``option NAME type ...``."""
        found = _OPTION.match(line)
        return found[1] if found else None

    def option_line(self, name: str, value: str) -> str:
        """``setoption``; a button has no value."""
        return f"setoption {name} {value}".rstrip()

    def introduction(self) -> list[str]:
        """Milliseconds where the engine knows them, what the bot's name sets, and a new game."""
        options = dict(self.options)
        if _MILLISECONDS in self.offered:
            options[_MILLISECONDS] = "true"
        if _NEW_GAME in self.offered:
            options[_NEW_GAME] = ""
        return [self.set_option(key, value) for key, value in options.items()]

    def limits(self, clock: Clock) -> str:
        """Nodes where those are limited, else the time for this one move."""
        if self.sitting.limits.nodes is not None:
            return f"nodes {self.sitting.limits.nodes}"
        time = share_ms(clock, self.margin_ms)
        if _MILLISECONDS not in self.offered:
            time = max(time // 1000, 1)
        return f"time {time} movestogo 1"

"""UCI, the protocol of most chess engines, with engines of it that play Xiangqi.

Squares are written with ranks from 1 by engines that know several variants (they offer the
option `UCI_Variant`) and from 0 by others; ``?ranks=0`` or ``?ranks=1`` says it where that is
wrong, ``?letters=he`` how the engine calls horse and elephant.
"""

import re

from garlic.wire.dialogue import Clock
from garlic.wire.protocols.chess import ChessDialogue
from garlic.wire.timing import milliseconds
from garlic.wire.xiangqi import LETTERS, Spelling

_OPTION = re.compile(r"option\s+name\s+(.+?)\s+type\s+\w+")
_VARIANT = "uci_variant"
# Engines that write positions in a way of their own, by how their name begins.
_LETTERS_OF = {"sjaak": "he"}


class UciDialogue(ChessDialogue):
    """UCI as one engine hears it."""

    hello = "uci"

    def option_in(self, line: str) -> str | None:
        """``option name NAME type ...``."""
        found = _OPTION.match(line)
        return found[1] if found else None

    def option_line(self, name: str, value: str) -> str:
        """``setoption``; a button has no value."""
        return f"setoption name {name} value {value}" if value else f"setoption name {name}"

    def introduction(self) -> list[str]:
        """The variant where there are several, what the bot's name sets, and a new game."""
        variants = _VARIANT in self.offered
        known = (
            letters for name, letters in _LETTERS_OF.items() if self.name.lower().startswith(name)
        )
        self.spelling = Spelling(
            int(variants) if self.wished_rank is None else self.wished_rank,
            self.wished_letters or next(known, LETTERS[0]),
        )
        options = self.options
        if variants and not any(key.lower() == _VARIANT for key in options):
            options = {_VARIANT: self.sitting.game.name, **options}
        return [*(self.set_option(key, value) for key, value in options.items()), "ucinewgame"]

    def start(self, fen: str) -> str:
        """The usual first position has a name."""
        return "startpos" if fen == str(self.sitting.game.start()) else super().start(fen)

    def limits(self, clock: Clock) -> str:
        """The clocks, the time for this move, and nodes where those are limited."""
        limits = []
        if clock.game is not None:
            left = milliseconds(clock.game, self.margin_ms)
            limits.append(f"wtime {left} btime {left}")  # nobody knows the other's here
        limits.append(f"movetime {milliseconds(clock.move, self.margin_ms)}")
        if self.sitting.limits.nodes is not None:
            limits.append(f"nodes {self.sitting.limits.nodes}")
        return " ".join(limits)

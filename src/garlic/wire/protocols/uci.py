"""UCI, the protocol of most chess engines, for engines that play Xiangqi.

Engines with several variants (they have the option `UCI_Variant`) count ranks from 1, others
from 0; ``?ranks=0`` or ``?ranks=1`` overrides this, ``?letters=he`` sets the letters for horse
and elephant.
"""

import re

from garlic.wire.dialogue import Clock
from garlic.wire.protocols.chess import ChessDialogue
from garlic.wire.registry import WireProtocol
from garlic.wire.timing import milliseconds
from garlic.wire.xiangqi import LETTERS, Spelling

_OPTION = re.compile(r"option\s+name\s+(.+?)\s+type\s+\w+")
_VARIANT = "uci_variant"
# Engines with their own letters, by the beginning of their name.
_LETTERS_OF = {"sjaak": "he"}


class UciDialogue(ChessDialogue):
    """The dialogue with one UCI engine."""

    hello = "uci"

    def option_in(self, line: str) -> str | None:
        """``option name NAME type ...``."""
        found = _OPTION.match(line)
        return found[1] if found else None

    def option_line(self, name: str, value: str) -> str:
        """``setoption``; a button has no value."""
        return f"setoption name {name} value {value}" if value else f"setoption name {name}"

    def setup_lines(self) -> list[str]:
        """The variant if there are several, options from the bot's name, a new game."""
        variants = _VARIANT in self.offered
        known = (
            letters for name, letters in _LETTERS_OF.items() if self.name.lower().startswith(name)
        )
        self.spelling = Spelling(
            int(variants) if self.rank_setting is None else self.rank_setting,
            self.letters_setting or next(known, LETTERS[0]),
        )
        options = self.options
        if variants and not any(key.lower() == _VARIANT for key in options):
            options = {_VARIANT: self.setup.game.name, **options}
        return [*(self.set_option(key, value) for key, value in options.items()), "ucinewgame"]

    def position_text(self, fen: str) -> str:
        """``startpos`` for the usual start, else a FEN."""
        return "startpos" if fen == str(self.setup.game.start()) else super().position_text(fen)

    def limits(self, clock: Clock) -> str:
        """The clocks, the time for this move, and nodes if they are limited."""
        limits = []
        if clock.game is not None:
            left = milliseconds(clock.game, self.margin_ms)
            limits.append(f"wtime {left} btime {left}")  # the opponent's clock is not known here
        limits.append(f"movetime {milliseconds(clock.move, self.margin_ms)}")
        if self.setup.limits.nodes is not None:
            limits.append(f"nodes {self.setup.limits.nodes}")
        return " ".join(limits)


UCI = WireProtocol("uci", "a UCI engine, e.g. Fairy-Stockfish", UciDialogue, ("xiangqi",))

"""UCI, the protocol of most chess engines, with engines of it that play Xiangqi.

Squares are written with ranks from 1 by engines that know several variants (they offer the
option `UCI_Variant`) and from 0 by others; ``?ranks=0`` or ``?ranks=1`` says it where that is
wrong, ``?letters=he`` how the engine calls horse and elephant.
"""

import re
from collections.abc import Mapping
from typing import Any

from garlic.core import Outcome, Text, UsageError
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, Sitting
from garlic.wire.settings import Settings
from garlic.wire.xiangqi import LETTERS, RANKS, Spelling, history

# What is kept back of a move's time: for the way there and back, and for slow hands.
MARGIN_MS = 50
_LARGEST_MARGIN_MS = 60_000
_OWN = ("ranks", "letters", "margin")

_OPTION = re.compile(r"option\s+name\s+(.+?)\s+type\s+(\w+)(.*)")
_VARIANT = "uci_variant"
_NO_MOVE = ("(none)", "0000", "none", "null")
# Engines that write positions in a way of their own, by how their name begins.
_LETTERS_OF = {"sjaak": "he"}


def milliseconds(seconds: float, margin_ms: int) -> int:
    """What a program is told that it has of *seconds*, so that its answer is not late.

    Half of it where the margin is more than that; never nothing.
    """
    whole = int(seconds * 1000)
    return max(whole - margin_ms, whole // 2, 1)


class UciDialogue:
    """UCI as one engine hears it."""

    def __init__(self, sitting: Sitting, settings: Settings) -> None:
        self.sitting = sitting
        self.margin_ms = settings.number("margin", 0, _LARGEST_MARGIN_MS, MARGIN_MS)
        self.wishes = settings.others(*_OWN)
        for word in (*self.wishes.keys(), *self.wishes.values()):
            if not word.isprintable():
                raise UsageError("expected an option in plain text, got {word!r}", word=word)
        ranks = settings.one_of("ranks", ("", *RANKS), "")
        self.wished_rank = int(ranks) if ranks else None
        self.wished_letters = settings.one_of("letters", ("", *LETTERS), "")
        self.name = ""
        self.offered: dict[str, str] = {}  # the engine's options, as it spells them
        self.spelling = Spelling()
        self.question = Message(())

    def greet(self, played: Played = ()) -> Message:
        """``uci``; what follows depends on what the engine offers."""
        del played  # each position is told with its moves
        self.name = ""
        self.offered.clear()
        return Message(("uci",), until="uciok")

    def hear_greeting(self, line: str) -> Message | bool:
        """True on ``readyok``; at ``uciok`` the options are set."""
        word, _, rest = line.strip().partition(" ")
        if word == "id" and rest.startswith("name "):
            self.name = rest.removeprefix("name ").strip()
        elif word == "option" and (found := _OPTION.match(line.strip())):
            self.offered[found[1].lower()] = found[1]
        elif word == "uciok":
            return self._introduction()
        elif word == "readyok":
            return True
        return False

    def ask(self, position: Any, played: Played, clock: Clock) -> Message:
        """The position, and whether the engine is awake; ``go`` follows when it says so.

        So an answer that came before it was asked for cannot be taken for one.
        """
        del played
        start, moves = history(position)
        usual = start == str(self.sitting.game.start())
        told = "position startpos" if usual else f"position fen {self.spelling.fen(start)}"
        if moves:
            told += f" moves {self.spelling.moves(moves)}"
        self.question = Message((f"go {self._limits(clock)}",), until="bestmove")
        return Message((told, "isready"), until="readyok")

    def hear_move(self, line: str) -> Message | str | None:
        """The move behind ``bestmove``; what else is said is skipped."""
        words = line.split()
        if words[:1] == ["readyok"] and self.question.lines:
            question, self.question = self.question, Message(())
            return question
        if words[:1] != ["bestmove"]:
            return None
        if self.question.lines:
            raise ProtocolFault("got {line!r} before 'go'", line=line)
        if len(words) < 2 or words[1].lower() in _NO_MOVE:
            raise ProtocolFault("expected a move behind 'bestmove', got {line!r}", line=line)
        return self.spelling.read_move(words[1])

    def part(self, outcome: Outcome, played: Played) -> Message:
        """``quit``."""
        del outcome, played
        return Message(("quit",), wants_answer=False)

    def _introduction(self) -> Message:
        variants = _VARIANT in self.offered
        known = (letters for name, letters in _LETTERS_OF.items() if self._is_called(name))
        self.spelling = Spelling(
            int(variants) if self.wished_rank is None else self.wished_rank,
            self.wished_letters or next(known, "nb"),
        )
        wishes = {**self._variant(), **self.wishes}
        lines = [self._option(key, value) for key, value in wishes.items()]
        return Message((*lines, "ucinewgame", "isready"), until="readyok")

    def _is_called(self, name: str) -> bool:
        return self.name.lower().startswith(name)

    def _variant(self) -> Mapping[str, str]:
        wished = any(key.lower() == _VARIANT for key in self.wishes)
        offered = _VARIANT in self.offered and not wished
        return {_VARIANT: self.sitting.game.name} if offered else {}

    def _option(self, key: str, value: str) -> str:
        name = self.offered.get(key.lower())
        if name is None:
            known = ", ".join(sorted(self.offered.values()))
            raise ProtocolFault(
                "the engine has no option {key!r}; there are: {known}",
                key=key,
                known=known or Text("none"),
            )
        return f"setoption name {name} value {value}" if value else f"setoption name {name}"

    def _limits(self, clock: Clock) -> str:
        limits = []
        if clock.game is not None:
            left = milliseconds(clock.game, self.margin_ms)
            limits.append(f"wtime {left} btime {left}")  # nobody knows the other's here
        limits.append(f"movetime {milliseconds(clock.move, self.margin_ms)}")
        if self.sitting.limits.nodes is not None:
            limits.append(f"nodes {self.sitting.limits.nodes}")
        return " ".join(limits)

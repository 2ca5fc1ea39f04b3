"""What UCI and UCCI share, as engines hear it: one conversation in two dialects.

The engine introduces itself and its options, says that it is ready, and is then told a position
and asked for a move again and again.
"""

from abc import ABC, abstractmethod
from typing import Any

from garlic.core import Outcome, Text
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, Sitting
from garlic.wire.settings import BotSettings
from garlic.wire.timing import margin_ms
from garlic.wire.xiangqi import LETTERS, RANKS, Spelling, history

_OWN = ("ranks", "letters", "margin")  # settings that are not the engine's options


class ChessDialogue(ABC):
    """The conversation; a dialect gives it its words."""

    hello = "uci"  # answered by lines up to `hello` + "ok"
    no_move: tuple[str, ...] = ("(none)", "0000", "none", "null")

    def __init__(self, sitting: Sitting, settings: BotSettings) -> None:
        self.sitting = sitting
        self.margin_ms = margin_ms(settings)
        ranks = settings.one_of("ranks", ("", *RANKS), "")
        self.wished_rank = int(ranks) if ranks else None
        self.wished_letters = settings.one_of("letters", ("", *LETTERS), "")
        self.options = settings.options(*_OWN)
        self.name = ""
        self.offered: dict[str, str] = {}  # the engine's options, in lower case and as it spells
        self.spelling = Spelling(self.wished_rank or 0, self.wished_letters or LETTERS[0])
        self.question: Message | None = None  # that waits until the engine is awake

    def greet(self, played: Played = ()) -> Message:
        """Hello; what follows depends on what the engine offers."""
        del played  # each position is told with its moves
        self.name = ""
        self.offered.clear()
        self.question = None
        return Message((self.hello,), until=f"{self.hello}ok")

    def hear_greeting(self, line: str) -> Message | bool:
        """True on ``readyok``; before that the options are heard, and set."""
        words = line.split()
        if words[:2] == ["id", "name"]:
            self.name = " ".join(words[2:])
        elif words[:1] == ["option"] and (name := self.option_in(line.strip())):
            self.offered[name.lower()] = name
        elif words[:1] == [f"{self.hello}ok"]:
            return Message((*self.introduction(), "isready"), until="readyok")
        elif words[:1] == ["readyok"]:
            return True
        return False

    def ask(self, position: Any, played: Played, clock: Clock) -> Message:
        """The position, and whether the engine is awake; ``go`` follows when it says so.

        So an answer that came before it was asked for cannot be taken for one.
        """
        del played
        start, moves = history(position)
        told = f"position {self.start(start)}"
        if moves:
            told += f" moves {self.spelling.moves(moves)}"
        self.question = Message((f"go {self.limits(clock)}",), until=self.answer_start)
        return Message((told, "isready"), until="readyok")

    def hear_move(self, line: str) -> Message | str | None:
        """The move behind ``bestmove``; what else is said is skipped."""
        words = line.split()
        if words[:1] == ["readyok"] and self.question is not None:
            question, self.question = self.question, None
            return question
        if words[:1] not in (["bestmove"], ["nobestmove"]):
            return None
        if self.question is not None:
            raise ProtocolFault("got {line!r} before 'go'", line=line)
        if len(words) < 2 or words[1].lower() in self.no_move:
            raise ProtocolFault("expected a move behind 'bestmove', got {line!r}", line=line)
        return self.spelling.read_move(words[1])

    def part(self, outcome: Outcome, played: Played) -> Message:
        """``quit``."""
        del outcome, played
        return Message(("quit",), wants_answer=False)

    def set_option(self, key: str, value: str) -> str:
        """The line that sets an option; raise `ProtocolFault` if the engine has none so called."""
        name = self.offered.get(key.lower())
        if name is None:
            known = ", ".join(sorted(self.offered.values()))
            raise ProtocolFault(
                "the engine has no option {key!r}; there are: {known}",
                key=key,
                known=known or Text("none"),
            )
        return self.option_line(name, value)

    # --- what a dialect says --------------------------------------------------------------

    answer_start = "bestmove"  # how the line begins that ends an answer

    @abstractmethod
    def option_in(self, line: str) -> str | None:
        """The name of the option that *line* offers."""

    @abstractmethod
    def option_line(self, name: str, value: str) -> str:
        """The line that sets the option *name*."""

    @abstractmethod
    def introduction(self) -> list[str]:
        """What is said once the engine's options are known: which are set, and a new game."""

    def start(self, fen: str) -> str:
        """How the position *fen*, ours, is named."""
        return f"fen {self.spelling.fen(fen)}"

    @abstractmethod
    def limits(self, clock: Clock) -> str:
        """What stands behind ``go``."""

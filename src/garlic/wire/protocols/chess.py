"""What UCI and UCCI share.

The engine announces its name and options and reports that it is ready; then each turn sends it
a position and requests a move.
"""

from abc import ABC, abstractmethod

from garlic.core import Outcome, Position, Text
from garlic.core.game import expect
from garlic.games.xiangqi import Position as XiangqiPosition
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, SeatSetup
from garlic.wire.settings import BotSettings
from garlic.wire.timing import margin_ms
from garlic.wire.xiangqi import LETTERS, RANKS, Spelling, history

_OWN = ("ranks", "letters", "margin")  # settings that are not the engine's options


class ChessDialogue(ABC):
    """The common dialogue; `UciDialogue` and `UcciDialogue` fill in the commands."""

    hello = "uci"  # answered by lines up to `hello` + "ok"
    no_move: tuple[str, ...] = ("(none)", "0000", "none", "null")

    def __init__(self, setup: SeatSetup, settings: BotSettings) -> None:
        self.setup = setup
        self.margin_ms = margin_ms(settings)
        ranks = settings.one_of("ranks", ("", *RANKS), "")
        self.rank_setting = int(ranks) if ranks else None
        self.letters_setting = settings.one_of("letters", ("", *LETTERS), "")
        self.options = settings.options(*_OWN)
        self.name = ""
        self.offered: dict[str, str] = {}  # lower-case name -> the engine's spelling
        self.spelling = Spelling(self.rank_setting or 0, self.letters_setting or LETTERS[0])
        self.question: Message | None = None  # to send after `readyok`

    def start_message(self, played: Played = ()) -> Message:
        """``uci`` or ``ucci``; the next message depends on the engine's options."""
        del played  # each turn sends the position with its moves
        self.name = ""
        self.offered.clear()
        self.question = None
        return Message((self.hello,), until=f"{self.hello}ok")

    def parse_start_reply(self, line: str) -> Message | bool:
        """True on ``readyok``; before that the engine's options are read and set."""
        words = line.split()
        if words[:2] == ["id", "name"]:
            self.name = " ".join(words[2:])
        elif words[:1] == ["option"] and (name := self.option_in(line.strip())):
            self.offered[name.lower()] = name
        elif words[:1] == [f"{self.hello}ok"]:
            return Message((*self.setup_lines(), "isready"), until="readyok")
        elif words[:1] == ["readyok"]:
            return True
        return False

    def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
        """The position and ``isready``; ``go`` is sent after ``readyok``.

        So a move that was sent too early cannot be taken for the answer.
        """
        del played
        start, moves = history(expect(XiangqiPosition, position))
        line = f"position {self.position_text(start)}"
        if moves:
            line += f" moves {self.spelling.moves(moves)}"
        self.question = Message((f"go {self.limits(clock)}",), until=self.answer_start)
        return Message((line, "isready"), until="readyok")

    def parse_move(self, line: str) -> Message | str | None:
        """The move behind ``bestmove``; other lines are skipped."""
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

    def end_message(self, outcome: Outcome, played: Played) -> Message:
        """``quit``."""
        del outcome, played
        return Message(("quit",), wants_answer=False)

    def set_option(self, key: str, value: str) -> str:
        """The line that sets an option; raise `ProtocolFault` if the engine does not have it."""
        name = self.offered.get(key.lower())
        if name is None:
            known = ", ".join(sorted(self.offered.values()))
            raise ProtocolFault(
                "the engine has no option {key!r}; there are: {known}",
                key=key,
                known=known or Text("none"),
            )
        return self.option_line(name, value)

    # --- what UCI and UCCI define ---------------------------------------------------------

    answer_start = "bestmove"  # prefix of the last line of an answer

    @abstractmethod
    def option_in(self, line: str) -> str | None:
        """The name of the option that *line* offers."""

    @abstractmethod
    def option_line(self, name: str, value: str) -> str:
        """The line that sets the option *name*."""

    @abstractmethod
    def setup_lines(self) -> list[str]:
        """The lines after the engine's options are known: set options, start a new game."""

    def position_text(self, fen: str) -> str:
        """The argument of ``position`` for our *fen*."""
        return f"fen {self.spelling.fen(fen)}"

    @abstractmethod
    def limits(self, clock: Clock) -> str:
        """The arguments of ``go``."""

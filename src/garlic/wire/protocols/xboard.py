"""The protocol of xboard (CECP), for engines that play Xiangqi.

The engine keeps the game itself: it is sent the opponent's moves and plays its own. It announces
what it supports in `feature` lines; an old one (``?protover=1``) announces nothing. Ranks are
counted from 0 unless ``?ranks=1`` is set; ``?depth=6`` limits the search to 6 plies.
"""

import re

from garlic.core import Outcome, Position
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, Resignation, SeatSetup
from garlic.wire.registry import WireProtocol
from garlic.wire.settings import BotSettings
from garlic.wire.timing import margin_ms, share_ms
from garlic.wire.xiangqi import LETTERS, RANKS, Spelling

_FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_MOVE = re.compile(r"(?:move|\d+\.\s*\.\.\.)\s+(\S+)")  # the second form is that of old engines
_RESULT = re.compile(r"(1-0|0-1|1/2-1/2|resign|\*)(\s|$)")
_DEEPEST = 99
_OWN = ("ranks", "letters", "margin", "protover", "depth", "memory", "cores")


class XboardDialogue:
    """The dialogue with one engine."""

    def __init__(self, setup: SeatSetup, settings: BotSettings) -> None:
        self.setup = setup
        self.margin_ms = margin_ms(settings)
        self.version = settings.number("protover", 1, 2, 2)
        self.depth = settings.number("depth", 0, _DEEPEST, 0)
        self.memory = settings.number("memory", 0, 1 << 20, 0)
        self.cores = settings.number("cores", 0, 256, 0)
        self.options = settings.options(*_OWN)
        self.spelling = Spelling(
            int(settings.one_of("ranks", RANKS, "0")), settings.one_of("letters", LETTERS, "he")
        )
        self.features: dict[str, str] = {}
        self.offered: list[str] = []  # names of the options in `feature option=`
        self.unsent_moves: list[str] = []  # not yet on the engine's board
        self.unsent_lines: tuple[str, ...] = ()
        self.own_move: str | None = None  # its last move, already on its own board
        self.sent_time: tuple[str, ...] = ()  # the last time control that was sent
        self.pings = 0
        self.question: Message | None = None  # to send after the answer to a ping

    def start_message(self, played: Played = ()) -> Message:
        """``xboard``; an old engine also gets the new game, others announce features first."""
        self.features, self.offered, self.sent_time, self.unsent_lines = {}, [], (), ()
        self.unsent_moves = [move for _, move in played if move]
        self.own_move = self.question = None
        if self.version == 1:
            return Message(("xboard", *self._new_game()), wants_answer=False)
        return Message(("xboard", "protover 2"))

    def parse_start_reply(self, line: str) -> Message | bool:
        """True once the features are known and, if it supports ``ping``, it has answered one."""
        words = line.split()
        if words[:1] == ["pong"]:
            return words[1:] == [str(self.pings)]
        if words[:1] != ["feature"]:
            return False
        found = [(key, value.strip('"')) for key, value in _FEATURE.findall(line)]
        self.features.update(found)
        self.offered += [value.split(" -")[0].strip() for key, value in found if key == "option"]
        if self.features.get("done") != "1":
            return False
        answers = [f"accepted {key}" for key in self.features if key != "option"]
        lines = (*answers, *self._new_game())
        if self._offers("ping"):
            return Message((*lines, self._ping()))
        self.unsent_lines = lines  # without a ping no reply would confirm them: sent with a turn
        return True

    def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
        """The moves that the engine has not seen, and ``go``.

        If the engine supports ``ping``, ``go`` is sent after one: so a move that was sent too
        early cannot be taken for the answer.
        """
        del position
        for _, move in played:
            if move and move == self.own_move:
                self.own_move = None  # already on its board
            elif move:
                self.unsent_moves.append(move)
        prefix = "usermove " if self._offers("usermove") else ""
        moves = [f"{prefix}{self.spelling.move(move)}" for move in self.unsent_moves]
        self.unsent_moves = []
        time = share_ms(clock, self.margin_ms)
        before = (*self.unsent_lines, "force", *self._time(time), *moves)
        self.unsent_lines = ()
        go = (*self._clocks(time), "go")
        if self._offers("ping"):
            self.question = Message(go)
            return Message((*before, self._ping()))
        return Message((*before, *go))

    def parse_move(self, line: str) -> Message | str | None:
        """The move behind ``move``; search output and remarks are skipped."""
        text = line.strip()
        if text.startswith("pong ") and self.question is not None:
            if text.split() != ["pong", str(self.pings)]:
                return None
            question, self.question = self.question, None
            return question
        if text.lower().startswith("illegal move"):
            raise ProtocolFault("the engine does not take our move: {line!r}", line=line)
        found = _MOVE.fullmatch(text)
        if self.question is not None and found:
            raise ProtocolFault("got {line!r} before 'go'", line=line)
        if found:
            self.own_move = self.spelling.read_move(found[1])
            return self.own_move
        if self.question is None and _RESULT.match(text):
            if "resign" in text.lower():
                raise Resignation("the engine resigned: {line!r}", line=line)
            raise ProtocolFault("expected a move, the engine ended the game: {line!r}", line=line)
        return None

    def end_message(self, outcome: Outcome, played: Played) -> Message:
        """The result and ``quit``."""
        del played
        results = {None: "1/2-1/2", 0: "1-0", 1: "0-1"}
        result = results[None if outcome.winner is None else outcome.winner.index]
        return Message((f"result {result} {{{outcome.reason}}}", "quit"), wants_answer=False)

    # --- lines to the engine --------------------------------------------------------------

    def _offers(self, feature: str) -> bool:
        return self.features.get(feature) == "1"

    def _ping(self) -> str:
        self.pings += 1
        return f"ping {self.pings}"

    def _new_game(self) -> list[str]:
        game = self.setup.game.name
        variants = self.features.get("variants")
        if variants is not None and game not in variants.replace(" ", "").split(","):
            raise ProtocolFault(
                "the engine does not play {game}; it plays {variants}", game=game, variants=variants
            )
        lines = ["new", f"variant {game}", *self._options(), "easy", "nopost"]
        if self.depth:
            lines.append(f"sd {self.depth}")
        if str(self.setup.start) != str(self.setup.game.start()):
            lines += ["force", f"setboard {self._fen()}"]
        return lines

    def _options(self) -> list[str]:
        """The options set in the bot's name; raise `ProtocolFault` if the engine lacks one."""
        known = {name.lower(): name for name in self.offered}
        lines = []
        for key, value in self.options.items():
            if key.lower() not in known:
                raise self._no_option(key)
            lines.append(f"option {known[key.lower()]}{f'={value}' if value else ''}")
        for feature, command, number in (
            ("memory", "memory", self.memory),
            ("smp", "cores", self.cores),
        ):
            if number and not self._offers(feature):
                raise self._no_option(command)
            if number:
                lines.append(f"{command} {number}")
        return lines

    def _no_option(self, key: str) -> ProtocolFault:
        known = ", ".join(sorted(self.offered)) or "-"
        return ProtocolFault(
            "the engine has no option {key!r}; there are: {known}", key=key, known=known
        )

    def _fen(self) -> str:
        """The start position, without the FEN fields that Xiangqi does not use."""
        if self.version == 2 and not self._offers("setboard"):
            raise ProtocolFault("the engine cannot be given a position: it has no 'setboard'")
        board, mover, _, _, quiet, number = self.spelling.fen(str(self.setup.start)).split()
        return f"{board} {mover} {quiet} {number}"

    def _time(self, milliseconds: int) -> tuple[str, ...]:
        """The time for a move: whole seconds by ``st``, less than one by the clock."""
        seconds = milliseconds // 1000
        lines = (f"st {seconds}",) if seconds else ("level 1 0:01 0",)
        if lines == self.sent_time:
            return ()
        self.sent_time = lines
        return lines

    def _clocks(self, milliseconds: int) -> tuple[str, ...]:
        if self.features.get("time") == "0":
            return ()
        hundredths = max(milliseconds // 10, 1)
        return (f"time {hundredths}", f"otim {hundredths}")


XBOARD = WireProtocol("xboard", "an xboard engine, e.g. HoiXiangqi", XboardDialogue, ("xiangqi",))

"""Our engine over UCI, as chess programs that know Xiangqi speak it.

Ranks are counted from 1, as such programs do, unless the option `Ranks` (or ``--ranks 0``) says
from 0. `Level`, `Seed` and `OwnBook` are as in `engine:xiangqi`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import garlic
from garlic.core import Game, GarlicError, Seat
from garlic.core.scan import whole_number
from garlic.engines.levels import LEVELS
from garlic.engines.result import Limit, Result, Score
from garlic.engines.servers.frame import Question, Send, Thinker, Thought, Wishes
from garlic.games.xiangqi import Move
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.xiangqi import Spelling, after

_NO_MOVE = "(none)"
_MOST_LINES = 100
_MOST_NUMBER = 10**15
_DEEPEST = 200
_USUAL_OVERHEAD_MS = 10
_USUAL_MOVES_LEFT = 30

_NUMBERS = (
    *("wtime", "btime", "winc", "binc", "movestogo"),
    *("depth", "nodes", "mate", "movetime"),
)
_FLAGS = ("infinite", "ponder")
_COMMANDS = frozenset(
    ["uci", "isready", "setoption", "ucinewgame", "position", "go", "ponderhit", "stop", "quit"]
)


@dataclass(frozen=True, slots=True)
class Go:
    """What ``go`` asks for."""

    numbers: dict[str, int]
    infinite: bool = False
    ponder: bool = False
    only: tuple[str, ...] = ()  # moves, as they were written

    @classmethod
    def parse(cls, words: Sequence[str]) -> "Go":
        """Read the words behind ``go``; those without a meaning are skipped."""
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        only: list[str] = []
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word in _NUMBERS and rest:
                # A clock may be below zero, where a program lets the time run out.
                text = rest.pop(0)
                number = 0 if text.startswith("-") else whole_number(text, 0, _MOST_NUMBER)
                if number is not None:
                    numbers[word] = number
            elif word in _FLAGS:
                flags.add(word)
            elif word == "searchmoves":
                while rest and rest[0] not in (*_NUMBERS, *_FLAGS):
                    only.append(rest.pop(0))
        ponder = "ponder" in flags
        bounded = any(name not in {"winc", "binc", "movestogo"} for name in numbers)
        infinite = "infinite" in flags or not bounded
        return cls(numbers, infinite and not ponder, ponder, tuple(only))

    def limit(self, *, first_side: bool, overhead_ms: int) -> Limit:
        """How long to think: the first side is the one that ``wtime`` belongs to."""
        given = self.numbers
        if self.infinite:
            return Limit()
        left = given.get("wtime" if first_side else "btime")
        bonus = given.get("winc" if first_side else "binc", 0)
        depth = given.get("depth")
        if "mate" in given:
            depth = min(2 * given["mate"], depth or _DEEPEST)
        time, clock, moves_left = given.get("movetime"), None, _USUAL_MOVES_LEFT
        if left is not None:
            moves_left = max(1, min(given.get("movestogo", _USUAL_MOVES_LEFT), 1000))
            clock = max(left - overhead_ms, 1) + bonus * (moves_left - 1)
            # What later moves will bring is counted on, but cannot be spent now.
            time = min(left if time is None else time, left)
        return Limit(
            time=None if time is None else max(time - overhead_ms, 1) / 1000,
            clock=None if clock is None else clock / 1000,
            moves_left=moves_left,
            nodes=max(given["nodes"], 1) if "nodes" in given else None,
            depth=None if depth is None else max(1, min(depth, _DEEPEST)),
        )


@dataclass(frozen=True, slots=True)
class _Option:
    """An option: how it is offered, and what its value does."""

    offer: str  # behind its name: "type spin default 64 min 1 max 65536"
    set: Callable[[str], None]


class UciServer:
    """UCI as our engine speaks it."""

    def __init__(self, game: Game, wishes: Wishes, send: Send) -> None:
        self.game, self.send = game, send
        self.thinker = Thinker(game, wishes)
        first_rank = 1 if wishes.ranks is None else wishes.ranks
        self.spelling = Spelling(first_rank)
        self.lines = 1
        self.own_book = True
        self.overhead_ms = _USUAL_OVERHEAD_MS
        self.position = game.start()
        self.pondered: Go | None = None
        self.options = self._options(wishes, first_rank)

    def hear(self, line: str) -> bool:
        """Act on *line*; False at ``quit``."""
        words = line.split()
        # What is not understood is skipped, and the rest of the line looked at: UCI wants it so.
        while words and words[0] not in _COMMANDS:
            words.pop(0)
        try:
            return self._act(words)
        except GarlicError as fault:
            self.send(f"info string {fault}")
            return True

    def close(self) -> None:
        """Stop, and tell nothing more."""
        self.thinker.stop(silently=True)

    def _act(self, words: list[str]) -> bool:  # noqa: C901  (a line each)
        match words:
            case ["uci", *_]:
                self._introduce()
            case ["isready", *_]:
                if not self.thinker.busy:
                    self.thinker.warm_up()
                self.send("readyok")
            case ["setoption", "name", *rest]:
                self._set_option(rest)
            case ["ucinewgame", *_]:
                self.thinker.forget()
            case ["position", *rest]:
                self._set_position(rest)
            case ["go", *rest]:
                self._go(Go.parse(rest))
            case ["ponderhit", *_]:
                self._ponderhit()
            case ["stop", *_]:
                self.thinker.stop()
            case ["quit", *_]:
                return False
        return True

    def _introduce(self) -> None:
        options = (f"option name {name} {option.offer}" for name, option in self.options.items())
        self.send(
            f"id name Garlic Arena {garlic.__version__}",
            "id author The Garlic Arena authors",
            *options,
            "uciok",
        )

    def _set_option(self, words: Sequence[str]) -> None:
        """``NAME [value VALUE]``; names have blanks in them and any case."""
        split = list(words).index("value") if "value" in words else len(words)
        name, value = " ".join(words[:split]), " ".join(words[split + 1 :])
        known = {key.lower(): option for key, option in self.options.items()}
        if (option := known.get(name.lower())) is None:
            raise ProtocolFault("there is no option {name!r}", name=name)
        option.set(value)

    def _set_position(self, words: Sequence[str]) -> None:
        split = list(words).index("moves") if "moves" in words else len(words)
        start, moves = words[:split], words[split + 1 :]
        if start[:1] == ["startpos"]:
            position = self.game.start()
        elif start[:1] == ["fen"]:
            position = self.game.parse(" ".join(start[1:]))
        else:
            raise ProtocolFault("expected 'startpos' or 'fen' behind 'position'")
        self.thinker.stop()
        played = (Move.parse(self.spelling.read_move(move)) for move in moves)
        self.position = after(position, played)

    def _go(self, go: Go) -> None:
        only = tuple(Move.parse(self.spelling.read_move(move)) for move in go.only)
        held = go.infinite or go.ponder
        spelling, numbered = self.spelling, self.lines > 1
        limit = go.limit(first_side=self.position.mover is Seat.A, overhead_ms=self.overhead_ms)
        self.pondered = go if go.ponder else None
        self.thinker.begin(
            Question(
                self.position,
                Limit() if held else limit,
                self.lines,
                with_book=self.own_book and not (held or only or numbered),
                only=only,
                held=held,
            ),
            on_result=lambda result: self.send(*_info(result, spelling, numbered=numbered)),
            on_thought=lambda thought: self.send(_best(thought, spelling)),
        )

    def _ponderhit(self) -> None:
        """The expected move was played: now the clock counts, and what was found helps."""
        if (go := self.pondered) is not None and self.thinker.busy:
            self.thinker.stop(silently=True)
            self._go(replace(go, ponder=False))

    def _options(self, wishes: Wishes, first_rank: int) -> dict[str, _Option]:
        change = self.thinker.change

        def remember(name: str) -> Callable[[Any], None]:
            return lambda value: setattr(self, name, value)

        found = {
            "Hash": _spin(1, 65536, wishes.hash_mb, lambda n: change(hash_mb=n)),
            "Threads": _spin(1, 256, wishes.threads, lambda n: change(threads=n)),
            "MultiPV": _spin(1, _MOST_LINES, 1, remember("lines")),
            "Level": _spin(1, len(LEVELS), wishes.level or len(LEVELS), lambda n: change(level=n)),
            "Seed": _spin(0, _MOST_NUMBER, wishes.seed, lambda n: change(seed=n)),
            "OwnBook": _check(True, remember("own_book")),
            "Ponder": _check(False, lambda _: None),  # whether it may ponder is for us to know
            "Move Overhead": _spin(0, 5000, _USUAL_OVERHEAD_MS, remember("overhead_ms")),
            "Clear Hash": _Option("type button", lambda _: self.thinker.forget()),
            "Ranks": _spin(0, 1, first_rank, lambda n: remember("spelling")(Spelling(n))),
        }
        if first_rank == 1:  # those who count from 0 know no variants
            found["UCI_Variant"] = _Option(
                f"type combo default {self.game.name} var {self.game.name}", lambda _: None
            )
        return found


def _spin(low: int, high: int, usual: int, act: Callable[[int], None]) -> _Option:
    def set_number(text: str) -> None:
        number = whole_number(text, low, high)
        if number is None:
            raise ProtocolFault(
                "expected a number from {low} to {high}, got {got!r}", low=low, high=high, got=text
            )
        act(number)

    return _Option(f"type spin default {usual} min {low} max {high}", set_number)


def _check(usual: bool, act: Callable[[bool], None]) -> _Option:
    default = "true" if usual else "false"
    return _Option(f"type check default {default}", lambda text: act(text.lower() == "true"))


def _info(result: Result, spelling: Spelling, *, numbered: bool) -> Iterator[str]:
    """A line for each of the best moves that a finished depth has found."""
    for number, line in enumerate(result.lines, 1):
        multipv = f" multipv {number}" if numbered else ""
        yield (
            f"info depth {result.depth} seldepth {max(result.deepest_ply, result.depth)}{multipv}"
            f" score {_score(line.score)} nodes {result.nodes}"
            f" nps {round(result.nodes_per_second)} hashfull {result.table_permille}"
            f" time {round(result.time * 1000)} pv {spelling.moves(line.moves)}"
        )


def _score(score: Score) -> str:
    """In hundredths of a pawn, or in moves (not plies) to mate."""
    if score.win_in is not None:
        return f"mate {(score.win_in + 1) // 2}"
    if score.loss_in is not None:
        return f"mate -{(score.loss_in + 1) // 2}"
    assert score.points is not None  # noqa: S101  (a score has one of the three)
    return f"cp {round(score.points * 100)}"


def _best(thought: Thought, spelling: Spelling) -> str:
    if thought.move is None:
        return f"bestmove {_NO_MOVE}"
    ponder = f" ponder {spelling.move(thought.expected[0])}" if thought.expected else ""
    return f"bestmove {spelling.move(thought.move)}{ponder}"

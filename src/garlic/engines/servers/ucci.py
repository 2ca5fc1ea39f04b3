"""Our engine over UCCI, the protocol of Chinese Xiangqi programs (version 3.0).

Ranks are counted from 0; times are seconds until ``setoption usemillisec true``.
"""

from collections.abc import Iterator, Sequence

import garlic
from garlic.core import Game, GarlicError
from garlic.engines.levels import LEVELS
from garlic.engines.result import Score, SearchResult
from garlic.engines.servers.chess import (
    MOST_NUMBER,
    ChessTable,
    Go,
    GoWords,
    Option,
    centipawns,
    check,
    limit_of,
    no_option,
    spin,
)
from garlic.engines.servers.frame import Send, ServerOptions, Thought

_BOUNDS = frozenset({"depth", "nodes", "time"})
_NUMBERS = _BOUNDS | {"movestogo", "increment"}
_NO_MOVE = "-"  # the name of no move at all
_MATE = 10_000  # less a point a ply: UCCI has no other way to tell it
_OPPONENT = frozenset({"opptime", "oppmovestogo", "oppincrement"})  # whose clock we do not need


class UcciServer:
    """UCCI as our engine speaks it."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.send = send
        self.table = ChessTable(game, options, send, self)
        self.unit_ms = 1000
        self.banned: tuple[str, ...] = ()
        self.options = self._options(options)

    def hear(self, line: str) -> bool:
        """Act on *line*; False at ``quit``."""
        return self.table.hear(self._act, line.split())

    def close(self) -> None:
        """Stop, and tell nothing more."""
        self.table.thinker.stop(silently=True)

    def _act(self, words: list[str]) -> bool:  # noqa: C901  (a line each)
        match words:
            case ["ucci", *_]:
                self._introduce()
            case ["isready", *_]:
                self.table.ready()
                self.send("readyok")
            case ["setoption", name, *rest]:
                self._set_option(name, " ".join(rest))
            case ["position", *rest]:
                self.table.set_position(rest)
                self.banned = ()
            case ["banmoves", *rest]:
                self.banned = tuple(str(self.table.read_move(move)) for move in rest)
            case ["go", *rest]:
                self.table.go(self.parse_go(rest))
            case ["ponderhit", *_]:
                self.table.ponderhit()
            case ["stop", *_]:
                self.table.thinker.stop()
            case ["probe", *_]:
                self.send("pophash")  # what the table knows is nobody's business but the search's
            case ["quit", *_]:
                self.close()
                self.send("bye")
                return False
        return True

    # --- what is told ---------------------------------------------------------------------

    def _introduce(self) -> None:
        options = (f"option {name} {option.offer}" for name, option in self.options.items())
        self.send(
            f"id name Garlic Arena {garlic.__version__}",
            "id copyright The Garlic Arena authors",
            "id author The Garlic Arena authors",
            *options,
            "ucciok",
        )

    def info(self, result: SearchResult) -> Iterator[str]:
        """One line about the time, one about the best moves."""
        if not result.lines or result.score is None:
            return
        line = result.lines[0]
        yield f"info time {round(result.time * 1000)} nodes {result.nodes}"
        yield (
            f"info depth {result.depth} score {_score(line.score)}"
            f" pv {self.table.spelling.moves(line.moves)}"
        )

    def best(self, thought: Thought) -> str:
        """``bestmove``, with what it would ponder on; ``nobestmove`` where there is none."""
        if thought.move is None:
            return "nobestmove"
        ponder = f" ponder {thought.expected[0]}" if thought.expected else ""
        return f"bestmove {thought.move}{ponder}"

    def complaint(self, fault: GarlicError) -> str:
        """``info message``."""
        return f"info message {fault}"

    # --- what is asked --------------------------------------------------------------------

    def parse_go(self, words: Sequence[str]) -> Go:
        """Read the words behind ``go``; those without a meaning are skipped."""
        asked = GoWords(words, _NUMBERS | _OPPONENT)
        numbers = asked.numbers
        left = numbers.get("time")
        limit = limit_of(
            overhead_ms=self.table.overhead_ms,
            left_ms=None if left is None else left * self.unit_ms,
            bonus_ms=numbers.get("increment", 0) * self.unit_ms,
            moves_left=numbers.get("movestogo"),
            depth=numbers.get("depth"),
            nodes=numbers.get("nodes"),
        )
        return asked.go(limit, _BOUNDS, self._allowed())

    def _allowed(self) -> tuple[str, ...]:
        """The moves that are not banned; none where nothing is banned."""
        if not self.banned:
            return ()
        legal = map(str, self.table.position.legal_moves())
        return tuple(move for move in legal if move not in self.banned) or (_NO_MOVE,)

    def _set_option(self, name: str, value: str) -> None:
        if (option := self.options.get(name.lower())) is None:
            raise no_option(name, self.options)
        option.set(value)

    def _options(self, options: ServerOptions) -> dict[str, Option]:
        table, thinker = self.table, self.table.thinker
        level = options.level or len(LEVELS)

        def count_milliseconds(on: bool) -> None:
            self.unit_ms = 1 if on else 1000

        return {
            "usemillisec": check(False, count_milliseconds),
            "hashsize": spin(0, 65536, options.hash_mb, lambda n: thinker.change(hash_mb=n or 64)),
            "threads": spin(0, 256, options.threads, lambda n: thinker.change(threads=n or 1)),
            "usebook": check(True, lambda on: setattr(table, "own_book", on)),
            "ponder": check(False, lambda _: None),  # whether we may: it changes nothing here
            "level": spin(1, len(LEVELS), level, lambda n: thinker.change(level=n)),
            "seed": spin(0, MOST_NUMBER, options.seed, lambda n: thinker.change(seed=n)),
            "newgame": Option("type button", lambda _: thinker.forget()),
        }


def _score(score: Score) -> int:
    if score.win_in is not None:
        return _MATE - score.win_in
    if score.loss_in is not None:
        return score.loss_in - _MATE
    return centipawns(score)

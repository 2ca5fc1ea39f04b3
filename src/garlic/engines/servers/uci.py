"""Our engine over UCI, as chess programs that know Xiangqi speak it.

Ranks are counted from 1, as such programs do, unless the option `Ranks` (or ``--ranks 0``) says
from 0. `Level`, `Seed` and `OwnBook` are as in `engine:xiangqi`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import garlic
from garlic.core import Game, GarlicError, Seat
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
from garlic.wire.xiangqi import Spelling

_COMMANDS = frozenset(
    {"uci", "isready", "setoption", "ucinewgame", "position", "go", "ponderhit", "stop", "quit"}
)
_NUMBERS = frozenset(
    {"wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"}
)
_NO_BOUND = frozenset({"winc", "binc", "movestogo"})  # which end no search by themselves
_MOST_LINES = 100


class UciServer:
    """UCI as our engine speaks it."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.send = send
        self.table = ChessTable(game, options, send, self)
        first_rank = 1 if options.ranks is None else options.ranks
        self.table.spelling = Spelling(first_rank)
        self.options = self._options(options, first_rank)

    def hear(self, line: str) -> bool:
        """Act on *line*; False at ``quit``."""
        words = line.split()
        # What is not understood is skipped, and the rest of the line looked at: UCI wants it so.
        while words and words[0] not in _COMMANDS:
            words.pop(0)
        return self.table.hear(self._act, words)

    def close(self) -> None:
        """Stop, and tell nothing more."""
        self.table.thinker.stop(silently=True)

    def _act(self, words: list[str]) -> bool:
        match words:
            case ["uci", *_]:
                self._introduce()
            case ["isready", *_]:
                self.table.ready()
                self.send("readyok")
            case ["setoption", "name", *rest]:
                self._set_option(rest)
            case ["ucinewgame", *_]:
                self.table.thinker.forget()
            case ["position", *rest]:
                self.table.set_position(rest)
            case ["go", *rest]:
                self.table.go(self.parse_go(rest))
            case ["ponderhit", *_]:
                self.table.ponderhit()
            case ["stop", *_]:
                self.table.thinker.stop()
            case ["quit", *_]:
                return False
        return True

    # --- what is told ---------------------------------------------------------------------

    def _introduce(self) -> None:
        options = (f"option name {name} {option.offer}" for name, option in self.options.items())
        self.send(
            f"id name Garlic Arena {garlic.__version__}",
            "id author The Garlic Arena authors",
            *options,
            "uciok",
        )

    def info(self, result: SearchResult) -> Iterator[str]:
        """A line for each of the best moves that a finished depth has found."""
        numbered = self.table.lines > 1
        for number, line in enumerate(result.lines, 1):
            multipv = f" multipv {number}" if numbered else ""
            yield (
                f"info depth {result.depth} seldepth {max(result.deepest_ply, result.depth)}"
                f"{multipv} score {_score(line.score)} nodes {result.nodes}"
                f" nps {round(result.nodes_per_second)} hashfull {result.table_permille}"
                f" time {round(result.time * 1000)} pv {self.table.spelling.moves(line.moves)}"
            )

    def best(self, thought: Thought) -> str:
        """``bestmove``, with what it would ponder on."""
        if thought.move is None:
            return "bestmove (none)"
        spelling = self.table.spelling
        ponder = f" ponder {spelling.move(thought.expected[0])}" if thought.expected else ""
        return f"bestmove {spelling.move(thought.move)}{ponder}"

    def complaint(self, fault: GarlicError) -> str:
        """``info string``."""
        return f"info string {fault}"

    # --- what is asked --------------------------------------------------------------------

    def parse_go(self, words: Sequence[str]) -> Go:
        """Read the words behind ``go``; those without a meaning are skipped."""
        asked = GoWords(words, _NUMBERS)
        numbers = asked.numbers
        side = "w" if self.table.position.mover is Seat.A else "b"
        depth = numbers.get("depth")
        if "mate" in numbers:
            depth = min(2 * numbers["mate"], depth or MOST_NUMBER)
        limit = limit_of(
            overhead_ms=self.table.overhead_ms,
            move_ms=numbers.get("movetime"),
            left_ms=numbers.get(f"{side}time"),
            bonus_ms=numbers.get(f"{side}inc", 0),
            moves_left=numbers.get("movestogo"),
            depth=depth,
            nodes=numbers.get("nodes"),
        )
        return asked.go(limit, _NUMBERS - _NO_BOUND, asked.only)

    def _set_option(self, words: Sequence[str]) -> None:
        """``NAME [value VALUE]``; names have blanks in them and any case."""
        split = list(words).index("value") if "value" in words else len(words)
        name, value = " ".join(words[:split]), " ".join(words[split + 1 :])
        known = {key.lower(): option for key, option in self.options.items()}
        if (option := known.get(name.lower())) is None:
            raise no_option(name, self.options)
        option.set(value)

    def _options(self, options: ServerOptions, first_rank: int) -> dict[str, Option]:
        table, thinker = self.table, self.table.thinker
        level = options.level or len(LEVELS)

        def remember(name: str) -> Callable[[Any], None]:
            return lambda value: setattr(table, name, value)

        found = {
            "Hash": spin(1, 65536, options.hash_mb, lambda n: thinker.change(hash_mb=n)),
            "Threads": spin(1, 256, options.threads, lambda n: thinker.change(threads=n)),
            "MultiPV": spin(1, _MOST_LINES, 1, remember("lines")),
            "Level": spin(1, len(LEVELS), level, lambda n: thinker.change(level=n)),
            "Seed": spin(0, MOST_NUMBER, options.seed, lambda n: thinker.change(seed=n)),
            "OwnBook": check(True, remember("own_book")),
            "Ponder": check(False, lambda _: None),  # whether we may: it changes nothing here
            "Move Overhead": spin(0, 5000, table.overhead_ms, remember("overhead_ms")),
            "Clear Hash": Option("type button", lambda _: thinker.forget()),
            "Ranks": spin(0, 1, first_rank, lambda n: setattr(table, "spelling", Spelling(n))),
        }
        if first_rank == 1:  # those who count from 0 know no variants
            name = table.game.name
            found["UCI_Variant"] = Option(f"type combo default {name} var {name}", lambda _: None)
        return found


def _score(score: Score) -> str:
    """In hundredths of a pawn, or in moves (not plies) to mate."""
    if score.win_in is not None:
        return f"mate {(score.win_in + 1) // 2}"
    if score.loss_in is not None:
        return f"mate -{(score.loss_in + 1) // 2}"
    return f"cp {centipawns(score)}"

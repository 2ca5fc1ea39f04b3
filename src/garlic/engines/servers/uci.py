"""Our engine over UCI, as spoken by chess programs that support Xiangqi.

Ranks are counted from 1, as in those programs, or from 0 with the option `Ranks` (or
``--ranks 0``). `Level`, `Seed` and `OwnBook` are as in `engine:xiangqi`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import garlic
from garlic.core import Game, GarlicError, Seat
from garlic.engines.result import Score, SearchResult
from garlic.engines.servers import chess
from garlic.engines.servers.frame import SearchAnswer, Send, ServerKind, ServerOptions
from garlic.wire.xiangqi import Spelling

_COMMANDS = frozenset(
    {"uci", "isready", "setoption", "ucinewgame", "position", "go", "ponderhit", "stop", "quit"}
)
_NUMBERS = frozenset(
    {"wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"}
)
_NO_BOUND = frozenset({"winc", "binc", "movestogo"})  # do not end a search by themselves
_MOST_LINES = 100


class UciServer:
    """UCI from the engine's side."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.send = send
        self.session = chess.ChessSession(game, options, send, self)
        first_rank = 1 if options.ranks is None else options.ranks
        self.session.spelling = Spelling(first_rank)
        self.options = self._options(options, first_rank)

    def handle(self, line: str) -> bool:
        """Handle *line*; False at ``quit``."""
        words = line.split()
        # UCI: skip unknown words at the start and look at the rest of the line.
        while words and words[0] not in _COMMANDS:
            words.pop(0)
        return self.session.handle(self._act, words)

    def close(self) -> None:
        """Stop, and send nothing more."""
        self.session.search.stop(silently=True)

    def _act(self, words: list[str]) -> bool:
        match words:
            case ["uci", *_]:
                self._introduce()
            case ["isready", *_]:
                self.session.ready()
                self.send("readyok")
            case ["setoption", "name", *rest]:
                self._set_option(rest)
            case ["ucinewgame", *_]:
                self.session.search.clear()
            case ["position", *rest]:
                self.session.set_position(rest)
            case ["go", *rest]:
                self.session.go(self.parse_go(rest))
            case ["ponderhit", *_]:
                self.session.ponderhit()
            case ["stop", *_]:
                self.session.search.stop()
            case ["quit", *_]:
                return False
        return True

    # --- output ---------------------------------------------------------------------------

    def _introduce(self) -> None:
        options = (
            f"option name {name} {option.declaration}" for name, option in self.options.items()
        )
        self.send(
            f"id name Garlic Arena {garlic.__version__}",
            "id author The Garlic Arena authors",
            *options,
            "uciok",
        )

    def info(self, result: SearchResult) -> Iterator[str]:
        """One line per best move of a finished depth."""
        numbered = self.session.lines > 1
        for number, line in enumerate(result.lines, 1):
            multipv = f" multipv {number}" if numbered else ""
            yield (
                f"info depth {result.depth} seldepth {max(result.deepest_ply, result.depth)}"
                f"{multipv} score {_score(line.score)} nodes {result.nodes}"
                f" nps {round(result.nodes_per_second)} hashfull {result.table_permille}"
                f" time {round(result.time * 1000)} pv {self.session.spelling.moves(line.moves)}"
            )

    def best(self, answer: SearchAnswer) -> str:
        """``bestmove``, with the expected reply to ponder."""
        if answer.move is None:
            return "bestmove (none)"
        spelling = self.session.spelling
        ponder = f" ponder {spelling.move(answer.expected[0])}" if answer.expected else ""
        return f"bestmove {spelling.move(answer.move)}{ponder}"

    def error(self, fault: GarlicError) -> str:
        """``info string``."""
        return f"info string {fault}"

    # --- what is words --------------------------------------------------------------------

    def parse_go(self, words: Sequence[str]) -> chess.Go:
        """Parse the words after ``go``; unknown words are skipped."""
        go_words = chess.GoWords(words, _NUMBERS)
        numbers = go_words.numbers
        side = "w" if self.session.position.mover is Seat.A else "b"
        depth = numbers.get("depth")
        if "mate" in numbers:
            depth = min(2 * numbers["mate"], depth or chess.MOST_NUMBER)
        limit = chess.limit_of(
            overhead_ms=self.session.overhead_ms,
            move_ms=numbers.get("movetime"),
            left_ms=numbers.get(f"{side}time"),
            bonus_ms=numbers.get(f"{side}inc", 0),
            moves_left=numbers.get("movestogo"),
            depth=depth,
            nodes=numbers.get("nodes"),
        )
        return go_words.go(limit, _NUMBERS - _NO_BOUND, go_words.only)

    def _set_option(self, words: Sequence[str]) -> None:
        """Parse ``NAME [value VALUE]``; names may contain blanks and have any case."""
        split = list(words).index("value") if "value" in words else len(words)
        name, value = " ".join(words[:split]), " ".join(words[split + 1 :])
        known = {key.lower(): option for key, option in self.options.items()}
        if (option := known.get(name.lower())) is None:
            raise chess.unknown_option(name, self.options)
        option.set(value)

    def _options(self, options: ServerOptions, first_rank: int) -> dict[str, chess.Option]:
        session, search = self.session, self.session.search

        def setter(name: str) -> Callable[[Any], None]:
            return lambda value: setattr(session, name, value)

        known = {
            "Hash": chess.spin(1, 65536, options.hash_mb, lambda n: search.change(hash_mb=n)),
            "Threads": chess.spin(1, 256, options.threads, lambda n: search.change(threads=n)),
            "MultiPV": chess.spin(1, _MOST_LINES, 1, setter("lines")),
            "Level": chess.level_option(options, search),
            "Seed": chess.seed_option(options, search),
            "OwnBook": chess.check(True, setter("own_book")),
            "Ponder": chess.check(False, lambda _: None),  # nothing to change: the client decides
            "Move Overhead": chess.spin(0, 5000, session.overhead_ms, setter("overhead_ms")),
            "Clear Hash": chess.Option("type button", lambda _: search.clear()),
            "Ranks": chess.spin(
                0, 1, first_rank, lambda n: setattr(session, "spelling", Spelling(n))
            ),
        }
        if first_rank == 1:  # programs that count from 0 have no variants
            name = session.game.name
            known["UCI_Variant"] = chess.Option(
                f"type combo default {name} var {name}", lambda _: None
            )
        return known


def _score(score: Score) -> str:
    """The score in hundredths of a pawn, or in moves (not plies) to mate."""
    if score.win_in is not None:
        return f"mate {(score.win_in + 1) // 2}"
    if score.loss_in is not None:
        return f"mate -{(score.loss_in + 1) // 2}"
    return f"cp {chess.centipawns(score)}"


UCI = ServerKind("uci", "chess programs that know Xiangqi", UciServer, ("xiangqi",))

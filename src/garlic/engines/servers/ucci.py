"""Our engine over UCCI, the protocol of Chinese Xiangqi programs (version 3.0).

Ranks are counted from 0; times are seconds until ``setoption usemillisec true``.
"""

from collections.abc import Iterator, Sequence

import garlic
from garlic.core import Game, GarlicError
from garlic.engines.result import Score, SearchResult
from garlic.engines.servers import chess
from garlic.engines.servers.frame import SearchAnswer, Send, ServerKind, ServerOptions

_BOUNDS = frozenset({"depth", "nodes", "time"})
_NUMBERS = _BOUNDS | {"movestogo", "increment"}
_NO_MOVE = "-"  # matches no move
_MATE = 10_000  # minus one point per ply: UCCI has no other score for a mate
_OPPONENT = frozenset({"opptime", "oppmovestogo", "oppincrement"})  # not needed


class UcciServer:
    """UCCI from the engine's side."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.send = send
        self.session = chess.ChessSession(game, options, send, self)
        self.unit_ms = 1000
        self.banned: tuple[str, ...] = ()
        self.options = self._options(options)

    def handle(self, line: str) -> bool:
        """Handle *line*; False at ``quit``."""
        return self.session.handle(self._act, line.split())

    def close(self) -> None:
        """Stop, and send nothing more."""
        self.session.search.stop(silently=True)

    def _act(self, words: list[str]) -> bool:  # noqa: C901  (one case per command)
        match words:
            case ["ucci", *_]:
                self._introduce()
            case ["isready", *_]:
                self.session.ready()
                self.send("readyok")
            case ["setoption", name, *rest]:
                self._set_option(name, " ".join(rest))
            case ["position", *rest]:
                self.session.set_position(rest)
                self.banned = ()
            case ["banmoves", *rest]:
                self.banned = tuple(str(self.session.read_move(move)) for move in rest)
            case ["go", *rest]:
                self.session.go(self.parse_go(rest))
            case ["ponderhit", *_]:
                self.session.ponderhit()
            case ["stop", *_]:
                self.session.search.stop()
            case ["probe", *_]:
                self.send("pophash")  # the contents of the hash table are not exposed
            case ["quit", *_]:
                self.close()
                self.send("bye")
                return False
        return True

    # --- output ---------------------------------------------------------------------------

    def _introduce(self) -> None:
        options = (f"option {name} {option.declaration}" for name, option in self.options.items())
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
            f" pv {self.session.spelling.moves(line.moves)}"
        )

    def best(self, answer: SearchAnswer) -> str:
        """``bestmove``, with the expected reply to ponder; ``nobestmove`` if there is none."""
        if answer.move is None:
            return "nobestmove"
        ponder = f" ponder {answer.expected[0]}" if answer.expected else ""
        return f"bestmove {answer.move}{ponder}"

    def error(self, fault: GarlicError) -> str:
        """``info message``."""
        return f"info message {fault}"

    # --- what is words --------------------------------------------------------------------

    def parse_go(self, words: Sequence[str]) -> chess.Go:
        """Parse the words after ``go``; unknown words are skipped."""
        go_words = chess.GoWords(words, _NUMBERS | _OPPONENT)
        numbers = go_words.numbers
        left = numbers.get("time")
        limit = chess.limit_of(
            overhead_ms=self.session.overhead_ms,
            left_ms=None if left is None else left * self.unit_ms,
            bonus_ms=numbers.get("increment", 0) * self.unit_ms,
            moves_left=numbers.get("movestogo"),
            depth=numbers.get("depth"),
            nodes=numbers.get("nodes"),
        )
        return go_words.go(limit, _BOUNDS, self._allowed())

    def _allowed(self) -> tuple[str, ...]:
        """The moves that are not banned; empty if nothing is banned."""
        if not self.banned:
            return ()
        legal = map(str, self.session.position.legal_moves())
        return tuple(move for move in legal if move not in self.banned) or (_NO_MOVE,)

    def _set_option(self, name: str, value: str) -> None:
        if (option := self.options.get(name.lower())) is None:
            raise chess.unknown_option(name, self.options)
        option.set(value)

    def _options(self, options: ServerOptions) -> dict[str, chess.Option]:
        session, search = self.session, self.session.search

        def count_milliseconds(on: bool) -> None:
            self.unit_ms = 1 if on else 1000

        return {
            "usemillisec": chess.check(False, count_milliseconds),
            "hashsize": chess.spin(
                0, 65536, options.hash_mb, lambda n: search.change(hash_mb=n or 64)
            ),
            "threads": chess.spin(0, 256, options.threads, lambda n: search.change(threads=n or 1)),
            "usebook": chess.check(True, lambda on: setattr(session, "own_book", on)),
            "ponder": chess.check(False, lambda _: None),  # nothing to change: the client decides
            "level": chess.level_option(options, search),
            "seed": chess.seed_option(options, search),
            "newgame": chess.Option("type button", lambda _: search.clear()),
        }


def _score(score: Score) -> int:
    if score.win_in is not None:
        return _MATE - score.win_in
    if score.loss_in is not None:
        return score.loss_in - _MATE
    return chess.centipawns(score)


UCCI = ServerKind("ucci", "Chinese programs for Xiangqi", UcciServer, ("xiangqi",))

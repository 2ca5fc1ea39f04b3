"""Our Othello engine over the NBoard protocol, version 1 and 2."""

import re
from collections.abc import Callable, Iterator

import garlic
from garlic.core import Game, GarlicError, Seat, Sheet
from garlic.core.game import expect
from garlic.core.reading.scan import whole_number
from garlic.engines.engine import Engine
from garlic.engines.result import Limit, Line, Score, SearchResult
from garlic.engines.servers.frame import (
    BackgroundSearch,
    SearchAnswer,
    SearchRequest,
    Send,
    ServerKind,
    ServerOptions,
)
from garlic.games.othello import Move, Position
from garlic.games.othello.notation.ggf import read
from garlic.wire.coordinates import check_standard_othello, nboard_move, othello_move
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.protocols.nboard import MOST_DEPTH

_MOST_HINTS = 60
_MOVE = re.compile(r"[A-Ha-h][1-8]|[Pp][AaSs]")
_WON = 64.0  # discs: the value of a forced win


class NBoardServer:
    """The protocol from the engine's side; ``ping`` stops a running search."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.game, self.send = game, send
        self.search = BackgroundSearch(game, options)
        self.position = expect(Position, game.start())
        self.sheet: Sheet[Position, Move] = Sheet(self.position)
        self.depth: int | None = None

    def handle(self, line: str) -> bool:
        """Handle *line*; False at ``quit``. Unknown commands are skipped, as specified."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "quit":
                return False
            if action := self._actions().get(word):
                action(rest.strip())
            elif _MOVE.fullmatch(word):  # version 1 of the protocol has moves without a word
                self._move(word)
        except GarlicError as fault:
            self.send(f"status {' '.join(str(fault).split())}")
        return True

    def close(self) -> None:
        """Stop, and send nothing more."""
        self.search.stop(silently=True)

    def _actions(self) -> dict[str, Callable[[str], None]]:
        return {
            "nboard": self._greet,
            "set": self._set,
            "move": lambda rest: self._move(rest.partition("/")[0]),
            "hint": self._hint,
            "go": self._go,
            "ping": self._ping,
            "learn": lambda _: self.send("learned"),
            "analyze": self._analyze,
        }

    def _greet(self, rest: str) -> None:
        del rest
        self.search.warm_up()
        self.send(f"set myname {self._name()}", "status")

    def _name(self) -> str:
        depth = "" if self.depth is None else str(self.depth)
        return f"Garlic-{garlic.__version__}{f'-{depth}' if depth else ''}"

    def _set(self, rest: str) -> None:
        word, _, value = rest.partition(" ")
        if word == "depth":
            depth = whole_number(value.strip(), 1, MOST_DEPTH)
            if depth is None:
                raise ProtocolFault(
                    "expected depth from 1 to {most}, got {got!r}", most=MOST_DEPTH, got=value
                )
            self.depth = depth
            self.send(f"set myname {self._name()}")
        elif word == "game":
            self._set_game(value)

    def _set_game(self, text: str) -> None:
        sheets = read(text.strip().encode())
        if len(sheets) != 1:
            raise ProtocolFault("expected one game, got {count}", count=len(sheets))
        start, end = sheets[0].start, expect(Position, sheets[0].end())
        check_standard_othello("nboard", start)
        self.search.stop(silently=True)
        self.sheet, self.position = sheets[0], end

    def _move(self, text: str) -> None:
        move = othello_move(text)
        self.search.stop(silently=True)
        self.position = self.position.play(move)
        self.sheet = Sheet(self.sheet.start, (*self.sheet.moves, move))

    def _ping(self, rest: str) -> None:
        self.search.stop(silently=True)
        self.send(f"pong {rest}")

    def _limit(self) -> Limit:
        """The depth that was set, or the default limit."""
        default = self.search.options.default_limit()
        return default if self.depth is None else Limit(depth=self.depth)

    def _go(self, rest: str) -> None:
        del rest
        position = self.position
        if position.outcome() is not None:
            raise ProtocolFault("the game is over")
        self.send("status thinking")

        def send_move(answer: SearchAnswer) -> None:
            evaluation = ""
            if answer.result is not None and answer.result.score is not None:
                evaluation = f"/{_discs(answer.result.score):.2f}/{answer.seconds:.2f}"
            move = expect(Move, answer.move)  # not None: the game is not over
            self.send(f"=== {nboard_move(move)}{evaluation}", "status")

        self.search.begin(
            SearchRequest(position, self._limit()), on_result=self._progress(), on_answer=send_move
        )

    def _hint(self, rest: str) -> None:
        count = whole_number(rest or "1", 1, 10**6)
        if count is None:
            raise ProtocolFault("expected a number of moves behind 'hint', got {got!r}", got=rest)
        position = self.position
        if position.outcome() is not None:
            raise ProtocolFault("the game is over")
        lines = min(count, len(position.legal_moves()), _MOST_HINTS)
        self.send("status analyzing")
        self.search.begin(
            SearchRequest(position, self._limit(), lines, with_book=False),
            on_result=self._progress(),
            on_answer=lambda answer: self.send(*_search_lines(answer.result), "status"),
        )

    def _progress(self) -> Callable[[SearchResult], None]:
        def send_progress(result: SearchResult) -> None:
            self.send(*_search_lines(result), f"nodestats {result.nodes} {result.time:.2f}")

        return send_progress

    def _analyze(self, rest: str) -> None:
        """Evaluate the game for black after each move, from the last to the first."""
        del rest
        positions = [self.sheet.start]
        for move in self.sheet.moves:
            positions.append(positions[-1].play(move))
        limit = self.search.options.limited(self._limit())

        def analyze(engine: Engine) -> None:
            for number in range(len(positions) - 1, -1, -1):
                discs = _evaluate(engine, positions[number], limit)
                if self.search.stopped:
                    return
                self.send(f"analysis {number} {discs:.2f}")
            self.send("status")

        self.send("status analyzing")
        self.search.run(analyze)


def _evaluate(engine: Engine, position: Position, limit: Limit) -> float:
    """The evaluation of *position* for black, in discs."""
    if (outcome := position.outcome()) is not None and outcome.scores is not None:
        return float(outcome.scores[0] - outcome.scores[1])
    score = engine.search(position, limit).score
    discs = 0.0 if score is None else _discs(score)
    return discs if position.mover is Seat.A else -discs


def _discs(score: Score) -> float:
    """A score in discs, for the side to move; a forced result counts as all discs."""
    if score.points is not None:
        return score.points
    return _WON if score.win_in is not None else -_WON


def _search_lines(result: SearchResult | None) -> Iterator[str]:
    if result is not None:
        for line in result.lines:
            yield f"search {_variation(line)} {_discs(line.score):.2f} 0 {result.depth}"


def _variation(line: Line) -> str:
    return "".join(nboard_move(expect(Move, move)) for move in line.moves)


NBOARD = ServerKind("nboard", "NBoard and what speaks its protocol", NBoardServer, ("othello",))

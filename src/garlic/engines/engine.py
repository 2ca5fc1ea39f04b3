"""The engine of a game: runs its search, native or not, and returns moves of the Python rules."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic

from garlic import _core
from garlic.core import Game, Move, Position, Stream, Text, UsageError
from garlic.core.game import has_natural_moves, has_ply, text_with_history, turn_position
from garlic.core.type_variables import M_co
from garlic.engines import weights
from garlic.engines.book import BookMove, book_moves, playable
from garlic.engines.levels import LEVELS, Level
from garlic.engines.parameters import engine_parameters
from garlic.engines.reserve import Reserve
from garlic.engines.result import Limit, Line, Score, SearchResult
from garlic.engines.rules_search import RulesSearch

_MOST_THREADS, _MOST_MEGABYTES = 256, 65_536
_WARM_UP_NODES = 20_000
_OPENING_PLIES = 8  # in which there may be variety


class Engine(Generic[M_co]):
    """Our engine for *game*, full strength by default.

    *level* is 1 to 10 (10: full strength), *hash_mb* the memory of the transposition table in MB.
    With *variety* it chooses, by *seed*, among opening moves that are at most that many points
    worse than the best one. *parameters* are numbers of the search that differ from the usual ones
    (`engine_parameters`). `weights` are the files with what it has learned, if there are any.

    A game without a native engine is searched by its Python rules (`RulesSearch`); *threads* and
    *hash_mb* then change nothing. Raises `UsageError` if the game has no engine, because both sides
    move at once, or a number is out of range.
    """

    def __init__(
        self,
        game: Game[Position, M_co],
        *,
        level: int | None = None,
        threads: int = 1,
        hash_mb: int = 64,
        variety: float = 0.0,
        seed: int = 0,
        player: str | None = None,
        parameters: Mapping[str, int] | None = None,
    ) -> None:
        self.game = game
        number = len(LEVELS) if level is None else level
        self.level = LEVELS[_checked(Text("a level"), number, 1, len(LEVELS)) - 1]
        self._threads = _checked(Text("threads"), threads, 1, _MOST_THREADS)
        self._hash_mb = _checked(Text("megabytes"), hash_mb, 1, _MOST_MEGABYTES)
        self._variety = variety
        self._chance = Stream(seed)
        self._reserve = Reserve()
        self._classes: list[Any] = _core.native_engines(player or game.name)
        self._plain: RulesSearch | None = None
        if not self._classes:
            if game.simultaneous or player is not None:
                raise UsageError("{game} has no engine", game=game.name)
            self._plain = RulesSearch(game)
        self._parameters = _checked_parameters(player or game.name, parameters or {})
        weights.prepare(player or game.name)
        self.weights = weights.weight_files(player or game.name)
        self._built: dict[Any, Any] = {}
        self._busy = threading.Lock()
        self._running: Any = None

    @property
    def is_native(self) -> bool:
        """Is it a native engine? One that is not looks at far fewer positions a second."""
        return self._plain is None

    def search(
        self,
        position: Position | str,
        limit: Limit,
        *,
        lines: int = 1,
        on_result: Callable[[SearchResult[M_co]], None] | None = None,
        only: Sequence[Move] = (),
        exact: bool = False,
        with_table: bool = True,
    ) -> SearchResult[M_co]:
        """The *lines* best moves in *position* with their scores, found within *limit*.

        *position* is a position of the game, or text, ``POSITION moves m1 m2 ...``.
        *on_result* is called after every finished depth. If *only* is not empty, only those moves
        are searched.
        *exact* turns all selective searching off: the score is then that of plain minimax to
        the given depth; *with_table* False also turns the transposition table off. Both are for
        tests.

        One search at a time: raises `UsageError` if one is running in another thread. The search
        releases the GIL; `stop` and Ctrl-C end it.
        """
        text = _text(position)
        native_class, read = self._read(text)
        native = self._native(native_class)
        if not self._busy.acquire(blocking=False):
            raise UsageError("this engine is busy with another search")
        try:
            self._running = native
            style = self._style(position, read.level_unit())
            if style.margin and not only:
                only = _natural_moves(position)
            move_seconds = None if limit.time is None else self._reserve.usable(limit.time)
            game_seconds = None if limit.clock is None else self._reserve.usable(limit.clock)
            with self._reserve.watching(move_seconds):
                report = native.search(
                    read,
                    move_seconds=move_seconds,
                    game_seconds=game_seconds,
                    moves_left=limit.moves_left,
                    nodes=_least(limit.nodes, style.nodes),
                    depth=_least(limit.depth, style.depth),
                    lines=max(_checked(Text("lines"), lines, 1, 1000), style.lines),
                    exact=exact,
                    with_table=with_table,
                    only=[str(move) for move in only],
                    on_report=on_result and (lambda report: on_result(self._result(report, lines))),
                )
        finally:
            self._running = None
            self._busy.release()
        result = self._result(report, max(lines, style.lines))
        if not all(style.sees(line.score) for line in result.lines):
            result = self._short_sighted(result, text, style)
        return self._chosen(result, style, lines)

    def choose(self, position: Position | str, limit: Limit) -> M_co | None:
        """The move to play; None if the game is over.

        At full strength from the opening book, by *seed*, as long as it has the position.
        """
        return self.book_move(position) or self.search(position, limit).best

    def book_move(self, position: Position | str) -> M_co | None:
        """A move from the opening book, by *seed*; None if it has none, or the level is low."""
        if self.level is not LEVELS[-1]:
            return None
        moves = playable(self.book_moves(position))
        return moves[self._chance.below(len(moves))] if moves else None

    def book_moves(self, position: Position | str) -> list[BookMove[M_co]]:
        """What the opening book says about *position*, best move first; nothing if it has none."""
        return book_moves(self.game, position)

    def warm_up(self, position: Position) -> None:
        """Do once what only the first move needs. Does not change the result of any search."""
        self.book_moves(position)
        if not self.is_native:
            return  # it has no tables, and its first positions take it long
        chance, self._chance = self._chance, Stream(0)
        self.search(position, Limit(nodes=_WARM_UP_NODES))
        self._chance = chance
        self.clear()

    def stop(self) -> None:
        """End the running search, if there is one; it returns its result so far."""
        if (running := self._running) is not None:
            running.stop()

    def clear(self) -> None:
        """Clear the tables of earlier searches."""
        if self._plain is not None:
            self._plain.clear()
        for native in self._built.values():
            native.clear()

    def evaluate(self, position: Position | str) -> float:
        """The static evaluation of *position* for the side to move, in points."""
        points: float = self._read(str(position))[1].evaluate()
        return points

    def unit(self, position: Position | str) -> float:
        """How many points count as a small mistake in *position*."""
        points: float = self._read(str(position))[1].level_unit()
        return points

    def features(self, position: Position | str) -> list[int]:
        """The features that `evaluate` weighs, for the trainer."""
        counts: list[int] = self._read(str(position))[1].features()
        return counts

    def native(self, text: str) -> Any:
        """The native engine for the position in *text*, for trainers: only it plays itself."""
        return self._native(self._read(text)[0])

    def _read(self, text: str) -> tuple[Any, Any]:
        """Who can search the position in *text* (a class, if it is native), and what it has read.

        Raises `InvalidPositionError` or `UsageError` if there is none.
        """
        if self._plain is not None:
            return self._plain, self._plain.read(text)
        for native_class in self._classes:
            if (read := native_class.read(text)) is not None:
                return native_class, read
        self.game.parse(text)  # raises with the reason if the text is not a position
        raise UsageError("the engine of {game} cannot play this position", game=self.game.name)

    def _native(self, native_class: Any) -> Any:
        """The native engine of that class, built when it is first needed; or the plain search."""
        if native_class is self._plain:
            return self._plain
        if native_class not in self._built:
            try:
                self._built[native_class] = native_class(
                    self._hash_mb, self._threads, self._parameters
                )
            except MemoryError as fault:
                raise UsageError(
                    "there is no memory for a table of {size} MB", size=self._hash_mb
                ) from fault
        return self._built[native_class]

    def _style(self, position: Position | str, unit: float) -> Level:
        """The level with its margin in points; wider in the opening if there is *variety*."""
        level = replace(self.level, margin=self.level.margin * unit)
        if self._variety > 0 and _is_opening(position):
            wider = max(self._variety, level.margin)
            return replace(level, margin=wider, lines=max(level.lines, 6))
        return level

    def _short_sighted(
        self, result: SearchResult[M_co], text: str, style: Level
    ) -> SearchResult[M_co]:
        """*result* with a static evaluation for every win or loss that is too far to be seen."""
        position = turn_position(self.game.parse(text))

        def seen(line: Line[M_co]) -> Line[M_co]:
            if style.sees(line.score):
                return line
            after = position.play(line.moves[0])
            return Line(Score(points=-self.evaluate(after)), line.moves[:1])

        lines = tuple(sorted(map(seen, result.lines), key=lambda line: line.score, reverse=True))
        return replace(result, best=lines[0].moves[0], score=lines[0].score, lines=lines)

    def _chosen(self, result: SearchResult[M_co], style: Level, lines: int) -> SearchResult[M_co]:
        line = style.choose(result.lines, self._chance) if result.lines else None
        if line is None:
            return replace(result, lines=result.lines[:lines])
        return replace(result, best=line.moves[0], score=line.score, lines=result.lines[:lines])

    def _result(self, report: Any, lines: int) -> SearchResult[M_co]:
        found = tuple(
            Line(
                Score(line.points, line.win_in, line.loss_in, line.proven),
                tuple(self.game.move.parse(move) for move in line.moves),
            )
            for line in report.lines[:lines]
        )
        return SearchResult(
            best=found[0].moves[0] if found else None,
            score=found[0].score if found else None,
            depth=report.depth,
            deepest_ply=report.deepest_ply,
            nodes=report.nodes,
            time=report.seconds,
            lines=found,
            table_permille=report.table_permille,
        )


def _text(position: Position | str) -> str:
    """*position* as text, with its history if that matters in the game."""
    return position if isinstance(position, str) else text_with_history(position)


def _natural_moves(position: Position | str) -> Sequence[Move]:
    """The moves that people would consider: among equal moves, they play nearby."""
    if isinstance(position, str) or not has_natural_moves(position):
        return ()
    return position.natural_moves()


def _is_opening(position: Position | str) -> bool:
    return not isinstance(position, str) and has_ply(position) and position.ply < _OPENING_PLIES


def _least(requested: int | None, allowed: int | None) -> int | None:
    given = [number for number in (requested, allowed) if number is not None]
    return min(given, default=None)


def _checked_parameters(player: str, parameters: Mapping[str, int]) -> dict[str, int]:
    known = engine_parameters(player)
    for name, number in parameters.items():
        if name not in known:
            raise UsageError(
                "{name} has no option {key!r}; there are: {known}",
                name=player,
                key=name,
                known=", ".join(known) or "-",
            )
        _checked(Text(name), number, known[name].least, known[name].most)
    return dict(parameters)


def _checked(what: Text, number: int, low: int, high: int) -> int:
    if not low <= number <= high:
        raise UsageError(
            "expected {what} from {low} to {high}, got {got!r}",
            what=what,
            low=low,
            high=high,
            got=number,
        )
    return number

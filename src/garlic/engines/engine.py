"""The engine of a game: runs the native search and returns moves of the Python rules."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from garlic import _core
from garlic.core import Game, Stream, Text, UsageError
from garlic.engines import weights
from garlic.engines.book import book_of, key
from garlic.engines.levels import LEVELS, Level
from garlic.engines.reserve import Reserve
from garlic.engines.result import Limit, Line, Score, SearchResult

_MOST_THREADS, _MOST_MEGABYTES = 256, 65_536
_WARM_UP_NODES = 20_000


class Engine:
    """Our engine for *game*, full strength by default.

    *level* is 1 to 10 (10: full strength), *hash_mb* the memory of the transposition table in MB.
    With *variety* it chooses, by *seed*, among opening moves that are at most that many points
    worse than the best one.

    Raises `UsageError` if the game has no engine or a number is out of range.
    """

    def __init__(
        self,
        game: Game,
        *,
        level: int | None = None,
        threads: int = 1,
        hash_mb: int = 64,
        variety: float = 0.0,
        seed: int = 0,
        player: str | None = None,
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
        if not self._classes:
            raise UsageError("{game} has no engine", game=game.name)
        weights.prepare(player or game.name)
        self._built: dict[Any, Any] = {}
        self._busy = threading.Lock()
        self._running: Any = None

    def search(
        self,
        position: Any,
        limit: Limit,
        *,
        lines: int = 1,
        on_result: Callable[[SearchResult], None] | None = None,
        only: Sequence[Any] = (),
        exact: bool = False,
        with_table: bool = True,
    ) -> SearchResult:
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
        native = self._native(text)
        if not self._busy.acquire(blocking=False):
            raise UsageError("this engine is busy with another search")
        try:
            self._running = native
            style = self._style(position, type(native).level_unit(text))
            if style.margin and not only and hasattr(position, "natural_moves"):
                only = position.natural_moves()  # among equal moves, people play nearby
            move_seconds = None if limit.time is None else self._reserve.usable(limit.time)
            game_seconds = None if limit.clock is None else self._reserve.usable(limit.clock)
            with self._reserve.watching(move_seconds):
                report = native.search(
                    text,
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

    def choose(self, position: Any, limit: Limit) -> Any:
        """The move to play; None if the game is over.

        At full strength from the opening book, by *seed*, as long as it has the position.
        """
        return self.book_move(position) or self.search(position, limit).best

    def book_move(self, position: Any) -> Any | None:
        """A move from the opening book, by *seed*; None if it has none, or the level is low."""
        playable = book_of(self.game.name).get(key(position))
        if not playable or self.level is not LEVELS[-1]:
            return None
        return self.game.move.parse(playable[self._chance.below(len(playable))])

    def warm_up(self, position: Any) -> None:
        """Allocate and touch the tables. Does not change the result of any search."""
        text = _text(position)
        self._native(text).search(text, nodes=_WARM_UP_NODES)
        self.clear()

    def stop(self) -> None:
        """End the running search, if there is one; it returns its result so far."""
        if (running := self._running) is not None:
            running.stop()

    def clear(self) -> None:
        """Clear the tables of earlier searches."""
        for native in self._built.values():
            native.clear()

    def evaluate(self, position: Any) -> float:
        """The static evaluation of *position* for the side to move, in points."""
        text = str(position)
        points: float = type(self._native(text)).evaluate(text)
        return points

    def unit(self, position: Any) -> float:
        """How many points count as a small mistake in *position*."""
        text = str(position)
        points: float = type(self._native(text)).level_unit(text)
        return points

    def features(self, position: Any) -> list[int]:
        """The features that `evaluate` weighs, for the trainer."""
        text = str(position)
        counts: list[int] = type(self._native(text)).features(text)
        return counts

    def _native(self, text: str) -> Any:
        """The native engine for this kind of position, built when it is first needed."""
        native_class = next((each for each in self._classes if each.accepts(text)), None)
        if native_class is None:
            self.game.parse(text)  # raises with the reason if the text is not a position
            raise UsageError("the engine of {game} cannot play this position", game=self.game.name)
        if native_class not in self._built:
            try:
                self._built[native_class] = native_class(self._hash_mb, self._threads)
            except MemoryError as fault:
                raise UsageError(
                    "there is no memory for a table of {size} MB", size=self._hash_mb
                ) from fault
        return self._built[native_class]

    def _style(self, position: Any, unit: float) -> Level:
        """The level with its margin in points; wider in the opening if there is *variety*."""
        level = replace(self.level, margin=self.level.margin * unit)
        opening = getattr(position, "ply", None)
        if self._variety > 0 and opening is not None and opening < 8:
            wider = max(self._variety, level.margin)
            return replace(level, margin=wider, lines=max(level.lines, 6))
        return level

    def _short_sighted(self, result: SearchResult, text: str, style: Level) -> SearchResult:
        """*result* with a static evaluation for every win or loss that is too far to be seen."""
        position = self.game.parse(text)

        def seen(line: Line) -> Line:
            if style.sees(line.score):
                return line
            after = position.play(line.moves[0])
            return Line(Score(points=-self.evaluate(after)), line.moves[:1])

        lines = tuple(sorted(map(seen, result.lines), key=lambda line: line.score, reverse=True))
        return replace(result, best=lines[0].moves[0], score=lines[0].score, lines=lines)

    def _chosen(self, result: SearchResult, style: Level, lines: int) -> SearchResult:
        line = style.choose(result.lines, self._chance) if result.lines else None
        if line is None:
            return replace(result, lines=result.lines[:lines])
        return replace(result, best=line.moves[0], score=line.score, lines=result.lines[:lines])

    def _result(self, report: Any, lines: int) -> SearchResult:
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


def _text(position: Any) -> str:
    """*position* as text, with its history if that matters in the game (`line`)."""
    return str(position.line() if hasattr(position, "line") else position)


def _least(requested: int | None, allowed: int | None) -> int | None:
    given = [number for number in (requested, allowed) if number is not None]
    return min(given, default=None)


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

"""Games for the page, position by position: the shape of the board once, then the changes.

The same form serves games in play, watched games, replays of records (`view_of`) and the single
file.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from garlic.core import GarlicError, Penalty, Position, Text, Verdict
from garlic.core.game import is_simultaneous, scores_of
from garlic.core.verdict import GAME_ENDED
from garlic.games import GAMES
from garlic.judge.faults import advice, after_verdict, fault_name, fault_rules
from garlic.judge.notations import write_record, written_forms
from garlic.judge.record import Record, Turn
from garlic.judge.replay import ReplayStep, positions
from garlic.web.sentences import encode_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.models import (
    BoardStep,
    BotView,
    FaultView,
    GameStart,
    GameStep,
    GameView,
    OutcomeView,
    TurnView,
)

_SECONDS_PLACES = 6


class ViewBuilder:
    """Builds the view of one game on *board*, beginning at *start*."""

    def __init__(self, board: BoardView, start: Position, timeouts: str = "default") -> None:
        self.board = board
        self.position = start  # the last one
        self._game = board.game
        self._diagram = board.game.diagram(start)
        self._last: list[int] = []
        self._rules = fault_rules(board.game, timeouts)

    def begin(self, turns: Sequence[Turn]) -> GameStart:
        """The start, at which *turns* are the starts of the bots."""
        return GameStart(
            shape=self.board.shape,
            frame=self.board.frame_of(self._diagram, BoardStep()),
            turns=[self._turn(turn) for turn in turns],
            scores=scores_of(self.position),
        )

    def add(self, position: Position, turns: Sequence[Turn]) -> GameStep:
        """The step that leads to *position*."""
        views = [self.turn(turn) for turn in turns]
        if all(view.verdict not in GAME_ENDED for view in views):  # else nothing moved
            self._last = [
                place for view in views if view.verdict is Verdict.OK for place in view.path
            ]
        before, self._diagram = self._diagram, self._game.diagram(position)
        self.position = position
        return GameStep(
            **dict(self.board.step_of(before, self._diagram, self._last)),
            turns=views,
            scores=scores_of(position),
        )

    def turn(self, turn: Turn) -> TurnView:
        """A turn in the last position."""
        return self._turn(turn, *self._path_and_forms(turn))

    def _turn(
        self, turn: Turn, path: Sequence[int] = (), written: Mapping[str, str] | None = None
    ) -> TurnView:
        cost = turn.cost
        return TurnView(
            number=turn.number,
            seat=self._game.seat(turn.seat),
            move=turn.move,
            written=dict(written or {}),
            path=list(path),
            verdict=turn.verdict,
            fault=self._fault(turn),
            seconds=round(cost.wall_seconds, _SECONDS_PLACES),
            cpu_seconds=round(cost.cpu_seconds, _SECONDS_PLACES),
            delay_seconds=round(cost.delay_seconds, _SECONDS_PLACES),
            memory_bytes=cost.memory_bytes,
            stdout=turn.stdout,
            stderr=turn.stderr,
            restarted=turn.restarted,
        )

    def _path_and_forms(self, turn: Turn) -> tuple[list[int], dict[str, str]]:
        """The places of a move, and how people write it; none if it is not one."""
        game, before, text = self._game, self.position, turn.move
        try:
            move = game.move.parse(text or "")
            path = self.board.places(before, move)
            if is_simultaneous(before):
                path = [*self.board.places(before, before.stay(game.seat(turn.seat))), *path]
            return path, game.written(before, move)
        except (GarlicError, LookupError, ValueError):  # a bot may answer anything
            return [], {}

    def _fault(self, turn: Turn) -> FaultView | None:
        if not turn.verdict.is_fault:
            return None
        rule = self._rules.get(turn.verdict)
        return fault_view(turn.verdict, turn.detail, rule.penalty if rule else Penalty.GAME_LOST)


def fault_view(verdict: Verdict, detail: Text | None, cost: Penalty) -> FaultView:
    """A fault as the API sends it."""
    return FaultView(
        name=encode_sentence(fault_name(verdict, detail)),
        detail=None if detail is None else encode_sentence(after_verdict(detail)),
        advice=encode_sentence(advice(verdict, detail)),
        cost=cost,
    )


def view_of(record: Record, steps: Sequence[ReplayStep] | None = None) -> GameView:
    """The view of *record*; *steps* are its positions, if already known.

    Raises `GarlicError` if its game or start is invalid.
    """
    game = GAMES[record.game]
    first, *others = steps or positions(record)
    builder = ViewBuilder(BoardView(game, first.position), first.position, record.timeouts)
    bots = [BotView(name=bot.name, kind=bot.kind, digest=bot.digest) for bot in record.bots]
    return GameView(
        game=game.name,
        title=encode_sentence(game.title),
        simultaneous=game.simultaneous,
        map=record.map,
        seed=record.seed,
        turn_seconds=record.limits.turn_seconds,
        game_seconds=record.limits.game_seconds,
        bots=(bots[0], bots[1]),
        start=builder.begin(first.turns),
        steps=[builder.add(step.position, step.turns) for step in others],
        outcome=OutcomeView.of(record.outcome),
        overloads=len(record.overloads),
        delayed=record.is_delayed,
        downloads=[] if game.simultaneous else _forms(record),
    )


def _forms(record: Record) -> list[str]:
    """The notations that can express this game."""
    forms = []
    for form in written_forms(GAMES[record.game]):
        with suppress(GarlicError):
            write_record(record, form)
            forms.append(form)
    return forms

"""The game on the first page: one that is being played, else the last one, else an example.

Only the end of a game is sent, and of its turns only what changes on the board.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, Literal

from pydantic import BaseModel

from garlic.core import Game
from garlic.core.game import turn_position
from garlic.games import GAMES
from garlic.judge.settings import start_of
from garlic.store import Database
from garlic.store.games import latest_key
from garlic.web.sentences import SentenceModel, encode_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.live import LiveGame, LiveGames
from garlic.web.view.models import BoardFrame, BoardShape, BoardStep, GameStep, OutcomeView
from garlic.web.view.records import OpenRecord, Records
from garlic.web.view.replay import ViewBuilder

_MOST_STEPS = 60
_KEPT = 8


class Showcase(BaseModel):
    """A game to look at: a board, and the steps that follow."""

    kind: Literal["live", "recent", "example"]
    game: str
    title: SentenceModel
    simultaneous: bool
    names: tuple[str, str] | None = None  # of the players
    live: str | None = None  # the id of a game in progress: events `match:ID` report what follows
    record: str | None = None  # the key of a finished game's record
    outcome: OutcomeView | None = None
    shape: BoardShape
    frame: BoardFrame
    before: int = 0  # steps before this frame
    steps: list[BoardStep] = []


class Showcases:
    """Chooses the game to show; keeps the last finished ones."""

    def __init__(self, database: Database, records: Records, live: LiveGames) -> None:
        self._database = database
        self._records = records
        self._live = live
        self._known: OrderedDict[str, Showcase] = OrderedDict()
        self._lock = Lock()

    def choose(self, own: str | None = None) -> Showcase:
        """A game in progress, else the one played last (in a match, or *own*), else an example."""
        if (live := self._live.latest()) is not None and live.start is not None:
            return _of_live(live)
        key = self._database.read(lambda connection: latest_key(connection, own))
        return self.example() if key is None else self.finished(key)

    def example(self) -> Showcase:
        """The longest example that comes with a game."""
        return _example(max(GAMES.values(), key=lambda game: len(game.sample.moves)))

    def finished(self, key: str) -> Showcase:
        """The game with the record *key*; raise `Problem` if there is none."""
        with self._lock:
            known = self._known.get(key)
        if known is None:
            known = _of_record(self._records.open(key))
            with self._lock:
                self._known[key] = known
                while len(self._known) > _KEPT:
                    self._known.popitem(last=False)
        return known


def _of_live(live: LiveGame) -> Showcase:
    assert live.start is not None  # noqa: S101  (the caller checked it)
    return Showcase(
        kind="live",
        **_facts(GAMES[live.game]),
        names=live.names,
        live=live.id,
        shape=live.start.shape,
        frame=_frame_after(live.start.frame, live.steps),
        before=len(live.steps),
    )


def _frame_after(frame: BoardFrame, steps: Sequence[BoardStep]) -> BoardFrame:
    """*frame* after *steps*."""
    if not steps:
        return frame
    pieces = {piece.at: piece for piece in frame.pieces}
    for step in steps:
        for place in step.clear:
            pieces.pop(place, None)
        pieces.update((piece.at, piece) for piece in step.set)
    last = steps[-1]
    shared = BoardFrame.model_fields.keys() & BoardStep.model_fields.keys()
    values = {name: getattr(last, name) for name in shared}
    return BoardFrame(**values, pieces=list(pieces.values()))


def _of_record(opened: OpenRecord) -> Showcase:
    record = opened.record
    game = GAMES[record.game]
    first, *others = opened.steps[-_MOST_STEPS - 1 :]
    board = BoardView(game, first.position)
    builder = ViewBuilder(board, first.position, record.timeouts)
    frame = builder.begin(()).frame
    return Showcase(
        kind="recent",
        **_facts(game),
        names=(record.bots[0].name, record.bots[1].name),
        record=opened.key,
        outcome=OutcomeView.of(record.outcome),
        shape=board.shape,
        frame=frame,
        before=len(opened.steps) - 1 - len(others),
        steps=[_board_part(builder.add(step.position, step.turns)) for step in others],
    )


def _board_part(step: GameStep) -> BoardStep:
    return BoardStep(**{name: getattr(step, name) for name in BoardStep.model_fields})


def _example(game: Game) -> Showcase:
    """The moves of the game's sample."""
    sample = game.sample
    position = start_of(game, map_name=sample.map, rule=None, opening=None, seed=0)
    board = BoardView(game, position)
    frame = board.frame(position)
    steps = []
    words = sample.moves.split()
    for index in range(0, len(words), game.move_words):
        move = game.move.parse(" ".join(words[index : index + game.move_words]))
        after = turn_position(position).play(move)
        last = board.places(position, move)
        steps.append(board.step_of(game.diagram(position), game.diagram(after), last))
        position = after
    return Showcase(kind="example", **_facts(game), shape=board.shape, frame=frame, steps=steps)


def _facts(game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": encode_sentence(game.title),
        "simultaneous": game.simultaneous,
    }

"""Where the time of a game went."""

from dataclasses import dataclass
from statistics import median

from garlic.core import Limits, Verdict
from garlic.games import GAMES
from garlic.judge.bots import BotKind
from garlic.judge.record import Record, RecordedBot, Turn

SLOWEST = 5  # turns that are listed
_NEAR = 0.8  # share of the limit; on a busier machine such a turn would have been too late
_LATE = frozenset({Verdict.TOO_LATE, Verdict.INIT_TOO_LATE})


@dataclass(frozen=True, slots=True)
class SlowTurn:
    """A turn, its time, and that time as a share of the limit (1: all of it)."""

    number: int
    seconds: float
    share: float


@dataclass(frozen=True, slots=True)
class TimeUse:
    """One side's time. *near* and *late* are the turns close to the limit and beyond it."""

    turns: int
    seconds: float
    median_seconds: float
    slowest: tuple[SlowTurn, ...]
    near: tuple[int, ...]
    late: tuple[int, ...]
    game_share: float | None  # of the time limit for the whole game, if there is one


def time_use(record: Record) -> tuple[TimeUse, TimeUse]:
    """The time use of both sides."""
    first, second = (
        _time_use([turn for turn in record.turns if turn.seat == name], record.limits, bot)
        for name, bot in zip(GAMES[record.game].seats, record.bots, strict=True)
    )
    return first, second


def _time_use(turns: list[Turn], limits: Limits, player: RecordedBot) -> TimeUse:
    # The limit of a turn is for bots: a person has only a clock, if any.
    is_person = player.kind == BotKind.HUMAN.value
    limit = limits.game_seconds if is_person else limits.turn_seconds
    moves = [turn for turn in turns if turn.number > 0]
    spent = [_slow_turn(turn, limit) for turn in moves]
    total = sum(turn.seconds for turn in spent)
    late = {turn.number for turn in turns if turn.verdict in _LATE}
    return TimeUse(
        turns=len(moves),
        seconds=total,
        median_seconds=median(turn.seconds for turn in spent) if spent else 0.0,
        slowest=tuple(sorted(spent, key=lambda turn: (-turn.seconds, turn.number))[:SLOWEST]),
        near=tuple(t.number for t in spent if t.share >= _NEAR and t.number not in late),
        late=tuple(sorted(late)),
        game_share=total / limits.game_seconds if limits.game_seconds else None,
    )


def _slow_turn(turn: Turn, limit: float | None) -> SlowTurn:
    seconds = max(turn.cost.wall_seconds - turn.cost.delay_seconds, 0.0)
    share = seconds / limit if limit else 0.0
    return SlowTurn(turn.number, seconds, share)

"""One match as a piece of work: what every executor runs, and what is believed of its record."""

from dataclasses import asdict

from garlic.core import GarlicError, InvalidFileError, Text
from garlic.games import GAMES
from garlic.judge.game_run import MOST_OVERLOADS, NOT_JUDGED, GameRun, play
from garlic.judge.record import Record, Turn
from garlic.judge.replay import first_difference

_LARGEST_RECORD = 64 << 20
_LONGEST_SECONDS = 1e8
_LARGEST_MEMORY = 1 << 50


def play_one(match: GameRun) -> bytes:
    """Referee *match*; its record as the text that `Record.parse` reads.

    Raises what `garlic.judge.game_run.play` raises.
    """
    return play(match).dumps().encode()


def checked_record(match: GameRun, content: bytes) -> Record:
    """The record of *match* that came from another machine, read and refereed again.

    What the rules decide is computed anew; what happened to a process (it was late, it crashed)
    has to be believed. Raises `InvalidFileError` if it is no record, not of this match, or
    not true.
    """
    if len(content) > _LARGEST_RECORD:
        raise InvalidFileError("the record is larger than {limit} MB", limit=_LARGEST_RECORD >> 20)
    record = Record.parse(content)
    expected, told = _terms_of_match(match), _terms_of_record(record)
    for what, value in expected.items():
        if told[what] != value:
            raise InvalidFileError(
                "the record is of another match: its {what} should be {expected}, not {got}",
                what=what,
                expected=str(value),
                got=str(told[what]),
            )
    _check_costs(record)
    if not _not_judged(record):
        try:
            difference = first_difference(record)
        except GarlicError as fault:
            difference = fault.text
        if difference is not None:
            raise InvalidFileError("the record is not true: {difference}", difference=difference)
    return record


def _terms_of_match(match: GameRun) -> dict[str, object]:
    """What the record of *match* has to repeat."""
    return {
        "game": match.game,
        "start": match.start,
        "seed": match.seed,
        "bots": [(bot.kind.value, bot.digest()) for bot in match.bots],
        "limits": asdict(match.limits or GAMES[match.game].limits),
        "timeouts": match.timeouts,
        "adjudication": asdict(match.adjudication),
    }


def _terms_of_record(record: Record) -> dict[str, object]:
    return {
        "game": record.game,
        "start": record.start,
        "seed": record.seed,
        "bots": [(bot.kind, bot.digest) for bot in record.bots],
        "limits": asdict(record.limits),
        "timeouts": record.timeouts,
        "adjudication": asdict(record.adjudication),
    }


def _check_costs(record: Record) -> None:
    """Raise `InvalidFileError` if a turn took what nothing can take: tables add these up."""
    for turn in (*record.turns, *record.overloads):
        cost = turn.cost
        seconds = (cost.wall_seconds, cost.cpu_seconds, cost.delay_seconds)
        if not all(0 <= value <= _LONGEST_SECONDS for value in seconds):
            raise _cost_fault(turn, Text("seconds"))
        if not 0 <= cost.memory_bytes <= _LARGEST_MEMORY:
            raise _cost_fault(turn, Text("bytes"))


def _cost_fault(turn: Turn, what: Text) -> InvalidFileError:
    return InvalidFileError(
        "turn {number}: nothing takes so many {what}", number=turn.number, what=what
    )


def _not_judged(record: Record) -> bool:
    """Whether it says that no fair judgement was possible, in the way in which that is said."""
    return (
        record.outcome == NOT_JUDGED
        and not record.turns
        and not record.choices
        and len(record.overloads) == MOST_OVERLOADS + 1
    )

"""One game as a task: the function that executors run, and the check of records from elsewhere."""

from dataclasses import asdict

from garlic.core import GarlicError, InvalidFileError, Text
from garlic.games import GAMES
from garlic.judge.game_run import MOST_OVERLOADS, GameRun, play
from garlic.judge.record import NOT_JUDGED, Record, Turn
from garlic.judge.replay import first_difference

_LARGEST_RECORD = 64 << 20
_LONGEST_SECONDS = 1e8
_LARGEST_MEMORY = 1 << 50


def play_one(game_run: GameRun) -> bytes:
    """Referee *game_run*; return its record as the text that `Record.parse` reads.

    Raises what `garlic.judge.game_run.play` raises.
    """
    return play(game_run).dumps().encode()


def checked_record(game_run: GameRun, content: bytes) -> Record:
    """The record of *game_run* that came from another machine, parsed and refereed again.

    What the rules decide is computed again; what happened to a process (timeout, crash) has to
    be trusted. Raises `InvalidFileError` if it is no record, of another game, or false.
    """
    if len(content) > _LARGEST_RECORD:
        raise InvalidFileError("the record is larger than {limit} MB", limit=_LARGEST_RECORD >> 20)
    record = Record.parse(content)
    expected, actual = _terms_of_game_run(game_run), _terms_of_record(record)
    for what, value in expected.items():
        if actual[what] != value:
            raise InvalidFileError(
                "the record is of another match: its {what} should be {expected}, not {got}",
                what=what,
                expected=str(value),
                got=str(actual[what]),
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


def _terms_of_game_run(game_run: GameRun) -> dict[str, object]:
    """The values that the record of *game_run* has to repeat."""
    return {
        "game": game_run.game,
        "start": game_run.start,
        "seed": game_run.seed,
        "bots": [(bot.kind.value, bot.digest()) for bot in game_run.bots],
        "limits": asdict(game_run.limits or GAMES[game_run.game].limits),
        "timeouts": game_run.timeouts,
        "adjudication": asdict(game_run.adjudication),
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
    """Raise `InvalidFileError` if a turn has impossible costs, which would spoil the tables."""
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
    """Whether it is a well-formed record of a game that could not be judged fairly."""
    return (
        record.outcome == NOT_JUDGED
        and not record.turns
        and not record.choices
        and len(record.overloads) == MOST_OVERLOADS + 1
    )

"""Records without bots: the moves are given, the referee judges them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from garlic.core import Outcome, Verdict
from garlic.core.game import turn_position
from garlic.games import GAMES
from garlic.judge.record import Cost, Record, RecordedBot, Turn
from garlic.judge.replay import replayed

BOTS = (RecordedBot("first.py", "python", "0" * 64), RecordedBot("second.py", "python", "1" * 64))


def some_moves(game: str, count: int) -> list[str]:
    """A legal game of *count* moves, fewer if it ends earlier; always the same one."""
    position = turn_position(GAMES[game].setup())
    moves = []
    for number in range(count):
        legal = position.legal_moves()
        if not legal:
            break
        move = legal[7 * number % len(legal)]
        moves.append(str(move))
        position = position.play(move)
    return moves


def patient(record: Record) -> Record:
    """*record* with limits long enough for a busy machine, for bots that are asked again."""
    limits = replace(record.limits, init_seconds=20.0, turn_seconds=10.0)
    return replace(record, limits=limits)


def record_of(
    game: str,
    moves: Sequence[str | tuple[str, str]],
    *,
    start: str | None = None,
    faults: Mapping[int, Verdict] | None = None,
    seed: int = 0,
) -> Record:
    """The game of these *moves* (pairs, where both move at once), turn by turn, with *faults*.

    A turn takes as many milliseconds as its number. The outcome follows from the rules; a game
    that is not over ends as a draw.
    """
    facts = GAMES[game]
    start_text = start or str(facts.setup())
    mover = 0 if facts.simultaneous else turn_position(facts.parse(start_text)).mover.index
    turns = [Turn(0, seat, None, Verdict.OK) for seat in facts.seats]
    for number, move in enumerate(moves, 1):
        verdict = (faults or {}).get(number, Verdict.OK)
        answers = move if isinstance(move, tuple) else (move,)
        for place, answer in enumerate(answers):
            seat = facts.seats[(mover + number - 1) % 2 if len(answers) == 1 else place]
            late = verdict is Verdict.TOO_LATE
            turns.append(
                Turn(number, seat, None if late else answer, verdict, cost=Cost(number / 1e3))
            )
    record = Record(
        game=game,
        start=start_text,
        seed=seed,
        limits=facts.limits,
        timeouts="default",
        bots=BOTS,
        isolation=(),
        turns=tuple(turns),
        choices=(),
        outcome=Outcome(None, "stopped"),
    )
    _, refereed = replayed(record)
    if refereed is None:
        return record
    return replace(record, turns=refereed.turns, choices=refereed.choices, outcome=refereed.outcome)

"""Exports a record in the notations of its game: SGF, PGN, GGF and so on."""

from collections.abc import Mapping

from garlic.core import Game, InputError, Seat, Sheet, UsageError, Verdict
from garlic.core.game import turn_position
from garlic.core.line import text_notation
from garlic.core.notation import Notation
from garlic.games import GAMES
from garlic.judge.record import Record

# How notations write a result that does not follow from the moves: a loss on time or by a fault.
_RESULTS = {
    "pgn": {Seat.A: "1-0", None: "1/2-1/2", Seat.B: "0-1"},
    "sgf": {Seat.A: "B+F", None: "Draw", Seat.B: "W+F"},
}


def written_forms(game: Game) -> Mapping[str, Notation]:
    """The notations in which games of *game* can be written, by name, our own first."""
    known = {"text": text_notation(game), **game.notations}
    return {name: notation for name, notation in known.items() if notation.write is not None}


def sheet_of(record: Record, form: str = "", tags: Mapping[str, str] | None = None) -> Sheet:
    """The game as a score sheet for the notation *form*: the opening, then the moves played.

    It ends at the first lost turn, which notations cannot express. *tags* add to the tags from
    the record, or replace them.
    """
    game = GAMES[record.game]
    reader = text_notation(game).read
    assert reader is not None  # noqa: S101  (our own notation reads)
    (opening,) = reader(record.start.encode())
    moves = list(opening.moves)
    position = opening.end()
    for turn in record.turns if not game.simultaneous else ():
        if turn.number == 0:
            continue
        if turn.verdict is not Verdict.OK or turn.move is None:
            break
        try:
            move = game.move.parse(turn.move)
            position = turn_position(position).play(move)
        except InputError:  # a false record: the rest is meaningless
            break
        moves.append(move)
    all_tags = {"first": record.bots[0].name, "second": record.bots[1].name, **(tags or {})}
    sheet = Sheet(opening.start, tuple(moves), all_tags)
    if form in _RESULTS and position.outcome() is None:
        all_tags["result"] = _RESULTS[form][record.outcome.winner]
    return sheet


def write_record(record: Record, form: str) -> bytes:
    """The game in the notation *form*; raise `UsageError` if it cannot be written so."""
    forms = {} if GAMES[record.game].simultaneous else written_forms(GAMES[record.game])
    if form not in forms or (write := forms[form].write) is None:
        raise UsageError(
            "a game of {game} cannot be written as {form!r}; there are {known}",
            game=record.game,
            form=form,
            known=", ".join(forms) or "-",
        )
    return write(sheet_of(record, form))

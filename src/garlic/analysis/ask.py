"""Ask again: what would this bot have played there?

The bot sits down in the sandbox as in any match, hears what was played, and is asked once. The
referee judges its answer under the limits of the record.
"""

from dataclasses import dataclass
from typing import Any

from garlic.core import Seat, Text, UsageError
from garlic.engines.built_in import check_built_in
from garlic.games import GAMES
from garlic.judge.bots import Bot
from garlic.judge.game_run import MOST_OVERLOADS, GameRun, player_for
from garlic.judge.record import Record, Turn
from garlic.judge.referee import Overloaded
from garlic.judge.replay import ask_at_turn
from garlic.wire import LINE, PROTOCOLS, SeatSetup


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer of *bot* beside what was played then; *before* is the position, for both."""

    bot: Bot
    seat: Seat
    before: Any
    played: Turn
    answer: Turn

    @property
    def same(self) -> bool:
        """Did it answer as was played?"""
        told = (self.answer.move, self.answer.verdict)
        return told == (self.played.move, self.played.verdict)


def ask(record: Record, number: int, bot: Bot, seat: Seat | None = None) -> Asked:
    """Put the position before turn *number* of *record* to *bot*.

    *seat* is needed where both sides move at once; by default whoever moved first. Raises
    `UsageError` where there is no such turn, or the bot cannot play this game.
    """
    game = GAMES[record.game]
    check_built_in(game, bot.name)
    seat, played = _turn(record, number, seat)
    protocol = PROTOCOLS.get(bot.protocol, LINE)
    if not protocol.any_start and number > 2:
        raise UsageError(
            "a {word}: bot plays its games from the start and can be asked only there",
            word=protocol.word,
        )
    match = GameRun(
        game=record.game,
        bots=(bot, bot),
        start=record.start,
        seed=record.seed,
        limits=record.limits,
        timeouts=record.timeouts,
        map=record.map,
    )
    sitting = SeatSetup(game, seat, record.limits, game.parse(record.start))
    busy: Overloaded | None = None
    for _ in range(MOST_OVERLOADS):
        guest = player_for(match, sitting)
        try:
            before, after = ask_at_turn(record, number, seat, guest)
        except Overloaded as fault:
            busy = fault
            continue
        finally:
            guest.close()
        answer = next(turn for turn in after.turns if turn.seat == played.seat)
        return Asked(bot, seat, before.position, played, answer)
    assert busy is not None  # noqa: S101  (or the loop had returned)
    raise UsageError("the machine is too busy to ask a bot: {why}", why=busy.turn.detail or "-")


def _turn(record: Record, number: int, seat: Seat | None) -> tuple[Seat, Turn]:
    """The turn of that number and who made it, *seat* if given."""
    names = GAMES[record.game].seats
    for turn in record.turns:
        if turn.number == number and turn.number > 0 and turn.seat in names:
            found = list(Seat)[names.index(turn.seat)]
            if seat in (None, found):
                return found, turn
    if seat is None:
        raise UsageError("the record has no turn {number}", number=number)
    raise UsageError(
        "{seat} has no turn {number} in this game", seat=Text(names[seat.index]), number=number
    )

"""What would this bot have played in a position of a record?

The bot runs in the sandbox as in any match, receives the moves played so far and is asked for one
move. The referee judges its answer under the limits of the record.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from garlic.core import NotJudgedError, Position, Seat, Text, UsageError
from garlic.engines.built_in import check_built_in
from garlic.games import GAMES
from garlic.judge.bots import Bot
from garlic.judge.game_run import MOST_OVERLOADS, GameRun, player_for
from garlic.judge.patience import Patience, run_patiently
from garlic.judge.record import Certainty, Record, Turn
from garlic.judge.referee import Overloaded, Player
from garlic.judge.replay import ask_at_turn
from garlic.judge.workers.run import done_at_once
from garlic.wire import LINE, PROTOCOLS, SeatSetup


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """The *answer* of *bot* and the turn *played* in the record, both in position *before*."""

    bot: Bot
    seat: Seat
    before: Position
    played: Turn
    answer: Turn
    is_delayed: bool  # the machine was busy while it was thinking

    @property
    def same(self) -> bool:
        """Are move and verdict the same as in the record?"""
        answered = (self.answer.move, self.answer.verdict)
        return answered == (self.played.move, self.played.verdict)


def ask(
    record: Record,
    number: int,
    bot: Bot,
    seat: Seat | None = None,
    patience: Patience | None = None,
) -> BotAnswer:
    """Ask *bot* for a move in the position before turn *number* of *record*.

    *seat* is needed where both sides move at once; the default is the first one in the record.
    An answer that was delayed or could not be judged is asked for again, as *patience* allows.
    Raises `UsageError` if there is no such turn, or the bot cannot play this game, and
    `NotJudgedError` if the machine is too busy.
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
    game_run = GameRun(
        game=record.game,
        bots=(bot, bot),
        start=record.start,
        seed=record.seed,
        limits=record.limits,
        timeouts=record.timeouts,
        map=record.map,
    )
    sitting = SeatSetup(game, seat, record.limits, game.parse(record.start))

    def asked(_: int) -> Future[BotAnswer | None]:
        return done_at_once(
            lambda: _ask(record, number, bot, played, lambda: player_for(game_run, sitting), seat)
        )

    # A later answer is surer.
    *_, (_, surest) = run_patiently([number], asked, _certainty, 1, patience or Patience())
    if surest is None:
        raise NotJudgedError("the answer could not be judged: the machine was too busy")
    return surest


def _certainty(answer: BotAnswer | None) -> Certainty:
    if answer is None:
        return Certainty.NOT_JUDGED
    return Certainty.DELAYED if answer.is_delayed else Certainty.FINAL


def _ask(
    record: Record,
    number: int,
    bot: Bot,
    played: Turn,
    new_player: Callable[[], Player],
    seat: Seat,
) -> BotAnswer | None:
    """The answer; None if the machine was too busy each time."""
    for _ in range(MOST_OVERLOADS + 1):
        player = new_player()
        try:
            before, after = ask_at_turn(record, number, seat, player)
        except Overloaded:
            continue
        finally:
            player.close()
        answer = next(turn for turn in after.turns if turn.seat == played.seat)
        is_delayed = answer.is_delayed(record.limits)
        return BotAnswer(bot, seat, before.position, played, answer, is_delayed)
    return None


def _turn(record: Record, number: int, seat: Seat | None) -> tuple[Seat, Turn]:
    """The turn with that number and its seat, which is *seat* if that is given."""
    names = GAMES[record.game].seats
    for turn in record.turns:
        if turn.number == number and turn.number > 0 and turn.seat in names:
            mover = list(Seat)[names.index(turn.seat)]
            if seat in (None, mover):
                return mover, turn
    if seat is None:
        raise UsageError("the record has no turn {number}", number=number)
    raise UsageError(
        "{seat} has no turn {number} in this game", seat=Text(names[seat.index]), number=number
    )

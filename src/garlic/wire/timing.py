"""What programs are told of the time they have, so that their answers are not late."""

from garlic.wire.dialogue import Clock
from garlic.wire.settings import BotSettings

# What is kept back of a move's time, at most half of it: for the way there and back, and for slow
# hands.
_MARGIN_MS = 50
_LARGEST_MARGIN_MS = 60_000
# A protocol that tells one time only cannot tell of a clock and of a turn's limit: a program that
# is told its whole clock might take more of it than a turn allows. It is told its share.
_MOVES_A_CLOCK = 20


def margin_ms(settings: BotSettings) -> int | None:
    """What a bot's name (``?margin=200``) wants to be kept back; None: the usual."""
    wished = settings.number("margin", -1, _LARGEST_MARGIN_MS, -1)
    return None if wished < 0 else wished


def milliseconds(seconds: float, margin: int | None) -> int:
    """What a program is told of *seconds*, less the *margin*; never nothing."""
    whole = int(seconds * 1000)
    kept = min(_MARGIN_MS, whole // 2) if margin is None else margin
    return max(whole - kept, 1)


def share_ms(clock: Clock, margin: int | None) -> int:
    """The same for a move, where nothing can be told of the clock for the whole game."""
    seconds = clock.move if clock.game is None else min(clock.move, clock.game / _MOVES_A_CLOCK)
    return milliseconds(seconds, margin)

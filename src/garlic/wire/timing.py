"""What programs are told of the time they have, so that their answers are not late."""

from garlic.wire.dialogue import Clock
from garlic.wire.settings import Settings

# What is kept back of a move's time: for the way there and back, and for slow hands.
MARGIN_MS = 50
_LARGEST_MARGIN_MS = 60_000
# A protocol that tells one time only cannot tell of a clock and of a turn's limit: a program that
# is told its whole clock might take more of it than a turn allows. It is told its share.
_MOVES_A_CLOCK = 20


def margin_ms(settings: Settings) -> int:
    """What is kept back, in milliseconds: as the bot's name sets it, else the usual."""
    return settings.number("margin", 0, _LARGEST_MARGIN_MS, MARGIN_MS)


def milliseconds(seconds: float, margin: int) -> int:
    """What a program is told of *seconds*; half of it where the *margin* is more, never nothing."""
    whole = int(seconds * 1000)
    return max(whole - margin, whole // 2, 1)


def share_ms(clock: Clock, margin: int) -> int:
    """The same for a move, where nothing can be told of the clock for the whole game."""
    seconds = clock.move if clock.game is None else min(clock.move, clock.game / _MOVES_A_CLOCK)
    return milliseconds(seconds, margin)

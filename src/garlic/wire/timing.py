"""The time limits that are sent to programs, with a margin so that answers are not late."""

from garlic.wire.dialogue import Clock
from garlic.wire.settings import BotSettings

# The default margin kept back of a move's time, at most half of it: for transport, and for
# programs that stop late.
_MARGIN_MS = 50
_LARGEST_MARGIN_MS = 60_000
# Some protocols have one time only and cannot express both a game clock and a turn limit. Sent
# its whole clock, a program might exceed the turn limit; so it is sent this share of the clock.
_MOVES_PER_CLOCK = 20


def margin_ms(settings: BotSettings) -> int | None:
    """The margin that a bot's name sets (``?margin=200``); None for the default."""
    if "margin" not in settings.values:
        return None
    return settings.number("margin", 0, _LARGEST_MARGIN_MS, _MARGIN_MS)


def milliseconds(seconds: float, margin: int | None) -> int:
    """*seconds* less the *margin*, in milliseconds; at least 1."""
    total = int(seconds * 1000)
    margin = min(_MARGIN_MS, total // 2) if margin is None else margin
    return max(total - margin, 1)


def share_ms(clock: Clock, margin: int | None) -> int:
    """The time for one move, for protocols that cannot express the game clock."""
    seconds = clock.move if clock.game is None else min(clock.move, clock.game / _MOVES_PER_CLOCK)
    return milliseconds(seconds, margin)

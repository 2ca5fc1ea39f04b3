from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use. `game_seconds` is per side; None means no limit.

    `increment_seconds` are added to the clock of the whole game after each of a side's moves.
    """

    init_seconds: float
    turn_seconds: float
    memory_bytes: int
    game_seconds: float | None = None
    nodes: int | None = None  # for players that count search nodes: ours do
    increment_seconds: float | None = None


MEGABYTE = 1 << 20

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use. `game_seconds` is per side; None means no limit."""

    init_seconds: float
    turn_seconds: float
    memory_bytes: int
    game_seconds: float | None = None
    nodes: int | None = None  # for players that count search nodes: ours do


MEGABYTE = 1 << 20

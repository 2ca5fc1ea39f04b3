from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use. `game_seconds` is per side; None means no limit."""

    init_seconds: float
    turn_seconds: float
    memory_bytes: int
    game_seconds: float | None = None
    nodes: int | None = None  # for players that count search nodes: ours do

    def seconds_for(self, number: int) -> float:
        """The limit of turn *number*; 0 is the start of the bot."""
        return self.turn_seconds if number > 0 else self.init_seconds


MEGABYTE = 1 << 20

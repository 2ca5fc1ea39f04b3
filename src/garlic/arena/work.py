"""One match as a piece of work: what every executor runs, here or on another machine."""

from garlic.judge.match import Match, play


def play_one(match: Match) -> bytes:
    """Referee *match*; its record as the canonical text that `Record.parse` reads.

    Raises what `garlic.judge.match.play` raises.
    """
    return play(match).dumps().encode()

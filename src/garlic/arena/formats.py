"""Who meets whom: one function per format, from the results so far to the next round.

The functions are pure: a round follows from the rounds before it, so an interrupted tournament
resumes with the same pairings. Bots are places, from 0, in the order of the definition, which is
also their seeding.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, log2

_EXTRA_MEETINGS = 3  # of two bots that tied in a knock-out, before the better seed advances
_MOST_TRIES = 20_000  # of pairings in a Swiss round, before two bots may meet again

Pairing = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MeetingResult:
    """The result of a meeting: game points (1, ½, 0) and the sum of scores, of both bots."""

    pairing: Pairing
    points: tuple[float, float]
    scored: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class FormatState:
    """What a format sees of a tournament."""

    size: int
    rounds: int | None = None  # from the definition
    challengers: int = 1
    history: tuple[tuple[MeetingResult, ...], ...] = ()  # the rounds that are over
    points: tuple[float, ...] = ()  # of each bot by the tournament's scoring, byes included
    out: frozenset[int] = frozenset()  # set aside


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its pairings, and what it adds to the ranking."""

    next_round: Callable[[FormatState], list[Pairing] | None]  # None: it is over
    # Ranks before points, for each bot; higher is better.
    levels: Callable[[FormatState], list[float]] = lambda table: [0.0] * table.size
    # Meetings that each bot won without playing.
    byes: Callable[[FormatState], list[int]] = lambda table: [0] * table.size
    in_rounds: bool = True  # do rounds follow from results? If not, one round has all games
    has_round_count: bool = False  # may the definition set the number of rounds?
    suits_sums: bool = True  # does it work with the scoring "sum"?


def _round_robin(table: FormatState) -> list[Pairing] | None:
    if table.history:
        return None
    # The circle method: one bot stays, the others rotate; every bot plays early and often.
    circle: list[int | None] = [*range(table.size), *([None] if table.size % 2 else [])]
    pairings: list[Pairing] = []
    for _ in range(len(circle) - 1):
        for first, second in zip(circle, reversed(circle[len(circle) // 2 :]), strict=False):
            if first is not None and second is not None:
                pairings.append((first, second))
        circle.insert(1, circle.pop())
    return pairings


def _gauntlet(table: FormatState) -> list[Pairing] | None:
    if table.history:
        return None
    others = range(table.challengers, table.size)
    return [(challenger, other) for other in others for challenger in range(table.challengers)]


# Swiss ------------------------------------------------------------------------------------------


def _swiss(table: FormatState) -> list[Pairing] | None:
    rounds = table.rounds or ceil(log2(table.size))
    if len(table.history) >= min(rounds, table.size - 1):
        return None
    playing = [place for place in range(table.size) if place not in table.out]
    if len(playing) < 2:
        return None
    playing.sort(key=lambda place: (-table.points[place], place) if table.points else (0, place))
    if len(playing) % 2:
        byes = _swiss_byes(table)
        fewest = min(byes[place] for place in playing)
        rests = next(place for place in reversed(playing) if byes[place] == fewest)
        playing.remove(rests)
    met = {frozenset(meeting.pairing) for over in table.history for meeting in over}
    return _paired(playing, met) or _paired(playing, set()) or []


def _paired(playing: list[int], met: set[frozenset[int]]) -> list[Pairing] | None:
    """Pair each bot with one close in rank that it has not met; None if that is not possible."""
    tries = _MOST_TRIES
    pairings: list[Pairing] = []
    # For backtracking: the bots left at each choice, and the partners not tried yet.
    open_choices: list[tuple[list[int], Iterator[int]]] = []
    left = playing
    partners = _partners(left, met)
    while left:
        partner = next(partners, None)
        tries -= 1
        if tries < 0:
            return None
        if partner is None:  # a dead end: the last choice was wrong
            if not open_choices:
                return None
            left, partners = open_choices.pop()
            pairings.pop()
            continue
        open_choices.append((left, partners))
        pairings.append((left[0], partner))
        left = [place for place in left[1:] if place != partner]
        partners = _partners(left, met)
    return pairings


def _partners(left: list[int], met: set[frozenset[int]]) -> Iterator[int]:
    return (place for place in left[1:] if frozenset((left[0], place)) not in met)


def _swiss_byes(table: FormatState) -> list[int]:
    byes = [0] * table.size
    for over in table.history:
        playing = {place for meeting in over for place in meeting.pairing}
        for place in range(table.size):
            # A bot that was set aside had no bye: it was out.
            if place not in playing and place not in table.out:
                byes[place] += 1
    return byes


# Knock-out --------------------------------------------------------------------------------------


def _knock_out(table: FormatState) -> list[Pairing] | None:
    return _bracket(table)[0]


def _knock_out_levels(table: FormatState) -> list[float]:
    return _bracket(table)[1]


def _bracket(table: FormatState) -> tuple[list[Pairing] | None, list[float]]:
    """Who is to play next (None: it is over), and how many ties each bot has won."""
    levels = [0.0] * table.size
    line = _seeded(table.size)
    rounds = iter(table.history)
    while len(line) > 1:
        ties = list(zip(line[::2], line[1::2], strict=True))
        undecided = [
            (upper, lower) for upper, lower in ties if upper is not None and lower is not None
        ]
        ahead = dict.fromkeys(undecided, (0.0, 0))  # points and scores, as the first sees them
        for _ in range(1 + _EXTRA_MEETINGS):
            if not undecided:
                break
            over = next(rounds, None)
            if over is None:
                return undecided, levels
            for meeting in over:
                points, scores = ahead[meeting.pairing]
                ahead[meeting.pairing] = (
                    points + meeting.points[0] - meeting.points[1],
                    scores + meeting.scored[0] - meeting.scored[1],
                )
            undecided = [pairing for pairing in undecided if ahead[pairing] == (0, 0)]
        line = [_winner(upper, lower, ahead) for upper, lower in ties]
        for place in line:
            if place is not None:
                levels[place] += 1
    return None, levels


def _winner(
    upper: int | None, lower: int | None, ahead: Mapping[Pairing, tuple[float, int]]
) -> int | None:
    if upper is None:
        return lower
    if lower is None:
        return upper
    margin = ahead[upper, lower]
    if not any(margin):
        return min(upper, lower)  # the better seed
    return upper if margin > (0, 0) else lower


def _seeded(size: int) -> list[int | None]:
    """The first round of a bracket: the best seeds meet last, and get the byes."""
    line = [0]
    while len(line) < size:
        line = [place for seed in line for place in (seed, 2 * len(line) - 1 - seed)]
    return [place if place < size else None for place in line]


# Ladder -----------------------------------------------------------------------------------------


def _ladder(table: FormatState) -> list[Pairing] | None:
    done = len(table.history)
    if done >= (table.rounds or table.size):
        return None
    return [
        pairing
        for pairing in _neighbours(_steps(table), done)
        if not table.out.intersection(pairing)
    ]


def _ladder_levels(table: FormatState) -> list[float]:
    levels = [0.0] * table.size
    for step, place in enumerate(_steps(table)):
        levels[place] = float(-step)
    return levels


def _steps(table: FormatState) -> list[int]:
    """The bots from the top of the ladder down, after all rounds that are over."""
    steps = list(range(table.size))
    for number, over in enumerate(table.history):
        results = {meeting.pairing: (*meeting.points, *meeting.scored) for meeting in over}
        for upper, lower in _neighbours(steps, number):
            if (upper, lower) in results:
                mine, theirs, scored, conceded = results[upper, lower]
                climbs = (theirs, conceded) > (mine, scored)
            else:  # one of them was set aside
                climbs = upper in table.out and lower not in table.out
            if climbs:
                step = steps.index(upper)
                steps[step : step + 2] = [lower, upper]
    return steps


def _neighbours(steps: list[int], number: int) -> list[Pairing]:
    """Neighbours on the ladder: 1-2, 3-4, ... if *number*, from 0, is even; else 2-3, 4-5, ..."""
    return list(zip(steps[number % 2 :: 2], steps[number % 2 + 1 :: 2], strict=False))


FORMATS: Mapping[str, Format] = {
    "round-robin": Format(_round_robin, in_rounds=False),
    "gauntlet": Format(_gauntlet, in_rounds=False),
    "swiss": Format(_swiss, byes=_swiss_byes, has_round_count=True, suits_sums=False),
    "knock-out": Format(_knock_out, levels=_knock_out_levels),
    "ladder": Format(_ladder, levels=_ladder_levels, has_round_count=True),
}

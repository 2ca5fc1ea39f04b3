"""Our Othello engine against bots of the courses, on course maps, at a real limit of a turn.

Through the judge, as in a course::

    python -m bench othello_courses ~/bots/player.h baseline:othello/lab --games 200

plays 200 games in each seat against each bot, one after another; half of the maps come with the
package, half are new. After each game our engine searches the positions of its turns again, each
for as long as a turn: was a win proved (the score is exact, and above 0), and what became of it?
In lost and drawn games all turns are searched, in the others the earliest proof is found by
halving. An interrupted run continues with the games in --results.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from garlic.arena.sprt import score_of
from garlic.core import GarlicError, Seat, UsageError
from garlic.core.game import expect
from garlic.engines import Engine, Limit
from garlic.games import GAMES
from garlic.games.othello import GAME, MAPS, Position
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record
from garlic.judge.replay import positions
from garlic.judge.settings import parse_limits

_KINDS, _SIZES = ("any", "ring", "corners"), (8, 10, 12)
_FIRST_SEED = 10_000  # the bundled maps have smaller ones
_OUR_NAME = "engine:othello"


@dataclass(frozen=True, slots=True)
class Played:
    """A game: who, where, what our side got, and from how many empty cells on a win was proved."""

    bot: str
    number: int
    seat: str
    map: str
    score: float
    margin: int
    proved: int | None  # empty cells at our first turn with a proof of a win
    kept: bool  # no turn after a proof was without one
    faults: tuple[str, ...]
    longest: float  # our longest turn, in seconds that count against the limit
    delayed: bool

    @property
    def key(self) -> tuple[str, int, str]:
        """What tells it from all others."""
        return self.bot, self.number, self.seat


def start_of(number: int) -> tuple[str, Position]:
    """The map of the games of that number, with its name."""
    half, is_new = divmod(number, 2)
    if not is_new:
        bundled = MAPS.bundled[half % len(MAPS.bundled)].name
        return bundled, MAPS.load(bundled)
    kind = _KINDS[half % len(_KINDS)]
    size = _SIZES[half // len(_KINDS) % len(_SIZES)]
    return f"{kind}-{size}x{size}-{number}", MAPS.make(size, size, _FIRST_SEED + number, kind=kind)


def played(bot: str, number: int, seat: Seat, seconds: float, judge: Engine) -> Played:
    """Play one game, and look for proofs in it."""
    name, start = start_of(number)
    names = (_OUR_NAME, bot) if seat is Seat.A else (bot, _OUR_NAME)
    first, second = (find_bot(one) for one in names)
    limits = parse_limits(f"turn={round(1000 * seconds)}ms", GAMES["othello"].limits)
    record = play(GameRun("othello", (first, second), str(start), seed=number, limits=limits))
    score = score_of(record, seat)
    ours = GAMES["othello"].seats[seat.index]
    own = [turn for turn in record.turns if turn.seat == ours and turn.number > 0]
    proofs = proofs_of(record, seat, judge, Limit(time=seconds), whole=score < 1)
    steps = positions(record)
    end = expect(Position, steps[-1].position)
    return Played(
        bot=bot,
        number=number,
        seat=ours,
        map=name,
        score=score,
        margin=end.score(seat) - end.score(seat.other),
        proved=next((empties for empties, proven in proofs if proven), None),
        kept=[proven for _, proven in proofs] == sorted(proven for _, proven in proofs),
        faults=tuple(
            f"{'ours' if turn.seat == ours else 'theirs'}: {turn.verdict.value}"
            for turn in record.turns
            if turn.verdict.is_fault
        ),
        longest=max((turn.cost.limited_seconds for turn in own), default=0.0),
        delayed=record.is_delayed,
    )


def proofs_of(
    record: Record, seat: Seat, engine: Engine, limit: Limit, *, whole: bool
) -> list[tuple[int, bool]]:
    """Our turns that were searched, in order: the empty cells, and whether a win was proved.

    All turns if *whole*, else those that halving asks for.
    """
    turns = [
        position
        for position in (step.position for step in positions(record))
        if isinstance(position, Position) and position.outcome() is None
        if position.mover is seat
    ]
    found: dict[int, bool] = {}

    def proven(place: int) -> bool:
        if place not in found:
            engine.clear()
            score = engine.search(turns[place], limit).score
            wins = score is not None and score.points is not None and score.points > 0
            found[place] = wins and score is not None and score.proven
        return found[place]

    if whole:
        for place in range(len(turns)):
            proven(place)
    else:
        low, high = 0, len(turns)  # the first proof is at low or later, and at high or before
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if proven(middle) else (middle + 1, high)
    return [(turns[place].empty().bit_count(), found[place]) for place in sorted(found)]


def summary(games: Sequence[Played]) -> dict[str, Any]:
    """The numbers of some games."""
    scores = [game.score for game in games]
    proved = [game for game in games if game.proved is not None]
    share = sum(scores) / max(len(scores), 1)
    return {
        "games": len(games),
        "won": scores.count(1.0),
        "drawn": scores.count(0.5),
        "lost": scores.count(0.0),
        "share": share,
        "interval": interval(share, len(scores)),
        "proved": len(proved),
        "proved_not_won": sum(game.score < 1 for game in proved),
        "empty_cells_at_first_proof": (
            sum(game.proved or 0 for game in proved) / len(proved) if proved else None
        ),
        "our_faults": sum(fault.startswith("ours") for game in games for fault in game.faults),
        "their_faults": sum(fault.startswith("theirs") for game in games for fault in game.faults),
        "longest_turn": max((game.longest for game in games), default=0.0),
        "delayed": sum(game.delayed for game in games),
    }


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of the points (Wilson)."""
    n, z = max(games, 1), 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


def _kept(path: Path) -> Iterator[Played]:
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            values = json.loads(line)
            yield Played(**{**values, "faults": tuple(values["faults"])})
        except (ValueError, TypeError, KeyError) as fault:
            raise UsageError("{path} is no file of these games", path=str(path)) from fault


def _described(who: str, games: Iterable[Played]) -> str:
    one = summary(list(games))
    low, high = one["interval"]
    empties = one["empty_cells_at_first_proof"]
    proof = "" if empties is None else f" (from {empties:.1f} empty cells on average)"
    return (
        f"{who}: {one['won']}+ {one['drawn']}= {one['lost']}-, {one['share']:.1%}"
        f" ({low:.1%} to {high:.1%}); a win proved in {one['proved']}{proof},"
        f" of these not won {one['proved_not_won']}; faults: ours {one['our_faults']}, theirs"
        f" {one['their_faults']}; our longest turn {one['longest_turn']:.3f} s;"
        f" delayed games {one['delayed']}"
    )


def main(arguments: list[str]) -> int:
    """Play; print a line for each bot and seat, and one for all."""
    parser = argparse.ArgumentParser(
        prog="python -m bench othello_courses",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bots", nargs="*", help="as in `garlic match`: player.h, baseline:...")
    parser.add_argument("--games", type=int, default=200, help="in each seat (default 200)")
    parser.add_argument("--time", type=float, default=0.1, help="seconds of a turn (default 0.1)")
    parser.add_argument("--results", type=Path, default=Path("othello-courses.jsonl"))
    options = parser.parse_args(arguments)
    games: dict[tuple[str, int, str], Played] = {}
    try:
        games |= {game.key: game for game in _kept(options.results)}
        _play(options, games)
    except GarlicError as fault:
        print(f"othello_courses: error: {fault.render()}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: run the same command to continue", file=sys.stderr)
    for bot in dict.fromkeys(key[0] for key in games):
        for seat in GAMES["othello"].seats:
            own = [game for game in games.values() if (game.bot, game.seat) == (bot, seat)]
            print(_described(f"{bot}, ours {seat}", own))
    for seat in GAMES["othello"].seats:
        of_seat = [game for game in games.values() if game.seat == seat]
        print(_described(f"all, ours {seat}", of_seat))
    return 0


def _play(options: argparse.Namespace, games: dict[tuple[str, int, str], Played]) -> None:
    judge = Engine(GAME, hash_mb=64)
    with options.results.open("a", encoding="utf-8") as file:
        for number in range(options.games):  # bots take turns: a run cut short has all of them
            for bot in options.bots:
                for seat in Seat:
                    key = bot, number, GAMES["othello"].seats[seat.index]
                    if key in games:
                        continue
                    game = games[key] = played(bot, number, seat, options.time, judge)
                    file.write(json.dumps(asdict(game)) + "\n")
                    file.flush()
                    if game.score < 1 or game.faults:
                        print(f"not won, or a fault: {game}", file=sys.stderr, flush=True)
            if number % 5 == 4:
                print(f"{number + 1} maps", file=sys.stderr, flush=True)

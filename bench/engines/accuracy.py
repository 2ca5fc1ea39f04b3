"""The accuracy of random moves and of our levels, as reviews find it.

For `Scale.random_drop` of each game and the table in `docs/play/analysis.md`::

    python -m bench accuracy xiangqi            random moves and levels 1 to 10, one game each
    python -m bench accuracy xiangqi random 8   random moves alone, eight games
"""

from collections.abc import Iterator

from garlic.analysis import MoveReview, Reviewer
from garlic.analysis.review import average_drop
from garlic.analysis.scales import RANDOM_ACCURACY, accuracy
from garlic.core import Scale, Seat
from garlic.engines import LEVELS, Limit
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.settings import parse_limits

Row = tuple[str, str, str]
RANDOM = "random"
OPPONENT = "4"  # the level that everybody plays against
MAPS = {"stars": "10x10-both-free"}
# Of players and of reviews, so that a table takes minutes; a node of Stars is a rollout.
NODES = {"stars": 1_000}
USUAL_NODES = 20_000


def reviewed(game: str, who: str, games: int) -> tuple[list[MoveReview], Scale]:
    """The moves with a choice of *who* (``random`` or a level) in *games* games, both colours."""
    facts, nodes = GAMES[game], NODES.get(game, USUAL_NODES)
    start = facts.maps.load(MAPS[game]) if facts.maps and game in MAPS else facts.setup()
    limits = parse_limits("init=60s,turn=60s", facts.limits)
    found: list[MoveReview] = []
    scale = facts.scale
    for number in range(games):
        seat = list(Seat)[number % 2]
        names = [_name(game, who, nodes, number), _name(game, OPPONENT, nodes, number + 100)]
        first, second = names if seat is Seat.A else names[::-1]
        bots = (find_bot(first), find_bot(second))
        record = play(GameRun(game, bots, str(start), seed=number, limits=limits))
        review = Reviewer(record, Limit(nodes=nodes)).run()
        scale = review.scale
        found += [move for move in review.moves if move.seat is seat and not move.only_move]
    return found, scale


def _name(game: str, who: str, nodes: int, seed: int) -> str:
    if who == RANDOM:
        return f"random:{game}?seed={seed}"
    return f"engine:{game}?level={who}&nodes={nodes}&seed={seed}"


def row(game: str, who: str, games: int = 1) -> Row:
    """The accuracy of one player, and the mean drop that it comes from."""
    moves, scale = reviewed(game, who, games)
    drop = average_drop(moves, scale) or 0.0
    target = f"{RANDOM_ACCURACY:.0f} %" if who == RANDOM else ""
    name = "random moves" if who == RANDOM else f"level {who}"
    measured = f"{accuracy(drop, scale):.0f} % (drop {drop:.3f}, {len(moves)} moves)"
    return f"{game}, {name}", measured, target


def rows() -> Iterator[Row]:
    for game in GAMES:
        for who in (RANDOM, "8"):
            yield row(game, who)


def main(arguments: list[str]) -> None:
    name, *wanted = arguments
    for each in wanted[:1] or [RANDOM, *(str(level.number) for level in LEVELS)]:
        print(*row(name, each, int(wanted[1]) if wanted[1:] else 1), sep="\t", flush=True)

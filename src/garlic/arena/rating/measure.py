"""Measures the ladders: ``python -m garlic.arena.rating.measure [GAME ...] [--games 400]``.

The anchors named in a game's `ladder.toml` play each other, near ones in strength. Their ratings
are fitted together, with random moves at 0. Then every engine level plays the anchors from whom
most is to be learned, and the level below, and is fitted with the anchors fixed. The file is then
written again, and its table printed for `docs/statistics.md`. All play in this process with fixed
depth or nodes, without clocks, so the same call gives the same ladder; what was played is kept in a
journal, and an interrupted measurement goes on from there.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import garlic
from garlic.arena.rating.ladder import (
    Ladder,
    Rung,
    ladder_file,
    ladder_of,
    markdown_table,
    middle,
)
from garlic.arena.rating.pairs import GamePair, PairJournal
from garlic.arena.statistics import Anchors, GameResult, Ratings, RatingScale, rate
from garlic.arena.statistics.scale import AnchorGame, Posterior
from garlic.core import Game
from garlic.engines import LEVELS
from garlic.engines.built_in import measured_levels
from garlic.games import GAMES

_NEIGHBOURS = (1, 2, 3)  # an anchor plays those so many rungs away
_BATCH = 4  # pairs of a level that are chosen together
_LITTLE = 0.03  # nats: from such a pair hardly anything is learned


def measure_anchors(game: Game, bots: Sequence[str], games: int, journal: PairJournal) -> Ladder:
    """The ladder of *bots*, roughly weakest first; *games* between each two near ones."""
    pairs = [
        GamePair(game.name, (bots[place], bots[place + step]), number)
        for number in range(games // 2)
        for step in _NEIGHBOURS
        for place in range(len(bots) - step)
    ]
    results = list(_shown(f"{game.name}: anchors", journal.play(pairs), 2 * len(pairs)))
    ratings = rate(results, advantage=True, origin=f"random:{game.name}")
    ((advantage, _, _),) = ratings.advantages.values()
    return Ladder(
        game=game.name,
        scale=RatingScale(ratings.draw_rate, advantage, middle(each.elo for each in ratings)),
        anchors=_rungs(ratings, bots),
        measured=datetime.now(UTC).date().isoformat(),
        version=garlic.__version__,
    )


def measure_levels(
    game: Game, ladder: Ladder, games: int, journal: PairJournal, last: int = LEVELS[-1].number
) -> Ladder:
    """*ladder* with the levels of the game's engine up to *last*, by *games* games of each."""
    levels = measured_levels(game)[:last]
    results: list[GameResult] = []
    for number, level in enumerate(levels):
        shown = f"{game.name}: level {number + 1}"
        results += _shown(shown, _against_anchors(ladder, level, games * 3 // 4, journal), games)
        if number > 0:
            below = [
                GamePair(game.name, (levels[number - 1], level), pair) for pair in range(games // 8)
            ]
            results += _shown(f"{shown} against {number}", journal.play(below), 2 * len(below))
    if not levels:
        return ladder
    known = {anchor.bot: anchor.rating for anchor in ladder.anchors}
    ratings = rate(results, names=[*known], anchors=Anchors(known, ladder.scale))
    return replace(ladder, levels=_rungs(ratings, levels))


def _against_anchors(
    ladder: Ladder, level: str, games: int, journal: PairJournal
) -> Iterator[GameResult]:
    """Games of *level* against the anchors, until there are *games* or nothing is learned."""
    posterior = Posterior.before_games(ladder.scale)
    for start in range(0, games // 2, _BATCH):
        opponent = ladder.most_informative(posterior)
        if posterior.information(opponent.rating) < _LITTLE:
            return
        pairs = (
            GamePair(ladder.game, (level, opponent.bot), number)
            for number in range(start, start + _BATCH)
        )
        for result in journal.play(pairs):
            first = result.first == level
            score = result.score if first else 1 - result.score
            posterior = posterior.after([AnchorGame(opponent.rating, score, first)])
            yield result


def _rungs(ratings: Ratings, bots: Sequence[str]) -> tuple[Rung, ...]:
    rated = (ratings[bot] for bot in bots)
    rungs = (Rung(each.name, each.elo, each.low, each.high, each.games) for each in rated)
    return tuple(sorted(rungs, key=lambda rung: rung.rating))


def _shown(what: str, results: Iterable[GameResult], total: int) -> Iterator[GameResult]:
    """*results*, with the progress on standard error."""
    for number, result in enumerate(results, 1):
        print(f"\r{what}: {number} of {total} games ", end="", file=sys.stderr, flush=True)
        yield result
    print(file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the games named, by default all, and write their ladders."""
    parser = argparse.ArgumentParser(prog="python -m garlic.arena.rating.measure")
    parser.add_argument("names", nargs="*", metavar="GAME", help="by default all games")
    parser.add_argument("--games", type=int, default=400, help="between each two near anchors")
    parser.add_argument(
        "--level-games", type=int, default=200, help="of each engine level; 0 to leave them out"
    )
    parser.add_argument(
        "--last-level", type=int, default=LEVELS[-1].number, help="strong levels take long"
    )
    parser.add_argument("--jobs", type=int, help="processes; by default one per processor")
    parser.add_argument(
        "--journal", type=Path, default=Path("ladder-games.jsonl"), help="the games played so far"
    )
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor(options.jobs) as pool:
        journal = PairJournal(options.journal, pool)
        for name in options.names or GAMES:
            game = GAMES[name]
            bots = [anchor.bot for anchor in ladder_of(game).anchors]
            ladder = measure_anchors(game, bots, options.games, journal)
            if options.level_games:
                levels = options.level_games, journal, options.last_level
                ladder = measure_levels(game, ladder, *levels)
            ladder_file(game).write_text(ladder.dumps(), encoding="utf-8")
            print(f"### {name}\n\n{markdown_table(ladder)}", flush=True)


if __name__ == "__main__":
    main()

"""Measures the ladders: ``python -m garlic.arena.rating.measure [GAME ...] [--until 60]``.

Anchors keep the ratings in the game's `ladder.toml`: they are the scale. Engine levels, and anchors
that are named there with 0 games, play them and each other, and are fitted with the anchors fixed.
With ``--new-scale``, or if the game has no scale yet, all anchors play each other first and are
fitted together, with random moves at 0. The next games are always those that narrow the intervals
most for their time (`design`). All play in this process with fixed depth or nodes, without clocks,
so a busy machine changes nothing but the time that it takes.

What was played is kept in a journal: an interrupted measurement goes on from there, and the same
journal gives the same ladders. The files are written at the end, also after Ctrl-C, and their
tables printed for `docs/bots/statistics.md`.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from time import monotonic

import numpy as np

import garlic
from garlic.arena.rating.design import PossiblePair, most_information, most_useful
from garlic.arena.rating.ladder import (
    Ladder,
    Rung,
    ladder_file,
    ladder_of,
    markdown_table,
    middle,
)
from garlic.arena.rating.pairs import GamePair, PairJournal, PlayedPair
from garlic.arena.statistics.ratings import Ratings, rate
from garlic.arena.statistics.scale import Anchors, Prior, RatingScale
from garlic.core import Game, InvalidFileError
from garlic.engines import LEVELS
from garlic.engines.built_in import measured_levels
from garlic.games import GAMES

_FLAT = Prior(deviation=16.0)  # 2,780 Elo: no rating is drawn towards the middle of the ladder
_FEW = 8  # games: until then a player counts as rated as it was before
_VAGUE = 400.0  # Elo: a player with a wider interval is not listed, as it is not measured yet
_BATCH_PAIRS = 32
_BATCH_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Measurement:
    """The players of one game that are measured, and their games so far."""

    game: Game
    anchors: tuple[str, ...]
    levels: tuple[str, ...]  # weakest first
    journal: PairJournal
    before: dict[str, float]  # ratings of an earlier ladder: where to begin
    kept: Ladder | None = None  # the anchors whose ratings stay; None: all are measured
    new_anchors: tuple[str, ...] = ()  # measured like levels, beside those that are kept

    @classmethod
    def of(
        cls,
        game: Game,
        journal: PairJournal,
        last_level: int = LEVELS[-1].number,
        *,
        new_scale: bool = False,
    ) -> "Measurement":
        """Of the anchors that *game*'s ladder names, and of the engine levels."""
        ladder = ladder_of(game)
        keeps = ladder.measured is not None and not new_scale
        fixed = tuple(anchor for anchor in ladder.anchors if anchor.games or not keeps)
        return cls(
            game,
            tuple(anchor.bot for anchor in fixed),
            measured_levels(game)[:last_level],
            journal,
            {rung.bot: rung.rating for rung in ladder.rungs},
            replace(ladder, anchors=fixed, levels=()) if keeps else None,
            tuple(anchor.bot for anchor in ladder.anchors if anchor not in fixed),
        )

    @property
    def measured(self) -> tuple[str, ...]:
        """The players that are measured against the anchors."""
        return (*self.new_anchors, *self.levels)

    @property
    def has_games(self) -> bool:
        """Were games played by which the ladder can be written?"""
        return bool(self.journal.results(self.game.name, (*self.anchors, *self.measured)))

    def ratings_of_anchors(self) -> Ratings:
        """The anchors, by all games between them; random moves are 0."""
        return rate(
            self.journal.results(self.game.name, self.anchors),
            names=self.anchors,
            advantage=True,
            prior=_FLAT,
            origin=self._origin,
        )

    @property
    def _origin(self) -> str:
        return f"random:{self.game.name}"

    def ladder_of_anchors(self) -> Ladder:
        """The ladder of those that define the scale."""
        today, version = datetime.now(UTC).date().isoformat(), garlic.__version__
        if self.kept is not None:
            return replace(self.kept, measured=today, version=version)
        ratings = self.ratings_of_anchors()
        ((advantage, _, _),) = ratings.advantages.values()
        return Ladder(
            game=self.game.name,
            scale=RatingScale(ratings.draw_rate, advantage, middle(each.elo for each in ratings)),
            anchors=_rungs(ratings, self.anchors),
            measured=today,
            version=version,
        )

    def ratings_of_levels(self, ladder: Ladder) -> Ratings:
        """Levels and new anchors, by their games against the anchors, which are fixed."""
        known = {anchor.bot: anchor.rating for anchor in ladder.anchors}
        prior = replace(ladder.scale.prior, deviation=_FLAT.deviation)
        names = [*known, *self.measured]
        played = self.journal.results(self.game.name, names)
        return rate(
            [result for result in played if not {result.first, result.second} <= set(known)],
            names=names,
            prior=prior,
            anchors=Anchors(known, ladder.scale),
        )

    def ladder(self) -> Ladder:
        """The ladder by all games so far, with those players about whom they tell something."""
        ladder = self.ladder_of_anchors()
        ratings = self.ratings_of_levels(ladder)
        vague = _wide(ratings, self.measured, _VAGUE)
        new, levels = (
            _rungs(ratings, [bot for bot in bots if bot not in vague])
            for bots in (self.new_anchors, self.levels)
        )
        anchors = sorted((*ladder.anchors, *new), key=lambda rung: rung.rating)
        return replace(ladder, anchors=tuple(anchors), levels=levels)

    def next_anchor_pairs(self, until: float) -> list[GamePair]:
        """The most useful pairs; none once every anchor is known within ±*until*."""
        if self.kept is not None:
            return []
        ratings = self.ratings_of_anchors()
        pairs = list(combinations(self.anchors, 2))
        return self._next(ratings, pairs, _wide(ratings, self.anchors, until), self._origin)

    def next_level_pairs(self, ladder: Ladder, until: float) -> list[GamePair]:
        """The most useful pairs; none once every level is known within ±*until*."""
        ratings = self.ratings_of_levels(ladder)
        against_anchors = [(bot, anchor) for bot in self.measured for anchor in self.anchors]
        pairs = [*against_anchors, *combinations(self.measured, 2)]
        return self._next(ratings, pairs, _wide(ratings, self.measured, until))

    def _next(
        self,
        ratings: Ratings,
        pairs: Sequence[tuple[str, str]],
        wide: Sequence[str],
        origin: str | None = None,
    ) -> list[GamePair]:
        places, names = ratings.places, tuple(ratings.places)
        guess = {
            each.name: each.elo if each.games >= _FEW else self.before.get(each.name, each.elo)
            for each in ratings
        }
        seconds = self.journal.seconds(self.game.name, names)
        candidates = [
            PossiblePair(
                places[one],
                places[other],
                seconds(one, other),
                most_information(*self.journal.score(self.game.name, one, other)),
            )
            for one, other in pairs
        ]
        covariance = ratings.model.covariance[: len(names), : len(names)]
        if origin is not None:  # relative to it
            fixed = np.eye(len(names))
            fixed[:, places[origin]] -= 1
            covariance = fixed @ covariance @ fixed.T
        scale = RatingScale(ratings.draw_rate).elo_per_strength
        chosen = most_useful(
            np.array([guess[name] for name in names]) / scale,
            covariance,
            ratings.model.draws,
            [places[name] for name in wide],
            candidates,
            pairs=_BATCH_PAIRS,
            seconds=_BATCH_SECONDS,
        )
        return [
            self.journal.next_pair(
                self.game.name, names[each.one], names[each.other], chosen[:number].count(each)
            )
            for number, each in enumerate(chosen)
        ]


def _wide(ratings: Ratings, bots: Sequence[str], until: float) -> list[str]:
    """Those of *bots* whose interval is wider than ±*until*."""
    rated = (ratings[bot] for bot in bots)
    return [each.name for each in rated if (each.high - each.low) / 2 > until]


def _rungs(ratings: Ratings, bots: Sequence[str]) -> tuple[Rung, ...]:
    rated = (ratings[bot] for bot in bots)
    rungs = (Rung(each.name, each.elo, each.low, each.high, each.games) for each in rated)
    return tuple(sorted(rungs, key=lambda rung: rung.rating))


@dataclass(frozen=True, slots=True)
class MeasuringRun:
    """How long to play, and where."""

    executor: Executor
    until: float
    until_levels: float
    minutes: float | None  # for the anchors of a game, and as long for its levels

    def play(self, measured: Measurement) -> None:
        """Play the anchors' games, then the levels', until they are known well enough."""
        name, deadline = measured.game.name, self._deadline()
        while (pairs := measured.next_anchor_pairs(self.until)) and monotonic() < deadline:
            self._play(measured.journal, pairs, f"{name}: anchors")
        ladder, deadline = measured.ladder_of_anchors(), self._deadline()
        while (
            pairs := measured.next_level_pairs(ladder, self.until_levels)
        ) and monotonic() < deadline:
            self._play(measured.journal, pairs, f"{name}: levels")

    def _deadline(self) -> float:
        return monotonic() + (float("inf") if self.minutes is None else 60 * self.minutes)

    def _play(self, journal: PairJournal, pairs: Sequence[GamePair], what: str) -> None:
        futures = [self.executor.submit(PlayedPair.of, pair) for pair in pairs]
        try:
            for number, future in enumerate(as_completed(futures), 1):
                journal.note(future.result())
                counted = f"{2 * number} of {2 * len(pairs)}"
                print(f"\r{what}: {counted} games ", end="", file=sys.stderr, flush=True)
        finally:
            for future in futures:
                future.cancel()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the games named, by default all, and write their ladders."""
    parser = argparse.ArgumentParser(prog="python -m garlic.arena.rating.measure")
    parser.add_argument("names", nargs="*", metavar="GAME", help="by default all games")
    parser.add_argument(
        "--new-scale",
        action="store_true",
        help="measure all anchors again: older ratings then mean something else",
    )
    parser.add_argument(
        "--until", type=float, default=60, help="with a new scale: the same for its anchors"
    )
    parser.add_argument(
        "--until-levels",
        type=float,
        default=100,
        help="play until each level is known so well, in Elo",
    )
    parser.add_argument(
        "--last-level", type=int, default=LEVELS[-1].number, help="strong levels take long"
    )
    parser.add_argument(
        "--minutes", type=float, help="at most so long for the anchors of a game, and its levels"
    )
    parser.add_argument(
        "--no-games", action="store_true", help="write the ladders of the journal, play nothing"
    )
    parser.add_argument("--jobs", type=int, help="processes; by default one per processor")
    parser.add_argument(
        "--journal", type=Path, default=Path("ladder-games.jsonl"), help="the games played so far"
    )
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(GAMES))
    if unknown:
        parser.error(f"expected games of {', '.join(GAMES)}, got {', '.join(unknown)}")
    try:
        journal = PairJournal(options.journal)
    except InvalidFileError as error:
        parser.error(str(error))
    measurements = [
        Measurement.of(GAMES[name], journal, options.last_level, new_scale=options.new_scale)
        for name in options.names or GAMES
    ]
    if not options.no_games:
        _play_all(measurements, options)
    for measured in measurements:
        if not measured.has_games:
            print(f"{measured.game.name}: no games, so its ladder stays as it is", file=sys.stderr)
            continue
        ladder = measured.ladder()
        ladder_file(measured.game).write_text(ladder.dumps(), encoding="utf-8")
        print(f"### {measured.game.name}\n\n{markdown_table(ladder)}", flush=True)


def _play_all(measurements: Sequence[Measurement], options: argparse.Namespace) -> None:
    try:
        with ProcessPoolExecutor(options.jobs) as pool:
            run = MeasuringRun(pool, options.until, options.until_levels, options.minutes)
            for measured in measurements:
                run.play(measured)
    except KeyboardInterrupt:
        print("\ninterrupted: the ladders follow from the games so far", file=sys.stderr)


if __name__ == "__main__":
    main()

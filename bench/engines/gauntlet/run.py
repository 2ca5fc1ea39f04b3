"""Plays a gauntlet and keeps its results: one JSON file, written after every pair of games."""

import json
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from bench.engines._matches import known_openings
from garlic.arena.definition import Definition
from garlic.arena.game_pairs import play_pairs
from garlic.arena.openings import make_openings
from garlic.arena.sprt import Schedule, score_of
from garlic.arena.statistics.duel import Comparison, compare
from garlic.arena.statistics.results import PairCounts
from garlic.core import InvalidFileError, Limits, Seat, UsageError, Verdict
from garlic.core.reading.files import write_whole
from garlic.core.reading.formats import json_value
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.patience import Patience
from garlic.judge.record import Record

VERSION = 1


@dataclass(frozen=True, slots=True)
class Terms:
    """What determines a gauntlet; games with other terms are other results."""

    game: str
    against: str
    seconds: float  # a move, for both
    seed: int = 0
    rule: str | None = None
    opening_plies: int = 6
    ours: str = ""  # settings of our engine, as in its bot's name
    theirs: str = ""  # settings of the other program, besides those of opponents.toml

    @property
    def key(self) -> str:
        """A short name for the file of results."""
        parts = [self.game, self.rule, f"against {self.against}", f"{self.seconds:g} s"]
        parts += [f"seed {self.seed}", f"{self.opening_plies} plies", self.ours]
        parts += [f"theirs {self.theirs}" if self.theirs else None]
        return ", ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """A pair of games: our scores, and the time that both sides used."""

    opening: str
    scores: tuple[float, float]  # with the first seat, then with the second
    plies: int
    our_turns: int
    our_cpu: float  # seconds of all turns
    their_turns: int
    their_cpu: float
    faults: tuple[str, ...] = ()  # "ours: too late"
    delay: float = 0.0  # seconds of all turns in which a side waited for a processor
    date: str = ""  # of the day on which it was played
    versions: tuple[str, str] = ("", "")  # the beginnings of the hashes of our bot and theirs


@dataclass(frozen=True, slots=True)
class Result:
    """The pairs that were played, and how many could not be judged."""

    terms: Terms
    pairs: tuple[PlayedPair, ...] = ()
    unjudged: int = 0

    @property
    def counts(self) -> PairCounts:
        """The pentanomial counts."""
        counts = PairCounts()
        for pair in self.pairs:
            counts = counts.plus(sum(pair.scores))
        return counts

    @property
    def comparison(self) -> Comparison:
        """The difference in Elo, with its interval."""
        return compare(self.counts)

    @property
    def scores(self) -> list[float]:
        """Our scores in all games."""
        return [score for pair in self.pairs for score in pair.scores]

    @property
    def share(self) -> float | None:
        """Our share of the points; None before the first pair."""
        return sum(self.scores) / len(self.scores) if self.pairs else None

    def cpu_per_move(self) -> tuple[float, float]:
        """The mean processor time of a move: ours and theirs."""
        ours = sum(pair.our_cpu for pair in self.pairs)
        theirs = sum(pair.their_cpu for pair in self.pairs)
        return (
            ours / max(sum(pair.our_turns for pair in self.pairs), 1),
            theirs / max(sum(pair.their_turns for pair in self.pairs), 1),
        )

    @property
    def faults(self) -> list[str]:
        """All faults in all games."""
        return [fault for pair in self.pairs for fault in pair.faults]

    @property
    def delay_share(self) -> float:
        """How long both sides waited for a processor, as a share of the time they had one."""
        cpu = sum(pair.our_cpu + pair.their_cpu for pair in self.pairs)
        return sum(pair.delay for pair in self.pairs) / cpu if cpu else 0.0

    @property
    def dates(self) -> list[str]:
        """The days on which pairs were played, in order."""
        return sorted({pair.date for pair in self.pairs if pair.date})

    @property
    def versions(self) -> tuple[int, int]:
        """How many versions of our bot, and of the other program, played these pairs."""
        played = [pair.versions for pair in self.pairs if pair.versions != ("", "")]
        return len({ours for ours, _ in played}), len({theirs for _, theirs in played})

    def to_json(self) -> dict[str, Any]:
        """The result as plain values, with its summary; the inverse of `parse`."""
        ours, theirs = self.cpu_per_move()
        comparison = self.comparison
        scores = self.scores
        return {
            "terms": asdict(self.terms),
            "summary": {
                "games": len(scores),
                "wins": scores.count(1.0),
                "draws": scores.count(0.5),
                "losses": scores.count(0.0),
                "share": self.share,
                "pairs": list(self.counts),
                "elo": comparison.elo,
                "low": comparison.low,
                "high": comparison.high,
                "our_cpu_per_move": ours,
                "their_cpu_per_move": theirs,
                "faults": self.faults,
                "delay_share": self.delay_share,
                "dates": self.dates,
                "versions": list(self.versions),
            },
            "unjudged": self.unjudged,
            "pairs": [asdict(pair) for pair in self.pairs],
        }

    @classmethod
    def parse(cls, values: Any, name: str) -> Self:
        """The result in *values*; raise `InvalidFileError` that names the file *name*."""
        try:
            pairs = tuple(
                PlayedPair(
                    **{
                        **pair,
                        "scores": tuple(pair["scores"]),
                        "faults": tuple(pair["faults"]),
                        "versions": tuple(pair.get("versions", ("", ""))),
                    }
                )
                for pair in values["pairs"]
            )
            made = cls(Terms(**values["terms"]), pairs, int(values["unjudged"]))
            if any(score not in (0, 0.5, 1) for score in made.scores):
                raise ValueError
        except (KeyError, TypeError, ValueError) as fault:
            raise InvalidFileError("{name} is no file of gauntlet results", name=name) from fault
        return made


@dataclass(slots=True)
class ResultFile:
    """All results, by their terms, in one JSON file."""

    path: Path
    results: dict[str, Result] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Read the file, if there is one; raise `InvalidFileError`."""
        if not path.exists():
            return cls(path)
        name = str(path)
        values = json_value(path.read_bytes())
        if not isinstance(values, dict) or values.get("version") != VERSION:
            raise InvalidFileError("{name} is no file of gauntlet results", name=name)
        stored = values.get("results")
        if not isinstance(stored, list):
            raise InvalidFileError("{name} is no file of gauntlet results", name=name)
        results = [Result.parse(one, name) for one in stored]
        return cls(path, {result.terms.key: result for result in results})

    def of(self, terms: Terms) -> Result:
        """The result with these terms; empty if nothing was played."""
        return self.results.get(terms.key, Result(terms))

    def keep(self, result: Result) -> None:
        """Write the file with this *result*; a killed run loses at most the pair it played."""
        self.results[result.terms.key] = result
        stored = [self.results[key].to_json() for key in sorted(self.results)]
        text = json.dumps({"version": VERSION, "results": stored}, indent=1)
        write_whole(self.path, text.encode())


def limits_of(game: str, seconds: float, *, has_clock: bool = True) -> Limits:
    """Limits of the judge under which both sides may use *seconds*, and neither is ever late.

    Both are told the time by their names, so the judge only catches what hangs. A program without
    a clock may need far longer for some moves than for most.
    """
    usual = GAMES[game].limits
    return replace(
        usual,
        turn_seconds=judge_seconds(seconds) if has_clock else 20 * seconds + 10,
        game_seconds=None,
        init_seconds=max(usual.init_seconds, 10.0),
        memory_bytes=max(usual.memory_bytes, 1 << 30),
    )


def judge_seconds(seconds: float) -> float:
    """The judge's limit of a move, where bots are told *seconds*."""
    return 2 * seconds + 1.0


def margin_ms(seconds: float) -> int:
    """What a program that is told the judge's limit must keep back, to use *seconds*."""
    return round(1000 * (judge_seconds(seconds) - seconds))


def our_bot(terms: Terms) -> str:
    """The name of our engine, which uses the time of the terms."""
    settings = "&".join(filter(None, (terms.ours, f"time={round(1000 * terms.seconds)}")))
    return f"engine:{terms.game}?{settings}"


def openings(terms: Terms, pairs: int) -> list[str]:
    """Balanced openings, as many as there are pairs if the game has so many.

    Those that come with the game, if there are any; otherwise new ones.
    """
    rules = (terms.rule,) if terms.rule else GAMES[terms.game].rules[:1]
    if known := known_openings(terms.game, rules, terms.seed):
        return [str(position) for position in known[:pairs]]
    definition = Definition(
        game=terms.game,
        bots=(),
        seed=terms.seed,
        rule=terms.rule,
        opening_plies=terms.opening_plies,
    )
    return [opening.start for opening in make_openings(GAMES[terms.game], definition, pairs)]


def play_gauntlet(
    result: Result,
    their_bot: str,
    pairs: int,
    executor: Executor,
    *,
    limits: Limits | None = None,
    ahead: int = 4,
    patience: Patience | None = None,
    records_folder: Path | None = None,
) -> Generator[Result, None, None]:
    """The result after every further pair, until *pairs* are played.

    The records of its games are written to *records_folder*, if one is given, before the result
    is returned.
    """
    terms = result.terms
    starts = openings(terms, pairs)
    played = len(result.pairs) + result.unjudged
    if played >= pairs:
        return
    schedule = Schedule(
        game=terms.game,
        new=find_bot(our_bot(terms)),
        old=find_bot(their_bot),
        start=lambda pair: starts[pair % len(starts)],
        pairs=pairs,
        seed=terms.seed,
        limits=limits or limits_of(terms.game, terms.seconds),
    )
    rest = schedule[2 * played :]
    places = range(played, pairs)
    for place, records in zip(
        places, play_pairs(rest, executor, ahead=ahead, patience=patience), strict=True
    ):
        if records_folder is not None:
            _write_records(records_folder, place, records)
        result = _after(result, starts[place % len(starts)], records)
        if place == played and _never_started(result):
            raise UsageError(
                "{name} crashes at its first turn: start it by hand, and name the files that it"
                " reads in the list of opponents",
                name=terms.against,
            )
        yield result


def _never_started(result: Result) -> bool:
    """Whether the other program crashed in both games of the last pair before it made a move.

    Such games are won, but say nothing.
    """
    if not result.pairs:
        return False
    last = result.pairs[-1]
    crashes = last.faults.count(f"theirs: {Verdict.CRASH.value}")
    return crashes == 2 and last.their_turns <= crashes


def _write_records(folder: Path, pair: int, records: Sequence[Record | None]) -> None:
    """Write ``PAIR-ours-first-won.json`` and ``PAIR-ours-second-lost.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    for record, seat, place in zip(records, Seat, ("first", "second"), strict=True):
        if record is None:
            continue
        names = {0.0: "lost", 0.5: "drawn", 1.0: "won"}
        end = names[score_of(record, seat)] if record.is_judged else "not-judged"
        write_whole(folder / f"{pair + 1:03}-ours-{place}-{end}.json", record.dumps().encode())


def _after(result: Result, opening: str, records: Sequence[Record | None]) -> Result:
    judged = [record for record in records if record is not None and record.is_judged]
    if len(judged) < 2:
        return replace(result, unjudged=result.unjudged + 1)
    return replace(result, pairs=(*result.pairs, _pair(opening, judged)))


def _pair(opening: str, records: Sequence[Record]) -> PlayedPair:
    turns: Mapping[bool, list[Any]] = {True: [], False: []}  # by whether they are ours
    our_bot_played, their_bot_played = records[0].bots
    faults = []
    for record, seat in zip(records, Seat, strict=True):
        ours = GAMES[record.game].seats[seat.index]
        for turn in record.turns:
            if turn.number > 0:  # not the start of a program
                turns[turn.seat == ours].append(turn)
            if turn.verdict.is_fault:
                faults.append(f"{'ours' if turn.seat == ours else 'theirs'}: {turn.verdict.value}")
    return PlayedPair(
        opening=opening,
        scores=(score_of(records[0], Seat.A), score_of(records[1], Seat.B)),
        plies=len(turns[True]) + len(turns[False]),
        our_turns=len(turns[True]),
        our_cpu=sum(turn.cost.cpu_seconds for turn in turns[True]),
        their_turns=len(turns[False]),
        their_cpu=sum(turn.cost.cpu_seconds for turn in turns[False]),
        faults=tuple(faults),
        delay=sum(turn.cost.delay_seconds for side in turns.values() for turn in side),
        date=datetime.now(UTC).date().isoformat(),
        versions=(our_bot_played.digest[:12], their_bot_played.digest[:12]),
    )


def check_game(game: str, opponent_game: str, against: str) -> None:
    """Raise `UsageError` if the opponent plays another game."""
    if game != opponent_game:
        raise UsageError(
            "{name} plays {its}, not {game}", name=against, its=opponent_game, game=game
        )

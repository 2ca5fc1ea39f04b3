"""Asks all bots of a class for their moves in the same positions.

The positions are from games of random players on the boards of the lab. Every bot runs in the
sandbox under the limits of the lab, and the time for all of them together is limited: one position
after the other is put to all bots, so that whenever time is over all have answered the same ones.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import pairwise

from garlic.analysis.ask import ask
from garlic.core import Game, GarlicError, Seat, Text, Verdict
from garlic.core.game import moves_of
from garlic.engines.built_in import built_in_names
from garlic.judge.bots import Bot, find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record
from garlic.judge.replay import replayed
from garlic.judge.settings import start_of
from garlic.judge.workers.pool import Pool
from garlic.judge.workers.run import parallel
from garlic.labs.candidates import Candidate, prepare
from garlic.labs.lab import Lab
from garlic.labs.similarity.aids import Aid
from garlic.labs.similarity.behaviour import AnswerRow, Behaviour, Probe, agreement
from garlic.labs.similarity.comparison import Similarity
from garlic.labs.submissions import Submission
from garlic.sandbox import rings

_GAMES = 8  # at least, to take positions from
_FEWEST_CHOICES = 4  # legal moves; with fewer, agreement says little
_LONGEST_GAME = 120  # turns that are looked at


@dataclass(frozen=True, slots=True)
class ProbeOptions:
    """How much is asked."""

    positions: int = 40
    seconds: float = 600.0  # for all answers together
    jobs: int | None = None
    weak: bool = False  # ask even if the sandbox does not work here


def observe(
    lab: Lab,
    submissions: Sequence[Submission],
    similarity: Similarity,
    options: ProbeOptions,
    progress: Callable[[int, int], object],
) -> Behaviour:
    """Ask the bots of *submissions*, and ours; what could not be asked is not judged."""
    game = lab.accepted.game
    if game is None:
        return Behaviour(why=Text("the lab is not about a game"))
    if not (options.weak or rings()[1].holds):
        return Behaviour(why=Text("programs cannot be confined here"))
    ends = time.monotonic() + options.seconds
    with ThreadPoolExecutor(parallel(options.jobs, len(submissions))) as threads:
        candidates = list(
            threads.map(lambda one: prepare(one, lab.accepted, lab.setting.limits), submissions)
        )
    bots, not_judged = _bots(candidates)
    ours = {name: find_bot(name) for name in built_in_names("baseline", game)}
    probes = list(_probes(lab, game, candidates, options.positions))
    everyone = bots | ours
    answers = _ask_all(probes, everyone, game, ends, options.jobs, progress)
    allowed = frozenset(ours) if Aid.BASELINES in lab.aids.allowed else frozenset()
    found = agreement(probes, answers, _authors(everyone, similarity), frozenset(ours), allowed)
    return replace(found, not_judged={**not_judged, **found.not_judged})


def _bots(candidates: Sequence[Candidate]) -> tuple[dict[str, Bot], dict[str, Text]]:
    """The bots that can run, and why the others cannot."""
    bots, faults = {}, {}
    for candidate in candidates:
        fault = candidate.missing or (candidate.fault and candidate.fault.text)
        if candidate.bot is None or fault is not None:
            faults[candidate.name] = fault or Text("there is no bot")
        else:
            bots[candidate.name] = candidate.bot
    return bots, faults


def _authors(names: Sequence[str] | dict[str, Bot], similarity: Similarity) -> dict[str, int]:
    """A number for each name; those with similar sources share it."""
    numbers = {name: number for number, name in enumerate(names)}
    for group in similarity.groups:
        members = [name for name in group.members if name in numbers]
        for name in members:
            numbers[name] = numbers[members[0]]
    return numbers


def _probes(lab: Lab, game: Game, candidates: Sequence[Candidate], count: int) -> Iterator[Probe]:
    """Positions with a choice, from games of random players on the boards of the lab."""
    chance = random.Random(lab.setting.seed)
    starts = _starts(lab, game, candidates)
    player = find_bot(built_in_names("random", game)[0])
    games = max(_GAMES, len(starts))
    for number in range(games):
        game_run = GameRun(
            game=game.name,
            bots=(player, player),
            start=starts[number % len(starts)],
            seed=lab.setting.seed + number,
            limits=lab.setting.limits,
        )
        found = list(_with_choice(game, play(game_run)))
        share = count // games + (number < count % games)
        yield from sorted(
            chance.sample(found, min(share, len(found))), key=lambda probe: probe.number
        )


def _starts(lab: Lab, game: Game, candidates: Sequence[Candidate]) -> list[str]:
    """The boards on which the lab's matches are played; else the game's usual one."""
    built = next((one for one in candidates if one.bot is not None and one.fault is None), None)
    runs = []
    if built is not None:
        for test in lab.tests:
            runs += [step.game_run for step in test.steps(lab.setting, built)]
    starts = list(dict.fromkeys(run.start for run in runs if run is not None))
    return starts or [str(start_of(game, map_name=None, rule=None, opening=None, seed=0))]


def _with_choice(game: Game, record: Record) -> Iterator[Probe]:
    """The turns of a game in which the side to move has a choice."""
    steps = replayed(record)[0]
    for before, after in pairwise(steps):
        turn = after.turns[0]
        if not 1 < turn.number <= _LONGEST_GAME or turn.seat not in game.seats:
            continue
        seat = list(Seat)[game.seats.index(turn.seat)]
        choices = len(moves_of(before.position, seat))
        if choices >= _FEWEST_CHOICES:
            yield Probe(record, turn.number, choices)


def _ask_all(
    probes: Sequence[Probe],
    bots: dict[str, Bot],
    game: Game,
    ends: float,
    jobs: int | None,
    progress: Callable[[int, int], object],
) -> dict[str, AnswerRow]:
    """The answers of every bot to every position that was reached in time."""
    rows: dict[str, list[str | None]] = {name: [None] * len(probes) for name in bots}
    done = 0
    with Pool(parallel(jobs, len(bots)), {game.name}) as pool:
        for at, probe in enumerate(probes):
            if time.monotonic() > ends:
                break
            asked: dict[Future[str | None], str] = {
                pool.submit(_answer, probe.record, probe.number, bot): name
                for name, bot in bots.items()
            }
            for future in as_completed(asked):
                rows[asked[future]][at] = future.result()
                done += 1
                progress(done, len(probes) * len(bots))
    return {name: tuple(row) for name, row in rows.items()}


def _answer(record: Record, number: int, bot: Bot) -> str | None:
    """The move of *bot*; None if it has none that counts, or could not be asked."""
    try:
        answer = ask(record, number, bot).answer
    except (GarlicError, OSError):
        return None
    return answer.move if answer.verdict is Verdict.OK else None

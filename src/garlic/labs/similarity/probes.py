"""Asks all bots of a class for their moves in the same positions.

The positions are from games of random players on the boards of the lab. Every bot runs in the
sandbox under the limits of the lab, and the time for all of them together is limited: one position
after the other is put to all bots, so that whenever time is over all have answered the same ones.
"""

import math
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from garlic.analysis.ask import ask
from garlic.core import Game, GarlicError, Seat, Text, UsageError, Verdict
from garlic.core.game import moves_of
from garlic.core.reading.files import why
from garlic.engines.built_in import built_in_names
from garlic.judge.bots import Bot, find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record
from garlic.judge.replay import replayed
from garlic.judge.settings import start_of
from garlic.judge.templates import LANGUAGES, starter
from garlic.judge.workers.pool import Pool
from garlic.judge.workers.run import parallel
from garlic.labs.candidates import Candidate, prepare
from garlic.labs.lab import Lab
from garlic.labs.similarity.aids import Aid, AllowedAids
from garlic.labs.similarity.behaviour import FEWEST_ANSWERS, Behaviour, Probe, agreement
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
    seconds: float = 600.0  # for all answers together, after building
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
    with ThreadPoolExecutor(parallel(options.jobs, len(submissions))) as threads:
        candidates = list(
            threads.map(lambda one: prepare(one, lab.accepted, lab.setting.limits), submissions)
        )
    bots, not_judged = _bots(candidates)
    probes = list(_probes(lab, game, candidates, options.positions))
    with tempfile.TemporaryDirectory(prefix="garlic-examples-") as folder:
        baselines = {name: find_bot(name) for name in built_in_names("baseline", game)}
        examples = _examples(game, lab.aids, Path(folder))
        ours = baselines | examples
        everyone = bots | ours
        replies = _ask_all(probes, everyone, game, options, progress)
    answers = {name: tuple(reply.move for reply in row) for name, row in replies.items()}
    allowed = frozenset(baselines) if Aid.BASELINES in lab.aids.allowed else frozenset()
    found = agreement(probes, answers, _authors(everyone, similarity), frozenset(ours), allowed)
    for name, short in found.not_judged.items():
        not_judged[name] = _explained(short, replies[name])
    return replace(found, not_judged=not_judged)


def _explained(short: Text, replies: "Sequence[_Reply]") -> Text:
    """*short* with the most frequent reason for which a bot has no answer."""
    reasons = [reply.why for reply in replies if reply.why is not None]
    if not reasons:
        return short
    counts = Counter(map(str, reasons))
    usual = max(reasons, key=lambda reason: counts[str(reason)])
    return Text("{fault}: {why}", fault=short, why=usual)


def _examples(game: Game, aids: AllowedAids, folder: Path) -> dict[str, Bot]:
    """The bots of `garlic new`, unless the lab allows them; those that cannot run are left out."""
    if Aid.EXAMPLES in aids.allowed:
        return {}
    found = {}
    for language in LANGUAGES:
        with suppress(UsageError):  # no example in this language
            example = starter(game, language)
            home = folder / language
            for name, text in example.files.items():
                (home / name).parent.mkdir(parents=True, exist_ok=True)
                (home / name).write_text(text, encoding="utf-8")
            for name in example.executable:
                (home / name).chmod(0o755)
            label = f"example/{game.name}/{language}"
            found[label] = replace(find_bot(str(home / example.bot)), name=label)
    return found


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


@dataclass(frozen=True, slots=True)
class _Reply:
    """The move of a bot in a position, or why there is none."""

    move: str | None
    why: Text | None = None


def _ask_all(
    probes: Sequence[Probe],
    bots: dict[str, Bot],
    game: Game,
    options: ProbeOptions,
    progress: Callable[[int, int], object],
) -> dict[str, list[_Reply]]:
    """The reply of every bot to every position; those not reached in time have a reason."""
    rows: dict[str, list[_Reply]] = {name: [] for name in bots}
    done = 0
    with Pool(parallel(options.jobs, len(bots)), {game.name}) as pool:
        began = time.monotonic()
        for at, probe in enumerate(probes):
            if at and (spent := time.monotonic() - began) > options.seconds:
                late = _Reply(None, _time_is_over(at, len(probes), spent))
                return {name: row + [late] * (len(probes) - at) for name, row in rows.items()}
            asked: dict[Future[_Reply], str] = {
                pool.submit(_reply, probe.record, probe.number, bot): name
                for name, bot in bots.items()
            }
            for future in as_completed(asked):
                rows[asked[future]].append(future.result())
                done += 1
                progress(done, len(probes) * len(bots))
    return rows


def _time_is_over(done: int, positions: int, seconds: float) -> Text:
    """What to tell when only *done* positions could be asked; bots may use all their time."""
    if done >= FEWEST_ANSWERS:
        return Text("the time was over after {done} of {of} positions", done=done, of=positions)
    return Text(
        "the time was over after {done} of {of} positions; at least {fewest} are needed, which"
        " takes about {minutes:minute|minutes} here (--minutes)",
        done=done,
        of=positions,
        fewest=FEWEST_ANSWERS,
        minutes=math.ceil(FEWEST_ANSWERS * seconds / done / 60),
    )


def _reply(record: Record, number: int, bot: Bot) -> _Reply:
    """The move of *bot*; none if it has none that counts, or could not be asked."""
    try:
        answer = ask(record, number, bot).answer
    except GarlicError as fault:
        return _Reply(None, fault.text)
    except OSError as fault:
        return _Reply(None, Text("cannot read {path}: {why}", path=bot.name, why=why(fault)))
    return (
        _Reply(answer.move)
        if answer.verdict is Verdict.OK
        else _Reply(None, Text(answer.verdict.value))
    )

"""Grading submissions: build them, run every step once, judge what came of it."""

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue

from garlic.core import GarlicError, Text
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import NOT_JUDGED, Record
from garlic.judge.workers.run import play_all
from garlic.labs.candidates import Candidate, make_ready
from garlic.labs.checks.base import broken_result, unjudged_result
from garlic.labs.checks.building import BuildCheck
from garlic.labs.journal import Journal
from garlic.labs.lab import Lab
from garlic.labs.results import Graded, TestResult
from garlic.labs.similarity import fingerprints
from garlic.labs.steps import Outcome, Step, first_not_judged, not_judged
from garlic.labs.submissions import take_in
from garlic.sandbox import rings

Progress = Callable[[int, int], object]
"""Is told how many steps are done, and of how many."""


@dataclass(frozen=True, slots=True)
class GradingOptions:
    """How to grade."""

    jobs: int | None = None
    out: Path | None = None  # the folder that keeps what is known; None: nothing is kept
    seed: int | None = None  # by default the lab's
    against: str | None = None  # another opponent for all matches
    weak: bool = False  # judge even where programs cannot be shut in


@dataclass(frozen=True, slots=True)
class _Planned:
    """A step of a candidate with its key."""

    key: str
    step: Step


def grade(
    lab: Lab, paths: Sequence[Path], options: GradingOptions, progress: Progress = lambda *_: None
) -> list[Graded]:
    """Grade the submissions at *paths*, in their order.

    With `options.out` a run that was stopped goes on where it was. Raises `GarlicError` if the
    lab asks for what does not exist, or a path is none.
    """
    seed = lab.setting.seed if options.seed is None else options.seed
    lab = replace(lab, setting=replace(lab.setting, seed=seed, against=options.against))
    lab.verify()
    with (
        Journal(options.out) as journal,
        tempfile.TemporaryDirectory(prefix="garlic-grade-") as room,
    ):
        submissions = take_in(paths, Path(room))
        with ThreadPoolExecutor(_jobs(options.jobs)) as pool:
            candidates = list(
                pool.map(lambda one: make_ready(one, lab.hand_in, lab.setting.limits), submissions)
            )
        weak = None if options.weak else _weakness()
        plans = [_plan(lab, candidate, weak) for candidate in candidates]
        planned = [one for plan in plans for one in plan]
        _run_all(planned, journal, options.jobs, progress, Path(room))
        return [_graded(lab, candidate, journal, weak) for candidate in candidates]


def _jobs(wish: int | None) -> int:
    cores = len(os.sched_getaffinity(0))
    return max(1, min(wish or cores, cores))


def _weakness() -> Text | None:
    """Why programs cannot be shut in here; None if they can."""
    ring = rings()[1]
    return None if ring.holds else ring.why


def _runs(candidate: Candidate, weak: Text | None) -> bool:
    return candidate.fault is None and candidate.missing is None and weak is None


def _plan(lab: Lab, candidate: Candidate, weak: Text | None) -> list[_Planned]:
    """All steps of *candidate*, in order."""
    if not _runs(candidate, weak):
        return []
    return [
        _Planned(key, step)
        for number, test in enumerate(lab.tests)
        for key, step in _keyed(lab, candidate, number, test.steps(lab.setting, candidate))
    ]


def _keyed(
    lab: Lab, candidate: Candidate, number: int, steps: Sequence[Step]
) -> Iterator[tuple[str, Step]]:
    for place, step in enumerate(steps):
        facts = (
            lab.digest,
            lab.setting.seed,
            lab.setting.against,
            candidate.submission.digest,
            number,
            place,
            step.facts,
        )
        yield hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32], step


def _run_all(
    planned: Sequence[_Planned],
    journal: Journal,
    jobs: int | None,
    progress: Progress,
    room: Path,
) -> None:
    """Run every step that the journal does not know; equal hand-ins share theirs."""
    steps = {one.key: one.step for one in planned}
    todo = {key: step for key, step in steps.items() if key not in journal.outcomes}
    done = len(steps) - len(todo)
    progress(done, len(steps))
    for key, outcome in _outcomes(todo, jobs):
        journal.add(key, _without_room(outcome, room))
        done += 1
        progress(done, len(steps))


def _without_room(outcome: Outcome, room: Path) -> Outcome:
    """*outcome* without the folder that files were copied to: it is another in every run."""
    ours = re.compile(rf"{re.escape(str(room.resolve()))}/\d+/")
    return {
        name: ours.sub("", value) if isinstance(value, str) else value
        for name, value in outcome.items()
    }


def _outcomes(todo: dict[str, Step], jobs: int | None) -> Iterator[tuple[str, Outcome]]:
    """What came of each step, as it comes: first the matches, then the rest."""
    matches = {key: step.match for key, step in todo.items() if step.match is not None}
    yield from _played(matches, jobs)
    yield from _worked({key: step for key, step in todo.items() if step.work is not None}, jobs)


def _played(matches: dict[str, GameRun], jobs: int | None) -> Iterator[tuple[str, Outcome]]:
    keys = list(matches)
    left = dict(matches)
    try:
        for place, record in play_all(list(matches.values()), jobs):
            del left[keys[place]]
            yield keys[place], _recorded(record)
    except GarlicError:
        # One match that this machine refuses to run must not stop the others.
        for key, match in left.items():
            try:
                outcome = _recorded(play(match))
            except GarlicError as fault:
                outcome = not_judged(Text("{fault}", fault=str(fault)))
            yield key, outcome


def _recorded(record: Record) -> Outcome:
    if record.is_judged:
        return {"record": record.dumps()}
    busy = record.outcome.reason.startswith(NOT_JUDGED)
    return not_judged(Text("the machine was too busy") if busy else Text("the sandbox failed"))


def _worked(steps: dict[str, Step], jobs: int | None) -> Iterator[tuple[str, Outcome]]:
    """Each step on a processor of its own; its process is confined, so a thread will do."""
    cores: SimpleQueue[int] = SimpleQueue()
    count = _jobs(jobs)
    for core in sorted(os.sched_getaffinity(0))[:count]:
        cores.put(core)

    def run(step: Step) -> Outcome:
        with _taken(cores) as core:
            try:
                assert step.work is not None  # noqa: S101  (the caller saw to it)
                return step.work(frozenset({core}))
            except (GarlicError, OSError) as fault:
                return not_judged(Text("{fault}", fault=str(fault)))

    waiting = iter(steps.items())
    running: dict[Future[Outcome], str] = {}
    pool = ThreadPoolExecutor(count)
    try:
        while True:
            while len(running) < 2 * count and (upcoming := next(waiting, None)):
                running[pool.submit(run, upcoming[1])] = upcoming[0]
            if not running:
                return
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), future.result()
    finally:  # also after Ctrl-C: nothing new is begun
        pool.shutdown(cancel_futures=True)


@contextmanager
def _taken(cores: SimpleQueue[int]) -> Iterator[int]:
    core = cores.get()
    try:
        yield core
    finally:
        cores.put(core)


def _graded(lab: Lab, candidate: Candidate, journal: Journal, weak: Text | None) -> Graded:
    tests = []
    for number, test in enumerate(lab.tests):
        outcomes = None
        if _runs(candidate, weak):
            steps = test.steps(lab.setting, candidate)
            keys = [key for key, _ in _keyed(lab, candidate, number, steps)]
            outcomes = [journal.outcomes[key] for key in keys]
        tests.append(_result(lab, number, candidate, outcomes, weak))
    fault = candidate.fault
    return Graded(
        name=candidate.name,
        digest=candidate.submission.digest,
        entry=candidate.entry.name if candidate.entry else "",
        tests=tuple(tests),
        fault=fault.text if fault else None,
        compiles=None if candidate.missing else fault is None,
        tokens=fingerprints(candidate.submission.files),
    )


def _result(
    lab: Lab,
    number: int,
    candidate: Candidate,
    outcomes: Sequence[Outcome] | None,
    weak: Text | None,
) -> TestResult:
    test, setting = lab.tests[number], lab.setting
    if candidate.missing is not None:
        return unjudged_result(test, setting, candidate.missing)
    if isinstance(test, BuildCheck):
        return test.judge(setting, candidate, ())
    if candidate.fault is not None:
        return broken_result(test, setting, candidate, candidate.fault)
    if weak is not None or outcomes is None:
        return unjudged_result(test, setting, weak or Text("nothing was run"))
    if (why := first_not_judged(outcomes)) is not None:
        return unjudged_result(test, setting, why)
    return test.judge(setting, candidate, outcomes)

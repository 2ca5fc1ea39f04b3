"""Grades submissions: builds them, runs every step once, judges the outcomes."""

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
from garlic.labs.candidates import Candidate, prepare
from garlic.labs.checks import Check
from garlic.labs.checks.base import broken_result, unjudged_result
from garlic.labs.checks.building import BuildCheck
from garlic.labs.checks.functions import FunctionsCheck
from garlic.labs.journal import Journal
from garlic.labs.lab import Lab
from garlic.labs.results import Graded, TestResult
from garlic.labs.similarity import fingerprints
from garlic.labs.steps import Outcome, Step, first_not_judged, not_judged
from garlic.labs.submissions import Submission, collect_submissions
from garlic.sandbox import rings

Progress = Callable[[int, int], object]
"""Called with the number of steps done and of all steps."""


@dataclass(frozen=True, slots=True)
class GradingOptions:
    """How to grade."""

    jobs: int | None = None
    out: Path | None = None  # the folder of the journal; None: nothing is kept
    seed: int | None = None  # by default the lab's
    against: str | None = None  # another opponent for all matches
    weak: bool = False  # judge even if the sandbox does not work here


@dataclass(frozen=True, slots=True)
class _PlannedStep:
    """A step of a candidate with its key."""

    key: str
    step: Step


def grade(
    lab: Lab, paths: Sequence[Path], options: GradingOptions, progress: Progress = lambda *_: None
) -> list[Graded]:
    """Grade the submissions at *paths*, in their order.

    With `options.out` an interrupted run is resumed. Raises `GarlicError` if the lab refers to
    something that does not exist, or a path does not exist.
    """
    seed = lab.setting.seed if options.seed is None else options.seed
    lab = replace(lab, setting=replace(lab.setting, seed=seed, against=options.against))
    lab.verify()
    with (
        Journal(options.out) as journal,
        tempfile.TemporaryDirectory(prefix="garlic-grade-") as workspace,
    ):
        submissions = collect_submissions(paths, Path(workspace))

        def prepared(submission: Submission) -> Candidate:
            return prepare(submission, lab.accepted, lab.setting.limits)

        with ThreadPoolExecutor(_jobs(options.jobs)) as pool:
            candidates = list(pool.map(prepared, submissions))
        weak = None if options.weak else _weakness()
        planned = [step for candidate in candidates for step in _plan(lab, candidate, weak)]
        _run_all(planned, journal, options.jobs, progress, Path(workspace))
        return [_graded(lab, candidate, journal, weak) for candidate in candidates]


def _jobs(requested: int | None) -> int:
    cores = len(os.sched_getaffinity(0))
    return max(1, min(requested or cores, cores))


def _weakness() -> Text | None:
    """Why programs cannot be confined here; None if they can."""
    ring = rings()[1]
    return None if ring.holds else ring.why


def _runs(candidate: Candidate, test: Check, weak: Text | None) -> bool:
    """Whether *test* is run: functions need not be part of a program that can be built."""
    if candidate.missing is not None or weak is not None:
        return False
    if isinstance(test, FunctionsCheck):
        return candidate.submission.fault is None
    return candidate.fault is None


def _plan(lab: Lab, candidate: Candidate, weak: Text | None) -> list[_PlannedStep]:
    """All steps of *candidate*, in order."""
    return [
        _PlannedStep(key, step)
        for number, test in enumerate(lab.tests)
        if _runs(candidate, test, weak)
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
    planned: Sequence[_PlannedStep],
    journal: Journal,
    jobs: int | None,
    progress: Progress,
    workspace: Path,
) -> None:
    """Run every step that is not in the journal; equal submissions share their steps."""
    steps = {entry.key: entry.step for entry in planned}
    todo = {key: step for key, step in steps.items() if key not in journal.outcomes}
    done = len(steps) - len(todo)
    progress(done, len(steps))
    for key, outcome in _outcomes(todo, jobs):
        journal.add(key, _without_workspace(outcome, workspace))
        done += 1
        progress(done, len(steps))


def _without_workspace(outcome: Outcome, workspace: Path) -> Outcome:
    """*outcome* without the path of the workspace, which differs from run to run."""
    folder = re.compile(rf"{re.escape(str(workspace.resolve()))}/\d+/")
    return {
        name: folder.sub("", value) if isinstance(value, str) else value
        for name, value in outcome.items()
    }


def _outcomes(todo: dict[str, Step], jobs: int | None) -> Iterator[tuple[str, Outcome]]:
    """The outcome of each step when it is done: first the games, then the programs."""
    game_runs = {key: step.game_run for key, step in todo.items() if step.game_run is not None}
    yield from _play_games(game_runs, jobs)
    yield from _run_work({key: step for key, step in todo.items() if step.work is not None}, jobs)


def _play_games(game_runs: dict[str, GameRun], jobs: int | None) -> Iterator[tuple[str, Outcome]]:
    keys = list(game_runs)
    left = dict(game_runs)
    try:
        for place, record in play_all(list(game_runs.values()), jobs):
            del left[keys[place]]
            yield keys[place], _recorded(record)
    except GarlicError:
        # One game that this machine refuses to run must not stop the others.
        for key, game_run in left.items():
            try:
                outcome = _recorded(play(game_run))
            except GarlicError as fault:
                outcome = not_judged(Text("{fault}", fault=str(fault)))
            yield key, outcome


def _recorded(record: Record) -> Outcome:
    if record.is_judged:
        return {"record": record.dumps()}
    busy = record.outcome.reason.startswith(NOT_JUDGED)
    return not_judged(Text("the machine was too busy") if busy else Text("the sandbox failed"))


def _run_work(steps: dict[str, Step], jobs: int | None) -> Iterator[tuple[str, Outcome]]:
    """Each step on a processor of its own; threads suffice, as programs run in a sandbox."""
    cores: SimpleQueue[int] = SimpleQueue()
    count = _jobs(jobs)
    for core in sorted(os.sched_getaffinity(0))[:count]:
        cores.put(core)

    def run(step: Step) -> Outcome:
        with _taken(cores) as core:
            try:
                assert step.work is not None  # noqa: S101  (checked by the caller)
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
    finally:  # also after Ctrl-C: start nothing new
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
        if _runs(candidate, test, weak):
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
    if candidate.fault is not None and outcomes is None:
        return broken_result(test, setting, candidate, candidate.fault)
    if weak is not None or outcomes is None:
        return unjudged_result(test, setting, weak or Text("nothing was run"))
    if (why := first_not_judged(outcomes)) is not None:
        return unjudged_result(test, setting, why)
    return test.judge(setting, candidate, outcomes)

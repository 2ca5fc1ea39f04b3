"""Grades submissions: builds them, runs every step once, judges the outcomes."""

import hashlib
import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue

from garlic.core import GarlicError, Text
from garlic.judge.patience import Patience, run_patiently
from garlic.judge.record import Certainty, Record
from garlic.judge.workers.pool import processors
from garlic.judge.workers.run import open_games, parallel
from garlic.labs.candidates import Candidate, prepare
from garlic.labs.checks import Check
from garlic.labs.checks.base import broken_result, unjudged_result
from garlic.labs.checks.building import BuildCheck
from garlic.labs.checks.functions import FunctionsCheck
from garlic.labs.journal import Journal
from garlic.labs.lab import Lab
from garlic.labs.results import Graded, TestResult
from garlic.labs.similarity.sources import read_source
from garlic.labs.steps import Outcome, Step, certainty, first_not_judged, game_outcome, not_judged
from garlic.labs.submissions import Submission, collect_submissions
from garlic.sandbox import rings


@dataclass(frozen=True, slots=True)
class GradingProgress:
    """How many steps were run, of how many; and how many of them have no final outcome.

    While *building*, submissions are counted instead.
    """

    done: int
    of: int
    building: bool = False
    not_judged: int = 0
    delayed: int = 0


Progress = Callable[[GradingProgress], object]
_RunStep = Callable[[Step], Future[Outcome]]


@dataclass(frozen=True, slots=True)
class GradingOptions:
    """How to grade."""

    jobs: int | None = None
    out: Path | None = None  # the folder of the journal; None: nothing is kept
    seed: int | None = None  # by default the lab's
    opponent: str | None = None  # another one for all matches
    weak: bool = False  # judge even if the sandbox does not work here
    patience: Patience = field(default_factory=Patience)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A candidate, and the steps of each test by their keys; None for a test that is not run."""

    candidate: Candidate
    tests: tuple[dict[str, Step] | None, ...]


def grade(
    lab: Lab, paths: Sequence[Path], options: GradingOptions, progress: Progress = lambda _: None
) -> list[Graded]:
    """Grade the submissions at *paths*, in their order.

    With `options.out` an interrupted run is resumed, and what was not judged or delayed is run
    again. Raises `GarlicError` if the lab refers to something that does not exist, or a path does
    not exist.
    """
    seed = lab.setting.seed if options.seed is None else options.seed
    lab = replace(lab, setting=replace(lab.setting, seed=seed, opponent=options.opponent))
    lab.verify()
    with (
        Journal(options.out) as journal,
        tempfile.TemporaryDirectory(prefix="garlic-grade-") as workspace,
    ):
        submissions = collect_submissions(paths, Path(workspace))

        def prepared(submission: Submission) -> Candidate:
            return prepare(submission, lab.accepted, lab.setting.limits)

        with ThreadPoolExecutor(parallel(options.jobs, len(submissions))) as pool:
            candidates = []
            for candidate in pool.map(prepared, submissions):
                candidates.append(candidate)
                progress(GradingProgress(len(candidates), len(submissions), building=True))
        weak = None if options.weak else _weakness()
        plans = [_plan(lab, candidate, weak) for candidate in candidates]
        _run_all(plans, journal, options, progress, Path(workspace))
        return [_graded(lab, plan, journal, weak) for plan in plans]


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


def _plan(lab: Lab, candidate: Candidate, weak: Text | None) -> _Plan:
    """The steps of *candidate*, made once: some write files or generate inputs."""
    return _Plan(
        candidate,
        tuple(
            _keyed(lab, candidate, number, test) if _runs(candidate, test, weak) else None
            for number, test in enumerate(lab.tests)
        ),
    )


def _keyed(lab: Lab, candidate: Candidate, number: int, test: Check) -> dict[str, Step]:
    """The steps of *test* by their keys, in order."""
    steps = {}
    for place, step in enumerate(test.steps(lab.setting, candidate)):
        facts = (
            lab.digest,
            lab.setting.seed,
            lab.setting.opponent,
            candidate.submission.digest,
            number,
            place,
            step.facts,
        )
        steps[hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]] = step
    return steps


def _run_all(
    plans: Sequence[_Plan],
    journal: Journal,
    options: GradingOptions,
    progress: Progress,
    workspace: Path,
) -> None:
    """Run every step that has no final outcome in the journal.

    Equal submissions share their steps.
    """
    steps = {
        key: step for plan in plans for test in plan.tests for key, step in (test or {}).items()
    }
    known = {key: certainty(journal.outcomes[key]) for key in steps if key in journal.outcomes}
    todo = {key: step for key, step in steps.items() if known.get(key) is not Certainty.FINAL}

    def report() -> None:
        counts = Counter(known.values())
        progress(
            GradingProgress(
                done=len(known),
                of=len(steps),
                not_judged=counts[Certainty.NOT_JUDGED],
                delayed=counts[Certainty.DELAYED],
            )
        )

    report()
    for key, outcome in _outcomes(todo, dict(known), options):
        journal.add(key, _without_workspace(outcome, workspace))
        known[key] = certainty(outcome)
        report()


def _without_workspace(outcome: Outcome, workspace: Path) -> Outcome:
    """*outcome* without the path of the workspace, which differs from run to run."""
    folder = re.compile(rf"{re.escape(str(workspace.resolve()))}/\d+/")
    return {
        name: folder.sub("", value) if isinstance(value, str) else value
        for name, value in outcome.items()
    }


def _outcomes(
    todo: dict[str, Step], known: Mapping[str, Certainty], options: GradingOptions
) -> Iterator[tuple[str, Outcome]]:
    """The outcome of each step when it is done: first the games, then the programs.

    A step comes again where a later outcome is surer; see `garlic.judge.patience`.
    """
    games = {key: step for key, step in todo.items() if step.game_run is not None}
    programs = {key: step for key, step in todo.items() if step.work is not None}
    yield from _patiently(games, known, options, _game_runner)
    yield from _patiently(programs, known, options, _program_runner)


def _patiently(
    steps: dict[str, Step],
    known: Mapping[str, Certainty],
    options: GradingOptions,
    runner: Callable[[Sequence[Step], int], AbstractContextManager[_RunStep]],
) -> Iterator[tuple[str, Outcome]]:
    if not steps:
        return
    jobs = parallel(options.jobs, len(steps))
    before = {key: known[key] for key in steps if key in known}
    with runner(list(steps.values()), jobs) as run:
        yield from run_patiently(
            steps, lambda key: run(steps[key]), certainty, jobs, options.patience, before
        )


@contextmanager
def _game_runner(steps: Sequence[Step], jobs: int) -> Iterator[_RunStep]:
    game_runs = [step.game_run for step in steps if step.game_run is not None]
    with open_games(game_runs, jobs) as submit:

        def run(step: Step) -> Future[Outcome]:
            assert step.game_run is not None  # noqa: S101  (checked by the caller)
            return _as_outcome(submit(step.game_run))

        yield run


def _as_outcome(playing: Future[Record]) -> Future[Outcome]:
    """The outcome of a game; one that this machine refuses to run must not stop the others."""
    outcome: Future[Outcome] = Future()

    def on_done(played: Future[Record]) -> None:
        try:
            outcome.set_result(game_outcome(played.result()))
        except GarlicError as fault:
            outcome.set_result(not_judged(Text("{fault}", fault=str(fault))))
        except BaseException as fault:  # noqa: BLE001 - whoever asks for the outcome gets it
            outcome.set_exception(fault)

    playing.add_done_callback(on_done)
    return outcome


@contextmanager
def _program_runner(steps: Sequence[Step], jobs: int) -> Iterator[_RunStep]:
    """Each step on a processor of its own; threads suffice, as programs run in a sandbox."""
    del steps
    cores: SimpleQueue[int] = SimpleQueue()
    for core in processors()[:jobs]:
        cores.put(core)

    def run(step: Step) -> Outcome:
        with _taken(cores) as core:
            try:
                assert step.work is not None  # noqa: S101  (checked by the caller)
                return step.work(frozenset({core}))
            except (GarlicError, OSError) as fault:
                return not_judged(Text("{fault}", fault=str(fault)))

    pool = ThreadPoolExecutor(jobs)
    try:
        yield lambda step: pool.submit(run, step)
    finally:  # also after Ctrl-C: start nothing new
        pool.shutdown(cancel_futures=True)


@contextmanager
def _taken(cores: SimpleQueue[int]) -> Iterator[int]:
    core = cores.get()
    try:
        yield core
    finally:
        cores.put(core)


def _graded(lab: Lab, plan: _Plan, journal: Journal, weak: Text | None) -> Graded:
    candidate = plan.candidate
    tests = []
    for number, steps in enumerate(plan.tests):
        outcomes = None if steps is None else [journal.outcomes[key] for key in steps]
        tests.append(_result(lab, number, candidate, outcomes, weak))
    fault = candidate.fault
    return Graded(
        name=candidate.name,
        digest=candidate.submission.digest,
        entry=candidate.entry.name if candidate.entry else "",
        tests=tuple(tests),
        fault=fault.text if fault else None,
        compiles=None if candidate.missing else fault is None,
        source=read_source(candidate.name, candidate.submission.folder, candidate.submission.files),
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

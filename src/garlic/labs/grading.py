"""Grades submissions: builds them, runs every step once, judges the outcomes.

A class is taken in batches, each built and then run, so that grades are known early and all the
time it can be said how far it is. Programs are run while the next batch is built, and share the
processors with compilers: each has one of its own. Games have all processors, so nothing is built
while they are played.
"""

import hashlib
import json
import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest
from pathlib import Path

import garlic
from garlic.core import Text
from garlic.core.scratch import remove_abandoned, scratch_folder
from garlic.judge.building.headers import PreparedHeaders
from garlic.judge.patience import Patience, run_patiently
from garlic.judge.record import Certainty
from garlic.judge.workers.run import parallel
from garlic.labs.candidates import Candidate, prepare
from garlic.labs.checks import Check
from garlic.labs.checks.base import broken_result, unjudged_result
from garlic.labs.checks.building import BuildCheck
from garlic.labs.checks.functions import FunctionsCheck
from garlic.labs.intake.handed_in import ClassEntry, HandedIn, look_at
from garlic.labs.intake.layouts import Layout
from garlic.labs.journal import Journal
from garlic.labs.lab import Lab
from garlic.labs.results import BuildReport, Graded, TestResult
from garlic.labs.runners import (
    FreeProcessors,
    Runner,
    cluster_runner,
    game_runner,
    program_runner,
)
from garlic.labs.similarity.sources import read_source
from garlic.labs.steps import Outcome, Step, certainty, first_not_judged
from garlic.sandbox import rings

_WORKSPACE = "garlic-grade-"  # how the names of folders with copies of submissions begin
_BATCH = 16  # submissions that are built before they are run, at least
_BATCH_A_JOB = 32
_CLUSTER_JOBS = 64  # games that are sent to a cluster at a time
_CLUSTER_BATCH = 128


@dataclass(frozen=True, slots=True)
class GradingProgress:
    """How many steps were run, of how many; and how many of them have no final outcome.

    While *building*, submissions are counted instead. Of a class only the steps of those that are
    *built* are known.
    """

    done: int
    of: int
    building: bool = False
    not_judged: int = 0
    delayed: int = 0
    built: int = 0
    graded: int = 0  # submissions all of whose steps were run
    submissions: int = 0


Progress = Callable[[GradingProgress], object]


@dataclass(frozen=True, slots=True)
class GradingOptions:
    """How to grade."""

    jobs: int | None = None
    out: Path | None = None  # the folder of the journal; None: nothing is kept
    seed: int | None = None  # by default the lab's
    opponent: str | None = None  # another one for all matches
    weak: bool = False  # judge even if the sandbox does not work here
    patience: Patience = field(default_factory=Patience)
    cluster: str | None = None  # the address of a Dask scheduler that plays the games
    only_changed: bool = False  # take over what was run for another version of the lab


@dataclass(frozen=True, slots=True)
class _Plan:
    """A candidate, and the steps of each test by their keys; None for a test that is not run."""

    candidate: Candidate
    tests: tuple[dict[str, Step] | None, ...]

    def steps(self) -> Iterator[tuple[str, Step]]:
        """All steps with their keys, of each test in turn.

        The first step of a test may find out how all others are to be run, and these wait for it:
        so one of another test comes next.
        """
        every = ((test or {}).items() for test in self.tests)
        for row in zip_longest(*every):
            yield from (keyed for keyed in row if keyed is not None)


def grade(
    lab: Lab, paths: Sequence[Path], options: GradingOptions, progress: Progress = lambda _: None
) -> list[Graded]:
    """Grade the submissions at *paths*, in their order; each path is one submission.

    Raises what `grade_class` raises, and `UsageError` if a path does not exist.
    """
    return grade_class(lab, look_at(paths, lab.accepted, layout=Layout.ONE), options, progress)


def grade_class(
    lab: Lab, handed_in: HandedIn, options: GradingOptions, progress: Progress = lambda _: None
) -> list[Graded]:
    """Grade all that was *handed_in*, in its order.

    With `options.out` an interrupted run is resumed, and what was not judged or delayed is run
    again. Raises `GarlicError` if the lab refers to something that does not exist.
    """
    seed = lab.setting.seed if options.seed is None else options.seed
    lab = replace(lab, setting=replace(lab.setting, seed=seed, opponent=options.opponent))
    remove_abandoned(_WORKSPACE)
    with (
        scratch_folder(_WORKSPACE) as workspace,
        _Builder(lab, handed_in.entries, options, workspace) as builder,
    ):
        builder.start_batch()
        lab.verify()  # meanwhile: making large cases and their answers takes a while
        with Journal(options.out) as journal:
            return _GradingRun(lab, builder, options, journal, progress).graded()


class _Builder(AbstractContextManager["_Builder"]):
    """Copies and builds submissions, a batch at a time.

    Each has one of the *free* processors, which it shares with the programs that are run.
    """

    def __init__(
        self, lab: Lab, entries: Sequence[ClassEntry], options: GradingOptions, workspace: Path
    ) -> None:
        self.lab, self.entries, self.workspace = lab, entries, workspace
        jobs = parallel(options.jobs, len(entries))
        self._size = _CLUSTER_BATCH if options.cluster else max(_BATCH, _BATCH_A_JOB * jobs)
        self._places = iter(range(len(entries)))
        self._batches: deque[list[Future[Candidate]]] = deque()
        self._left = len(entries)
        self.free = FreeProcessors(options.jobs)
        self._headers = PreparedHeaders()
        self._pool = ThreadPoolExecutor(jobs)

    def is_done(self) -> bool:
        """Whether everything is built."""
        return self._left == 0

    def start_batch(self) -> None:
        """Begin to build the next batch."""
        self._batches.append(
            [self._pool.submit(self._prepared, place) for place in islice(self._places, self._size)]
        )

    def candidates(self) -> Iterator[Candidate]:
        """Those of the first batch that was started, each when it is built, in their order."""
        for building in self._batches.popleft():
            candidate = building.result()
            self._left -= 1
            yield candidate

    def _prepared(self, place: int) -> Candidate:
        with self.free.taken(first=False):
            submission = self.entries[place].copy(self.workspace / f"{place:04}")
            return prepare(submission, self.lab.accepted, self.lab.setting.limits, self._headers)

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)  # after Ctrl-C, too: start nothing new
        self._headers.close()


class _GradingRun:
    """One run: what is built, what is known, and what to tell about it."""

    def __init__(
        self,
        lab: Lab,
        builder: _Builder,
        options: GradingOptions,
        journal: Journal,
        progress: Progress,
    ) -> None:
        self.lab, self.builder, self.options, self.journal = lab, builder, options, journal
        self.progress = progress
        self.weak = None if options.weak else _weakness()
        self.plans: list[_Plan] = []
        self.built = 0
        self.tally = _Tally()
        self.steps: dict[str, Step] = {}

    def graded(self) -> list[Graded]:
        """The results of all submissions."""
        # Only bots play games; the next batch is built beside programs, and no processor is idle.
        beside = self.lab.accepted.kind == "program"
        while not self.builder.is_done():
            if beside:
                self.builder.start_batch()
            batch = [self._planned(candidate) for candidate in self.builder.candidates()]
            # Only at the end a busy machine is waited for: then for all at once.
            is_last = self.builder.is_done()
            self._run(self.plans if is_last else batch, None if is_last else Patience())
            if not beside:
                self.builder.start_batch()
        return [_graded(self.lab, plan, self.journal, self.weak) for plan in self.plans]

    def _planned(self, candidate: Candidate) -> _Plan:
        self.built += 1
        self._report(building=True)
        plan = _plan(self.lab, candidate, self.weak)
        self.plans.append(plan)
        self.tally.add_plan(key for test in plan.tests for key in test or {})
        return plan

    def _run(self, plans: Sequence[_Plan], patience: Patience | None) -> None:
        """Run every step of *plans* that has no final outcome in the journal.

        Equal submissions share their steps.
        """
        steps = {key: step for plan in plans for key, step in plan.steps()}
        self.steps |= steps
        for key, step in steps.items():
            if key not in self.tally.known and self.options.only_changed:
                self.journal.take_over(key, step.facts)
            if key in self.journal.outcomes:
                self.tally.add(key, self.journal.certainty(key))
        known = self.tally.known
        todo = {key: step for key, step in steps.items() if known.get(key) is not Certainty.FINAL}
        self._report()
        options = replace(self.options, patience=patience or self.options.patience)
        for key, outcome in _outcomes(todo, dict(known), options, self.builder.free):
            shown = _without_workspace(outcome, self.builder.workspace)
            self.journal.add(key, shown, self.steps[key].facts)
            self.tally.add(key, certainty(outcome))
            self._report()

    def _report(self, *, building: bool = False) -> None:
        counts = self.tally.counts
        total = len(self.builder.entries)
        self.progress(
            GradingProgress(
                done=self.built if building else len(self.tally.known),
                of=total if building else len(self.steps),
                building=building,
                not_judged=counts[Certainty.NOT_JUDGED],
                delayed=counts[Certainty.DELAYED],
                built=self.built,
                graded=self.tally.complete,
                submissions=total,
            )
        )


class _Tally:
    """What is known of the steps of all plans, counted as it comes: there are thousands."""

    def __init__(self) -> None:
        self.known: dict[str, Certainty] = {}
        self.counts: Counter[Certainty] = Counter()
        self.complete = 0  # plans all of whose steps are known
        self._missing: defaultdict[str, list[set[str]]] = defaultdict(list)  # steps of its plans

    def add_plan(self, keys: Iterable[str]) -> None:
        """Count a plan with these steps, some of which may be known."""
        missing = set(keys) - self.known.keys()
        self.complete += not missing
        for key in missing:
            self._missing[key].append(missing)

    def add(self, key: str, sure: Certainty) -> None:
        """Note how sure the outcome of the step *key* is."""
        if key in self.known:
            self.counts[self.known[key]] -= 1
        for missing in self._missing.pop(key, ()):
            missing.discard(key)
            self.complete += not missing
        self.known[key] = sure
        self.counts[sure] += 1


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
    """The steps of *test* by their keys, in order; their facts now include the candidate.

    A key belongs to this version of the lab. The facts do not: where they are equal, the outcome
    is what another version of the lab would have had.
    """
    steps = {}
    for place, step in enumerate(test.steps(lab.setting, candidate)):
        digest = candidate.submission.digest
        facts = (
            lab.digest,
            lab.setting.seed,
            lab.setting.opponent,
            digest,
            number,
            place,
            step.facts,
        )
        same = (
            garlic.__version__,
            digest,
            step.facts,
            repr(lab.accepted.forms),
            type(test).__name__,
        )
        steps[_hash(facts)] = replace(step, facts=_hash(same))
    return steps


def _hash(facts: object) -> str:
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


def _without_workspace(outcome: Outcome, workspace: Path) -> Outcome:
    """*outcome* without the path of the workspace, which differs from run to run."""
    folder = re.compile(rf"{re.escape(str(workspace.resolve()))}/\d+/")
    return {
        name: folder.sub("", value) if isinstance(value, str) else value
        for name, value in outcome.items()
    }


def _outcomes(
    todo: dict[str, Step],
    known: Mapping[str, Certainty],
    options: GradingOptions,
    free: FreeProcessors,
) -> Iterator[tuple[str, Outcome]]:
    """The outcome of each step when it is done: first the games, then the programs.

    A step comes again where a later outcome is surer; see `garlic.judge.patience`.
    """
    games = {key: step for key, step in todo.items() if step.game_run is not None}
    programs = {key: step for key, step in todo.items() if step.work is not None}
    on_games = cluster_runner(options.cluster) if options.cluster else game_runner
    jobs = min(options.jobs or _CLUSTER_JOBS, len(games)) if options.cluster else None
    yield from _patiently(games, known, options, on_games, jobs)
    # Programs are short: the next ones wait for a processor, not for what is noted here.
    yield from _patiently(programs, known, options, program_runner(free), at_once=2)


def _patiently(
    steps: dict[str, Step],
    known: Mapping[str, Certainty],
    options: GradingOptions,
    runner: Runner,
    jobs: int | None = None,
    at_once: int = 1,
) -> Iterator[tuple[str, Outcome]]:
    """The outcome of each of *steps*; the runner is given *at_once* for each of *jobs*."""
    if not steps:
        return
    jobs = at_once * (jobs or parallel(options.jobs, len(steps)))
    before = {key: known[key] for key in steps if key in known}
    with runner(list(steps.values()), jobs) as run:
        yield from run_patiently(
            steps, lambda key: run(steps[key]), certainty, jobs, options.patience, before
        )


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
        sender=candidate.submission.sender,
        build=BuildReport(candidate.build_seconds, fault.log if fault else "")
        if candidate.entry
        else None,
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

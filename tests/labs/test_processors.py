"""Builds and programs of a class share the processors: each has one of its own, none is idle."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from garlic.judge.workers.pool import processors
from garlic.labs import grading
from garlic.labs.candidates import Candidate, prepare
from garlic.labs.checks.answers import AnswersCheck
from garlic.labs.checks.base import Setting
from garlic.labs.grading import GradingOptions, grade
from garlic.labs.lab import Lab
from garlic.labs.runners import FreeProcessors, program_runner
from garlic.labs.steps import Outcome, Step
from support.processes import eventually


class Watch:
    """Notes what is done, and fails if a processor has two things at a time."""

    def __init__(self) -> None:
        self.noted: list[str] = []
        self._busy: set[int] = set()
        self._lock = Lock()

    def during(self, kind: str, work: Any, *arguments: Any) -> Any:
        """The result of *work*, which is done on one processor."""
        (number,) = os.sched_getaffinity(0)
        with self._lock:
            assert number not in self._busy
            self._busy.add(number)
            self.noted.append(kind)
        try:
            return work(*arguments)
        finally:
            with self._lock:
                self._busy.remove(number)


def test_the_next_batch_is_built_beside_programs(
    doubling: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch()
    started: list[int] = []  # how many things were done when a batch was started
    start, steps = grading._Builder.start_batch, AnswersCheck.steps

    def noted_start(builder: Any) -> None:
        started.append(len(watch.noted))
        start(builder)

    def noted_steps(check: AnswersCheck, setting: Setting, candidate: Candidate) -> list[Step]:
        return [
            Step(step.facts, work=partial(watch.during, "run", step.work))
            for step in steps(check, setting, candidate)
        ]

    monkeypatch.setattr(grading, "_BATCH", 2)
    monkeypatch.setattr(grading, "_BATCH_A_JOB", 1)
    monkeypatch.setattr(grading._Builder, "start_batch", noted_start)
    monkeypatch.setattr(grading, "prepare", partial(watch.during, "build", prepare))
    monkeypatch.setattr(AnswersCheck, "steps", noted_steps)
    paths = []
    for number in range(6):
        paths.append(tmp_path / f"s{number}.py")
        paths[-1].write_text(f"print({number})\n")
    assert len(grade(doubling, paths, GradingOptions())) == 6
    assert watch.noted.count("build") == 6
    assert watch.noted.count("run") == 18
    assert started[1] < watch.noted.index("run")  # the second one waits for no program
    assert os.sched_getaffinity(0) == set(processors())


def wait_for_waiting(free: FreeProcessors, count: int) -> None:
    """Return when so many wait for a processor."""
    eventually(lambda: sum(map(len, free._waiting.values())) >= count)


def test_programs_come_before_builds() -> None:
    free = FreeProcessors(1)
    order: list[str] = []

    def take(name: str, *, first: bool) -> None:
        with free.taken(first=first):
            order.append(name)

    with ThreadPoolExecutor(2) as pool, free.taken(first=True):
        pool.submit(take, "build", first=False)
        wait_for_waiting(free, 1)
        pool.submit(take, "program", first=True)
        wait_for_waiting(free, 2)
    assert order == ["program", "build"]


def test_after_the_end_no_program_is_started() -> None:
    ran: list[str] = []
    free = FreeProcessors(1)

    def work(name: str, cpus: frozenset[int]) -> Outcome:
        del cpus
        ran.append(name)
        return {}

    steps = [Step(name, work=partial(work, name)) for name in ("first", "second")]
    with ExitStack() as busy, ThreadPoolExecutor(1) as closer:
        running = ExitStack()
        run = running.enter_context(program_runner(free)(steps, 1))
        assert run(steps[0]).result() == {}
        busy.enter_context(free.taken(first=True))
        run(steps[1])
        wait_for_waiting(free, 1)
        closing = closer.submit(running.close)

        def is_over() -> bool:
            try:
                run(steps[1])
            except RuntimeError:
                return True
            return False

        eventually(is_over)
        assert not closing.done()  # it waits for the second one, which waits for a processor
        busy.close()
        closing.result(20)
    assert ran == ["first"]

"""Submissions that are graded for somebody in the browser: one worker each, told step by step."""

import secrets
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from garlic.core import GarlicError
from garlic.labs.grading import GradingOptions, grade
from garlic.labs.lab import Lab
from garlic.labs.library import find_lab
from garlic.labs.report.documents import dumped, to_json, to_junit
from garlic.labs.report.ranking import ranked
from garlic.labs.report.submission_page import submission_page
from garlic.labs.results import Graded, TestResult
from garlic.store import Database
from garlic.store.bots import readable_name
from garlic.store.grades import add_grade, finish_grade, set_grade, stop_unfinished
from garlic.web.events import Hub
from garlic.web.jobs.uploads import plain_name
from garlic.web.jobs.workers import BackgroundJob, StoppedError, Tell, WorkerPool
from garlic.web.sentences import wording

_ID_BYTES = 12


class Gradings:
    """The submissions that a server grades."""

    def __init__(self, database: Database, hub: Hub, workshop: WorkerPool) -> None:
        self._database, self._hub, self._workshop = database, hub, workshop
        self._room: tempfile.TemporaryDirectory[str] | None = None
        self._lock = Lock()
        self._jobs: dict[str, BackgroundJob] = {}
        self._progress: dict[str, tuple[int, int]] = {}

    def start(self) -> None:
        """Begin: what an earlier server left unfinished nobody grades any more."""
        self._database.write(stop_unfinished)

    def begin(self, lab: Lab, name: str, content: bytes) -> str:
        """Grade an uploaded file; the id under which its result will be. Raises `GarlicError`."""
        grade_id = secrets.token_hex(_ID_BYTES)
        with self._lock:
            if self._room is None:
                self._room = tempfile.TemporaryDirectory(prefix="garlic-gradings-")
            folder = Path(self._room.name) / grade_id
        folder.mkdir()
        path = folder / plain_name(name, "submission")
        path.write_bytes(content)
        shown = readable_name(name)
        self._database.write(lambda c: add_grade(c, grade_id, lab.name, shown, lab.max_points))
        try:
            with self._lock:
                self._jobs[grade_id] = self._workshop.submit(
                    grade_one,
                    lab.name,
                    path,
                    shown,
                    hear=self._hear(grade_id),
                    done=self._done(grade_id, folder),
                )
        except GarlicError as fault:
            shutil.rmtree(folder, ignore_errors=True)
            self._failed(grade_id, fault)
            raise
        return grade_id

    def progress(self, grade_id: str) -> tuple[int, int] | None:
        """How many steps are done, and of how many; None where that is not known."""
        with self._lock:
            return self._progress.get(grade_id)

    def stop(self, grade_id: str) -> None:
        """Grade no further."""
        with self._lock:
            job = self._jobs.get(grade_id)
        if job is not None:
            self._workshop.stop(job)

    def close(self) -> None:
        """Leave no file behind; the workshop is closed before."""
        if self._room is not None:
            self._room.cleanup()

    def _hear(self, grade_id: str) -> Callable[[Any], None]:
        def hear(word: dict[str, int]) -> None:
            with self._lock:
                began = grade_id not in self._progress
                self._progress[grade_id] = (word["done"], word["of"])
            if began:
                self._database.write(lambda c: set_grade(c, grade_id, state="running"))
            self._hub.publish(f"grade:{grade_id}", "progress", word)

        return hear

    def _done(self, grade_id: str, folder: Path) -> Callable[[Future[Any]], None]:
        def done(future: Future[Any]) -> None:
            try:
                points, reports = future.result()
            except (CancelledError, StoppedError):
                now = datetime.now(UTC)
                self._database.write(
                    lambda c: set_grade(c, grade_id, state="stopped", finished_at=now)
                )
            except GarlicError as fault:
                self._failed(grade_id, fault)
            else:
                self._database.write(lambda c: finish_grade(c, grade_id, points, reports))
            finally:
                with self._lock:
                    self._jobs.pop(grade_id, None)
                    self._progress.pop(grade_id, None)
                shutil.rmtree(folder, ignore_errors=True)
                self._hub.publish(f"grade:{grade_id}", "changed", {"id": grade_id})

        return done

    def _failed(self, grade_id: str, fault: GarlicError) -> None:
        self._database.write(
            lambda c: set_grade(
                c, grade_id, state="failed", problem=wording(fault), finished_at=datetime.now(UTC)
            )
        )


def grade_one(tell: Tell, lab_name: str, path: Path, shown: str) -> tuple[float, dict[str, str]]:
    """In a worker: the points of a submission, and its reports by name."""
    lab = find_lab(lab_name)

    def progress(done: int, of: int) -> None:
        tell({"done": done, "of": of})

    # The worker has one processor for itself: everything is run there, one after another.
    (graded,) = grade(lab, [path], GradingOptions(jobs=1), progress)
    graded = replace(graded, name=shown)
    table = ranked(lab, [graded])
    return graded.points, {
        "page": dumped(_page(graded)),
        **{f"{language}.html": submission_page(lab, graded, language) for language in ("en", "zh")},
        **{f"{language}.json": dumped(to_json(table, language)) for language in ("en", "zh")},
        **{f"{language}.xml": to_junit(lab, [graded], language) for language in ("en", "zh")},
    }


def _page(graded: Graded) -> dict[str, Any]:
    """What the page itself shows of the result."""
    return {
        "fault": None if graded.fault is None else wording(graded.fault),
        "tests": [_test(test) for test in graded.tests],
    }


def _test(test: TestResult) -> dict[str, Any]:
    return {
        "title": {"en": test.title.en, "zh": test.title.zh},
        "points": test.points,
        "max_points": test.max_points,
        "summary": wording(test.summary),
    }

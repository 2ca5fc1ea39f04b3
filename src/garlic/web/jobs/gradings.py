"""Grades uploaded submissions, each in one worker, and publishes the progress.

What a busy machine has delayed or kept from being judged is run again when it is quiet; until then
the upload and the journal of its grading are kept.
"""

import json
import secrets
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Lock
from typing import Any

from sqlalchemy import Connection

from garlic.core import GarlicError, UsageError
from garlic.courses.assignments import read_assignment
from garlic.courses.submitting import accept
from garlic.courses.views import view_names, views
from garlic.judge.patience import Patience
from garlic.labs.grading import GradingOptions, GradingProgress, grade
from garlic.labs.lab import Lab
from garlic.labs.library import find_lab
from garlic.labs.policy.lateness import SubmissionTime
from garlic.labs.report.documents import dumped, to_json, to_junit
from garlic.labs.report.ranking import ranked
from garlic.labs.report.submission_page import submission_page
from garlic.labs.results import Graded, GradeState, TestResult
from garlic.labs.stored_results import result_to_json
from garlic.people.persons import LOCAL_PERSON, Person
from garlic.store import Database
from garlic.store.assignments import AssignmentRow, keep_result
from garlic.store.bots import readable_name
from garlic.store.grades import (
    KeptSubmission,
    add_grade,
    finish_grade,
    forget_submission,
    get_grade,
    keep_submission,
    kept_submission,
    kept_submissions,
    set_grade,
    stop_unfinished,
)
from garlic.store.matches import MatchState
from garlic.store.owners import NOBODY, Owner
from garlic.web.events import Hub
from garlic.web.jobs.events import Changed, ChangedEvent, GradeProgress, GradeProgressed
from garlic.web.jobs.retries import Retries
from garlic.web.jobs.shares import Shares, Urgency
from garlic.web.jobs.uploads import plain_name
from garlic.web.jobs.workers import BackgroundJob, Send, StoppedError, WorkerPool
from garlic.web.sentences import encode_sentence

_ID_BYTES = 12
_PATIENCE_SECONDS = 5.0  # in the worker; then `Retries` waits


@dataclass(frozen=True, slots=True)
class _Upload:
    """A submission that was handed in, in a folder of its own."""

    lab: str
    path: Path
    name: str  # as it is shown
    received: datetime
    assignment_id: int | None = None
    assignment: dict[str, Any] | None = None  # its definition

    @property
    def journal(self) -> Path:
        """The folder of the journal."""
        return self.path.parent.with_name(f"{self.path.parent.name}-journal")


class Gradings:
    """The gradings of a server."""

    def __init__(
        self,
        database: Database,
        hub: Hub,
        workers: WorkerPool,
        retries: Retries,
        shares: Shares,
        *,
        keeps: bool = False,
    ) -> None:
        """With *keeps*, submissions that are not graded yet are stored and survive a restart."""
        self._shares, self._keeps = shares, keeps
        self._database, self._hub, self._workers = database, hub, workers
        self._retries = retries
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._lock = Lock()
        self._jobs: dict[str, BackgroundJob] = {}
        self._regrading: set[str] = set()  # those of which the job is being made
        self._progress: dict[str, tuple[int, int]] = {}
        self._uploads: dict[str, _Upload] = {}  # of all that are not final
        self._closing = Event()

    def recover(self) -> None:
        """Mark gradings that an earlier server left unfinished as stopped."""
        self._database.write(stop_unfinished)

    def start(self) -> None:
        """Grade the submissions that an earlier server has kept."""
        for file in self._database.read(kept_submissions):
            self._write(file)
            self._submit(file.grade)

    def begin(self, lab: Lab, name: str, content: bytes, person: Person = LOCAL_PERSON) -> str:
        """Grade an uploaded file and return the id of the grading; raise `GarlicError`."""
        grade_id = secrets.token_hex(_ID_BYTES)
        file = KeptSubmission(grade_id, lab.name, name, content, datetime.now(UTC))
        self._write(file)
        shown = readable_name(name)

        def work(connection: Connection) -> None:
            add_grade(connection, grade_id, lab.name, shown, lab.max_points, person.owner)
            if self._keeps:
                keep_submission(connection, file)

        self._database.write(work)
        self._submit_new(grade_id)
        return grade_id

    def hand_in(
        self, row: AssignmentRow, name: str, content: bytes, person: Person, received: datetime
    ) -> str:
        """Grade a file that was handed in to an assignment; its id.

        *received* is when its last byte came. Raises `UsageError` if it is not accepted.
        """
        grade_id = secrets.token_hex(_ID_BYTES)
        file = KeptSubmission(
            grade_id, row.definition["lab"], name, content, received, row.id, row.definition
        )
        self._database.write(lambda c: accept(c, row, person, file, readable_name(name)))
        self._write(file)
        self._submit_new(grade_id)
        self.changed(row.id)
        return grade_id

    def regrade(self, grade_id: str) -> bool:
        """Grade a submission to an assignment again from the beginning; False if it is running."""
        with self._lock:
            if grade_id in self._jobs or grade_id in self._regrading:
                return False
            self._regrading.add(grade_id)
        try:
            file = self._database.read(lambda c: kept_submission(c, grade_id))
            if file is None:
                raise UsageError("the submission is no longer here: hand it in again")
            self._forget(grade_id)
            self._write(file)
            self._database.write(lambda c: set_grade(c, grade_id, state="waiting", problem=None))
            self._submit_new(grade_id)
        finally:
            with self._lock:
                self._regrading.discard(grade_id)
        return True

    def ahead(self, grade_id: str) -> int | None:
        """How many gradings came before one that waits; None if it does not wait."""
        with self._lock:
            if grade_id not in self._jobs or grade_id in self._progress:
                return None
            waiting = [each for each in self._jobs if each not in self._progress]
            return len(self._progress) + waiting.index(grade_id)

    def _submit_new(self, grade_id: str) -> None:
        try:
            self._submit(grade_id)
        except GarlicError as fault:
            self._forget(grade_id)
            self._failed(grade_id, fault)
            raise

    def _write(self, file: KeptSubmission) -> None:
        """Write a submission into a folder of its own."""
        with self._lock:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="garlic-gradings-")
            folder = Path(self._folder.name) / file.grade
        folder.mkdir()
        path = folder / plain_name(file.name, "submission")
        path.write_bytes(file.content)
        with self._lock:
            self._uploads[file.grade] = _Upload(
                file.lab,
                path,
                readable_name(file.name),
                file.received,
                file.assignment_id,
                file.assignment,
            )

    def again(self, grade_id: str) -> None:
        """Run again what could not be judged or was delayed; raise `GarlicError`."""
        with self._lock:
            if grade_id in self._jobs:
                return
            if grade_id not in self._uploads:
                raise UsageError("the submission is no longer here: hand it in again")
        self._submit(grade_id)

    def _submit(self, grade_id: str) -> None:
        row = self._database.read(lambda c: get_grade(c, grade_id))
        owner = NOBODY if row is None else Owner(row.owner_id, row.course_id)
        # What was handed in is graded, however much else waits.
        share = self._shares.of(owner, Urgency.LEAGUE, is_promised=True)
        with self._lock:
            upload = self._uploads[grade_id]
            self._jobs[grade_id] = self._workers.submit(
                grade_one,
                upload,
                share=share,
                on_message=self._on_message(grade_id),
                on_done=self._on_done(grade_id),
            )

    def _forget(self, grade_id: str) -> None:
        """Remove the upload of a grading that is final, failed or stopped."""
        self._retries.drop(("grade", grade_id))
        with self._lock:
            upload = self._uploads.pop(grade_id, None)
        if self._keeps:
            self._database.write(lambda c: forget_submission(c, grade_id), patient=True)
        if upload is not None:
            shutil.rmtree(upload.path.parent, ignore_errors=True)
            shutil.rmtree(upload.journal, ignore_errors=True)

    def progress(self, grade_id: str) -> tuple[int, int] | None:
        """Finished steps and all steps; None unless the grading is running."""
        with self._lock:
            return self._progress.get(grade_id)

    def stop(self, grade_id: str) -> None:
        """Stop a grading."""
        with self._lock:
            job = self._jobs.get(grade_id)
        if job is not None:
            self._workers.stop(job)

    def closing(self) -> None:
        """Announce that the workers will be closed: the next server continues."""
        self._closing.set()

    def close(self) -> None:
        """Remove all uploaded files; call this after the workers are closed."""
        if self._folder is not None:
            self._folder.cleanup()

    def _on_message(self, grade_id: str) -> Callable[[Any], None]:
        def on_message(progress: dict[str, int]) -> None:
            with self._lock:
                began = grade_id not in self._progress
                self._progress[grade_id] = (progress["done"], progress["of"])
            if began:
                self._database.write(
                    lambda c: set_grade(c, grade_id, state="running"), patient=True
                )
            data = GradeProgress(done=progress["done"], of=progress["of"])
            topic = f"grade:{grade_id}"
            self._hub.publish(GradeProgressed(topic=topic, kind="progress", data=data))

        return on_message

    def _on_done(self, grade_id: str) -> Callable[[Future[Any]], None]:
        def on_done(future: Future[Any]) -> None:
            keep = False
            with self._lock:
                upload = self._uploads.get(grade_id)
            assignment = None if upload is None else upload.assignment_id
            try:
                points, state, reports = future.result()
            except (CancelledError, StoppedError):
                is_kept = self._keeps or assignment is not None
                if self._closing.is_set() and is_kept:  # the next server goes on
                    keep = True
                    return
                now = datetime.now(UTC)
                self._database.write(
                    lambda c: set_grade(c, grade_id, state="stopped", finished_at=now),
                    patient=True,
                )
            except GarlicError as fault:
                self._failed(grade_id, fault)
            else:
                keep = self._finished(grade_id, points, state, reports)
            finally:
                with self._lock:
                    self._jobs.pop(grade_id, None)
                    self._progress.pop(grade_id, None)
                if not keep:
                    self._forget(grade_id)
                changed = Changed(id=grade_id)
                self._hub.publish(
                    ChangedEvent(topic=f"grade:{grade_id}", kind="changed", data=changed)
                )
                if assignment is not None:
                    self.changed(assignment)

        return on_done

    def _finished(
        self, grade_id: str, points: float, state: GradeState, reports: dict[str, str]
    ) -> bool:
        """Store a result; whether it will be tried again, so that the upload is still needed."""
        unfinished = state is GradeState.UNFINISHED
        shown: MatchState = "unfinished" if unfinished else "finished"
        result = reports.pop("result", None)

        def work(connection: Connection) -> None:
            finish_grade(connection, grade_id, points, reports, shown)
            if result is not None:
                keep_result(connection, grade_id, result)

        self._database.write(work, patient=True)
        if state is GradeState.FINAL:
            return False
        self._retries.add(("grade", grade_id), lambda: self.again(grade_id), unfinished=unfinished)
        return True

    def changed(self, assignment_id: int) -> None:
        """Tell those who look at the class that there is something new."""
        changed, topic = Changed(id=assignment_id), f"assignment:{assignment_id}"
        self._hub.publish(ChangedEvent(topic=topic, kind="changed", data=changed))

    def _failed(self, grade_id: str, fault: GarlicError) -> None:
        self._database.write(
            lambda c: set_grade(
                c,
                grade_id,
                state="failed",
                problem=encode_sentence(fault).model_dump(),
                finished_at=datetime.now(UTC),
            )
        )


def grade_one(send: Send, upload: _Upload) -> tuple[float, GradeState, dict[str, str]]:
    """In a worker: grade a submission; its points, its state, and its reports by name.

    Whoever hands in gets a student's reports: checks that students do not see are not even run,
    except for an assignment, where the staff sees them.
    """
    assigned = None if upload.assignment is None else read_assignment(upload.assignment)
    if assigned is None:
        lab = find_lab(upload.lab).for_students(upload.received)
    else:
        lab = assigned.assigned_lab()

    def progress(so_far: GradingProgress) -> None:
        if not so_far.building:
            send(asdict(so_far))

    # The worker has one processor of its own, so the steps run there one after another.
    options = GradingOptions(jobs=1, out=upload.journal, patience=Patience(_PATIENCE_SECONDS))
    (graded,) = grade(lab, [upload.path], options, progress)
    if assigned is None:
        lateness = lab.policy.lateness(SubmissionTime(upload.received))
        graded = replace(graded, name=upload.name, lateness=lateness)
        return graded.points, graded.state, _reports(lab, graded)
    graded = replace(graded, name=upload.name, lateness=assigned.lateness(upload.received))
    first, *others = views(lab, graded)
    reports = {"view": first.name, **_reports(first.lab, first.graded)}
    for view in others:
        made = _reports(view.lab, view.graded)
        reports |= {f"{view.name}:{name}": report for name, report in made.items()}
    percent = 0.0 if graded.lateness is None else graded.lateness.percent
    result = {**result_to_json(lab, graded), "views": view_names(lab), "percent": percent}
    return first.graded.points, graded.state, {**reports, "result": json.dumps(result)}


def _reports(lab: Lab, graded: Graded) -> dict[str, str]:
    """Every report of a submission by its name."""
    table = ranked(lab, [graded])
    return {
        "page": dumped(_page(graded)),
        **{f"{language}.html": submission_page(lab, graded, language) for language in ("en", "zh")},
        **{f"{language}.json": dumped(to_json(table, language)) for language in ("en", "zh")},
        **{f"{language}.xml": to_junit(lab, [graded], language) for language in ("en", "zh")},
    }


def _page(graded: Graded) -> dict[str, Any]:
    """The part of the result that the page itself shows."""
    return {
        "fault": None if graded.fault is None else encode_sentence(graded.fault).model_dump(),
        "delayed": graded.delayed,
        "tests": [_test(test) for test in graded.tests],
    }


def _test(test: TestResult) -> dict[str, Any]:
    return {
        "title": {"en": test.title.en, "zh": test.title.zh},
        "points": test.points,
        "max_points": test.max_points,
        "summary": encode_sentence(test.summary).model_dump(),
    }

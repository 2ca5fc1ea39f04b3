"""The state of the server, for staff: queue, workers, disk, errors."""

import shutil
from pathlib import Path

from pydantic import BaseModel

import garlic
from garlic.judge.building.cache import cache_directory
from garlic.people.rules import Action
from garlic.store.place import sqlite_file
from garlic.web.app import Shared
from garlic.web.permission import needs
from garlic.web.problems import REFUSALS, ApiRouter

router = ApiRouter(prefix="/api/status", tags=["status"], responses=REFUSALS)


class QueueModel(BaseModel):
    """Work of one urgency."""

    urgency: str  # "interactive", "league", "long", "idle"
    waiting: int
    running: int
    longest_wait_seconds: float  # of what waits now


class DiskModel(BaseModel):
    """The disk that something is on."""

    what: str  # "database", "cache"
    used_bytes: int  # by it
    free_bytes: int


class ErrorModel(BaseModel):
    """An error of the server itself."""

    at: float  # seconds since 1970
    text: str


class StatusModel(BaseModel):
    """The state of the server."""

    version: str
    uptime_seconds: float
    workers: int
    busy: int
    people_waiting: int  # with work that waits
    queues: list[QueueModel]
    cluster: str | None  # the address of the scheduler
    cluster_workers: int | None  # null: there is no cluster, or it does not answer
    on_cluster: int  # pieces of work that run on the cluster now
    given_back: int  # those that it could not run, so that the server does, so far
    disks: list[DiskModel]
    errors: list[ErrorModel]  # newest first


@router.get("", dependencies=[needs(Action.SEE_STATUS)])
def status(arena: Shared) -> StatusModel:
    """Queue, workers, disk and errors."""
    found = arena.services.workers.status()
    return StatusModel(
        version=garlic.__version__,
        uptime_seconds=arena.uptime(),
        workers=found.workers,
        busy=found.busy,
        people_waiting=found.people_waiting,
        queues=[
            QueueModel(
                urgency=urgency.name.lower(),
                waiting=queue.waiting,
                running=queue.running,
                longest_wait_seconds=round(queue.longest_wait_seconds, 1),
            )
            for urgency, queue in found.queues.items()
        ],
        cluster=arena.settings.cluster,
        cluster_workers=found.cluster_workers,
        on_cluster=found.on_cluster,
        given_back=found.given_back,
        disks=_disks(arena),
        errors=[ErrorModel(at=at, text=text) for at, text in arena.errors.newest()],
    )


def _disks(arena: Shared) -> list[DiskModel]:
    places = {"cache": cache_directory()}
    if (file := sqlite_file(arena.database.url)) is not None:
        places = {"database": file, **places}
    return [
        DiskModel(
            what=what, used_bytes=_size(place), free_bytes=shutil.disk_usage(_above(place)).free
        )
        for what, place in places.items()
    ]


def _size(place: Path) -> int:
    try:
        if place.is_file():
            return place.stat().st_size
        return sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
    except OSError:  # files come and go
        return 0


def _above(place: Path) -> Path:
    return next(path for path in (place, *place.parents) if path.exists())

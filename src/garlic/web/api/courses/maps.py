"""The maps of a course: listed, shown, uploaded, renamed, downloaded, removed."""

from datetime import datetime
from typing import Annotated
from urllib.parse import quote

from fastapi import File, Form, Path, Response, UploadFile
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from garlic.core.limits import MEGABYTE
from garlic.courses.course_maps import add_map, map_position, remove_map, rename_map, uses_of
from garlic.games import GAMES
from garlic.people.audit import AuditEvent, note
from garlic.people.rules import Action
from garlic.store.course_maps import CourseMapRow, get_map, maps_of
from garlic.store.owners import Owner
from garlic.web.api.courses.courses import CourseId, check_course
from garlic.web.api.files import UPLOADS, read_upload
from garlic.web.api.games.games import FirstBoard
from garlic.web.app import Shared
from garlic.web.permission import AuditActor, Me, course_by_id, course_seen_by_id, needs
from garlic.web.play.games import game_named
from garlic.web.problems import REFUSALS, ApiRouter, not_found
from garlic.web.view.boards import BoardView

router = ApiRouter(prefix="/api/courses/{course_id}/maps", tags=["courses"], responses=REFUSALS)

MapId = Annotated[int, Path(ge=1, le=2**31 - 1)]


class CourseMapModel(BaseModel):
    """A map of a course."""

    id: int
    game: str
    name: str
    rows: int
    columns: int
    created_at: datetime
    leagues: list[str]  # that are played on it: then it cannot be renamed or removed


class MapNameRequest(BaseModel):
    """Another name."""

    model_config = ConfigDict(json_schema_extra={"example": {"name": "two-rooms"}})

    name: str = Field(max_length=200)


@router.get("", dependencies=[needs(Action.SEE, course_seen_by_id)])
def maps(arena: Shared, course_id: CourseId) -> list[CourseMapModel]:
    """The maps of a course, by game and name."""

    def work(connection: Connection) -> list[CourseMapModel]:
        check_course(connection, course_id)
        rows = maps_of(connection, course_id)
        uses = uses_of(connection, rows)
        return [_model(row, uses[row.id]) for row in rows if row.game in GAMES]

    return arena.database.read(work)


@router.post(
    "", status_code=201, responses=UPLOADS, dependencies=[needs(Action.TEACH, course_by_id)]
)
def new_map(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    course_id: CourseId,
    file: Annotated[UploadFile, File(description="a map file of the game")],
    game: Annotated[str, Form(max_length=64)],
    name: Annotated[str, Form(max_length=200)],
) -> CourseMapModel:
    """Give a course a map."""
    facts, content = game_named(game), read_upload(file, MEGABYTE)

    def work(connection: Connection) -> CourseMapModel:
        check_course(connection, course_id)
        row = add_map(connection, Owner(me.id, course_id), facts, name, content)
        what = f"map added: {row.game} {row.name}"
        note(connection, actor, AuditEvent.COURSE_CHANGED, course=course_id, what=what)
        return _model(row, [])

    return arena.database.write(work)


@router.get("/{map_id}/board", dependencies=[needs(Action.SEE, course_seen_by_id)])
def board(arena: Shared, course_id: CourseId, map_id: MapId) -> FirstBoard:
    """The first position of a game on a map."""
    row = arena.database.read(lambda c: _row(c, course_id, map_id))
    game = game_named(row.game)
    position = map_position(game, row.text)
    view = BoardView(game, position)
    return FirstBoard(shape=view.shape, frame=view.frame(position))


@router.get(
    "/{map_id}/file",
    response_class=Response,
    dependencies=[needs(Action.SEE, course_seen_by_id)],
)
def download(arena: Shared, course_id: CourseId, map_id: MapId) -> Response:
    """A map as a file."""
    row = arena.database.read(lambda c: _row(c, course_id, map_id))
    name = f"attachment; filename*=UTF-8''{quote(row.name, safe='')}.txt"
    return Response(
        row.text.encode(),
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": name},
    )


@router.patch("/{map_id}", dependencies=[needs(Action.TEACH, course_by_id)])
def rename(
    arena: Shared, actor: AuditActor, course_id: CourseId, map_id: MapId, request: MapNameRequest
) -> CourseMapModel:
    """Give a map another name, unless a league is played on it."""

    def work(connection: Connection) -> CourseMapModel:
        row = _row(connection, course_id, map_id)
        renamed = rename_map(connection, row, request.name)
        what = f"map renamed: {row.game} {row.name} > {renamed.name}"
        note(connection, actor, AuditEvent.COURSE_CHANGED, course=course_id, what=what)
        return _model(renamed, [])

    return arena.database.write(work)


@router.delete("/{map_id}", status_code=204, dependencies=[needs(Action.TEACH, course_by_id)])
def remove(arena: Shared, actor: AuditActor, course_id: CourseId, map_id: MapId) -> None:
    """Remove a map, unless a league is played on it."""

    def work(connection: Connection) -> None:
        row = _row(connection, course_id, map_id)
        remove_map(connection, row)
        what = f"map removed: {row.game} {row.name}"
        note(connection, actor, AuditEvent.COURSE_CHANGED, course=course_id, what=what)

    arena.database.write(work)


def _row(connection: Connection, course_id: int, map_id: int) -> CourseMapRow:
    row = get_map(connection, course_id, map_id)
    if row is None:
        raise not_found("problem.no_map")
    return row


def _model(row: CourseMapRow, leagues: list[str]) -> CourseMapModel:
    game = GAMES[row.game]
    diagram = game.diagram(map_position(game, row.text))
    return CourseMapModel(
        id=row.id,
        game=row.game,
        name=row.name,
        rows=len(diagram.rows),
        columns=len(diagram.rows[0]),
        created_at=row.created_at,
        leagues=leagues,
    )

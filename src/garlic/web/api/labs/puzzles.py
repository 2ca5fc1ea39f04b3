"""The puzzles Highway and Trek: solve, check, generate samples."""

from typing import Annotated, Any, Literal

from fastapi import File, Form, Query, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from garlic.people.persons import Person
from garlic.people.rules import Action
from garlic.web.api.files import UPLOADS, read_upload
from garlic.web.app import Arena, Shared
from garlic.web.bounds import LARGEST_PICTURE, LARGEST_SAMPLE_SIDE, LARGEST_TREK, MOST_ROADS
from garlic.web.jobs.shares import Share
from garlic.web.permission import Me, needs
from garlic.web.problems import REFUSALS, ApiRouter, Problem
from garlic.web.sentences import SentenceModel, page_sentence

router = ApiRouter(prefix="/api/puzzles", tags=["puzzles"])

_MOST_WAIT_SECONDS = 40.0

_Side = Annotated[int, Query(ge=3, le=LARGEST_SAMPLE_SIDE)]
_Seed = Annotated[int, Query(ge=0, le=2**31 - 1)]


class RoadModel(BaseModel):
    """A road: its total cost, its states by number, and their centres in the picture."""

    total: int
    states: list[int]
    points: list[tuple[float, float]]


class Roads(BaseModel):
    """The roads in a picture; sizes are in pixels."""

    width: int
    height: int
    rows: int
    columns: int
    states: int
    first: RoadModel | None
    second: RoadModel | None
    ends: list[tuple[float, float]]
    ranked: list[RoadModel]
    compared: bool  # whether `classic` was computed
    classic: RoadModel | None  # the second road as found by deleting edges of the first


class TrekSolveRequest(BaseModel):
    """A map as text: `M N T`, then the cells."""

    model_config = ConfigDict(json_schema_extra={"example": {"map": "2 3 3\n3 0 4\n1 2 1\n"}})

    map: str = Field(max_length=LARGEST_TREK)


class TrekCheckRequest(TrekSolveRequest):
    """A map and an answer to it: days, then letters."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"map": "2 3 3\n3 0 4\n1 2 1\n", "answer": "2\nRR"}}
    )

    answer: str = Field(max_length=LARGEST_TREK)


class TrekSample(BaseModel):
    """A generated map: its cells row by row, one digit each."""

    rows: int
    columns: int
    rations: int
    cells: str
    text: str


class TrekSearch(BaseModel):
    """The search with one heuristic."""

    heuristic: str
    why: SentenceModel  # why it is admissible and consistent
    days: int
    expanded: int
    generated: int
    prepared: int
    seconds: float
    first: list[int]  # for each cell: how many states were expanded before it; -1: never expanded
    visits: list[int]  # for each cell: how often it was expanded


class TrekSolution(BaseModel):
    """The fewest days, the route, and the search with each heuristic."""

    rows: int
    columns: int
    rations: int
    cells: str
    days: int
    path: str
    route: list[int]  # cells by number, start to goal
    left: list[int]  # rations on arrival in each of them
    searches: list[TrekSearch]


class TrekFinding(BaseModel):
    """The verdict on an answer."""

    right: bool
    days: int
    optimum: int
    step: int | None
    said: SentenceModel
    hint: SentenceModel | None


def _in_worker(arena: Arena, me: Person, work: Any, *args: Any) -> Any:
    """The result of *work* in a worker; raise what it raises, or `Problem` if it takes too long."""
    workers = arena.services.puzzle_workers
    with arena.puzzle_slots.take(me.id):
        job = workers.submit(work, *args, share=Share(me.id))
        try:
            return job.future.result(_MOST_WAIT_SECONDS)
        except TimeoutError as fault:
            workers.stop(job)
            raise Problem(429, page_sentence("problem.too_many")) from fault


@router.post(
    "/highway",
    responses=UPLOADS,
    dependencies=[needs(Action.LOOK)],
)
def highway(
    arena: Shared,
    me: Me,
    picture: Annotated[UploadFile, File(description="a PNG of hexagonal states")],
    k: Annotated[int, Form(ge=0, le=MOST_ROADS)] = 0,
    compare: Annotated[bool, Form()] = False,
) -> Roads:
    """The cheapest road across a picture, and the second cheapest."""
    from garlic.web.jobs.puzzles import solve_highway

    content = read_upload(picture, LARGEST_PICTURE)
    return Roads(**_in_worker(arena, me, solve_highway, content, k, compare))


@router.get(
    "/highway/sample",
    responses={**REFUSALS, 200: {"content": {"image/png": {}}}},
    response_class=Response,
    dependencies=[needs(Action.LOOK)],
)
def sample_picture(
    arena: Shared,
    me: Me,
    rows: _Side = 24,
    columns: _Side = 36,
    seed: _Seed = 0,
    holes: Annotated[float, Query(ge=0, le=0.5)] = 0.05,
) -> Response:
    """A generated picture; the same parameters give the same picture."""
    from garlic.web.jobs.puzzles import make_picture

    content = _in_worker(arena, me, make_picture, rows, columns, seed, holes)
    return Response(content, media_type="image/png")


@router.post(
    "/trek/solve",
    responses=REFUSALS,
    dependencies=[needs(Action.LOOK)],
)
def solve(arena: Shared, me: Me, request: TrekSolveRequest) -> TrekSolution:
    """The fewest days across a map, by A* with each heuristic."""
    from garlic.web.jobs.puzzles import solve_trek

    return TrekSolution(**_in_worker(arena, me, solve_trek, request.map))


@router.post(
    "/trek/check",
    responses=REFUSALS,
    dependencies=[needs(Action.LOOK)],
)
def check(arena: Shared, me: Me, request: TrekCheckRequest) -> TrekFinding:
    """Check an answer."""
    from garlic.web.jobs.puzzles import check_trek

    return TrekFinding(**_in_worker(arena, me, check_trek, request.map, request.answer))


@router.get(
    "/trek/sample",
    responses=REFUSALS,
    dependencies=[needs(Action.LOOK)],
)
def sample_map(
    arena: Shared,
    me: Me,
    rows: _Side = 20,
    columns: _Side = 30,
    seed: _Seed = 0,
    style: Literal["open", "maze"] = "open",
    tightness: Annotated[float, Query(gt=0, le=1)] = 0.9,
) -> TrekSample:
    """A generated map that has a solution."""
    from garlic.web.jobs.puzzles import make_trek

    sample = _in_worker(arena, me, make_trek, rows, columns, seed, style, tightness)
    return TrekSample(**sample)

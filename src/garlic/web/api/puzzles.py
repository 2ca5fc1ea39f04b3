"""Highway and Trek: a picture's roads, a map's searches."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Query, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from garlic.web.api.files import UPLOADS, received
from garlic.web.app import Arena, Shared
from garlic.web.jobs import puzzles as puzzling
from garlic.web.problems import REFUSALS, SentenceCode

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

_PATIENCE_SECONDS = 40.0

_Side = Annotated[int, Query(ge=3, le=puzzling.MADE_SIDE)]
_Seed = Annotated[int, Query(ge=0, le=2**31 - 1)]


class RoadFacts(BaseModel):
    """A road: what it costs, its states by number, and their middles in the picture."""

    total: int
    states: list[int]
    points: list[tuple[float, float]]


class Roads(BaseModel):
    """What was found in a picture; sizes are pixels."""

    width: int
    height: int
    rows: int
    columns: int
    states: int
    first: RoadFacts | None
    second: RoadFacts | None
    ends: list[tuple[float, float]]
    ranked: list[RoadFacts]
    compared: bool  # whether `classic` was looked for
    classic: RoadFacts | None  # what deleting the edges of one road finds as the second


class TrekMap(BaseModel):
    """A map as text: `M N T`, then the cells."""

    model_config = ConfigDict(json_schema_extra={"example": {"map": "2 3 3\n3 0 4\n1 2 1\n"}})

    map: str = Field(max_length=puzzling.LARGEST_TREK)


class TrekAnswer(TrekMap):
    """A map and an answer to it: days, then letters."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"map": "2 3 3\n3 0 4\n1 2 1\n", "answer": "2\nRR"}}
    )

    answer: str = Field(max_length=puzzling.LARGEST_TREK)


class MadeTrek(BaseModel):
    """A map: its cells row by row, a digit each."""

    rows: int
    columns: int
    rations: int
    cells: str
    text: str


class TrekSearch(BaseModel):
    """How one heuristic went about it."""

    heuristic: str
    why: SentenceCode  # it is admissible and consistent
    days: int
    expanded: int
    generated: int
    prepared: int
    seconds: float
    first: list[int]  # of each cell: as the how-manieth state it was first expanded; -1 never
    visits: list[int]  # of each cell: how often


class TrekSolution(BaseModel):
    """The fewest days and the way, and how each heuristic found it."""

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
    """The judgement of an answer."""

    right: bool
    days: int
    optimum: int
    step: int | None
    said: SentenceCode
    hint: SentenceCode | None


def _studied(arena: Arena, work: Any, *args: Any) -> Any:
    """What *work* gives, done by a worker; raise what it raises."""
    return arena.services.study.submit(work, *args).future.result(_PATIENCE_SECONDS)


@router.post("/highway", responses=UPLOADS)
def highway(
    arena: Shared,
    picture: Annotated[UploadFile, File(description="a PNG of hexagonal states")],
    k: Annotated[int, Form(ge=0, le=puzzling.MOST_ROADS)] = 0,
    compare: Annotated[bool, Form()] = False,
) -> Roads:
    """The cheapest road across a picture, and the second."""
    content = received(picture, puzzling.LARGEST_PICTURE)
    return Roads(**_studied(arena, puzzling.solve_highway, content, k, compare))


@router.get(
    "/highway/sample",
    responses={**REFUSALS, 200: {"content": {"image/png": {}}}},
    response_class=Response,
)
def sample_picture(
    arena: Shared,
    rows: _Side = 24,
    columns: _Side = 36,
    seed: _Seed = 0,
    holes: Annotated[float, Query(ge=0, le=0.5)] = 0.05,
) -> Response:
    """A picture to try it with; the same request give the same one."""
    content = _studied(arena, puzzling.make_picture, rows, columns, seed, holes)
    return Response(content, media_type="image/png")


@router.post("/trek/solve", responses=REFUSALS)
def solve(arena: Shared, wish: TrekMap) -> TrekSolution:
    """The fewest days across a map, by A* with each heuristic."""
    return TrekSolution(**_studied(arena, puzzling.solve_trek, wish.map))


@router.post("/trek/check", responses=REFUSALS)
def check(arena: Shared, wish: TrekAnswer) -> TrekFinding:
    """Whether an answer is right, and what is wrong with it."""
    return TrekFinding(**_studied(arena, puzzling.check_trek, wish.map, wish.answer))


@router.get("/trek/sample", responses=REFUSALS)
def sample_map(
    arena: Shared,
    rows: _Side = 20,
    columns: _Side = 30,
    seed: _Seed = 0,
    style: Literal["open", "maze"] = "open",
    tightness: Annotated[float, Query(gt=0, le=1)] = 0.9,
) -> MadeTrek:
    """A map to try it with, which has a way."""
    made = _studied(arena, puzzling.make_trek, rows, columns, seed, style, tightness)
    return MadeTrek(**made)

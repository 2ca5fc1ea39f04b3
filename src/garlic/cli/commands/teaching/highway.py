"""`garlic highway`: the cheapest roads across a picture."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.parameters import LARGEST, Json, MapSeed
from garlic.cli.tree.groups import group_with_default
from garlic.core import say

if TYPE_CHECKING:
    from garlic.puzzles.highway import Country, Road

highway_app = typer.Typer(
    cls=group_with_default("solve"),
    no_args_is_help=True,
    help="Find the cheapest road across a picture, and the second cheapest.\n\n"
    "If a picture has the name of a command, write it with its folder: ./make",
)
app.add_typer(highway_app, name="highway")


class Method(StrEnum):
    """How to find the second cheapest road."""

    EXACT = "exact"
    DELETE_EDGE = "delete-edge"


@highway_app.command("solve", hidden=True)
def solve_highway(
    picture: Annotated[
        Path, typer.Argument(metavar="PICTURE", help="A PNG of states, or - for standard input.")
    ],
    k: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=LARGEST,
            metavar="N",
            help="Also list the N cheapest simple roads, ties included.",
        ),
    ] = None,
    method: Annotated[
        Method,
        typer.Option(help="How to find the second: exactly, or as the classic solution does."),
    ] = Method.EXACT,
    draw: Annotated[
        Path | None, typer.Option(metavar="OUT.png", help="Paint both roads over the picture.")
    ] = None,
    json: Json = False,
) -> None:
    """Print the cheapest road and the second: totals and the numbers of the states.

    The second is the cheapest road without repeated states that costs more than the first.

    Example: garlic highway country.png --draw roads.png
    """
    from garlic.cli.output import check_writable, errors_in, print_json, read_bytes
    from garlic.cli.progress import progress
    from garlic.puzzles.highway import Country

    if draw is not None:
        check_writable(draw, ".png")
    content = read_bytes(picture)
    with errors_in(picture):
        country = Country.from_image(content)
    first = country.shortest()
    if method is Method.EXACT:
        second = country.second()
    else:
        with progress("closing one edge after another") as update:
            second = country.second_by_deleting_edges(update)
    best: list[Road] = []
    if k is not None:
        with progress("listing roads") as update:
            best = country.k_best(k, update)
    if draw is not None:
        from garlic.puzzles.canvas import save
        from garlic.puzzles.highway.drawing import draw_roads

        save([draw_roads(country, first, second)], draw)
    if json:
        print_json(_roads_to_json(country, first, second, method, best if k else None))
    else:
        _print_roads(first, second, best)


def _print_roads(first: "Road | None", second: "Road | None", best: "list[Road]") -> None:
    if first is None:
        print(say("no road"))
        return
    print(say("first: {total}", total=first.total))
    print(_states(first))
    if second is None:
        print(say("no second road"))
    else:
        print(say("second: {total}", total=second.total))
        print(_states(second))
    for rank, road in enumerate(best, 1):
        print(say("road {rank}: {total}", rank=rank, total=road.total))
        print(_states(road))


def _states(road: "Road") -> str:
    return "  " + "-".join(map(str, road.states))


def _roads_to_json(
    country: "Country",
    first: "Road | None",
    second: "Road | None",
    method: Method,
    best: "list[Road] | None",
) -> dict[str, Any]:
    def road_to_json(road: "Road | None") -> dict[str, Any] | None:
        return {"total": road.total, "states": list(road.states)} if road else None

    facts: dict[str, Any] = {
        "rows": country.rows,
        "columns": country.columns,
        "states": len(country.places),
        "first": road_to_json(first),
        "second": road_to_json(second),
        "method": method.value,
    }
    if best is not None:
        facts["best"] = [road_to_json(road) for road in best]
    return facts


@highway_app.command("make")
def make_highway(
    out: Annotated[Path, typer.Argument(metavar="OUT.png", help="The picture to write.")],
    size: Annotated[str, typer.Option(help="Rows x columns of states, e.g. 40x30.")] = "20x30",
    seed: MapSeed = 0,
    holes: Annotated[float, typer.Option(help="The share of places without a state.")] = 0.0,
    colours: Annotated[
        int | None, typer.Option(max=LARGEST, help="At most so many colours: few make roads tie.")
    ] = None,
) -> None:
    """Draw a country with a road across it.

    Example: garlic highway make --size 40x30 --seed 7 --holes 0.05 country.png
    """
    from garlic.cli.output import check_writable
    from garlic.cli.playing.positions import parse_size
    from garlic.puzzles.canvas import save
    from garlic.puzzles.highway.generator import make_country
    from garlic.puzzles.highway.picture import paint

    check_writable(out, ".png")
    rows, columns = parse_size(size)
    country = make_country(rows, columns, seed, holes=holes, colours=colours)
    save([paint(country.colours)], out)

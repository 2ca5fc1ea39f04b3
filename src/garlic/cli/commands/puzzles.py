"""The path-finding labs: highway, trek."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.groups import group_with_default
from garlic.core import UsageError, say, user_language

if TYPE_CHECKING:
    from garlic.puzzles.highway import Country, Road
    from garlic.puzzles.trek import Journey, Terrain
    from garlic.puzzles.trek.checking import AnswerFinding

highway_app = typer.Typer(
    cls=group_with_default("solve"),
    no_args_is_help=True,
    help="Find the cheapest road across a picture, and the second cheapest.\n\n"
    "A picture called like a command is written with its folder: ./make",
)
trek_app = typer.Typer(
    cls=group_with_default("solve"),
    no_args_is_help=True,
    help="Cross a map on foot in the fewest days, without starving.\n\n"
    "A map called like a command is written with its folder: ./make",
)
app.add_typer(highway_app, name="highway")
app.add_typer(trek_app, name="trek")

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same map.")]


class Method(StrEnum):
    """How to find the second road."""

    EXACT = "exact"
    DELETE_EDGE = "delete-edge"


class HeuristicName(StrEnum):
    """What A* expects of the rest of the way."""

    ZERO = "zero"
    MANHATTAN = "manhattan"
    SUPPLIES = "supplies"


class OutputForm(StrEnum):
    """How a path is printed."""

    LETTERS = "letters"
    COORDINATES = "coordinates"


class StyleName(StrEnum):
    """What a made map looks like."""

    OPEN = "open"
    MAZE = "maze"


@highway_app.command("solve", hidden=True)
def solve_highway(
    picture: Annotated[
        Path, typer.Argument(metavar="PICTURE", help="A PNG of states, or - for standard input.")
    ],
    k: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Also list the N cheapest simple roads, ties included."
        ),
    ] = None,
    method: Annotated[
        Method,
        typer.Option(help="How to find the second: exact, or as the classic hand-in does it."),
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
    from garlic.cli.output import blaming, print_json, read_bytes
    from garlic.cli.progress import progress
    from garlic.puzzles.highway import Country

    if draw is not None:
        _check_writable(draw, ".png")
    content = read_bytes(picture)
    with blaming(picture):
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
        print_json(_highway_facts(country, first, second, method, best if k else None))
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


def _highway_facts(
    country: "Country",
    first: "Road | None",
    second: "Road | None",
    method: Method,
    best: "list[Road] | None",
) -> dict[str, Any]:
    def described(road: "Road | None") -> dict[str, Any] | None:
        return {"total": road.total, "states": list(road.states)} if road else None

    facts: dict[str, Any] = {
        "rows": country.rows,
        "columns": country.columns,
        "states": len(country.places),
        "first": described(first),
        "second": described(second),
        "method": method.value,
    }
    if best is not None:
        facts["best"] = [described(road) for road in best]
    return facts


@highway_app.command("make")
def make_highway(
    out: Annotated[Path, typer.Argument(metavar="OUT.png", help="The picture to write.")],
    size: Annotated[str, typer.Option(help="Rows x columns of states, e.g. 40x30.")] = "20x30",
    seed: Seed = 0,
    holes: Annotated[float, typer.Option(help="The share of places without a state.")] = 0.0,
    colours: Annotated[
        int | None, typer.Option(help="At most so many colours: few make roads tie.")
    ] = None,
) -> None:
    """Draw a country with a road across it.

    Example: garlic highway make --size 40x30 --seed 7 --holes 0.05 country.png
    """
    from garlic.cli.commands.games import parse_size
    from garlic.puzzles.canvas import save
    from garlic.puzzles.highway.generator import make_country
    from garlic.puzzles.highway.picture import paint

    _check_writable(out, ".png")
    rows, columns = parse_size(size)
    country = make_country(rows, columns, seed, holes=holes, colours=colours)
    save([paint(country.colours)], out)


@trek_app.command("solve", hidden=True)
def solve_trek(
    map: Annotated[
        Path, typer.Argument(metavar="MAP", help="A map file, or - for standard input.")
    ],
    heuristic: Annotated[
        HeuristicName, typer.Option(help="What A* expects of the rest of the way.")
    ] = HeuristicName.SUPPLIES,
    compare: Annotated[
        bool, typer.Option("--compare", help="Show the heuristics side by side.")
    ] = False,
    form: Annotated[
        OutputForm, typer.Option(help="The path as letters, or as rows and columns from 0.")
    ] = OutputForm.LETTERS,
    draw: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT.png|OUT.gif",
            help="Draw the order of expansion, the path and the rations; a GIF moves.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Print the fewest days and the path, or -1 where there is no way.

    Example: garlic trek map.txt --compare
    """
    from garlic.cli.output import print_json
    from garlic.cli.progress import progress
    from garlic.puzzles import trek

    if draw is not None:
        _check_writable(draw, ".png", ".gif")
    terrain = _read_terrain(map)
    with progress("searching") as update:

        def searched(wish: str) -> trek.Journey:
            return terrain.solve(wish, lambda expanded: update(expanded, None))

        journey = searched(heuristic)
        others = [searched(other) for other in trek.Heuristic] if compare else []
    if draw is not None:
        _draw_journey(terrain, journey, draw)
    if json:
        facts = _trek_facts(journey)
        facts["coordinates"] = journey.route.tolist()
        if compare:
            facts["compare"] = [_trek_facts(other) for other in others]
        print_json(facts)
        return
    print(journey if form is OutputForm.LETTERS else journey.coordinates())
    if compare:
        _print_comparison(others)


def _trek_facts(journey: "Journey") -> dict[str, Any]:
    return {
        "days": journey.days,
        "path": journey.letters,
        "heuristic": journey.heuristic.value,
        "expanded": len(journey.expanded),
        "generated": journey.generated,
        "prepared": journey.prepared,
        "seconds": round(journey.seconds, 6),
    }


def _print_comparison(journeys: "list[Journey]") -> None:
    from garlic.cli.output import print_table
    from garlic.puzzles.trek import WHY_SOUND

    print()
    print_table(
        ["heuristic", "days", "expanded", "generated", "prepared", "milliseconds"],
        [
            (
                journey.heuristic.value,
                str(journey.days),
                str(len(journey.expanded)),
                str(journey.generated),
                str(journey.prepared),
                f"{journey.seconds * 1000:.2f}",
            )
            for journey in journeys
        ],
    )
    print()
    for heuristic, why in WHY_SOUND.items():
        print(f"{heuristic.value}: {say(why)}")


def _draw_journey(terrain: "Terrain", journey: "Journey", out: Path) -> None:
    from garlic.cli.progress import progress
    from garlic.puzzles.canvas import save
    from garlic.puzzles.trek.drawing import draw_journey, frames

    if out.suffix.lower() == ".png":
        save([draw_journey(terrain, journey)], out)
        return
    drawn = []
    with progress("drawing") as update:
        for frame in frames(terrain, journey):
            drawn.append(frame)
            update(len(drawn), None)
        save(drawn, out)


@trek_app.command("make")
def make_trek(
    out: Annotated[
        Path, typer.Argument(metavar="[OUT.txt]", help="The file to write; - for standard output.")
    ] = Path("-"),
    size: Annotated[str, typer.Option(help="Rows x columns, e.g. 20x30.")] = "20x30",
    seed: Seed = 0,
    style: Annotated[StyleName, typer.Option(help="Hills, or corridors.")] = StyleName.OPEN,
    tightness: Annotated[
        float,
        typer.Option(help="The share of the rations that is needed: at 1, one fewer is too few."),
    ] = 0.9,
    rations: Annotated[
        int | None, typer.Option(min=1, help="The rations; supplies are laid to suit them.")
    ] = None,
) -> None:
    """Make a map that can be solved.

    Example: garlic trek make --size 31x41 --style maze --seed 7 map.txt
    """
    from garlic.cli.commands.games import parse_size
    from garlic.cli.output import write_text
    from garlic.puzzles.trek.generator import make_terrain

    rows, columns = parse_size(size)
    terrain = make_terrain(
        rows, columns, seed, style=style.value, tightness=tightness, rations=rations
    )
    write_text(out, str(terrain))


@trek_app.command("check")
def check_trek(
    map: Annotated[
        Path, typer.Argument(metavar="MAP", help="A map file, or - for standard input.")
    ],
    answer: Annotated[
        Path, typer.Argument(metavar="ANSWER", help="Days and path, or - for standard input.")
    ],
    json: Json = False,
) -> None:
    """Simulate an answer and say what is wrong with it.

    Exit code 1 if it is wrong.

    Example: garlic trek check map.txt answer.txt
    """
    from garlic.cli.output import blaming, print_json, read_bytes
    from garlic.core.reading.scan import decode
    from garlic.puzzles.trek import checking

    if str(map) == str(answer) == "-":
        raise UsageError("only one of map and answer can be read from standard input")
    terrain = _read_terrain(map)
    content = read_bytes(answer)
    with blaming(answer):
        finding = checking.check(terrain, checking.TrekAnswer.parse(decode(content)))
    if json:
        print_json(_finding_facts(finding))
    else:
        print(finding.text.render(user_language()))
        if finding.hint:
            print(finding.hint.render(user_language()))
    if not finding.right:
        raise typer.Exit(1)


def _finding_facts(finding: "AnswerFinding") -> dict[str, Any]:
    return {
        "right": finding.right,
        "days": finding.days,
        "optimum": finding.optimum,
        "fault": finding.fault and finding.fault.value,
        "step": finding.step,
        "text": finding.text.render(user_language()),
        "cause": finding.cause and finding.cause.value,
        "hint": finding.hint and finding.hint.render(user_language()),
    }


def _read_terrain(path: Path) -> "Terrain":
    from garlic.cli.output import blaming, read_bytes
    from garlic.core.reading.scan import decode
    from garlic.puzzles.trek import Terrain

    content = read_bytes(path)
    with blaming(path):
        return Terrain.parse(decode(content))


def _check_writable(path: Path, *endings: str) -> None:
    """Raise `UsageError` about a name that cannot be written, before any work is done."""
    from garlic.puzzles.canvas import check_ending

    check_ending(path, *endings)
    if not path.parent.is_dir():
        raise UsageError("cannot write {path}: its folder does not exist", path=str(path))

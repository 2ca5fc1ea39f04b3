"""`garlic trek`: the fastest way across a map; generated maps; checked answers."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.parameters import LARGEST, Json, MapSeed
from garlic.cli.tree.groups import group_with_default
from garlic.core import UsageError, say, user_language

if TYPE_CHECKING:
    from garlic.puzzles.trek import Journey, Terrain
    from garlic.puzzles.trek.checking import AnswerFinding

trek_app = typer.Typer(
    cls=group_with_default("solve"),
    no_args_is_help=True,
    help="Cross a map on foot in the fewest days, without starving.\n\n"
    "If a map has the name of a command, write it with its folder: ./make",
)
app.add_typer(trek_app, name="trek")


class HeuristicName(StrEnum):
    """The estimate that A* uses."""

    ZERO = "zero"
    MANHATTAN = "manhattan"
    SUPPLIES = "supplies"


class OutputForm(StrEnum):
    """How a path is printed."""

    LETTERS = "letters"
    COORDINATES = "coordinates"


class StyleName(StrEnum):
    """The style of a generated map."""

    OPEN = "open"
    MAZE = "maze"


@trek_app.command("solve", hidden=True)
def solve_trek(
    map: Annotated[
        Path, typer.Argument(metavar="MAP", help="A map file, or - for standard input.")
    ],
    heuristic: Annotated[
        HeuristicName, typer.Option(help="How A* estimates the rest of the way.")
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
            help="Draw the order of expansion, the path and the rations; a GIF is animated.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Print the fewest days and the path, or -1 where there is no way.

    Example: garlic trek map.txt --compare
    """
    from garlic.cli.output import check_writable, print_json
    from garlic.cli.progress import progress
    from garlic.puzzles import trek

    if draw is not None:
        check_writable(draw, ".png", ".gif")
    terrain = _read_terrain(map)
    with progress("searching") as update:

        def solve(name: str) -> trek.Journey:
            return terrain.solve(name, lambda expanded: update(expanded, None))

        journey = solve(heuristic)
        others = [solve(other) for other in trek.Heuristic] if compare else []
    if draw is not None:
        _draw_journey(terrain, journey, draw)
    if json:
        facts = _journey_to_json(journey)
        facts["coordinates"] = journey.route.tolist()
        if compare:
            facts["compare"] = [_journey_to_json(other) for other in others]
        print_json(facts)
        return
    print(journey if form is OutputForm.LETTERS else journey.coordinates())
    if compare:
        _print_comparison(others)


def _journey_to_json(journey: "Journey") -> dict[str, Any]:
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
    seed: MapSeed = 0,
    style: Annotated[StyleName, typer.Option(help="Hills, or corridors.")] = StyleName.OPEN,
    tightness: Annotated[
        float,
        typer.Option(help="The share of the rations that is needed: at 1, one fewer is too few."),
    ] = 0.9,
    rations: Annotated[
        int | None,
        typer.Option(min=1, max=LARGEST, help="The rations; supplies are laid to suit them."),
    ] = None,
) -> None:
    """Make a map that can be solved.

    Example: garlic trek make --size 31x41 --style maze --seed 7 map.txt
    """
    from garlic.cli.output import write_text
    from garlic.cli.playing.positions import parse_size
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
    from garlic.cli.output import errors_in, print_json, read_bytes
    from garlic.core.reading.scan import decode
    from garlic.puzzles.trek import checking

    if str(map) == str(answer) == "-":
        raise UsageError("only one of map and answer can be read from standard input")
    terrain = _read_terrain(map)
    content = read_bytes(answer)
    with errors_in(answer):
        finding = checking.check(terrain, checking.TrekAnswer.parse(decode(content)))
    if json:
        print_json(_finding_to_json(finding))
    else:
        print(finding.text.render(user_language()))
        if finding.hint:
            print(finding.hint.render(user_language()))
    if not finding.right:
        raise typer.Exit(1)


def _finding_to_json(finding: "AnswerFinding") -> dict[str, Any]:
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
    from garlic.cli.output import errors_in, read_bytes
    from garlic.core.reading.scan import decode
    from garlic.puzzles.trek import Terrain

    content = read_bytes(path)
    with errors_in(path):
        return Terrain.parse(decode(content))

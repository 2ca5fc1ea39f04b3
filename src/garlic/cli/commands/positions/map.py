"""`garlic map`: list, check, make."""

from pathlib import Path
from typing import Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Json, MapSeed
from garlic.cli.tree.completion import games_with_maps
from garlic.core import Game, InputError, Text, UsageError, say
from garlic.core.language.text import user_language

map_app = typer.Typer(no_args_is_help=True, help="List, check and make maps.")
app.add_typer(map_app, name="map")


@map_app.command("list")
def list_maps(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Only this game's.", autocompletion=games_with_maps),
    ] = None,
    json: Json = False,
) -> None:
    """List the bundled maps.

    Example: garlic map list stars
    """
    from garlic.cli.output import print_json, print_table
    from garlic.games import GAMES

    games = [GAMES[game]] if game else list(GAMES.values())
    if game and games[0].maps is None:
        raise UsageError("{game} has no maps", game=game)
    bundled = [(facts, entry) for facts in games if facts.maps for entry in facts.maps.bundled]
    if json:
        print_json(
            [
                {
                    "game": facts.name,
                    "name": entry.name,
                    "rows": entry.rows,
                    "columns": entry.columns,
                    "about": entry.about,
                }
                for facts, entry in bundled
            ]
        )
        return
    print_table(
        ["game", "name", "size", "about"],
        [(facts.name, entry.name, entry.size, say(entry.about)) for facts, entry in bundled],
    )


@map_app.command("check")
def check_maps(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Map files or bundled names.")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="The game, if the file does not say.",
            autocompletion=games_with_maps,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Check whether map files are well-formed and fair.

    Exit code 2 if one of them is not a map.

    Example: garlic map check my_maze.txt
    """
    from garlic.cli.output import print_json
    from garlic.games import GAMES

    reports = [_check_map(name, GAMES[game] if game else None) for name in files]
    if json:
        print_json(reports)
    else:
        for report in reports:
            for line in [report["error"]] if report["error"] else report["remarks"]:
                print(say("{label}: {value}", label=report["file"], value=Text(line)))
    if any(report["error"] for report in reports):
        raise typer.Exit(2)


@map_app.command("make")
def make_map(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game with maps.", autocompletion=games_with_maps),
    ],
    size: Annotated[str, typer.Option(metavar="RxC", help="Rows x columns.")] = "10x10",
    seed: MapSeed = 0,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="NAME=VALUE",
            help="An option of the map; an unknown name lists them all.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write to this file.")] = None,
) -> None:
    """Make a map and print it.

    Example: garlic map make stars --size 13x15 --seed 7
    """
    from garlic.cli.output import write_text
    from garlic.cli.playing.positions import parse_size
    from garlic.games import GAMES

    facts = GAMES[game]
    if facts.maps is None:
        raise UsageError("{game} has no maps", game=game)
    values = {}
    for text in options or ():
        name, separator, value = text.partition("=")
        if not separator or not name.isidentifier():
            raise UsageError("expected an option like name=value, got {text!r}", text=text)
        values[name] = value
    text = facts.maps.write(facts.maps.make(*parse_size(size), seed, **values))
    if out is None:
        print(text, end="")
    else:
        write_text(out, text)


def _check_map(name: str, game: Game | None) -> dict[str, Any]:
    report: dict[str, Any] = {
        "file": name,
        "game": None,
        "size": None,
        "error": None,
        "remarks": [],
    }
    try:
        game, text = _map_text(name, game)
        report["game"] = game.name
        assert game.maps is not None  # noqa: S101  (_map_text checks it)
        position = game.maps.parse(text)
    except (InputError, UsageError) as fault:
        report["error"] = fault.render()
        return report
    diagram = game.diagram(position)
    report["size"] = f"{len(diagram.rows)}x{len(diagram.rows[0])}"
    summary = say("a map for {game}, {size}", size=report["size"], game=game.name)
    report["remarks"] = [
        summary,
        *(text.render(user_language()) for text in game.maps.remarks(position)),
    ]
    return report


def _map_text(name: str, game: Game | None) -> tuple[Game, str]:
    """The game of the map and its text; raise `UsageError` if it is not clear."""
    from garlic.cli.output import read_bytes
    from garlic.cli.playing.positions import game_of_map
    from garlic.core.reading.scan import decode
    from garlic.games import GAMES

    with_maps = [facts for facts in ([game] if game else GAMES.values()) if facts.maps]
    if not with_maps:
        raise UsageError("{game} has no maps", game=game.name if game else "")
    if not Path(name).exists():
        for facts in with_maps:
            if facts.maps and name in {entry.name for entry in facts.maps.bundled}:
                return facts, facts.maps.text(name)
        if "/" not in name and not Path(name).suffix:  # probably meant as a name
            raise UsageError("no bundled map is called {name!r}; see `garlic map list`", name=name)
    text = decode(read_bytes(Path(name)))
    return game or game_of_map(text), text

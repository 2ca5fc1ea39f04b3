"""Arguments and options that several commands have.

Those of a single command are in its module.
"""

from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.tree.completion import game_names, lab_names, map_names, rule_names

LARGEST = (1 << 63) - 1  # the largest number that databases and native code can keep

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="As listed by `garlic games`.",
        autocompletion=game_names,
    ),
]
LabName = Annotated[
    str,
    typer.Argument(
        metavar="LAB", help="As listed by `garlic labs`, or a TOML file.", autocompletion=lab_names
    ),
]
RecordName = Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a game.")]

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
HtmlFile = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write a page that opens without a server."),
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="A file, or postgresql+psycopg://...; by default GARLIC_DATABASE, or your own.",
    ),
]

# What submissions are compared with.
BaseFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--base",
        metavar="FILE",
        help="A file that was handed out: not counted as a copy. Can be repeated.",
    ),
]
AgainstFolders = Annotated[
    list[Path] | None,
    typer.Option(
        "--against",
        metavar="FOLDER",
        help="Compare with these submissions too, for instance last year's. Can be repeated.",
    ),
]

# Which position.
Rule = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="A rule set of the game, e.g. freestyle.", autocompletion=rule_names
    ),
]
Size = Annotated[
    str | None, typer.Option(metavar="RxC", help="Board size, rows x columns, e.g. 10x10.")
]
MapName = Annotated[
    str | None,
    typer.Option(
        "--map",
        metavar="NAME",
        help="A map: a file, a bundled name, or a size like 10x10.",
        autocompletion=map_names,
    ),
]
MapSeed = Annotated[int, typer.Option(max=LARGEST, help="The same seed gives the same map.")]

# How bots play.
MatchMap = Annotated[
    str | None,
    typer.Option(
        "--map",
        help="A file, a bundled name, a size like 10x10, or random-10x10.",
        autocompletion=map_names,
    ),
]
MatchSeed = Annotated[
    int, typer.Option(min=0, max=LARGEST, help="The random seed, also for random maps.")
]
Opening = Annotated[str | None, typer.Option(help="Moves to play first, e.g. 'h8 i9'.")]
LimitText = Annotated[
    str, typer.Option("--limits", help="E.g. turn=100ms,init=1s,game=3min,memory=256MB.")
]
Jobs = Annotated[int | None, typer.Option(min=1, max=LARGEST, help="Games at the same time.")]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="A Dask scheduler to play on, e.g. tcp://host:8786."),
]
RecordFile = Annotated[
    Path | None,
    typer.Option("--record", help="Write the record here, and a readable log next to it."),
]

# How a tournament or a league is played; what is not given may be in its file.
GivenGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="As listed by `garlic games`.",
        autocompletion=game_names,
    ),
]
GivenMaps = Annotated[
    list[str] | None,
    typer.Option("--maps", metavar="MAP...", help="Files, bundled names, sizes or random-10x10."),
]
GivenOpenings = Annotated[
    str | None, typer.Option("--openings", help="How games begin: balanced, random or none.")
]
GivenLimits = Annotated[
    str | None, typer.Option("--limits", help="E.g. turn=100ms,init=1s,game=3min,memory=256MB.")
]
GivenSeed = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=LARGEST, help="The random seed, also for openings and maps."),
]

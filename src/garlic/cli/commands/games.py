"""Commands about games and positions: games, show, perft, playout, convert."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.completion import game_names, map_names, notation_names, rule_names
from garlic.core import Game, Seat, UsageError, say

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="As listed by `garlic games`.",
        autocompletion=game_names,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
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


class Core(StrEnum):
    """Which half of the rules to run."""

    PYTHON = "python"
    NATIVE = "native"


@app.command()
def games(json: Json = False) -> None:
    """List the games.

    Example: garlic games
    """
    from garlic.cli.output import print_json, print_table
    from garlic.games import GAMES

    if json:
        print_json([_facts(game) for game in GAMES.values()])
        return
    print_table(
        ["name", "title", "players", "rule sets", "maps", "notations"],
        [
            (
                name,
                say(game.title),
                " / ".join(say(seat) for seat in game.seats),
                ", ".join(game.rules) or "-",
                str(len(game.maps.bundled)) if game.maps else "-",
                ", ".join(game.notations) or "-",
            )
            for name, game in GAMES.items()
        ],
    )


def _facts(game: Game) -> dict[str, Any]:
    limits = game.limits
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seats),
        "rules": list(game.rules),
        "simultaneous": game.simultaneous,
        "limits": {
            "init_seconds": limits.init_seconds,
            "turn_seconds": limits.turn_seconds,
            "game_seconds": limits.game_seconds,
            "memory_bytes": limits.memory_bytes,
        },
        "maps": [bundled.name for bundled in game.maps.bundled] if game.maps else [],
        "notations": list(game.notations),
        "faults": {
            verdict.value: {"penalty": rule.penalty.value, "score": rule.score}
            for verdict, rule in game.faults.items()
        },
    }


@app.command()
def show(
    game: GameName,
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION", help="A position as the game prints it, moves may follow."
        ),
    ] = None,
    map: MapName = None,
    rule: Rule = None,
    size: Size = None,
    json: Json = False,
) -> None:
    """Draw a position, with legal and forbidden moves marked.

    Example: garlic show gomoku --rule renju
    """
    from garlic.cli.board import draw, whose_signs
    from garlic.cli.output import console, print_json, seat_name
    from garlic.games import GAMES

    facts = GAMES[game]
    shown = chosen_position(facts, position, map, rule, size)
    if json:
        print_json(_described(facts, shown))
        return
    diagram = facts.diagram(shown)
    console().print(draw(diagram), end="")
    if signs := whose_signs(diagram):
        print("   ".join(f"{sign} {seat_name(facts.seats, seat)}" for seat, sign in signs.items()))
    outcome = shown.outcome()
    if outcome is not None:
        winner = seat_name(facts.seats, outcome.winner)
        sentence = "{winner} has won: {reason}" if outcome.winner else "draw: {reason}"
        print(say(sentence, winner=winner, reason=say(outcome.reason)))
    elif facts.simultaneous:
        for seat in Seat:
            moves = "  ".join(str(move) for move in shown.moves_for(seat)) or "-"
            print(say("{who} may choose: {moves}", who=seat_name(facts.seats, seat), moves=moves))
    else:
        moves = shown.legal_moves()
        who = seat_name(facts.seats, shown.mover)
        print(say("{who} to move, legal moves: {count}", who=who, count=len(moves)))
    print(shown)


def _described(game: Game, position: Any) -> dict[str, Any]:
    outcome = position.outcome()
    diagram = game.diagram(position)
    described: dict[str, Any] = {"game": game.name, "position": str(position)}
    if game.simultaneous:
        described["moves"] = {
            name: [str(move) for move in position.moves_for(seat)]
            for name, seat in zip(game.seats, Seat, strict=True)
        }
    else:
        described["mover"] = game.seats[position.mover.index]
        described["legal_moves"] = [str(move) for move in position.legal_moves()]
    described["outcome"] = outcome and {
        "winner": outcome.winner and game.seats[outcome.winner.index],
        "reason": outcome.reason,
        "scores": outcome.scores,
    }
    described["facts"] = dict(diagram.facts)
    described["marks"] = {
        diagram.rows[row][column].name: mark.value for (row, column), mark in diagram.marks.items()
    }
    return described


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, max=50, help="Plies.")] = 3,
    position: Annotated[
        str | None, typer.Option(metavar="POSITION", help="As the game prints it.")
    ] = None,
    map: MapName = None,
    rule: Rule = None,
    size: Size = None,
    core: Annotated[Core, typer.Option(help="Which rules to run.")] = Core.NATIVE,
    divide: Annotated[bool, typer.Option("--divide", help="Also count by first move.")] = False,
) -> None:
    """Count the lines of play of a position, to check or time the rules.

    The last line is the number.

    Example: garlic perft xiangqi --depth 4
    """
    from garlic.cli.progress import progress
    from garlic.core.perft import divide as python_divide
    from garlic.core.perft import perft as python_perft
    from garlic.engines.native import native_divide
    from garlic.games import GAMES

    facts = GAMES[game]
    start = chosen_position(facts, position, map, rule, size)
    if why := facts.no_perft(start):
        raise UsageError(why)
    is_leaf = facts.finished_is_leaf
    with progress("counting by first move") as update:
        counts = (
            python_divide(start, depth, finished_is_leaf=is_leaf, progress=update)
            if core is Core.PYTHON
            else native_divide(game, str(start), depth, update)
        )
    if divide:
        for move, lines in counts.items():
            print(f"{move}\t{lines}")
    # A finished game has no first move; whether it is a line itself is the game's custom.
    print(sum(counts.values()) if counts else python_perft(start, depth, finished_is_leaf=is_leaf))


@app.command()
def playout(
    game: GameName,
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 0,
    map: MapName = None,
    rule: Rule = None,
    size: Size = None,
    show: Annotated[bool, typer.Option("--show", help="Draw every position.")] = False,
) -> None:
    """Play a game of random legal moves and print it.

    Example: garlic playout othello --seed 7 --show
    """
    from garlic.cli.board import draw
    from garlic.cli.output import console, seat_name
    from garlic.core.playout import random_game
    from garlic.games import GAMES

    facts = GAMES[game]
    start = chosen_position(facts, None, map, rule, size)
    screen = console()
    for played, position in random_game(start, seed):
        print(played or position)
        if show:
            screen.print(draw(facts.diagram(position)))
        outcome = position.outcome()
        if outcome is not None:
            print(position)
            score = " ".join(str(points) for points in outcome.scores or ())
            print(say("winner: {name}", name=seat_name(facts.seats, outcome.winner)))
            print(say("reason: {reason}", reason=say(outcome.reason)))
            if score:
                print(say("score: {score}", score=score))


@app.command()
def convert(
    game: GameName,
    source: Annotated[
        str,
        typer.Argument(metavar="FROM", help="The file's notation.", autocompletion=notation_names),
    ],
    target: Annotated[
        str,
        typer.Argument(metavar="TO", help="The notation wanted.", autocompletion=notation_names),
    ],
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file, or - for standard input.")
    ],
) -> None:
    """Convert games between notations; the result goes to standard output.

    `text` is our own: a position, then ` moves ` and the moves.

    Example: garlic convert gomoku sgf text game.sgf
    """
    import sys

    from garlic.cli.output import blaming, read_bytes
    from garlic.core.line import text_notation
    from garlic.games import GAMES

    facts = GAMES[game]
    notations = {"text": text_notation(facts), **facts.notations}
    for name in (source, target):
        if name not in notations:
            raise UsageError(
                "{game} has no notation {name!r}; there are {known}",
                game=game,
                name=name,
                known=", ".join(notations),
            )
    read, write = notations[source].read, notations[target].write
    if read is None:
        raise UsageError("{name} can only be written", name=source)
    if write is None:
        raise UsageError("{name} can only be read", name=target)
    with blaming(file):
        sheets = read(read_bytes(file))
    sys.stdout.buffer.write(b"".join(write(sheet) for sheet in sheets))


def chosen_position(
    game: Game, position: str | None, map_name: str | None, rule: str | None, size: str | None
) -> Any:
    """The position that the options describe; raise `UsageError` where they contradict."""
    from garlic.cli.commands.maps import load_map

    if position is not None and (map_name or rule or size):
        raise UsageError("give a position, or --map, --rule and --size, not both")
    if position is not None:
        return game.parse(position)
    if map_name is not None:
        if rule or size:
            raise UsageError("a map has its own size and rules: leave out --rule and --size")
        return load_map(game, map_name)
    return game.setup(rule=rule, size=parse_size(size) if size else None)


def parse_size(text: str) -> tuple[int, int]:
    """Read ``"10x12"`` as rows and columns; raise `UsageError`."""
    from garlic.core.reading.scan import whole_number

    rows, _, columns = text.lower().partition("x")
    size = whole_number(rows, 1, 1000), whole_number(columns or rows, 1, 1000)
    if size[0] is None or size[1] is None:
        raise UsageError("expected a size like 10x12, got {text!r}", text=text)
    return size[0], size[1]

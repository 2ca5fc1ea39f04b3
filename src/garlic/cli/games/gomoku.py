"""`garlic forbidden`: whether renju forbids black a point."""

from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.parameters import Json

if TYPE_CHECKING:
    from garlic.games.gomoku import Point


def forbidden(
    point: Annotated[str, typer.Argument(metavar="POINT", help="Where black would play: I7.")],
    black: Annotated[str, typer.Option(help="Black's stones, with spaces or commas between.")] = "",
    white: Annotated[str, typer.Option(help="White's stones, written in the same way.")] = "",
    show: Annotated[bool, typer.Option("--show", help="Draw the board first.")] = False,
    json: Json = False,
) -> None:
    """Say whether renju forbids black to play on a point.

    Prints one word, the same in every language: legal, overline, double-four or double-three.
    A stone that makes an exact five is always legal.

    The board has columns A to O from the left and rows 1 to 15 from the bottom; a point may be
    written in either case.

    Example: garlic forbidden --black "B4 D4 F4 H4" E4
    """
    from dataclasses import replace

    from garlic.cli.output import console, print_json
    from garlic.cli.playing.board import draw
    from garlic.core import Mark
    from garlic.games.gomoku import Point, PointVerdict, diagram, set_up

    candidate = Point.parse(point)
    position = set_up("renju", 15, _points(black), _points(white))
    verdict = position.verdict(candidate)
    if json:
        print_json({"point": str(candidate), "verdict": verdict.value, "position": str(position)})
        return
    if show:
        board = diagram(position)
        mark = Mark.LEGAL if verdict is PointVerdict.LEGAL else Mark.FORBIDDEN
        place = (position.board.size - 1 - candidate.row, candidate.column)
        console().print(draw(replace(board, marks={place: mark}, facts=())), end="")
    print(verdict.value)


def _points(text: str) -> "list[Point]":
    from garlic.games.gomoku import Point

    return [Point.parse(word) for word in text.replace(",", " ").split()]

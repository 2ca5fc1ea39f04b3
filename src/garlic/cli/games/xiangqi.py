"""`garlic xiangqi`: solve."""

from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.parameters import Json
from garlic.core import Text, UsageError

commands = typer.Typer(no_args_is_help=True, help="Commands about Xiangqi alone.")


@commands.callback()
def xiangqi() -> None:
    """Commands about Xiangqi alone."""


@commands.command()
def solve(
    board: Annotated[
        Path, typer.Argument(metavar="BOARD", help="A lab board, or - for standard input.")
    ],
    time: Annotated[float, typer.Option(help="Seconds to think at most.")] = 2.0,
    why: Annotated[
        bool, typer.Option("--why", help="Print the evaluation and the best line, too.")
    ] = False,
    json: Json = False,
) -> None:
    """Answer a board of the course's lab: the best move for red.

    The board is 10 rows of 9 characters, black on top, a dot for an empty point, red to move.
    The answer is one line like `R (1,8) (4,8)`: the piece, from where and to where, x from the
    left and y from the bottom.

    Example: garlic xiangqi solve board.txt
    """
    from garlic.cli.output import errors_in, print_json, read_bytes
    from garlic.cli.playing.search_results import search_to_json
    from garlic.engines import Engine, Limit
    from garlic.games.xiangqi import GAME
    from garlic.games.xiangqi.notation.files import decode_chinese
    from garlic.games.xiangqi.notation.lab import parse_board, to_answer

    content = read_bytes(board)
    with errors_in(board):
        position = parse_board(decode_chinese(content))
    if (outcome := position.outcome()) is not None:
        raise UsageError("the game is over: {reason}", reason=Text(outcome.reason))
    result = Engine(GAME).search(position, Limit(time=time))
    answer = to_answer(position, result.lines[0].moves[0])
    if json:
        print_json({"answer": answer, **search_to_json(GAME, position, result)})
        return
    print(answer)
    if why:
        line = result.lines[0]
        print(f"{line.score.render()}  {'，'.join(GAME.spoken(position, map(str, line.moves)))}")

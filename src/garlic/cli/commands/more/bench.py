"""`garlic bench`: the signature and the speed of the engines."""

from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Json
from garlic.core import UsageError


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(help="Only this game's engine.")] = None,
    json: Json = False,
) -> None:
    """Search fixed positions to fixed depths: a signature of the engines, and their speed.

    The number of nodes changes exactly when the search or an evaluation does.

    Example: garlic bench tiaojia
    """
    from garlic.cli.output import print_json, print_table
    from garlic.engines.signature import signatures

    results = signatures([game] if game else None)
    if not results:
        raise UsageError("{game} has no engine", game=game or "")
    total = sum(signature.nodes for signature in results)
    if json:
        print_json(
            {
                "signature": total,
                "engines": {
                    signature.game: {"nodes": signature.nodes, "seconds": round(signature.time, 3)}
                    for signature in results
                },
            }
        )
        return
    print_table(
        ["game", "nodes", "nodes/s"],
        [
            (s.game, str(s.nodes), f"{s.nodes / s.time:,.0f}" if s.time > 0 else "-")
            for s in results
        ],
    )
    print(total)

"""`garlic engine`: our engines for other programs, by a protocol on stdin and stdout."""

from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import LARGEST, GameName


@app.command()
def engine(
    game: GameName,
    protocol: Annotated[str, typer.Option(help="The protocol; see docs/bots/protocols.md.")],
    level: Annotated[int, typer.Option(min=1, max=10, help="The level, 1 to 10.")] = 10,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Processors to use.")] = 1,
    hash: Annotated[int, typer.Option(min=1, max=65536, help="Memory for the table, MB.")] = 64,
    seed: Annotated[
        int,
        typer.Option(min=0, max=LARGEST, help="The seed for choosing among equally good moves."),
    ] = 0,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=LARGEST, help="Positions to look at in a move, at most."),
    ] = None,
    ranks: Annotated[
        int | None, typer.Option(min=0, max=1, help="Xiangqi: the number of the first rank.")
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(min=0.001, help="Seconds to think where the protocol has no clock."),
    ] = None,
    keep_running: Annotated[
        bool, typer.Option("--keep-running", help="Botzone: answer more than one request.")
    ] = False,
) -> None:
    """Run our engine for another program, which speaks to it on standard input and output.

    Example: garlic engine xiangqi --protocol uci
    """
    import sys

    from garlic.engines.servers import server_kind
    from garlic.engines.servers.frame import ServerOptions, serve
    from garlic.games import GAMES

    facts = GAMES[game]
    kind = server_kind(facts, protocol)
    options = ServerOptions(
        level=level,
        threads=threads,
        hash_mb=hash,
        seed=seed,
        nodes=nodes,
        ranks=ranks,
        seconds=time,
        keep_running=keep_running,
    )
    serve(lambda send: kind.make(facts, options, send), sys.stdin.buffer, sys.stdout.buffer)

"""`garlic play`: a game against a bot in the terminal."""

from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import GameName, MatchMap, MatchSeed, Opening, RecordFile, Rule
from garlic.core import Seat


@app.command()
def play(
    game: GameName,
    against: Annotated[
        str | None,
        typer.Option(
            help="The bot to play against; by default our engine on level 3, or a random one."
        ),
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="Your side, e.g. blue; by default the first.")
    ] = None,
    map: MatchMap = None,
    seed: MatchSeed = 0,
    rule: Rule = None,
    opening: Opening = None,
    record: RecordFile = None,
) -> None:
    """Play against a bot in the terminal.

    Type a move as the board names it. `?` lists the legal ones, `hint` asks our engine, `undo`
    takes your last move back, `quit` leaves.

    Example: garlic play othello --against random:othello
    """
    from garlic.cli.playing.matches import MatchOptions, play_match
    from garlic.engines.built_in import built_in_names
    from garlic.games import GAMES

    facts = GAMES[game]
    side = facts.seat(seat or facts.seats[0])
    if against is None:
        engine = built_in_names("engine", facts)
        against = f"{engine[0]}?level=3" if engine else f"random:{game}"
    play_match(
        MatchOptions(
            game=game,
            bots=("human", against) if side is Seat.A else (against, "human"),
            maps=(map,),
            seed=seed,
            rule=rule,
            opening=opening,
            record=record,
            limits="turn=100min,game=1000min" if facts.limits.game_seconds else "turn=100min",
        )
    )

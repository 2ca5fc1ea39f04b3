"""`garlic show`: a position drawn in the terminal."""

from typing import Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.parameters import GameName, Json, MapName, Rule, Size
from garlic.core import Game, Position, Seat, say
from garlic.core.game import moves_of, takes_turns


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
    from garlic.cli.output import console, print_json, seat_name
    from garlic.cli.playing.board import draw, seat_signs
    from garlic.cli.playing.positions import chosen_position
    from garlic.games import GAMES

    facts = GAMES[game]
    shown = chosen_position(facts, position, map, rule, size)
    if json:
        print_json(_position_to_json(facts, shown))
        return
    diagram = facts.diagram(shown)
    console().print(draw(diagram), end="")
    if signs := seat_signs(diagram):
        print("   ".join(f"{sign} {seat_name(facts.seats, seat)}" for seat, sign in signs.items()))
    outcome = shown.outcome()
    if outcome is not None:
        winner = seat_name(facts.seats, outcome.winner)
        sentence = "{winner} has won: {reason}" if outcome.winner else "draw: {reason}"
        print(say(sentence, winner=winner, reason=say(outcome.reason)))
    elif takes_turns(shown):
        who, count = seat_name(facts.seats, shown.mover), len(shown.legal_moves())
        print(say("{who} to move, legal moves: {count}", who=who, count=count))
    else:
        for seat in Seat:
            moves = "  ".join(str(move) for move in moves_of(shown, seat)) or "-"
            print(say("{who} may choose: {moves}", who=seat_name(facts.seats, seat), moves=moves))
    print(shown)


def _position_to_json(game: Game, position: Position) -> dict[str, Any]:
    outcome = position.outcome()
    diagram = game.diagram(position)
    values: dict[str, Any] = {"game": game.name, "position": str(position)}
    if takes_turns(position):
        values["mover"] = game.seats[position.mover.index]
        values["legal_moves"] = [str(move) for move in position.legal_moves()]
    else:
        values["moves"] = {
            name: [str(move) for move in moves_of(position, seat)]
            for name, seat in zip(game.seats, Seat, strict=True)
        }
    values["outcome"] = outcome and {
        "winner": outcome.winner and game.seats[outcome.winner.index],
        "reason": outcome.reason,
        "scores": outcome.scores,
    }
    values["facts"] = dict(diagram.facts)
    values["marks"] = {
        diagram.rows[row][column].name: mark.value for (row, column), mark in diagram.marks.items()
    }
    return values

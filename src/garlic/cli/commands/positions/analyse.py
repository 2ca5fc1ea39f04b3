"""`garlic analyse`: the best moves of a position, by our engine."""

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import LARGEST, GameName, Json, MapName, Rule, Size
from garlic.core import Game, GarlicError, Position, UsageError, say
from garlic.core.game import turn_position

if TYPE_CHECKING:
    from garlic.engines import SearchResult

_DEFAULT_SECONDS = 2.0


@app.command()
def analyse(
    game: GameName,
    position: Annotated[
        str | None, typer.Argument(help="A position as the game prints it, moves may follow.")
    ] = None,
    fen: Annotated[
        str | None, typer.Option(metavar="POSITION", help="The position, given as an option.")
    ] = None,
    map: MapName = None,
    rule: Rule = None,
    size: Size = None,
    moves: Annotated[
        str | None, typer.Option(help="Moves to play first, as the game writes them.")
    ] = None,
    time: Annotated[
        float | None, typer.Option(help="Seconds to think; 2 if no limit is given.")
    ] = None,
    nodes: Annotated[int | None, typer.Option(max=LARGEST, help="Positions to look at.")] = None,
    depth: Annotated[int | None, typer.Option(max=1_000, help="Plies to look ahead.")] = None,
    lines: Annotated[int, typer.Option(min=1, max=100, help="How many best moves to show.")] = 1,
    level: Annotated[int, typer.Option(min=1, max=10, help="The level, 1 to 10.")] = 10,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Processors to use.")] = 1,
    hash: Annotated[int, typer.Option(min=1, max=65536, help="Memory for the table, MB.")] = 64,
    json: Json = False,
) -> None:
    """Show the best moves of a position with their scores.

    Scores are for the side to move, in points of the game; where both move at once, they are the
    gain on the other side. Ctrl-C ends the search.

    Example: garlic analyse tiaojia --moves '9 7 4' --time 1 --lines 3
    """
    from garlic.cli.output import print_json, seat_name
    from garlic.cli.playing.plans import show_plans
    from garlic.cli.playing.positions import chosen_position
    from garlic.cli.playing.search_results import forbidden_points, search_to_json
    from garlic.engines import Engine, Limit
    from garlic.games import GAMES

    facts = GAMES[game]
    if position is not None and fen is not None:
        raise UsageError("give the position once: as an argument or by --fen")
    start = chosen_position(facts, position if fen is None else fen, map, rule, size)
    if facts.simultaneous and moves:
        raise UsageError("where both move at once --moves cannot be played: give the position")
    played = _split_moves(facts, start, moves or "")
    line = f"{start} moves {' '.join(played)}" if played else str(start)
    shown = facts.parse(line)
    limit = Limit(
        time=time if time or nodes or depth else _DEFAULT_SECONDS, nodes=nodes, depth=depth
    )
    if facts.simultaneous:
        show_plans(facts, shown, limit, level=level, lines=lines, json=json)
        return
    engine = Engine(facts, level=level, threads=threads, hash_mb=hash)
    book = engine.book_moves(shown)
    if json:
        found = search_to_json(facts, shown, engine.search(line, limit, lines=lines))
        known = [{"move": str(one.move), "points": one.points} for one in book]
        found |= {"book": known} if known else {}
        print_json(found | {"weights": [asdict(file) for file in engine.weights]})
        return
    if (outcome := shown.outcome()) is not None:
        winner = seat_name(facts.seats, outcome.winner)
        sentence = "{winner} has won: {reason}" if outcome.winner else "draw: {reason}"
        print(say(sentence, winner=winner, reason=say(outcome.reason)))
        return
    print(say("{who} to move", who=seat_name(facts.seats, turn_position(shown).mover)))
    if book:
        moves_text = ", ".join(
            " ".join((str(one), *facts.spoken(shown, [str(one.move)]))) for one in book
        )
        print(say("opening book: {moves}", moves=moves_text))
    if forbidden := forbidden_points(shown):
        points = ", ".join(f"{point} ({say(why)})" for point, why in forbidden.items())
        print(say("forbidden to black: {points}", points=points))
    result = engine.search(line, limit, lines=lines, on_result=_print_progress)
    _print_result(facts, shown, result)
    if engine.weights:
        print(say("weights: {files}", files="; ".join(f"{file}" for file in engine.weights)))


def _print_result(game: Game, position: Position, result: "SearchResult") -> None:
    for number, variation in enumerate(result.lines, 1):
        moves_text = ", ".join(str(move) for move in variation.moves)
        print(f"{number}. {variation.score.render():>12}  {moves_text}")
        if words := game.spoken(position, (str(move) for move in variation.moves)):
            print(f"{'':>16} {'，'.join(words)}")
    print(say("best: {move}", move=str(result.best)))
    print(
        say(
            "depth {depth}, {nodes:,} nodes, {time:.2f} s, {speed:,.0f} nodes/s",
            depth=result.depth,
            nodes=result.nodes,
            time=result.time,
            speed=result.nodes_per_second,
        )
    )


def _print_progress(result: "SearchResult") -> None:
    """Show a finished depth on a terminal; the next one overwrites it."""
    import sys

    if sys.stderr.isatty() and result.score is not None:
        progress = f"{result.depth:3}  {result.score.render()}  {result.best}"
        print(f"\r\x1b[K{progress}\r", end="", file=sys.stderr, flush=True)


def _split_moves(game: Game, start: Position, text: str) -> list[str]:
    """The moves in *text*, separated by blanks or commas, or not at all (``f5d6``)."""
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if game.move_words > 1:
        groups = range(0, len(words), game.move_words)
        return [" ".join(words[place : place + game.move_words]) for place in groups]
    played: list[str] = []
    position = start
    for word in words:
        place = 0
        while place < len(word):
            ends = range(min(len(word), place + 8), place, -1)
            end = next(
                (end for end in ends if _is_legal(game, position, word[place:end])), len(word)
            )
            move = game.move.parse(word[place:end])
            position = turn_position(position).play(move)
            played.append(str(move))
            place = end
    return played


def _is_legal(game: Game, position: Position, text: str) -> bool:
    try:
        turn_position(position).play(game.move.parse(text))
    except GarlicError:
        return False
    return True

"""What the tournament commands print about one tournament, besides its standings."""

from typing import TYPE_CHECKING, Any

from garlic.core import say, user_language

if TYPE_CHECKING:
    from garlic.arena.snapshot import TournamentSnapshot


def headline(data: "TournamentSnapshot") -> str:
    """The tournament in one line: game, format, state, how many games are played."""
    return say(
        "tournament {number}, {name}: {game}, {format}, {state}, {played} of"
        " {scheduled:game|games}",
        number=data.id,
        name=data.name,
        game=data.game,
        format=say(data.format),
        state=say(data.state.value),
        played=len(data.games),
        scheduled=data.scheduled,
    )


def print_troubles(data: "TournamentSnapshot") -> None:
    """Print which bots were set aside and which games have no result."""
    for standing in data.standings:
        if standing.set_aside:
            print(
                say(
                    "{name} was set aside: it lost each of its first games by a fault",
                    name=standing.name,
                )
            )
    for game in data.unplayed:
        print(
            say(
                "game {number}, {first} against {second}, has no result: {why}",
                number=game.number,
                first=game.seats[0],
                second=game.seats[1],
                why=say(game.reason),
            )
        )


def print_state(data: "TournamentSnapshot") -> None:
    """Print what is unfinished or delayed, and how to continue."""
    from garlic.arena.snapshot import TournamentState
    from garlic.cli.playing.report import print_delayed

    command = f"garlic tournament resume {data.id}"
    if data.state is TournamentState.UNFINISHED:
        print(
            say(
                "unfinished: {count:game|games} could not be judged; continue with: {command}",
                count=len(data.unplayed),
                command=command,
            )
        )
    if data.delayed:
        print_delayed(data.delayed)
        print(say("To play them again when the machine is quiet: {command}", command=command))


def print_games(data: "TournamentSnapshot") -> None:
    """Print one row per game."""
    from garlic.cli.output import print_table
    from garlic.games import GAMES
    from garlic.judge.patience import ending

    seats = GAMES[data.game].seats
    print_table(
        ["number", "round", *seats, "winner", "score", "reason", "opening"],
        [
            (
                str(game.number),
                str(game.round),
                *game.seats,
                game.seats[game.winner.index] if game.winner else "-",
                " : ".join(map(str, game.scores)) if game.scores else "-",
                ending(game.reason, delayed=game.delayed).render(user_language()),
                game.opening,
            )
            for game in data.games
        ],
    )


def tournament_to_json(data: "TournamentSnapshot", *, without: tuple[str, ...]) -> dict[str, Any]:
    """The tournament as plain values, without the fields named in *without*."""
    import json

    from garlic.arena import exports

    document: dict[str, Any] = json.loads(exports.export(data, "json"))
    return {name: value for name, value in document.items() if name not in without}

"""A plan: games to be played elsewhere, in one file with everything they need.

JSON: ``bots``, each with its name, its hash and its packed file, and ``matches`` (game runs),
which name their bots by place in that list. `garlic tournament export --plan` writes it,
`garlic worker` reads it. docs/serve/cluster.md describes the format.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import garlic
from garlic.arena.remote.parcels import Parcel, is_portable
from garlic.core import InvalidFileError, UsageError
from garlic.core.reading.fields import Fields, read_json
from garlic.games import GAMES
from garlic.judge.bots import Bot
from garlic.judge.faults import fault_rules
from garlic.judge.game_run import GameRun
from garlic.judge.record import (
    adjudication_from_json,
    adjudication_to_json,
    limits_from_json,
    limits_to_json,
)

SCHEMA = "garlic-plan/1"


@dataclass(frozen=True, slots=True)
class Plan:
    """Games in the order of their numbers."""

    game_runs: tuple[GameRun, ...]

    def dumps(self) -> str:
        """The plan as text, one bot or game per line; raise `UsageError` for a human player."""
        bots: dict[str, tuple[int, Parcel]] = {}
        matches = [_game_run_to_json(game_run, bots) for game_run in self.game_runs]
        return (
            f'{{\n "schema": {json.dumps(SCHEMA)},\n "version": {json.dumps(garlic.__version__)},\n'
            f' "bots": {_lines([parcel.to_json() for _, parcel in bots.values()])},\n'
            f' "matches": {_lines(matches)}\n}}\n'
        )

    @classmethod
    def parse(cls, content: bytes) -> "Plan":
        """Read a plan, its bots unpacked on this machine.

        Raises `InvalidFileError` that names the field, also for a game that does not fit its key,
        and `UsageError` if this machine does not have the same bot.
        """
        top = read_json(content, "plan")
        if top.take("schema", str) != SCHEMA:
            raise InvalidFileError(
                "expected a plan of schema {schema!r}, got {got!r}",
                line=1,
                schema=SCHEMA,
                got=top.take("schema", str),
            )
        bots = [Parcel.from_json(document).open() for document in top.many("bots")]
        return cls(tuple(_game_run(document, bots) for document in top.many("matches")))


def _lines(values: Sequence[dict[str, Any]]) -> str:
    if not values:
        return "[]"
    return "[\n" + ",\n".join(f"  {json.dumps(value)}" for value in values) + "\n ]"


def _game_run_to_json(game_run: GameRun, bots: dict[str, tuple[int, Parcel]]) -> dict[str, Any]:
    """*game_run* as plain values; new bots are added to *bots*."""
    places = []
    for bot in game_run.bots:
        if not is_portable(bot):
            raise UsageError("a human can only play in a terminal: use `garlic play`")
        name = f"{bot.digest()} {bot.name}"
        if name not in bots:
            bots[name] = (len(bots), Parcel.of(bot))
        places.append(bots[name][0])
    return {
        "key": game_run.key,
        "game": game_run.game,
        "bots": places,
        "start": game_run.start,
        "seed": game_run.seed,
        "limits": limits_to_json(game_run.limits or GAMES[game_run.game].limits),
        "timeouts": game_run.timeouts,
        "lenient": game_run.lenient,
        "map": game_run.map,
        "adjudication": adjudication_to_json(game_run.adjudication),
    }


def _game_run(document: Fields, bots: Sequence[Bot]) -> GameRun:
    places = document.pair("bots")
    if not all(type(place) is int and 0 <= place < len(bots) for place in places):
        raise document.wrong("bots", "a list of two bots, by place")
    game_run = GameRun(
        game=document.take("game", str),
        bots=(bots[places[0]], bots[places[1]]),
        start=document.take("start", str),
        seed=document.take("seed", int),
        limits=limits_from_json(document.inner("limits")),
        timeouts=document.take("timeouts", str),
        lenient=document.take("lenient", bool),
        map=document.maybe("map", str),
        adjudication=adjudication_from_json(document),
    )
    fault_rules(GAMES[game_run.game], game_run.timeouts)  # raises for an unknown game or timeouts
    if game_run.key != document.take("key", str):
        raise InvalidFileError(
            "{where} is not what its key stands for: the plan was changed", where=document.where
        )
    return game_run

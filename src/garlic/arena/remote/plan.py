"""A plan: matches to be played somewhere else, in one file with all that they need.

JSON: ``bots``, each with its name, its hash and its packed file, and ``matches``, which name
their bots by place in that list. `garlic tournament export --plan` writes it, `garlic worker`
reads it. docs/cluster.md describes it for people.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import garlic
from garlic.arena.remote.parcels import Parcel, is_portable
from garlic.core import InvalidFileError, UsageError
from garlic.core.reading.document import Document, wrong_field
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
    """Matches in the order in which they are numbered."""

    game_runs: tuple[GameRun, ...]

    def dumps(self) -> str:
        """The plan as text, a bot or a match a line; raise `UsageError` where a bot cannot go."""
        bots: dict[str, tuple[int, Parcel]] = {}
        matches = [_match_to_json(match, bots) for match in self.game_runs]
        return (
            f'{{\n "schema": {json.dumps(SCHEMA)},\n "version": {json.dumps(garlic.__version__)},\n'
            f' "bots": {_lines([parcel.to_json() for _, parcel in bots.values()])},\n'
            f' "matches": {_lines(matches)}\n}}\n'
        )

    @classmethod
    def parse(cls, content: bytes) -> "Plan":
        """Read a plan, its bots unpacked on this machine.

        Raises `InvalidFileError` that names the field, and `UsageError` where a bot cannot be
        had here, or a match would not be the same game.
        """
        top = Document.parse(content, "plan")
        if top.take("schema", str) != SCHEMA:
            raise InvalidFileError(
                "expected a plan of schema {schema!r}, got {got!r}",
                line=1,
                schema=SCHEMA,
                got=top.take("schema", str),
            )
        bots = [Parcel.from_json(document).open() for document in top.many("bots")]
        return cls(tuple(_match(document, bots) for document in top.many("matches")))


def _lines(values: Sequence[dict[str, Any]]) -> str:
    if not values:
        return "[]"
    return "[\n" + ",\n".join(f"  {json.dumps(value)}" for value in values) + "\n ]"


def _match_to_json(match: GameRun, bots: dict[str, tuple[int, Parcel]]) -> dict[str, Any]:
    """*match* as plain values; bots that are new are entered in *bots*."""
    places = []
    for bot in match.bots:
        if not is_portable(bot):
            raise UsageError("a human can only play in a terminal: use `garlic play`")
        name = f"{bot.digest()} {bot.name}"
        if name not in bots:
            bots[name] = (len(bots), Parcel.of(bot))
        places.append(bots[name][0])
    return {
        "key": match.key,
        "game": match.game,
        "bots": places,
        "start": match.start,
        "seed": match.seed,
        "limits": limits_to_json(match.limits or GAMES[match.game].limits),
        "timeouts": match.timeouts,
        "lenient": match.lenient,
        "map": match.map,
        "adjudication": adjudication_to_json(match.adjudication),
    }


def _match(document: Document, bots: Sequence[Bot]) -> GameRun:
    places = document.take("bots", list)
    if len(places) != 2 or not all(type(n) is int and 0 <= n < len(bots) for n in places):
        raise wrong_field(f"{document.where}.bots", "a list of two bots, by place", places)
    match = GameRun(
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
    fault_rules(GAMES[match.game], match.timeouts)  # raises where there is no such game or wish
    if match.key != document.take("key", str):
        raise InvalidFileError(
            "{where} is not what its key stands for: the plan was changed", where=document.where
        )
    return match

"""What a league's file or options say: how games are played, and when a bot is placed or paused.

The input is not trusted. `docs/bots/league.md` describes the keys.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from garlic.arena.definition import RULES, Definition, read_rules
from garlic.core import UsageError
from garlic.core.reading.fields import TABLE, Fields
from garlic.games import GAMES
from garlic.judge.faults import fault_rules
from garlic.judge.settings import parse_limits

_BOUNDS = {"placing_games": (2, 1000), "pause_after": (0, 1000), "games_per_day": (0, 100_000)}
_OWN = ("milestones", *_BOUNDS)
MOST_MILESTONES = 50


@dataclass(frozen=True, slots=True)
class LeagueDefinition:
    """Everything that determines the games of a league, except its bots."""

    rules: Definition  # without bots
    milestones: tuple[str, ...] | None = None  # built-in bots; by default those with fixed ratings
    placing_games: int = 24  # of a new version, before it has a rank
    pause_after: int = 5  # games lost by a fault, one after the other; 0: never
    games_per_day: int = 100  # of a bot that is placed, on a server; 0: as many as there is time

    def to_json(self) -> dict[str, Any]:
        """The definition as plain values, the inverse of `read_league`."""
        rules = {key: value for key, value in self.rules.to_json().items() if key in RULES}
        own: dict[str, Any] = {key: getattr(self, key) for key in _OWN}
        if own["milestones"] is not None:
            own["milestones"] = list(own["milestones"])
        return rules | {key: value for key, value in own.items() if value is not None}


def read_league(values: Mapping[str, Any]) -> LeagueDefinition:
    """The definition in *values*; raise `InvalidFileError` or `UsageError` about the first problem.

    *values* come from a file, from options of the command line or from a request.
    """
    table = Fields(dict(values), kind=TABLE)
    table.finish((*RULES, *_OWN))
    rules = read_rules({key: value for key, value in values.items() if key in RULES})
    game = GAMES[rules.game]
    parse_limits(rules.limits, game.limits)
    fault_rules(game, rules.timeouts)
    milestones = table.texts("milestones") if table.has("milestones") else None
    if milestones is not None and len(milestones) > MOST_MILESTONES:
        raise UsageError(
            "expected at most {limit} milestones, got {count}",
            limit=MOST_MILESTONES,
            count=len(milestones),
        )
    given = {key: table.whole(key, *_BOUNDS[key]) for key in _BOUNDS if table.has(key)}
    return LeagueDefinition(rules, milestones, **given)

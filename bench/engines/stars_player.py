"""Stars' planner: rollouts per second, and strength against the course's players.

The matches here are short. The long ones have their own commands::

    python -m bench stars_player table 50 0.1     every player on 10x10, 13x15, 30x30
    python -m bench stars_player super 50 0.1     twice the camper's points, far super stars
    python -m bench stars_player time 50          100 ms against 10 ms on these maps: 60 %
    python -m bench stars_player time 50 13x15-both-free    the same on one of them
"""

from dataclasses import dataclass

from garlic.core import Seat, Stream
from garlic.core.game import expect
from garlic.engines import Limit, player
from garlic.engines.baselines import baselines_of
from garlic.engines.planners import StarsPlanner
from garlic.games.stars import GAME, MAPS, Move, Position
from garlic.games.stars import map_files as mapfile

Row = tuple[str, str, str]
CHARTS = {"10x10-both-free": 95, "13x15-both-free": 95, "30x30-both-free": 90}
FAR_SUPERS = "10x10-far-supers"


@dataclass(slots=True)
class Tally:
    """The results of one side."""

    won: float = 0
    games: int = 0
    points: int = 0

    def __iadd__(self, more: "Tally") -> "Tally":
        self.won += more.won
        self.games += more.games
        self.points += more.points
        return self

    def __str__(self) -> str:
        mean = self.points / max(self.games, 1)
        return f"{100 * self.won / max(self.games, 1):.0f} % of {self.games}, mean {mean:.0f}"


def series(chart: str, ours: Limit, theirs: str | Limit, games: int, us: str = "engine") -> Tally:
    """*us* against a baseline, or against the planner with another limit; seats alternate."""
    tally = Tally()
    for number in range(games):
        seat = list(Seat)[number % 2]
        position: Position = mapfile.parse(MAPS.text(chart))
        options = {"seed": str(number)} if us == "engine" else {}
        rival = "engine" if isinstance(theirs, Limit) else theirs
        players = {
            seat: (player(GAME, us, options, seat), ours),
            seat.other: (
                player(GAME, rival, {}, seat.other),
                theirs if isinstance(theirs, Limit) else Limit(),
            ),
        }
        for seated, _ in players.values():
            if isinstance(seated, StarsPlanner):
                seated.warm_up(position)  # as in the judge's `init`
        chance = Stream(number // 2)
        while position.outcome() is None:
            moves = {
                side: expect(Move, players[side][0].choose(position, players[side][1]))
                for side in Seat
                if position.moves_for(side)
            }
            position = position.play(moves, chance)
        mine, other = position.scores()[seat.index], position.scores()[seat.other.index]
        tally.won += 1.0 if mine > other else 0.5 if mine == other else 0.0
        tally.points += mine
        tally.games += 1
    return tally


def rows() -> list[Row]:
    start = mapfile.parse(MAPS.text("10x10-both-free"))
    plan = StarsPlanner(Seat.A).think(start, Limit(time=0.5))
    few = Limit(nodes=1_500)
    table: list[Row] = [
        ("rounds simulated per second", f"{plan.rounds / plan.seconds / 1e6:.1f} M", ""),
        ("rollouts in 80 ms", f"{0.08 * plan.rollouts / plan.seconds:.0f}", ""),
    ]
    for name in baselines_of("stars"):
        found = series("10x10-both-free", few, name, 10)
        table.append((f"10x10 against {name}, 10 games, 1,500 rollouts", str(found), ">= 95 %"))
    ours = series(FAR_SUPERS, few, "stand", 10)
    camper = series(FAR_SUPERS, few, "stand", 10, us="camper")
    ratio = ours.points / max(camper.points, 1)
    table.append(("points with far super stars, against the camper's", f"{ratio:.1f} x", ">= 2 x"))
    return table


def main(arguments: list[str]) -> None:
    what, games = arguments[0], int(arguments[1])
    if what == "time":
        total = Tally()
        for chart in arguments[2:] or CHARTS:
            found = series(chart, Limit(time=0.1), Limit(time=0.01), games)
            print(f"{chart:18} {found}", flush=True)
            total += found
        print(f"{'together':18} {total}   target: 60 %")
        return
    limit = Limit(time=float(arguments[2])) if len(arguments) > 2 else Limit(time=0.1)
    if what == "table":
        for chart, target in CHARTS.items():
            for name in baselines_of("stars"):
                found = series(chart, limit, name, games)
                print(f"{chart:18} {name:10} {found}   target: {target} %", flush=True)
    else:
        ours = series(FAR_SUPERS, limit, "stand", games)
        camper = series(FAR_SUPERS, limit, "stand", games, us="camper")
        print(f"ours {ours}; camper {camper}; {ours.points / camper.points:.2f} x")

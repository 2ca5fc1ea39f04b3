"""Points for games: sums and medians, thresholds, pay, the bonus of the scoring "contest"."""

import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from garlic.core import Limits, Outcome, Seat, Verdict
from garlic.core.reading.fields import Fields
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.record import Record, RecordedBot, Turn
from garlic.labs import results
from garlic.labs.checks.base import Setting
from garlic.labs.checks.matches import MatchCheck
from garlic.labs.library import lab_file
from support.present import present

LIMITS = Limits(1, 0.1, 1 << 28)
FACTS = (RecordedBot("a", "python", "0"), RecordedBot("b", "python", "1"))


def check(**fields: Any) -> tuple[MatchCheck, Setting]:
    game = GAMES[fields.pop("game", "stars")]
    setting = Setting(game, LIMITS, Path(), 1)
    found = MatchCheck.parse(Fields({"against": f"random:{game.name}", **fields}, "test"), setting)
    return found, setting


def record(
    game: str,
    winner: Seat | None,
    scores: tuple[int, int] | None,
    reason: str = "end",
    turns: tuple[Turn, ...] = (),
) -> Record:
    start = str(GAMES[game].setup())
    return Record(
        game, start, 1, LIMITS, "default", FACTS, (), turns, (), Outcome(winner, reason, scores)
    )


def judged(found: MatchCheck, setting: Setting, *records: Record) -> results.TestResult:
    candidate: Any = None  # matches are judged by their records alone
    return found.judge(setting, candidate, [{"record": record.dumps()} for record in records])


STEPS = [{"above": 500, "points": 100}, {"from": 400, "points": 80}, {"from": 0, "points": 10}]


@pytest.mark.parametrize(
    ("scores", "points"),
    [([501], 100), ([500], 80), ([400], 80), ([399], 10), ([0], 10), ([-1], 0),
     ([600, 100, 510], 100), ([600, 100, 400], 80), ([900, 0], 80)],
)  # fmt: skip
def test_the_median_of_the_students_score_reaches_a_step(scores: list[int], points: int) -> None:
    found, setting = check(
        measure="score", over="median", seats="second", games=len(scores), steps=STEPS
    )
    records = [record("stars", Seat.A, (999, score)) for score in scores]
    result = judged(found, setting, *records)
    assert (result.points, result.max_points) == (points, 100)


def test_every_seed_is_played_once_on_each_seat() -> None:
    found, setting = check(game="othello", games=2, map="random-8x8", pay={"win": 1})
    candidate: Any = SimpleNamespace(bot=find_bot("engine:othello"))
    runs = [present(step.game_run) for step in found.steps(setting, candidate)]
    mine = [run.bots.index(candidate.bot) for run in runs]
    assert [(run.seed, seat) for run, seat in zip(runs, mine, strict=True)] == [
        *((setting.seed, seat) for seat in (0, 1)),
        *((setting.seed + 1, seat) for seat in (0, 1)),
    ]
    starts = [run.start for run in runs]
    assert starts[0] == starts[1] != starts[2] == starts[3]


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [((40, 24), (20, 44), 30), ((40, 24), (40, 24), 0), ((64, 0), (50, 14), 30)],
)
def test_a_map_is_won_by_the_sum_of_both_seats(
    first: tuple[int, int], second: tuple[int, int], points: int
) -> None:
    """The student is red in the first game and blue in the second."""
    found, setting = check(game="othello", measure="margin", steps=[{"above": 0, "points": 30}])
    result = judged(
        found, setting, record("othello", Seat.A, first), record("othello", Seat.B, second)
    )
    assert result.points == points


def test_a_game_pays_by_its_result() -> None:
    found, setting = check(game="tiaojia", pay={"win": 3, "draw": 1}, games=2)
    won_as_black, won_as_white = record("tiaojia", Seat.A, None), record("tiaojia", Seat.B, None)
    drawn = record("tiaojia", None, None)
    result = judged(found, setting, won_as_black, won_as_white, drawn, won_as_black)
    assert (result.points, result.max_points) == (7, 12)
    assert str(result.summary) == "won 2, drawn 1, lost 1"
    assert [game.lost for game in result.games] == [False, False, False, True]


def test_a_busy_machine_is_not_judged() -> None:
    found, setting = check(game="tiaojia", pay={"win": 3})
    busy = record("tiaojia", None, None, "not judged: the machine was too busy")
    assert judged(found, setting, busy, busy).points is None


def test_a_kind_of_fault_is_one_remark_with_its_count() -> None:
    late = [
        Turn(number, "black", None, Verdict.TOO_LATE, stderr="thinking") for number in (3, 5, 7)
    ]
    found, setting = check(game="tiaojia", pay={"win": 3}, seats="first")
    result = judged(found, setting, record("tiaojia", Seat.B, None, "too late", tuple(late)))
    (remark,) = result.remarks
    assert str(remark.what).startswith("3 x too late, first in game 1, turn 3")
    assert remark.output == "thinking"
    assert result.verdicts == ("too late",)


def test_the_contest_scoring_rewards_a_wipe_out() -> None:
    """Red takes everything; its three cells count 3, three quarters of the board 48."""
    start = "11111111/" * 7 + "11111111"
    rows = ["........"] * 8
    rows[3] = "...Oo..."
    position = f"{start} {'/'.join(rows)} r 0"
    move = Turn(1, "red", "f4", Verdict.OK)
    passes = tuple(
        Turn(number, seat, "pass", Verdict.OK) for number, seat in ((2, "blue"), (3, "red"))
    )
    begun = tuple(Turn(0, seat, None, Verdict.OK) for seat in ("red", "blue"))
    wiped = Record(
        "othello", position, 1, LIMITS, "default", FACTS, (), (*begun, move, *passes), (),
        Outcome(Seat.A, "no moves left", (3, 0)),
    )  # fmt: skip
    for scoring, value in ((None, "3"), ("contest", "48")):
        extra = {"scoring": scoring} if scoring else {}
        found, setting = check(
            game="othello", measure="score", seats="first", steps=STEPS[2:], **extra
        )
        assert value in str(judged(found, setting, wiped).summary)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_tasks_of_stars_ask_for_more_than_the_points_they_name(number: int) -> None:
    content = tomllib.loads(lab_file(f"stars/task{number}").read_text("utf-8"))
    steps = [step for test in content["tests"] for step in test.get("steps", ())]
    assert steps
    assert all("above" in step for step in steps)

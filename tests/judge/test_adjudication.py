"""Games that the judge ends: too many plies, or both bots agree who wins."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from garlic.core import Seat
from garlic.games import GAMES
from garlic.judge.adjudication import Adjudication, Claims
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record
from garlic.judge.replay import first_difference
from support.present import present

CLAIMING = """
def play(position):
    print("# score {claim}", flush=True)
    return position.legal_moves()[0]
"""


@pytest.fixture
def claiming(tmp_path: Path) -> Callable[[str], str]:
    def make(claim: str) -> str:
        path = tmp_path / f"claims{claim}.py"
        path.write_text(CLAIMING.format(claim=claim))
        return str(path)

    return make


def game_run(first: str, second: str, adjudication: Adjudication) -> GameRun:
    limits = replace(GAMES["othello"].limits, turn_seconds=5.0, init_seconds=10.0)
    start = str(GAMES["othello"].setup())
    bots = (find_bot(first), find_bot(second))
    return GameRun("othello", bots, start, seed=3, limits=limits, adjudication=adjudication)


def test_a_game_ends_after_the_most_plies_by_points() -> None:
    record = play(game_run("random:othello", "random:othello", Adjudication(max_plies=5)))
    assert max(turn.number for turn in record.turns) == 5
    assert record.outcome.reason == "stopped after the most plies allowed"
    first, second = present(record.outcome.scores)
    assert record.outcome.winner is (Seat.A if first > second else Seat.B)
    again = Record.parse(record.dumps().encode())
    assert again == record
    assert first_difference(again) is None
    assert first_difference(replace(again, adjudication=Adjudication(max_plies=6))) is not None


def test_a_game_ends_if_both_bots_agree(claiming: Callable[[str], str]) -> None:
    adjudication = Adjudication(agreed_score=10, agreed_turns=3)
    record = play(game_run(claiming("12.5"), claiming("-10"), adjudication))
    assert record.outcome.winner is Seat.A
    assert record.outcome.reason == "both bots agreed who wins"
    assert max(turn.number for turn in record.turns) == 6
    assert first_difference(record) is None


@pytest.mark.parametrize(("ours", "theirs"), [("12", "11"), ("12", "-9"), ("9", "-12")])
def test_a_game_continues_if_the_bots_disagree(
    claiming: Callable[[str], str], ours: str, theirs: str
) -> None:
    adjudication = Adjudication(agreed_score=10, agreed_turns=1)
    record = play(game_run(claiming(ours), claiming(theirs), adjudication))
    assert record.outcome.reason != "both bots agreed who wins"


def test_only_claims_in_a_row_count() -> None:
    claims = Claims(Adjudication(agreed_score=5, agreed_turns=2))
    scores = [(Seat.A, "5"), (Seat.B, "-5"), (Seat.A, "4"), (Seat.B, "-5"), (Seat.A, "6")]
    assert [claims.add(seat, f"# score {points}\n") for seat, points in scores] == [None] * 5
    assert claims.add(Seat.B, "# score -5") is None
    assert claims.add(Seat.A, "# thinking\n# score 7\n") is Seat.A


@pytest.mark.parametrize("remark", ["", "score 9", "# score nine", "# score 1e9", "# score ９"])
def test_other_remarks_are_no_claims(remark: str) -> None:
    claims = Claims(Adjudication(agreed_score=0.5, agreed_turns=1))
    claims.add(Seat.B, "# score -9")
    assert claims.add(Seat.A, remark) is None
    assert claims.add(Seat.A, "# score 9") is Seat.A


def test_the_last_claim_of_a_turn_counts() -> None:
    claims = Claims(Adjudication(agreed_score=5, agreed_turns=1))
    claims.add(Seat.B, "# score 9")
    assert claims.add(Seat.A, "# score 9\n# score -9\n") is Seat.B


REMARKING = r"""
#include <stdio.h>
#include <string.h>
static char line[4096];
int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "start", 5)) puts("ready");
        if (!strncmp(line, "turn", 4)) puts("# score 7\nh8");
        fflush(stdout);
    }
}
"""


def test_remarks_before_the_answer_are_kept(tmp_path: Path) -> None:
    (tmp_path / "remarks.c").write_text(REMARKING)
    bot = find_bot(str(tmp_path / "remarks.c"))
    record = play(GameRun("gomoku", (bot, bot), str(GAMES["gomoku"].setup())))
    assert [turn.stdout for turn in record.turns if turn.number] == ["# score 7\n"] * 2

"""Asking a bot for a move in a position of a record."""

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Protocol

import pytest

from garlic.analysis.ask import BotAnswer, ask
from garlic.core import NotJudgedError, Seat, UsageError, Verdict
from garlic.core.game import turn_position
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.patience import Patience
from garlic.judge.record import Cost, Turn
from garlic.judge.referee import Answer
from support.busy import FakeQuiet
from support.matches import QUICK_BOT
from support.records import patient, record_of

OTHELLO = patient(record_of("othello", ["d3", "c3", "c4", "e3", "f4"]))


def test_a_bot_answers_for_the_side_to_move() -> None:
    asked = ask(OTHELLO, 4, find_bot(str(QUICK_BOT)))
    assert asked.seat is Seat.B
    assert asked.played.move == "e3"
    assert asked.answer.verdict is Verdict.OK
    assert asked.answer.move in {str(move) for move in turn_position(asked.before).legal_moves()}
    assert asked.answer.number == 4


def test_the_bot_receives_all_earlier_moves(tmp_path: Path) -> None:
    program = tmp_path / "echo.c"
    program.write_text(
        r"""
        #include <stdio.h>
        #include <string.h>
        int main(void) {
            static char line[4096];
            int played = 0;
            setvbuf(stdout, NULL, _IONBF, 0);
            while (fgets(line, sizeof line, stdin)) {
                if (!strncmp(line, "start", 5)) puts("ready");
                if (!strncmp(line, "played", 6)) { played++; fputs(line, stderr); }
                if (!strncmp(line, "turn", 4)) puts("a1");
            }
        }
        """
    )
    asked = ask(OTHELLO, 4, find_bot(str(program)))
    assert asked.answer.stderr.splitlines() == ["played red d3", "played blue c3", "played red c4"]
    assert asked.answer.verdict is Verdict.ILLEGAL_MOVE
    assert not asked.same


def test_an_answer_is_the_same_only_with_the_same_verdict() -> None:
    played = Turn(2, "blue", "c3", Verdict.OK)
    asked = BotAnswer(find_bot("human"), Seat.B, GAMES["othello"].setup(), played, played, False)
    assert asked.same
    for other in (replace(played, verdict=Verdict.ILLEGAL_MOVE), replace(played, move="d3")):
        assert not replace(asked, answer=other).same


def test_both_sides_of_a_round_can_be_asked() -> None:
    record = patient(record_of("stars", [("9,1", "8,8"), ("9,1", "8,8")]))
    bot = find_bot("random:stars")
    assert ask(record, 2, bot).seat is Seat.A
    asked = ask(record, 2, bot, Seat.B)
    assert (asked.seat, asked.played.seat, asked.answer.seat) == (Seat.B, "blue", "blue")


def test_a_bot_that_cannot_be_built_says_why(tmp_path: Path) -> None:
    broken = tmp_path / "player.h"
    broken.write_text("this is no C")
    answer = ask(OTHELLO, 2, find_bot(str(broken))).answer
    assert answer.verdict is Verdict.COMPILE_ERROR
    assert "error" in answer.stderr


@pytest.mark.parametrize(
    ("number", "bot", "seat", "words"),
    [
        (6, "random:othello", None, "no turn 6"),
        (0, "random:othello", None, "no turn 0"),
        (2, "random:othello", Seat.A, "red has no turn 2"),
        (2, "engine:stars", None, "no player"),
        (2, "human", None, "terminal"),
    ],
)
def test_impossible_questions_are_usage_errors(
    number: int, bot: str, seat: Seat | None, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        ask(OTHELLO, number, find_bot(bot), seat)


class BusyPlayer:
    """A player whose answers a busy machine delays, or keeps from being judged."""

    answers: tuple[Answer, ...] = ()

    def start(self) -> Answer:
        return Answer(Verdict.OK)

    def ask(self, *_: object) -> Answer:
        type(self).answers, answer = self.answers[1:], self.answers[0]
        return answer

    def end(self, *_: object) -> None:
        pass

    def close(self) -> None:
        pass


OVERLOAD = Answer(Verdict.OVERLOAD)
DELAYED = Answer(Verdict.OK, "e3", cost=Cost(delay_seconds=9.0))
PROMPT = Answer(Verdict.OK, "e3")


class BusyAsk(Protocol):
    def __call__(self, *answers: Answer, number: int = 4, protocol: str = "") -> BotAnswer: ...


@pytest.fixture
def busy_ask(monkeypatch: pytest.MonkeyPatch) -> BusyAsk:
    def call(*answers: Answer, number: int = 4, protocol: str = "") -> BotAnswer:
        monkeypatch.setattr(BusyPlayer, "answers", answers)
        monkeypatch.setattr(
            import_module("garlic.analysis.ask"), "player_for", lambda *_: BusyPlayer()
        )
        bot = find_bot(f"{protocol}{QUICK_BOT}")
        return ask(OTHELLO, number, bot, patience=Patience(60))

    return call


def test_a_bot_that_plays_only_from_the_start_is_asked_for_its_first_move_only(
    busy_ask: BusyAsk,
) -> None:
    for number in (1, 2):
        assert busy_ask(PROMPT, number=number, protocol="nboard:").played.number == number
    with pytest.raises(UsageError, match="a nboard: bot plays its games from the start"):
        busy_ask(PROMPT, number=3, protocol="nboard:")


def test_an_answer_that_cannot_be_judged_is_not_given(
    busy_ask: BusyAsk, quiet_answers: FakeQuiet
) -> None:
    with pytest.raises(NotJudgedError, match="too busy"):
        busy_ask(*[OVERLOAD] * 4)
    quiet_answers.answers = [True, True]
    with pytest.raises(NotJudgedError, match="too busy"):
        busy_ask(*[OVERLOAD] * 12)


def test_the_bot_is_asked_again_when_the_machine_is_quiet(
    busy_ask: BusyAsk, quiet_answers: FakeQuiet
) -> None:
    quiet_answers.answers = [True]
    asked = busy_ask(*[OVERLOAD] * 4, PROMPT)
    assert (asked.answer.move, asked.is_delayed) == ("e3", False)
    quiet_answers.answers = [True]
    assert not busy_ask(DELAYED, PROMPT).is_delayed


def test_a_delayed_answer_is_marked(busy_ask: BusyAsk, quiet_answers: FakeQuiet) -> None:
    assert busy_ask(DELAYED).is_delayed
    quiet_answers.answers = [True, True]
    assert busy_ask(DELAYED, *[OVERLOAD] * 8).is_delayed

"""Programs of a course that are played as they are: Gomoku at a terminal, Tiaojia in files."""

import shutil
from pathlib import Path

import pytest

from garlic.core import Seat, UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.record import Record
from support.served import faults_of, moves_of, played

COURSES = Path(__file__).parents[1] / "data/courses"
FREESTYLE = str(GAMES["gomoku"].setup(rule="freestyle"))
OPPONENT = "engine:gomoku?level=1"


def match(name: str, seat: Seat, plies: int = 8) -> Record:
    folder = f"console:{COURSES / name}"
    bots = (folder, OPPONENT) if seat is Seat.A else (OPPONENT, folder)
    return played(
        "gomoku", *bots, plies=plies, start=FREESTYLE, limits="turn=20s,init=10s,nodes=200"
    )


@pytest.mark.parametrize("seat", Seat)
def test_a_drawn_board_and_a_chinese_menu_in_gbk(seat: Seat) -> None:
    record = match("gomoku-drawn", seat)
    assert faults_of(record) == []
    assert len(moves_of(record)) == 8


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("name", ["gomoku-cursor", "gomoku-gotoxy"])
def test_a_board_of_which_single_cells_are_drawn_again(name: str, seat: Seat) -> None:
    record = match(name, seat)
    assert faults_of(record) == []
    own = moves_of(record)[seat.index :: 2]
    assert own == ["a15", "c15", "e15", "g15"]


KEYS = """
    #include <stdio.h>
    #include <unistd.h>
    int main(void) {{ {} }}
"""


@pytest.mark.parametrize(
    ("body", "verdict", "sentence"),
    [
        ('puts("用方向键移动光标，空格落子"); getchar();', Verdict.TOO_LATE, "with single keys"),
        ('puts("W/A/S/D to move"); sleep(99);', Verdict.TOO_LATE, "with single keys ('W/A/S/D"),
        (
            'puts("请黑方输入坐标："); getchar();',
            Verdict.TOO_LATE,
            "needs a game against the computer",
        ),
        ('puts("welcome"); sleep(99);', Verdict.TOO_LATE, "last line on its screen was 'welcome'"),
        ("sleep(99);", Verdict.TOO_LATE, "last line on its screen was ''"),
        ("return 0;", Verdict.CRASH, "ended normally, but without an answer"),
    ],
)
def test_a_program_that_cannot_be_played_says_why(
    tmp_path: Path, body: str, verdict: Verdict, sentence: str
) -> None:
    (tmp_path / "main.c").write_text(KEYS.format(body))
    record = played(
        "gomoku", f"console:{tmp_path}", OPPONENT, start=FREESTYLE, limits="turn=2s,init=10s"
    )
    assert record.outcome.winner is Seat.B
    (fault,) = faults_of(record)
    assert sentence in fault
    assert record.turns[-1].verdict is verdict


@pytest.mark.parametrize("seat", Seat)
def test_numbers_and_moves_in_words(seat: Seat) -> None:
    record = match("gomoku-numbers", seat)
    assert faults_of(record) == []
    assert "a15" in moves_of(record)  # row 0, column 0


@pytest.mark.parametrize(
    ("name", "verdict", "sentence"),
    [
        ("gomoku-menu-loop", Verdict.PROTOCOL, "asked 20 questions in a row"),
        ("gomoku-flood", Verdict.PROTOCOL, "showed more than 1048576 bytes"),
        ("gomoku-broken", Verdict.COMPILE_ERROR, "main.c:2:10: fatal error: rules.h"),
        ("gomoku-refuses", Verdict.PROTOCOL, "refused the legal move"),
    ],
)
def test_what_goes_wrong_is_explained(name: str, verdict: Verdict, sentence: str) -> None:
    record = match(name, Seat.B)
    assert record.outcome.winner is Seat.A
    (fault,) = faults_of(record)
    assert sentence in fault
    assert verdict in {turn.verdict for turn in record.turns}


def test_the_hash_of_a_folder_follows_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(COURSES / "gomoku-drawn", folder)
    before = find_bot(f"console:{COURSES / 'gomoku-drawn'}").digest()
    assert find_bot(f"console:{folder}").digest() == before
    (folder / "main.c").write_bytes(b"int main(void) { return 0; }")
    assert find_bot(f"console:{folder}").digest() != before
    with pytest.raises(UsageError, match="is a folder, which only plays on this machine"):
        find_bot(f"console:{folder}").content()


@pytest.mark.parametrize("seat", Seat)
def test_a_tiaojia_source_in_two_encodings_with_an_odd_name_plays(seat: Seat) -> None:
    source = COURSES / "tiaojia-mixed/main #2 (final).c"
    for encoding in ("utf-8", "gb18030"):
        with pytest.raises(UnicodeDecodeError):
            source.read_bytes().decode(encoding)
    name = f"tongji:{source}"
    bots = (name, "random:tiaojia") if seat is Seat.A else ("random:tiaojia", name)
    record = played("tiaojia", *bots, plies=4)
    assert faults_of(record) == []
    assert moves_of(record)[seat.index] == ("5 4 1" if seat is Seat.A else "2 4 5")


@pytest.mark.parametrize("seat", Seat)
def test_a_pass_of_the_opponent_ends_the_game_unjudged(tmp_path: Path, seat: Seat) -> None:
    bot = tmp_path / "passes.py"
    bot.write_text("def play(position):\n    return 'pass'\n")
    program = f"console:{COURSES / 'gomoku-drawn'}"
    bots = (program, str(bot)) if seat is Seat.A else (str(bot), program)
    record = played("gomoku", *bots, start=FREESTYLE, limits="turn=20s,init=10s")
    assert (record.outcome.winner, record.outcome.reason) == (None, "judge error")
    (fault,) = faults_of(record)
    assert "the opponent passed, which cannot be typed to a program for a person" in fault

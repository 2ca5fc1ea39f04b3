"""The example bots: short enough to read, and without a fault in the real judge."""

import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from garlic.core import Limits, Seat, UsageError, Verdict
from garlic.core.game import moves_of
from garlic.core.playout import random_game
from garlic.games import GAMES
from garlic.judge.bots import Bot, find_bot
from garlic.judge.build import build_java, build_program
from garlic.judge.building.outcome import Built
from garlic.judge.check import Result, check_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.templates import LANGUAGES, course_starter, starter
from support.sampling import one_in

HOME = Path(__file__).parents[2] / "examples" / "bots"
PROGRAMS = {"javascript": "node", "java": "javac", "perl": "perl", "c": "gcc", "cpp": "g++"}

# Short games in which every kind of move is possible.
STARTS = {
    "othello": "1234/1001/2002/9111 ..../.Oo./.oO./.... r 0",
    "stars": "oo.o/.##o/o..O d0=2,0@2,0 d1=0,0@0,0 red=0,2:0:0 blue=2,2:0:0 round=0",
    "gomoku": "freestyle ...../.xo../..x../...o./..... b 0",
    "xiangqi": "3k5/9/9/9/9/2P6/9/2N1C4/4A4/R1BAK4 w - - 112 60",
    "tiaojia": "..XXX....O../.........O../...OOO....../......XXX.../..X...O..... O 112",
}
FILES = sorted(
    path
    for game in GAMES
    for language in LANGUAGES
    for path in (HOME / game / language).iterdir()
    if path.is_file()
)
GENERAL = sorted(path for path in (HOME / "any").rglob("*") if path.is_file())


def identity(path: Path) -> str:
    return path.relative_to(HOME).as_posix()


def installed(path: Path) -> Bot:
    program = PROGRAMS.get(path.parent.name)
    if program is not None and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    return find_bot(str(path))


def test_there_is_one_bot_for_every_game_and_language() -> None:
    assert len(FILES) == len(GAMES) * len(LANGUAGES)


@pytest.mark.parametrize("path", [*FILES, *GENERAL], ids=identity)
def test_bots_are_short(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 80
    assert max(map(len, lines)) <= 102


@pytest.mark.parametrize("path", one_in(2, FILES), ids=identity)
def test_plays_without_a_fault(path: Path) -> None:
    game = path.parts[-3]
    bots = (installed(path), find_bot(f"random:{game}"))
    # Generous limits: the machine may be busy with other tests.
    limits = Limits(init_seconds=10, turn_seconds=10, memory_bytes=512 << 20)
    record = play(GameRun(game, bots, STARTS[game], seed=1, limits=limits))
    turns = [turn for turn in record.turns if turn.seat == GAMES[game].seats[0]]
    assert [turn for turn in turns if turn.verdict is not Verdict.OK] == []
    assert len(turns) > 2


def test_there_is_one_bot_for_any_game_in_every_language() -> None:
    assert sorted(path.parent.name for path in GENERAL) == sorted(LANGUAGES)
    game = replace(GAMES["tiaojia"], name="elsewhere")
    for path in GENERAL:
        files = starter(game, path.parent.name).files
        assert files == {path.name: path.read_text(encoding="utf-8")}
    with pytest.raises(UsageError, match="elsewhere has no template in Python"):
        starter(replace(game, simultaneous=True), "python")


@pytest.mark.parametrize("game", ["tiaojia", "stars"])
@pytest.mark.parametrize("path", GENERAL, ids=identity)
def test_a_bot_for_any_game_plays_without_a_fault(path: Path, game: str) -> None:
    if GAMES[game].simultaneous and path.parent.name == "python":
        return  # see above
    limits = Limits(init_seconds=10, turn_seconds=10, memory_bytes=512 << 20)
    bots = (installed(path), find_bot(f"random:{game}"))
    record = play(GameRun(game, bots, STARTS[game], seed=1, limits=limits))
    turns = [turn for turn in record.turns if turn.seat == GAMES[game].seats[0]]
    assert {turn.verdict for turn in turns} == {Verdict.OK}
    assert len(turns) > 2


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=identity)
def test_passes_the_check(path: Path) -> None:
    report = check_bot(installed(path), GAMES[path.parts[-3]])
    assert report.result is Result.PASSED, report.findings


def command_of(path: Path) -> list[str | Path]:
    bot = installed(path)
    match path.parent.name:
        case "c" | "cpp":
            built = build_program(path)
            assert isinstance(built, Built)
            return [built.program]
        case "java":
            built = build_java(path)
            assert isinstance(built, Built)
            return ["java", "-cp", built.program, "Bot"]
        case "python":
            return [sys.executable, "-m", "garlic.bot", path]
    return [*bot.command, path]


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in FILES if path.suffix != ".h"], ids=identity)
def test_is_legal_in_many_positions(path: Path) -> None:
    """Without the judge, so that hundreds of positions can be tested."""
    game = GAMES[path.parts[-3]]
    command = command_of(path)
    cases = [
        (position, seat)
        for seed in range(8)
        for _, position in islice(random_game(game.setup(), seed), 0, 160, 4)
        for seat in (Seat if game.simultaneous else [Seat.A])
        if moves_of(position, seat)
    ]
    for seat in Seat if game.simultaneous else [Seat.A]:
        positions = [position for position, to_move in cases if to_move is seat]
        lines = f"garlic 1 {game.name} {game.seats[seat.index]}\nstart {game.setup()}\n"
        lines += "".join(f"turn {position}\n" for position in positions) + "end draw over\n"
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
        answers = done.stdout.splitlines()[1:]
        assert len(answers) == len(positions)
        for position, answer in zip(positions, answers, strict=True):
            assert game.move.parse(answer) in moves_of(position, seat), (str(position), answer)


@pytest.mark.parametrize("path", FILES, ids=identity)
def test_the_package_has_the_same_file(path: Path) -> None:
    game, language = path.parts[-3:-1]
    assert starter(GAMES[game], language).files == {path.name: path.read_text(encoding="utf-8")}


@pytest.mark.parametrize("game", ["othello", "stars"])
def test_the_course_folder_has_an_opponent(game: str) -> None:
    files = course_starter(GAMES[game], "c").files
    opponent = HOME / game / "course" / "computer.h"
    assert files["code/computer.h"] == opponent.read_text(encoding="utf-8")
    assert find_bot(str(opponent)).protocol == "course"

"""Bots in Python: every form, their output, their faults, and what they import."""

import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import garlic
from garlic.core import Limits, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record, Turn

OTHELLO = "1111/1001/1001/1111 ..../.Oo./.oO./.... r 0"
STARS = "o.o/.#./o.o d0=1,0@1,0 d1=1,2@1,2 red=0,1:0:0 blue=2,1:0:0 round=0"
PATIENT = Limits(init_seconds=10, turn_seconds=10, memory_bytes=256 << 20)


def record_of(tmp_path: Path, source: str, game: str = "othello", start: str = OTHELLO) -> Record:
    path = tmp_path / "my_bot.py"
    path.write_text(source, encoding="utf-8")
    bots = (find_bot(str(path)), find_bot(f"random:{game}"))
    return play(GameRun(game, bots, start, seed=1, limits=PATIENT))


def turns_of(record: Record) -> list[Turn]:
    seat = GAMES[record.game].seats[0]
    return [turn for turn in record.turns if turn.seat == seat]


FORMS = {
    "play": "def play(position):\n    return position.legal_moves()[0]\n",
    "text": "def play(position):\n    return str(position.legal_moves()[0])\n",
    "class": """
class Bot:
    def start(self, position, seat):
        self.seat, self.turns = seat, 0
    def play(self, position):
        self.turns += 1
        print(self.seat, self.turns)
        return position.legal_moves()[0]
    def end(self, result):
        assert result in ("win", "loss", "draw")
""",
    "bare class": """
class Bot:
    def play(self, position):
        return position.legal_moves()[-1]
""",
    "init": """
first = None
def init(position):
    global first
    first = str(position)
def play(position):
    assert first is not None
    return position.legal_moves()[0]
""",
    "place": """
def init(state):
    global size
    size = (state.row_cnt, state.col_cnt)
def place(state):
    assert size == (4, 4) == (len(state.mat), len(state.mat[0]))
    assert state.your_score >= 0 and state.opponent_score >= 0
    for row in range(4):
        for column in range(4):
            if state.mat[row][column] in "Oo":
                continue
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    r, c, run = row + down, column + right, 0
                    while 0 <= r < 4 and 0 <= c < 4 and state.mat[r][c] == "o":
                        r, c, run = r + down, c + right, run + 1
                    if run and 0 <= r < 4 and 0 <= c < 4 and state.mat[r][c] == "O":
                        return row, column
    return -1, -1
""",
}


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_every_form_plays(tmp_path: Path, source: str) -> None:
    turns = turns_of(record_of(tmp_path, source))
    assert {turn.verdict for turn in turns} == {Verdict.OK}
    assert len(turns) > 2


def test_walk_gets_its_own_state(tmp_path: Path) -> None:
    source = """
def walk(state):
    assert state.ghost_posx == [1, 1] or state.ghost_posy
    assert state.your_status >= 0
    state.mat[0][0] = "#"  # the bot may modify it
    return state.your_posx, state.your_posy
"""
    turns = turns_of(record_of(tmp_path, source, "stars", STARS))
    assert turns[1].verdict is Verdict.OK
    assert turns[1].move == "0,1"


def test_what_a_class_prints_is_kept_with_the_turn(tmp_path: Path) -> None:
    turns = turns_of(record_of(tmp_path, FORMS["class"]))
    assert turns[2].stderr + turns[2].stdout == "red 2\n"
    assert turns[2].move is not None


def test_a_printed_move_is_no_answer(tmp_path: Path) -> None:
    source = "def play(position):\n    print('a1')\n    return position.legal_moves()[0]\n"
    turns = turns_of(record_of(tmp_path, source))
    assert {turn.verdict for turn in turns} == {Verdict.OK}


def test_what_the_file_prints_while_it_is_loaded_is_kept_and_no_answer(tmp_path: Path) -> None:
    source = "print('loading', flush=True)\n" + FORMS["class"]
    turns = turns_of(record_of(tmp_path, source))
    assert {turn.verdict for turn in turns} == {Verdict.OK}
    assert "loading\n" in turns[0].stderr


@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        ("def play(position):\n    return 1 / 0\n", Verdict.CRASH, "ZeroDivisionError"),
        ("import nothing_like_this\n", Verdict.CRASH, "nothing_like_this"),
        ("def play(position:\n", Verdict.CRASH, "SyntaxError"),
        ("def init(position):\n    raise KeyError('x')\nplay = str\n", Verdict.CRASH, "KeyError"),
        ("x = 1\n", Verdict.CRASH, "none of: place(state), play(position), a class Bot"),
        ("def place(state):\n    return 'a1b'\n", Verdict.CRASH, "must return (row, column)"),
        ("def place(state):\n    return state.scores\n", Verdict.CRASH, "no field 'scores'"),
        ("import sys\ndef play(position):\n    sys.exit()\n", Verdict.CRASH, ""),
        ("def play(position):\n    return None\n", Verdict.CRASH, "play returned nothing"),
        ("def play(position):\n    return 2, 3\n", Verdict.CRASH, "it returned (2, 3)"),
        ("def play(position):\n    return input()\n", Verdict.CRASH, "nobody types here"),
        ("n = int(input())\n", Verdict.CRASH, "nobody types here"),
        ("def play(position):\n    return 'a1\\nb1'\n", Verdict.ILLEGAL_MOVE, ""),
        ("def play(position):\n    return 'd4'\n", Verdict.ILLEGAL_MOVE, ""),
        ("def place(state):\n    return 99, 99\n", Verdict.PROTOCOL, ""),
        ("def play(position):\n    open('/etc/passwd')\n", Verdict.FORBIDDEN, ""),
    ],
)
def test_faults_are_named_and_the_traceback_is_kept(
    tmp_path: Path, source: str, verdict: Verdict, words: str
) -> None:
    record = record_of(tmp_path, source)
    faults = [turn for turn in turns_of(record) if turn.verdict is not Verdict.OK]
    assert faults[0].verdict is verdict
    assert words in faults[0].stderr


def test_a_bot_may_not_read_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("x = 1\n")
    source = "import secret\ndef play(position):\n    return position.legal_moves()[0]\n"
    fault = turns_of(record_of(tmp_path, source))[0]
    assert fault.verdict is Verdict.CRASH
    assert "secret" in fault.stderr


@pytest.mark.parametrize(
    "module", ["engines", "judge", "labs", "puzzles", "sandbox", "shell", "wire", "_core"]
)
def test_a_bot_cannot_import_our_players_or_the_judge(tmp_path: Path, module: str) -> None:
    source = f"import garlic.{module}\n{FORMS['play']}"
    fault = turns_of(record_of(tmp_path, source))[0]
    assert fault.verdict is Verdict.CRASH
    assert f"No module named 'garlic.{module}'" in fault.stderr


def test_reading_the_cases_of_a_lab_is_refused_and_named(tmp_path: Path) -> None:
    cases = Path(garlic.__file__).parent / "labs/data/xiangqi/mate1-cases.toml"
    assert cases.is_file()
    source = f"def play(position):\n    open({str(cases)!r})\n"
    fault = next(turn for turn in turns_of(record_of(tmp_path, source)) if turn.verdict.is_fault)
    assert fault.verdict is Verdict.FORBIDDEN
    assert str(cases) in str(fault.detail)


def test_a_bot_can_import_rules_its_library_and_installed_packages(tmp_path: Path) -> None:
    source = (
        "import decimal, numpy, garlic.bot.state\n"
        "from garlic.games import GAMES\n"
        "from garlic.core import Seat\n"
        "GAMES['gomoku'].setup(), GAMES['othello'].maps.load('task1-8x8')\n" + FORMS["play"]
    )
    turns = turns_of(record_of(tmp_path, source))
    assert {turn.verdict for turn in turns} == {Verdict.OK}, turns[0].stderr


@pytest.mark.slow  # copies the package
def test_an_installed_package_is_hidden_as_well(tmp_path: Path) -> None:
    """Among other packages, as a wheel installs it, instead of a checkout."""
    venv.create(tmp_path / "venv", symlinks=True)
    (packages,) = (tmp_path / "venv/lib").glob("python*/site-packages")
    for home in garlic.__path__:
        shutil.copytree(home, packages / "garlic", dirs_exist_ok=True)
    for name, source in {
        "fair": FORMS["play"],
        "engines": f"import garlic.engines\n{FORMS['play']}",
        "cases": f"open({str(packages / 'garlic/labs/data/xiangqi/mate1-cases.toml')!r})\n",
    }.items():
        (tmp_path / f"{name}.py").write_text(source)
    script = (
        "import sys\nfrom garlic.core import Limits\nfrom garlic.judge.bots import find_bot\n"
        "from garlic.judge.game_run import GameRun, play\n"
        f"limits = Limits(30, 30, {256 << 20})\n"
        "for name in ('fair', 'engines', 'cases'):\n"
        "    bots = (find_bot(f'{name}.py'), find_bot('random:othello'))\n"
        f"    record = play(GameRun('othello', bots, {OTHELLO!r}, limits=limits))\n"
        "    first = record.turns[0]\n"
        "    print(first.verdict.value, first.stderr.strip().splitlines()[-1:], first.detail)\n"
    )
    done = subprocess.run(
        [tmp_path / "venv/bin/python", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    fair, engines, cases = done.stdout.splitlines()
    assert fair.startswith("ok "), done.stderr
    assert "No module named 'garlic.engines'" in engines
    assert cases.startswith("forbidden ")
    assert "mate1-cases.toml" in cases


def test_a_python_program_sees_nothing_of_our_package(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import sys\nsys.stdin.readline()\nimport garlic\n")
    bots = (find_bot(f"cmd:{sys.executable} {path}"), find_bot("random:othello"))
    turn = play(GameRun("othello", bots, OTHELLO, limits=PATIENT)).turns[0]
    assert turn.verdict is Verdict.CRASH
    assert "No module named 'garlic'" in turn.stderr


def test_the_bots_own_line_is_in_the_traceback(tmp_path: Path) -> None:
    source = "def play(position):\n    # why\n    return missing_name\n"
    fault = next(turn for turn in turns_of(record_of(tmp_path, source)) if turn.stderr)
    assert "my_bot.py" in fault.stderr
    assert "line 3" in fault.stderr
    assert "__main__" not in fault.stderr  # our own frames do not help the author


def test_the_traceback_of_input_names_the_bots_own_line(tmp_path: Path) -> None:
    source = "def play(position):\n    return input('Your move? ')\n"
    fault = next(turn for turn in turns_of(record_of(tmp_path, source)) if turn.verdict.is_fault)
    assert "line 2, in play" in fault.stderr
    assert "__main__" not in fault.stderr


@pytest.mark.parametrize("game", GAMES)
def test_a_start_imports_little(tmp_path: Path, game: str) -> None:
    """Imports make a start slow; they are checked instead of the time."""
    course = GAMES[game].course
    (tmp_path / "bot.py").write_text(
        "import sys\n"
        "def play(position):\n"
        "    return ' '.join(sorted(sys.modules))\n"
        f"def {course.function if course else 'unused'}(state): 0\n"
        "class Bot:\n"
        "    def play(self, position): return play(position)\n"
    )
    position = GAMES[game].setup()
    lines = f"garlic 1 {game} {GAMES[game].seats[0]}\nstart {position}\n"
    script = (
        "import sys, runpy; sys.argv = ['bot', sys.argv[1]];"
        "runpy.run_module('garlic.bot', run_name='__main__', alter_sys=True);"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "bot.py"],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
    )
    modules = set(done.stderr.split())
    assert done.stdout == "ready\n"
    others = {f"garlic.games.{other}" for other in GAMES if other != game}
    heavy = {"typer", "rich", "json", "importlib.resources", "tempfile", "garlic._core", "numpy"}
    assert f"garlic.games.{game}" in modules
    assert modules & (others | heavy) == set()

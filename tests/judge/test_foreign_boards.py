"""Programs in the protocols of board games, under the judge: correct ones and faulty ones."""

from pathlib import Path
from typing import Any, Protocol

import pytest

import garlic
from garlic.core import Seat, UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.record import Record
from garlic.judge.replay import replayed
from support.sampling import one_in
from support.served import faults_of, moves_of, played

FREESTYLE = str(GAMES["gomoku"].setup(rule="freestyle"))
QUICK = "turn=500ms,init=5s"

# One program per protocol that plays the first legal move. `ODD`, just before the program answers
# with a move, is replaced by a fault.
GTP = """
import sys, time
from garlic.games.othello import Position, Move, PASS
past = Position.start()
for line in sys.stdin:
    number, command, *words = line.split()
    answer = ""
    if command == "clear_board":
        past = Position.start()
    if command in ("play", "genmove") and past.legal_moves() == [PASS]:
        past = past.play(PASS)
    if command == "play":
        past = past.play(Move.parse(words[1].lower()))
    if command == "genmove":
        pass  # ODD
        move = (past.legal_moves() or [PASS])[0]
        answer = str(move).upper()
        past = past.play(move)
    print(f"={number} {answer}\\n", flush=True)
    if command == "quit":
        break
"""
NBOARD = """
import sys, time
from garlic.games.othello.notation.ggf import read
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "nboard":
        print("set myname First\\nstatus hello", flush=True)
    if rest.startswith("game "):
        game = read(rest[5:].encode())[0]
    if word == "ping":
        print(f"pong {rest}", flush=True)
    if word == "go":
        print("status thinking\\nsearch D3 0 0 1", flush=True)
        pass  # ODD
        move = str(game.end().legal_moves()[0])
        print("=== " + ("PA" if move == "pass" else move.upper()) + "/1.0/0.1", flush=True)
"""
PISKVORK = """
import sys, time
taken = set()
def answer():
    place = next((x, y) for y in range(15) for x in range(15) if (x, y) not in taken)
    pass  # ODD
    taken.add(place)
    print("MESSAGE thinking\\nDEBUG hard\\n%d,%d" % place, flush=True)
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "START":
        print("OK", flush=True)
    if word == "TURN" or "," in word:
        taken.add(tuple(map(int, (rest or word).split(",")[:2])))
    if word in ("BEGIN", "TURN", "DONE"):
        answer()
"""
BOTZONE = """
import json, sys, time
state = json.loads(input())
taken = [(pair["x"], pair["y"]) for pair in state["requests"] + state["responses"]]
pass  # ODD
place = next((x, y) for y in range(15) for x in range(15) if (x, y) not in taken)
print(json.dumps({"response": {"x": place[0], "y": place[1]}, "data": str(len(taken))}))
"""
SIMPLE = """
import sys, time
n = int(input())
taken = {input() for _ in range(2 * n - 1)}
while True:
    pass  # ODD
    place = next(f"{x} {y}" for y in range(15) for x in range(15) if f"{x} {y}" not in taken)
    taken.add(place)
    print(place + "\\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
    taken.add(input())
"""
LONG = "running=long&form=simple"
PROGRAMS = {
    "gtp": ("othello", GTP, ""),
    "nboard": ("othello", NBOARD, ""),
    "piskvork": ("gomoku", PISKVORK, ""),
    "botzone": ("gomoku", BOTZONE, ""),
    f"botzone {LONG}": ("gomoku", SIMPLE, LONG),
}


class MakeProgram(Protocol):
    def __call__(self, kind: str, odd: str = "pass") -> tuple[str, str]: ...


@pytest.fixture
def program(tmp_path: Path) -> MakeProgram:
    """Makes a program for a protocol, with a fault in it; gives the game and the bot's name."""
    sources = Path(garlic.__file__).parents[1]
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)

    def make(kind: str, odd: str = "pass") -> tuple[str, str]:
        game, script, settings = PROGRAMS[kind]
        path = tmp_path / "program.py"
        path.write_text(script.replace("pass  # ODD", odd))
        query = "&".join(filter(None, (settings, f"files={sources}")))
        return game, f"{kind.split(maxsplit=1)[0]}:{path}?{query}"

    return make


def match(game: str, first: str, second: str, **options: Any) -> Record:
    start = FREESTYLE if game == "gomoku" else None
    return played(game, first, second, start=start, limits=QUICK, **options)


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_program_plays_both_sides(program: MakeProgram, kind: str) -> None:
    game, name = program(kind)
    for bots in ((name, f"random:{game}"), (f"random:{game}", name)):
        record = match(game, *bots, plies=8)
        assert faults_of(record) == []
        assert len(moves_of(record)) == 8


@pytest.mark.parametrize("kind", one_in(2, PROGRAMS))
@pytest.mark.parametrize(
    ("odd", "verdict"),
    [
        ("time.sleep(60)", Verdict.TOO_LATE),
        ("sys.exit(3)", Verdict.CRASH),
        ("__import__('os').close(1); time.sleep(60)", Verdict.CLOSED_OUTPUT),
    ],
)
def test_a_program_that_does_not_answer_is_judged(
    program: MakeProgram, kind: str, odd: str, verdict: Verdict
) -> None:
    game, name = program(kind, odd)
    record = match(game, name, f"random:{game}", plies=4)
    first = next(turn for turn in record.turns if turn.verdict is not Verdict.OK)
    expected = {verdict}
    if kind == "botzone" and verdict is Verdict.CLOSED_OUTPUT:
        expected.add(Verdict.TOO_LATE)  # a one-shot process may close its output and continue
    assert first.verdict in expected, faults_of(record)


@pytest.mark.parametrize(
    ("kind", "odd", "sentence"),
    [
        ("gtp", "print('=99 D3\\n', flush=True)", "expected the answer to"),
        ("gtp", "print('hm...', flush=True)", "expected an answer like '=1 D3', got 'hm...'"),
        ("gtp", "print(f'={number} resign\\n', flush=True)", "the program resigned"),
        ("nboard", "print('=== z9', flush=True)", "expected a cell like 'd3'"),
        ("piskvork", "print('I resign', flush=True)", "expected a move like '7,7', got 'I resign'"),
        ("piskvork", "print('99,99', flush=True)", "expected column and row from 0 to 14"),
        ("botzone", "print('hello')", "expected JSON"),
        (f"botzone {LONG}", "print('here')", "expected a move of two words, got 'here'"),
    ],
)
def test_an_invalid_answer_is_a_fault_with_a_sentence(
    program: MakeProgram, kind: str, odd: str, sentence: str
) -> None:
    game, name = program(kind, odd)
    record = match(game, name, f"random:{game}", plies=4)
    assert record.outcome.winner is Seat.B
    fault = next(turn for turn in record.turns if turn.verdict is not Verdict.OK)
    assert fault.verdict is Verdict.PROTOCOL
    assert sentence in str(fault.detail)


def test_unrequested_lines_do_not_answer_the_next_turn(program: MakeProgram) -> None:
    # It sends its second answer in advance, behind the first.
    odd = "print('MESSAGE early\\n%d,%d\\n0,14' % place, flush=True); taken.add(place); return"
    game, name = program("piskvork", odd)
    record = match(game, name, f"random:{game}", plies=8)
    assert faults_of(record) == []
    assert "a1" not in moves_of(record)[::2]


def test_the_fault_of_a_long_running_bot_that_ends_names_the_missing_line(
    program: MakeProgram,
) -> None:
    game, name = program(f"botzone {LONG}", "print('7 7'); sys.exit()")
    (fault,) = faults_of(match(game, name, f"random:{game}"))
    assert "ended normally, but without an answer; waited to see '>>>BOTZONE" in fault


def test_after_a_late_turn_a_new_process_gets_the_whole_game(program: MakeProgram) -> None:
    # Late once, in its second turn; in Othello this costs the turn, and the game continues.
    late = "time.sleep(60 if len(game.moves) == 2 else 0)"
    game, name = program("nboard", late)
    record = match(game, name, f"random:{game}", plies=10)
    verdicts = [turn.verdict for turn in record.turns if turn.seat == "red" and turn.number > 0]
    assert verdicts == [Verdict.OK, Verdict.TOO_LATE, Verdict.OK, Verdict.OK, Verdict.OK]
    assert any(turn.restarted for turn in record.turns)


def test_the_data_of_a_bot_reaches_its_next_process(program: MakeProgram) -> None:
    odd = "print(state.get('data'), file=sys.stderr)"
    game, name = program("botzone", odd)
    record = match(game, name, f"random:{game}", plies=5)
    data = [turn.stderr.strip() for turn in record.turns if turn.seat == "black" and turn.number]
    assert data == ["None", "1", "3"]


def test_a_protocol_for_another_game_is_refused(program: MakeProgram) -> None:
    _, name = program("piskvork")
    with pytest.raises(UsageError, match="piskvork: bots play gomoku, not othello"):
        played("othello", name, "random:othello")


CONSOLE = Path(__file__).parents[2] / "examples/console"


def console(tmp_path: Path, source: str = "", talk: str = "") -> str:
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    program, file = tmp_path / "gomoku.c", tmp_path / "gomoku.toml"
    program.write_text(source or (CONSOLE / "gomoku.c").read_text())
    file.write_text(talk or (CONSOLE / "gomoku.toml").read_text())
    return f"console:{program}?talk={file}"


def test_an_interactive_program_plays_both_sides(tmp_path: Path) -> None:
    name = console(tmp_path)
    for bots in ((name, "random:gomoku"), ("random:gomoku", name)):
        record = match("gomoku", *bots, plies=None)
        assert faults_of(record) == []
        assert record.outcome.reason == "five in a row"
        assert record.outcome.winner is (Seat.A if bots[0] == name else Seat.B)


def test_an_interactive_program_without_the_prompt_is_late(tmp_path: Path) -> None:
    talk = (CONSOLE / "gomoku.toml").read_text().replace("Your move:", "Your turn:")
    record = match("gomoku", "random:gomoku", console(tmp_path, talk=talk))
    assert faults_of(record) == [
        "2 white too late: did not answer within 0.5 s; waited to see 'Your turn:'"
    ]


def test_an_interactive_program_that_floods_or_leaves_is_judged(tmp_path: Path) -> None:
    flood = '#include <stdio.h>\nint main(void) { for (;;) puts("Your mood?"); }\n'
    record = match("gomoku", "random:gomoku", console(tmp_path, source=flood))
    assert record.outcome.winner is Seat.A
    assert {turn.verdict for turn in record.turns} & {
        Verdict.PROTOCOL,
        Verdict.OUTPUT,
        Verdict.INIT_TOO_LATE,
    }
    leaves = '#include <stdio.h>\nint main(void) { puts("play black? (y/n)"); return 0; }\n'
    record = match("gomoku", "random:gomoku", console(tmp_path, source=leaves))
    assert record.outcome.winner is Seat.A
    assert any(turn.verdict is Verdict.CRASH for turn in record.turns)


PASSES = """
def play(position):
    return "pass"
"""


@pytest.mark.parametrize("kind", ["console", "botzone"])
def test_neither_side_loses_if_a_protocol_cannot_express_a_move(
    program: MakeProgram, tmp_path: Path, kind: str
) -> None:
    name = console(tmp_path) if kind == "console" else program(kind)[1]
    (tmp_path / "passes.py").write_text(PASSES)
    record = match("gomoku", str(tmp_path / "passes.py"), name)
    assert record.outcome.winner is None
    assert record.outcome.reason == "judge error"
    (fault,) = faults_of(record)
    assert "pass" in fault
    again, found = replayed(record)
    assert found is not None
    assert found.outcome == record.outcome
    assert len(again) == 3


def test_a_python_program_prompts_with_input(tmp_path: Path) -> None:
    source = """
taken = set()
me = input("先手(1) 后手(2)：") == "1"
while True:
    if me:
        row, column = next((r, c) for r in range(15) for c in range(15) if (r, c) not in taken)
        print(f"\x1b[31m电脑\x1b[0m：{row} {column}")
    else:
        row, column = map(int, input("请落子：").split())
    taken.add((row, column))
    me = not me
"""
    talk = """
columns = "numbers"
rows = "down"
first = 0
[[question]]
prompt = "先手(1) 后手(2)："
black = "1"
white = "2"
[move]
prompt = "请落子："
type = "{row} {column}"
answer = "电脑：{row} {column}"
"""
    name = console(tmp_path, talk=talk).replace("gomoku.c", "gomoku.py")
    (tmp_path / "gomoku.py").write_text(source, encoding="utf-8")
    for bots in ((name, "engine:gomoku?level=1"), ("engine:gomoku?level=1", name)):
        record = match("gomoku", *bots, plies=6)
        assert faults_of(record) == []
        assert len(moves_of(record)) == 6


def test_the_console_file_is_part_of_the_hash(tmp_path: Path) -> None:
    name = console(tmp_path)
    before = find_bot(name).digest()
    assert find_bot(console(tmp_path)).digest() == before
    other = (CONSOLE / "gomoku.toml").read_text() + "# another word\n"
    assert find_bot(console(tmp_path, talk=other)).digest() != before

"""Real bots in real games: what each does, and how it is judged."""

import json
import os
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Protocol

import pytest

from garlic.cli import run
from garlic.core import Outcome, Seat, UsageError, Verdict
from garlic.games import GAMES
from garlic.judge import game_run
from garlic.judge.adjudication import Adjudication
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play, player_for
from garlic.judge.players.process import Launch, ProcessPlayer, TalkingPlayer
from garlic.judge.record import Record, Turn
from garlic.judge.referee import Player
from garlic.judge.replay import RecordedPlayer, first_difference
from garlic.judge.settings import parse_limits
from garlic.sandbox import Confined
from garlic.wire import SeatSetup
from garlic.wire.dialogue import Played
from support.leftovers import Footprint
from support.present import present
from support.processes import descendants

SMALL = "1111/1001/1001/1111 ..../.Oo./.oO./.... r 0"
UNHURRIED = "init=30s,turn=30s"

LEGAL_OTHELLO = """
    static char at(struct Player *p, int x, int y) {
        return x >= 0 && y >= 0 && x < p->row_cnt && y < p->col_cnt ? p->mat[x][y] : 0;
    }
    static struct Point legal(struct Player *p) {
        int dx[] = {-1,-1,-1,0,0,1,1,1}, dy[] = {-1,0,1,-1,1,-1,0,1};
        for (int r = 0; r < p->row_cnt; r++) for (int c = 0; c < p->col_cnt; c++) {
            if (p->mat[r][c] == 'O' || p->mat[r][c] == 'o') continue;
            for (int d = 0; d < 8; d++) {
                int x = r + dx[d], y = c + dy[d], n = 0;
                while (at(p, x, y) == 'o') x += dx[d], y += dy[d], n++;
                if (n && at(p, x, y) == 'O') return initPoint(r, c);
            }
        }
        return initPoint(-1, -1);
    }
"""


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = os.environ.get("GARLIC_CACHE")
    os.environ["GARLIC_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    os.environ.pop("GARLIC_CACHE")
    if before is not None:
        os.environ["GARLIC_CACHE"] = before


class CourseBot(Protocol):
    def __call__(
        self, place: str, before: str = "", init: str = "", name: str = "player.h"
    ) -> str: ...


@pytest.fixture
def othello_bot(tmp_path: Path) -> CourseBot:
    """A bot in the course's form from the body of `place` and the code before it."""

    def make(place: str, before: str = "", init: str = "", name: str = "player.h") -> str:
        path = tmp_path / name
        path.write_text(
            f'#include "../include/playerbase.h"\n{before}\n{LEGAL_OTHELLO}\n'
            f"void init(struct Player *player) {{ {init} }}\n"
            f"struct Point place(struct Player *player) {{ {place} }}\n"
        )
        return str(path)

    return make


class PythonBot(Protocol):
    def __call__(self, source: str, name: str = "bot.py") -> str: ...


@pytest.fixture
def python_bot(tmp_path: Path) -> PythonBot:
    def make(source: str, name: str = "bot.py") -> str:
        path = tmp_path / name
        path.write_text(textwrap.dedent(source))
        return str(path)

    return make


def game_of(game: str, first: str, second: str, start: object = None, **options: Any) -> Record:
    facts = GAMES[game]
    limits = parse_limits(options.pop("limits", ""), facts.limits)
    bots = (find_bot(first), find_bot(second))
    return play(GameRun(game, bots, str(start or facts.setup()), limits=limits, **options))


def faults(record: Record, seat: str) -> list[Turn]:
    return [turn for turn in record.turns if turn.seat == seat and turn.verdict is not Verdict.OK]


def test_an_unchanged_course_bot_plays_and_its_output_is_kept(othello_bot: CourseBot) -> None:
    bot = othello_bot('printf("thinking\\n"); return legal(player);', init='puts("hello");')
    record = game_of("othello", bot, bot)
    assert not faults(record, "red") + faults(record, "blue")
    assert record.outcome.reason == "higher score on a full board"
    assert record.turns[0].stdout == "hello\n"
    assert record.turns[2].stdout == "thinking\n"
    assert "ring 1" in record.isolation
    assert first_difference(record) is None


def test_the_same_game_run_gives_the_same_game(othello_bot: CourseBot) -> None:
    bot = othello_bot("return legal(player);")
    first, second = (game_of("othello", bot, "random:othello", seed=5) for _ in range(2))
    documents = [json.loads(record.dumps()) for record in (first, second)]
    for document in documents:
        for turn in document["turns"]:
            del turn["cost"]
    assert documents[0] == documents[1]
    other = game_of("othello", bot, "random:othello", seed=6)
    assert [turn.move for turn in other.turns] != [turn.move for turn in first.turns]


def test_the_key_depends_on_all_that_determines_the_game_and_on_nothing_else() -> None:
    bots = (find_bot("random:othello"), find_bot("engine:othello"))
    run = GameRun("othello", bots, SMALL, seed=3)
    others: dict[str, Any] = {
        "game": "gomoku",
        "bots": bots[::-1],
        "start": SMALL.replace(" r ", " b "),
        "seed": 4,
        "limits": parse_limits("turn=3s", GAMES["othello"].limits),
        "timeouts": "forfeit",
        "lenient": True,
        "adjudication": Adjudication(max_plies=5),
    }
    assert others.keys() | {"map"} == {field.name for field in fields(run)}
    keys = [replace(run, **{name: value}).key for name, value in others.items()]
    assert len({run.key, *keys}) == 1 + len(others)
    assert replace(run, map="4x4", limits=GAMES["othello"].limits).key == run.key


@pytest.mark.parametrize(
    ("program", "killed_after", "said"),
    [
        ("garlic-keeper", 0, "the keeper "),
        ("garlic-keeper", 3, "the keeper "),
        ("program", 3, "was killed from outside by SIGKILL, "),
    ],
)
def test_a_game_whose_processes_are_killed_is_played_again(
    othello_bot: CourseBot, program: str, killed_after: int, said: str
) -> None:
    bot = othello_bot("return legal(player);")
    limits = parse_limits(UNHURRIED, GAMES["othello"].limits)
    bots = (find_bot(bot), find_bot("random:othello"))
    run = GameRun("othello", bots, SMALL, seed=5, limits=limits)
    expected, watched = play(run), []

    def watch(*seen: object) -> None:
        watched.append(seen)
        if len(watched) == killed_after + 1:
            for pid in descendants(os.getpid()):
                if Path(f"/proc/{pid}/comm").read_text() == f"{program}\n":
                    os.kill(pid, signal.SIGKILL)

    record = play(run, watch=watch)
    assert [turn.move for turn in record.turns] == [turn.move for turn in expected.turns]
    assert record.outcome == expected.outcome
    assert [turn.verdict for turn in record.overloads] == [Verdict.OVERLOAD]
    assert str(record.overloads[0].detail).startswith(said)


def test_a_keeper_that_is_killed_at_the_end_changes_nothing(
    python_bot: PythonBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = python_bot("def play(position): return position.legal_moves()[0]\n")
    end = TalkingPlayer.end

    def kill_and_end(player: TalkingPlayer, outcome: Outcome, played: Played) -> None:
        os.kill(present(player.process)._keeper._pid, signal.SIGKILL)
        end(player, outcome, played)

    monkeypatch.setattr(TalkingPlayer, "end", kill_and_end)
    record = game_of("othello", bot, "random:othello", SMALL, limits=UNHURRIED)
    assert record.outcome.reason == "higher score on a full board"


def test_the_seed_and_nodes_of_a_built_in_bots_name_have_precedence() -> None:
    def command(name: str, seat: Seat = Seat.B) -> tuple[str, ...]:
        game, bot = GAMES["othello"], find_bot(name)
        limits = replace(game.limits, nodes=900)
        setup = SeatSetup(game, seat, limits, game.setup())
        run = GameRun("othello", (bot, bot), str(game.setup()), seed=5, limits=limits)
        player = player_for(run, setup)
        assert isinstance(player, ProcessPlayer)
        return tuple(map(str, player.launch.command[5:]))

    assert command("engine:othello") == ("--seed=11", "--nodes=900")
    assert command("engine:othello?seed=3&nodes=70") == ("--nodes=70", "--seed=3")
    assert command("engine:othello?nodes=70") == ("--nodes=70", "--seed=11")
    with pytest.raises(UsageError, match="expected a number for nodes, got 'many'"):
        find_bot("engine:othello?nodes=many")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030"])
def test_sources_may_be_in_either_encoding(othello_bot: CourseBot, encoding: str) -> None:
    path = Path(othello_bot("return legal(player); /* 走第一个合法点 */", name="player.txt"))
    path.write_bytes(path.read_text().encode(encoding))
    assert not faults(game_of("othello", str(path), "random:othello"), "red")


def test_a_bot_may_modify_the_board(othello_bot: CourseBot) -> None:
    bot = othello_bot(
        "struct Point p = legal(player);"
        "for (int r = 0; r < player->row_cnt; r++) memset(player->mat[r], 'x', player->col_cnt);"
        "player->row_cnt = -1; return p;"
    )
    assert not faults(game_of("othello", bot, "random:othello"), "red")


def test_deep_recursion_is_allowed(othello_bot: CourseBot) -> None:
    deep = "static int deep(int n) { volatile char room[1000]; room[0] = (char)n;"
    bot = othello_bot(
        "if (deep(200000) < 0) abort(); return legal(player);",
        before=f"{deep} return n == 0 ? room[0] : deep(n - 1) + room[0] * 0; }}",
    )
    record = game_of("othello", bot, "random:othello", limits="turn=2s")
    assert not faults(record, "red")


def test_a_compile_error_names_the_students_own_line(othello_bot: CourseBot) -> None:
    record = game_of("othello", othello_bot("return nonsense;"), "random:othello")
    turn = faults(record, "red")[0]
    assert turn.verdict is Verdict.COMPILE_ERROR
    assert "player.h:" in str(turn.detail)
    assert "nonsense" in turn.stderr
    assert (record.outcome.winner, record.outcome.scores) == (Seat.B, (-100, 2))


@pytest.mark.parametrize(
    "trick", ['#include "/etc/passwd"', '__asm__(".incbin \\"/etc/passwd\\"");']
)
def test_a_source_cannot_include_files_of_the_judge(othello_bot: CourseBot, trick: str) -> None:
    record = game_of(
        "othello", othello_bot("return legal(player);", before=trick), "random:othello"
    )
    turn = faults(record, "red")[0]
    assert turn.verdict is Verdict.COMPILE_ERROR
    assert "root:" not in turn.stderr


def test_internal_functions_of_the_library_are_refused_with_the_line(
    othello_bot: CourseBot,
) -> None:
    bot = othello_bot("return legal(player);", before="void _send(int);")
    turn = faults(game_of("othello", bot, "random:othello"), "red")[0]
    assert turn.verdict is Verdict.FORBIDDEN
    assert str(turn.detail).startswith("line 2 uses _send")


@pytest.mark.parametrize(
    ("place", "verdict", "says"),
    [
        ("abort();", Verdict.CRASH, "SIGABRT"),
        ("return *(struct Point *)8;", Verdict.CRASH, "SIGSEGV"),
        ("exit(3);", Verdict.CRASH, "status 3"),
        ("fork(); return legal(player);", Verdict.FORBIDDEN, "as fork does"),
        ('fopen("/etc/passwd", "r"); return legal(player);', Verdict.FORBIDDEN, "/etc/passwd"),
        ("socket(2, 1, 0); return legal(player);", Verdict.FORBIDDEN, "socket"),
        ('system("ls"); return legal(player);', Verdict.FORBIDDEN, "another program"),
        ("for (;;) memset(malloc(1 << 20), 1, 1 << 20);", Verdict.MEMORY, "512 MB"),
        ('for (;;) puts("spam");', Verdict.OUTPUT, ""),
        ("return initPoint(0, 0);", Verdict.ILLEGAL_MOVE, "a1"),
        ("return initPoint(-7, 99);", Verdict.PROTOCOL, "-7,99"),
    ],
)
def test_each_fault_has_its_own_verdict(
    othello_bot: CourseBot, place: str, verdict: Verdict, says: str
) -> None:
    headers = "#include <unistd.h>\n#include <sys/socket.h>"
    record = game_of(
        "othello", othello_bot(place, before=headers), "random:othello", limits="turn=5s"
    )
    turn = faults(record, "red")[0]
    assert turn.verdict is verdict
    assert says in str(turn.detail)
    assert record.outcome.winner is Seat.B
    assert present(record.outcome.scores)[0] == -100
    assert first_difference(record) is None


def test_a_late_turn_is_skipped_or_forfeits(othello_bot: CourseBot) -> None:
    bot = othello_bot(
        "if (++turns == 2) for (;;); return legal(player);", before="static int turns;"
    )
    skipped = game_of("othello", bot, "random:othello")
    # After the rollback the counter is one again: the bot is late until the end.
    assert {turn.verdict for turn in faults(skipped, "red")} == {Verdict.TOO_LATE}
    assert skipped.outcome.reason != "too late"
    assert first_difference(skipped) is None
    forfeited = game_of("othello", bot, "random:othello", timeouts="forfeit")
    assert (forfeited.outcome.winner, forfeited.outcome.reason) == (Seat.B, "too late")
    assert present(forfeited.outcome.scores)[0] == -100


@pytest.mark.parametrize(
    ("place", "verdict"),
    [
        # 600 MB at once, and step by step: neither is done when its 20 ms are over.
        ("kept = (char *)malloc(600 << 20); memset(kept, 1, 600 << 20);", Verdict.MEMORY),
        ("for (int n = 0; n < 600; n++) memset(malloc(1 << 20), 1, 1 << 20);", Verdict.MEMORY),
        # Much memory from before, but no more of it: only late.
        ("for (;;);", Verdict.TOO_LATE),
    ],
)
def test_a_slow_bot_that_fills_its_memory_is_told_so(
    othello_bot: CourseBot, place: str, verdict: Verdict
) -> None:
    bot = othello_bot(
        f"{place} return legal(player);",
        before="static char table[200 << 20]; static char *volatile kept;",
        init="memset(table, 1, sizeof table);",
    )
    record = game_of(
        "othello",
        bot,
        "random:othello",
        timeouts="forfeit",
        limits="turn=20ms,init=20s,memory=512MB",
    )
    turn = faults(record, "red")[0]
    assert turn.verdict is verdict
    assert turn.cost.wall_seconds < 10  # the time it was watched for does not count


def test_sleeping_counts_as_thinking(othello_bot: CourseBot) -> None:
    bot = othello_bot("sleep(1); return legal(player);", before="#include <unistd.h>")
    record = game_of("othello", bot, "random:othello", timeouts="forfeit")
    assert record.outcome.reason == "too late"


def test_a_failed_init_is_recorded_and_the_game_continues(othello_bot: CourseBot) -> None:
    bot = othello_bot("return legal(player);", init="abort();")
    record = game_of("othello", bot, "random:othello")
    assert [turn.number for turn in faults(record, "red")] == [0]
    assert record.outcome.reason.endswith("full board")


def test_only_players_with_a_history_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    repeated = []

    class Counted(RecordedPlayer):
        def __init__(self, turns: Sequence[Turn], live: Callable[[], Player] | None) -> None:
            repeated.append([(turn.number, turn.seat) for turn in turns])
            super().__init__(turns, live)

    monkeypatch.setattr(game_run, "RecordedPlayer", Counted)
    bots = (find_bot("random:othello"), find_bot("random:othello"))
    run = GameRun("othello", bots, SMALL, seed=3)
    record = play(run)
    assert repeated == []
    again = play(run, past=record.turns[:3])  # two starts, and the first move
    assert repeated == [[(0, "red"), (1, "red")], [(0, "blue")]]
    assert [turn.move for turn in again.turns[:3]] == [turn.move for turn in record.turns[:3]]


def test_a_process_that_is_never_started_does_not_count_for_the_isolation(
    python_bot: PythonBot,
) -> None:
    bot = python_bot("raise SystemExit(3)")
    record = game_of("tiaojia", bot, "random:tiaojia")
    assert [turn.seat for turn in record.turns] == ["black"]
    assert record.isolation == game_of("tiaojia", "random:tiaojia", bot).isolation != ()


def test_only_rings_that_held_for_both_sides_are_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = TalkingPlayer.open

    def opened(player: TalkingPlayer, launch: Launch | None = None) -> Confined:
        process = usual(player, launch)
        player.rings = ("ring 0", f"ring {player.setup.seat.index + 1}")
        return process

    monkeypatch.setattr(TalkingPlayer, "open", opened)
    record = game_of("tiaojia", "random:tiaojia", "random:tiaojia")
    assert record.isolation == ("ring 0",)


def test_a_stars_bot_that_crashes_every_third_turn_keeps_its_memory(tmp_path: Path) -> None:
    bot = tmp_path / "player.h"
    bot.write_text(
        '#include "../include/playerbase.h"\n'
        "static int answered, tables[1000];\n"
        "void init(struct Player *p) { for (int i = 0; i < 1000; i++) tables[i] = i; }\n"
        "struct Point walk(struct Player *p) {\n"
        "    tables[answered % 1000] = -1;\n"
        "    if (p->your_score % 3 == 0) abort();\n"
        "    tables[answered % 1000] = answered % 1000;\n"
        "    for (int i = 0; i < 1000; i++) if (tables[i] != i) exit(9);\n"
        '    printf("%d\\n", ++answered);\n'
        "    return initPoint(p->your_posx, p->your_posy);\n"
        "}\n"
    )
    start = present(GAMES["stars"].maps).load("10x10-walled-in")
    record = game_of("stars", str(bot), str(bot), start)
    turns = [turn for turn in record.turns if turn.seat == "red" and turn.number > 0]
    crashed = [turn for turn in turns if turn.verdict is Verdict.CRASH]
    answered = [turn for turn in turns if turn.verdict is Verdict.OK]
    assert len(turns) == 100
    assert 30 <= len(crashed) <= 36
    assert all("SIGABRT" in str(turn.detail) for turn in crashed)
    assert [int(turn.stdout) for turn in answered] == list(range(1, len(answered) + 1))
    assert first_difference(record) is None


def test_python_bots_of_each_form_play(python_bot: PythonBot) -> None:
    free = python_bot("def play(position):\n    return position.legal_moves()[0]\n")
    course = python_bot(
        """
        def init(state):
            global size
            size = state.row_cnt

        def place(state):
            print("size", size)
            from garlic.games.othello import Position
            return (2, 3) if state.mat[2][3] == "1" else (-1, -1)
        """,
        "course.py",
    )
    assert not faults(game_of("othello", free, free), "red")
    record = game_of("othello", course, "random:othello")
    assert record.turns[2].stderr == "size 8\n"
    assert faults(record, "red")[0].verdict is Verdict.ILLEGAL_MOVE


def test_a_python_exception_is_a_crash_with_its_traceback(python_bot: PythonBot) -> None:
    record = game_of(
        "tiaojia", python_bot("def play(position):\n    return 1 / 0\n"), "random:tiaojia"
    )
    turn = faults(record, "black")[0]
    assert turn.verdict is Verdict.CRASH
    assert "ZeroDivisionError" in turn.stderr


def test_a_program_in_c_plays_and_is_restarted_after_a_crash(tmp_path: Path) -> None:
    bot = tmp_path / "bot.c"
    bot.write_text(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
        "int main(void) { char line[9999]; int turns = 0;\n"
        "  while (fgets(line, sizeof line, stdin)) {\n"
        '    if (!strncmp(line, "start", 5)) puts("# tables done\\nready");\n'
        '    if (!strncmp(line, "turn", 4)) { if (++turns == 3) abort(); puts("9,1"); }\n'
        "    fflush(stdout); } }\n"
    )
    start = present(GAMES["stars"].maps).load("10x10-walled-in")
    record = game_of("stars", str(bot), "random:stars", start)
    turns = [turn for turn in record.turns if turn.seat == "red" and turn.number > 0][:6]
    assert [turn.verdict for turn in turns] == [Verdict.OK, Verdict.OK, Verdict.CRASH] * 2
    assert [turn.restarted for turn in turns] == [False, False, False, True, False, False]
    assert Record.parse(record.dumps().encode()).turns[-1] == record.turns[-1]


def test_every_game_runs_with_random_bots() -> None:
    for name in GAMES:
        limits = "init=10s,turn=5s"
        record = game_of(name, f"random:{name}", f"random:{name}", limits=limits)
        assert not [turn for turn in record.turns if turn.verdict is not Verdict.OK]
        assert first_difference(record) is None


def test_a_course_program_of_tiaojia_plays_unchanged(python_bot: PythonBot) -> None:
    bot = python_bot(
        """
        #!/usr/bin/env python3
        import sys
        for line in sys.stdin:
            word = line.split()
            if word[0] == "START":
                print("OK", flush=True)
            elif word[0] == "TURN":
                print("DEBUG thinking hard", flush=True)
                print("9 7 4", flush=True)
        """
    )
    record = game_of("tiaojia", f"tongji:cmd:{sys.executable} {bot}", "random:tiaojia")
    first = [turn for turn in record.turns if turn.seat == "black"][1]
    assert (first.move, first.verdict) == ("9 7 4", Verdict.OK)


def test_nothing_is_left_behind(othello_bot: CourseBot) -> None:
    bot = othello_bot("return legal(player);")
    game_of("othello", bot, bot)
    before = Footprint.of(os.getpid())
    for _ in range(10):
        game_of("othello", bot, bot)
    assert Footprint.of(os.getpid()) == before


@pytest.mark.slow
def test_ten_thousand_games_leave_nothing_behind(othello_bot: CourseBot) -> None:
    def kilobytes() -> int:
        status = Path("/proc/self/status").read_text()
        (resident,) = (int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)
        return resident

    bot = othello_bot("return legal(player);")
    start = GAMES["othello"].setup(size=(4, 4))
    for _ in range(200):
        game_of("othello", bot, bot, start)
    before, memory = Footprint.of(os.getpid()), kilobytes()
    for _ in range(10_000):
        game_of("othello", bot, bot, start)
    assert Footprint.of(os.getpid()) == before
    assert kilobytes() < memory * 1.2


def test_a_course_folder_is_played_as_it_is(
    tmp_path: Path, othello_bot: CourseBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("code/player.h", "code/computer.h"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(Path(othello_bot("return legal(player);")).read_text())
    (tmp_path / "data").mkdir()
    (tmp_path / "data/map.txt").write_text(present(GAMES["othello"].maps).text("task1-8x8"))
    monkeypatch.setenv("GARLIC_LANG", "en")
    assert run(["match", "othello", str(tmp_path), "--limits", "turn=10s,init=20s"]) == 0
    assert (tmp_path / "log/judge/record.json").exists()
    assert (tmp_path / "log/judge/record.log").read_text().startswith("othello: ")


def test_options_reach_built_in_bots() -> None:
    bots = (find_bot("engine:tiaojia?level=1"), find_bot("random:tiaojia"))
    record = play(GameRun("tiaojia", bots, str(GAMES["tiaojia"].setup())))
    assert {turn.verdict for turn in record.turns} == {Verdict.OK}
    unknown = (find_bot("engine:tiaojia?colour=1"), bots[1])
    record = play(GameRun("tiaojia", unknown, str(GAMES["tiaojia"].setup())))
    assert record.turns[0].verdict is not Verdict.OK

"""`garlic check --sanitize`: bots that misuse memory, and the sandbox they run in then."""

import codecs
import json
from pathlib import Path
from typing import Any, NoReturn

import pytest

from garlic.cli import run
from garlic.core import UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.bots import Bot, BotKind, find_bot
from garlic.judge.build import Built, NotInstalledError, build_folder, build_program
from garlic.judge.check import Result, check_bot
from garlic.judge.checking import memory
from garlic.judge.checking.memory import bot_sources, find_sanitizer
from garlic.judge.checking.report import CheckReport, Finding
from garlic.judge.checking.sanitizer import parse_report
from garlic.sandbox import Confinement, Profile, start
from support.present import present

NAME = "passes the sanitizers"
MEGABYTE = 1 << 20
EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
PLACE = "struct Point place(struct Player *player) {"


def course_bot(
    tmp_path: Path,
    globals_: str = "",
    first_line: str = "",
    encoding: str = "utf-8",
    ends: str = "\n",
) -> tuple[Path, int]:
    """The example of the course's form with one more line in `place`, and that line's number."""
    text = (EXAMPLES / "othello" / "c" / "player.h").read_text(encoding="utf-8")
    text = text.replace(PLACE, f"{globals_} /* 记录 */\n{PLACE}\n    {first_line}")
    line = text[: text.index(first_line)].count("\n") + 1 if first_line else 0
    path = tmp_path / "player.h"
    content = text.replace("\n", ends).encode(encoding)
    path.write_bytes(codecs.BOM_UTF16_LE + content if encoding == "utf-16-le" else content)
    return path, line


def report_of(path: Path, game: str = "othello", **options: Any) -> CheckReport:
    return check_bot(find_bot(str(path)), GAMES[game], **options)


def found(report: CheckReport, name: str = NAME) -> Finding | None:
    return next((one for one in report.findings if one.name == name), None)


@pytest.fixture(scope="module")
def confinement() -> Confinement:
    reserved = find_sanitizer().reserved_bytes
    return Confinement(256 * MEGABYTE, Profile.SANITIZED, reserved_bytes=reserved)


@pytest.mark.parametrize(
    ("encoding", "ends"), [("utf-8", "\n"), ("gb18030", "\r\n"), ("utf-16-le", "\n")]
)
def test_a_write_past_an_array_is_found_in_the_students_own_line(
    tmp_path: Path, encoding: str, ends: str
) -> None:
    path, line = course_bot(
        tmp_path, "static int history[10], turns;", "history[turns++] = 1;", encoding, ends
    )
    usual = report_of(path)
    assert usual.result is Result.PASSED
    assert found(usual) is None
    report = report_of(path, sanitize=True)
    assert report.result is Result.FAILED
    sentence = f"player.h:{line} in place: writes past the end of `history` (10 x int)"
    assert str(present(found(report)).detail) == sentence
    assert f"player.h:{line} place: history[turns++] = 1;" in present(found(report)).output


def test_a_good_bot_passes(tmp_path: Path) -> None:
    path, _ = course_bot(tmp_path)
    report = report_of(path, sanitize=True)
    assert report.result is Result.PASSED
    assert present(found(report)).result is Result.PASSED
    assert found(report, "relies on undefined behaviour") is None


def test_undefined_behaviour_is_only_a_remark(tmp_path: Path) -> None:
    path, line = course_bot(tmp_path, "static int hash = 1;", "hash = hash * 31 + 7;")
    report = report_of(path, sanitize=True)
    assert report.result is Result.PASSED
    remark = present(found(report, "relies on undefined behaviour"))
    assert remark.result is Result.REMARK
    assert f"player.h:{line} in place: a number becomes too large" in str(remark.detail)


def test_a_bot_that_crashes_is_sanitized_without_being_asked(tmp_path: Path) -> None:
    fault = "if (++turns > 3) *nothing = turns;"
    path, line = course_bot(tmp_path, "static int turns, *nothing;", fault)
    report = report_of(path)
    failed = {one.name for one in report.findings if one.result is Result.FAILED}
    assert failed == {"does not crash", NAME}
    assert str(present(found(report)).detail) == f"player.h:{line} in place: follows a null pointer"


def test_a_sanitized_bot_is_never_too_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_REPORT_SECONDS", 0.1)
    path, _ = course_bot(tmp_path, "static volatile int forever = 1;", "while (forever) {}")
    report = report_of(path, sanitize=True)
    assert [one.name for one in report.findings if one.result is Result.FAILED] == [
        "answers in time"
    ]
    assert present(found(report)).result is Result.NOT_JUDGED
    assert "did not answer" in str(present(found(report)).detail)


def test_a_program_is_sanitized(tmp_path: Path) -> None:
    text = (EXAMPLES / "tiaojia" / "c" / "bot.c").read_text()
    assert "int main(void) {" in text
    text = text.replace("int main(void) {", "static int seen[3], n;\nint main(void) {", 1)
    text = text.replace('printf("%d', 'seen[n++] = 1, printf("%d')
    path = tmp_path / "mine.c"
    path.write_text(text)
    detail = str(present(found(report_of(path, "tiaojia", sanitize=True))).detail)
    assert detail.startswith("mine.c:")
    assert detail.endswith("writes past the end of `seen` (3 x int)")


def test_a_folder_is_sanitized(tmp_path: Path, confinement: Confinement) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "list.h").write_text(
        "static int cells[4];\nstatic void put(int n) {\n    cells[n] = 1;\n}\n"
    )
    (tmp_path / "src" / "main.c").write_text(
        '#include <stdio.h>\n#include "list.h"\n'
        'int main(void) {\n    int n;\n    while (scanf("%d", &n) == 1) { put(n); puts("ok");'
        " fflush(stdout); }\n}\n"
    )
    built = build_folder(tmp_path, sanitized=True)
    assert isinstance(built, Built), built
    with start([built.program], confinement) as process:
        assert process.turn(b"3\n", 60).reply == b"ok\n"
        turn = process.turn(b"4\n", 60)
    folder = Bot("console:folder", BotKind.FOLDER, "console", tmp_path)
    (fault,) = parse_report(turn.stderr.decode(), bot_sources(folder))
    sentence = "include/list.h:3 in put: writes past the end of `cells` (4 x int)"
    assert str(fault.text) == sentence


def test_only_sources_in_c_can_be_sanitized(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("def play(position):\n    return position.legal_moves()[0]\n")
    with pytest.raises(UsageError, match="expected a source in C"):
        report_of(path, "tiaojia", sanitize=True)


def test_a_machine_without_sanitizers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> NoReturn:
        raise NotInstalledError("the compiler's sanitizers do not work on this machine")

    monkeypatch.setattr(memory, "find_sanitizer", missing)
    path, _ = course_bot(tmp_path)
    assert run(["check", "othello", str(path), "--sanitize", "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    last = next(one for one in document["findings"] if one["name"] == NAME)
    assert last["result"] == "not judged"
    assert "do not work" in last["detail"]
    crashing, _ = course_bot(tmp_path, "static int *nothing;", "*nothing = 1;")
    assert found(report_of(crashing)) is None  # nobody asked for it


def test_the_command_prints_the_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    path, line = course_bot(tmp_path, "static int history[10], turns;", "history[turns++] = 1;")
    assert run(["check", "othello", str(path), "--sanitize"]) == 1
    printed = capsys.readouterr().out
    assert f"player.h:{line}（函数 place）：写到了 `history`（10 x int）的末尾之后" in printed


# The sandbox of a sanitized bot -----------------------------------------------------------------

SPY = r"""#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    char word[100];
    while (scanf("%99s", word) == 1) {
        if (word[0] == '/') {
            printf("%s\n", open(word, O_RDONLY) < 0 ? "closed" : "open");
        } else {
            long pages = 0;  /* in pieces that neither the sanitizer nor the keeper sees */
            for (char *p; (p = (char *)syscall(SYS_mmap, 0, 1 << 16, PROT_READ | PROT_WRITE,
                                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED;)
                for (int at = 0; at < 1 << 16; at += 4096) ((volatile char *)p)[at] = 1, pages++;
            printf("%ld\n", pages / 256);
        }
        fflush(stdout);
    }
}
"""


@pytest.fixture(scope="module")
def spy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("spy") / "spy.c"
    path.write_text(SPY)
    built = build_program(path, sanitized=True)
    assert isinstance(built, Built), built
    return built.program


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "/proc/1/maps", "/proc/uptime", "/proc/self/task", "/proc"]
)
def test_it_reads_nothing_else(spy: Path, confinement: Confinement, path: str) -> None:
    with start([spy], confinement) as process:
        turn = process.turn(f"{path}\n".encode(), 60)
    assert turn.reply == b"closed\n" or turn.verdict is Verdict.FORBIDDEN


def test_it_reads_its_own_map(spy: Path, confinement: Confinement) -> None:
    with start([spy], confinement) as process:
        assert process.turn(b"/proc/self/maps\n", 60).reply == b"open\n"


def test_its_memory_is_limited(spy: Path, confinement: Confinement) -> None:
    with start([spy], confinement) as process:
        turn = process.turn(b"fill\n", 60)
    # What it could map is the limit and the slack of its runtime, or it was ended before.
    if turn.verdict is Verdict.OK:
        assert int(present(turn.reply)) <= 256 + 64
    else:
        assert turn.verdict in {Verdict.MEMORY, Verdict.CRASH}

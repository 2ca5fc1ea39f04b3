"""Compiling bots: course bots, folders, limits of the compiler, error messages."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.games import GAMES
from garlic.judge import build
from garlic.judge.build import (
    BuildFault,
    Built,
    CannotBuildError,
    build_course_bot,
    build_folder,
    build_program,
)
from garlic.judge.building.compiler import Workshop, find_compiler


def test_a_folder_of_sources_becomes_one_program(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "twice.h").write_text("int twice(int);\n")
    (tmp_path / "lib" / "twice.c").write_text(
        '#include "twice.h"\nint twice(int n) { return 2 * n; }\n'
    )
    (tmp_path / "main.c").write_text(
        '#include "lib/twice.h"\nint main(void) { return twice(21); }\n'
    )
    built = build_folder(tmp_path)
    assert isinstance(built, Built)
    assert subprocess.run([built.program], check=False).returncode == 42


def test_a_fault_in_a_folder_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int a(void) { return 0; }\n")
    (tmp_path / "main.cpp").write_text("int main() { return missing; }\n")
    fault = build_folder(tmp_path)
    assert isinstance(fault, BuildFault)
    assert "main.cpp:1" in fault.log
    assert str(tmp_path) not in fault.log


def test_a_source_that_needs_too_much_memory_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.judge.building.compiler.COMPILE_BYTES", 400 << 20)
    (tmp_path / "main.cpp").write_text(
        "#include <utility>\nauto all = std::make_index_sequence<100000000>();\nint main() {}\n"
    )
    fault = build_folder(tmp_path)
    assert isinstance(fault, BuildFault)
    assert "memory" in str(fault.text) + fault.log


def test_a_compiler_that_takes_too_long_leaves_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.judge.building.compiler.COMPILE_SECONDS", 1)
    monkeypatch.setattr("garlic.judge.building.compiler.PATIENCE", 300)
    # Each instance doubles the work of the next: this never finishes.
    source = tmp_path / f"slow{os.getpid()}.cpp"  # like no other test's
    source.write_text(
        "template <int N, int M> struct A { static constexpr int n = A<N - 1, 2 * M>::n +"
        " A<N - 1, 2 * M + 1>::n; };\n"
        "template <int M> struct A<0, M> { static constexpr int n = M; };\n"
        "int main() { return A<25, 1>::n; }\n"
    )
    fault = build_folder(tmp_path)
    assert isinstance(fault, BuildFault)
    assert str(fault.text) == "the compiler took more than 1 s of processor time"
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert source.name not in running.stdout


@pytest.mark.parametrize("missing", ["landlock", "seccomp", "both"])
def test_where_compilers_cannot_be_confined_bots_compile_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    if missing != "seccomp":
        monkeypatch.setattr("garlic.sandbox.landlock.landlock_version", lambda: 0)
        monkeypatch.setattr("garlic.sandbox.restrictions.landlock_version", lambda: 0)
    if missing != "landlock":
        monkeypatch.setattr("garlic.sandbox.restrictions.filter_program", lambda _: b"")
    (tmp_path / "bot.c").write_text("int main(void) { return 5; }\n")
    built = build_program(tmp_path / "bot.c")
    assert isinstance(built, Built)
    assert subprocess.run([built.program], check=False).returncode == 5


def test_a_compiler_cache_in_front_of_the_compiler_is_passed_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as ccache, which some systems put on the path: it wants a home, and has to stay out."""
    real, _ = find_compiler("g++")
    (tmp_path / "tools" / "bin").mkdir(parents=True)
    wrapper = tmp_path / "tools" / "bin" / "g++"
    wrapper.write_text(
        '#!/bin/sh\n[ -d "$HOME" ] || { echo "no home" >&2; exit 1; }\n'
        '[ -n "$CCACHE_DISABLE" ] || { echo "it would write its cache" >&2; exit 1; }\n'
        f'exec {real} "$@"\n'
    )
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    find_compiler.cache_clear()
    (tmp_path / "bot.cpp").write_text("int main() { return 5; }\n")
    try:
        assert isinstance(build_program(tmp_path / "bot.cpp"), Built)
    finally:
        find_compiler.cache_clear()


@pytest.mark.parametrize("name", ["mine.cpp", "robot.c", "bot.c", "bot.cpp"])
def test_a_fault_names_the_file_as_its_author_does(tmp_path: Path, name: str) -> None:
    source = tmp_path / name
    source.write_text("int main() { return missing; } // main.cpp or robot.c\n")
    fault = build_program(source)
    assert isinstance(fault, BuildFault)
    assert str(fault.text).startswith(f"does not compile: {name}:1:21: error: ")
    assert f"\n{name}:1:21" in fault.log


def test_a_folder_without_sources_is_refused(tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("hello")
    with pytest.raises(UsageError, match="holds no C or C"):
        build_folder(tmp_path)


def test_the_missing_function_of_a_bot_for_another_game_is_named(tmp_path: Path) -> None:
    source = tmp_path / "player.h"
    source.write_text(
        '#include "../include/playerbase.h"\nvoid init(struct Player *) {}\n'
        "struct Point place(struct Player *) { return initPoint(0, 0); }\n"
    )
    form = GAMES["stars"].course
    assert form is not None
    fault = build_course_bot(source, form)
    assert isinstance(fault, BuildFault)
    assert str(fault.text) == "does not compile: it has no function walk(Player*)"
    assert "command-line option" not in fault.log


# The function that each game of the courses asks of a bot, and what comes before it everywhere.
MOVES = {"othello": "place", "stars": "walk"}
INCLUDE = '#include "../include/playerbase.h"\n'


def course_bot(folder: Path, text: str | bytes, game: str = "othello") -> Built | BuildFault:
    """What comes of building a bot with *text*, as bytes or as text with the usual functions."""
    if isinstance(text, str):
        text += (
            "\nvoid init(struct Player *player) {}\n"
            f"struct Point {MOVES[game]}(struct Player *player) {{ return initPoint(0, 0); }}\n"
        )
        text = text.encode()
    source = folder / "player.h"
    source.write_bytes(text)
    form = GAMES[game].course
    assert form is not None
    return build_course_bot(source, form)


@pytest.mark.parametrize(
    "text",
    [
        # Macros that would break every header included after the bot.
        "#define min(a, b) ((a) < (b) ? (a) : (b))\n#define max(a, b) ((a) > (b) ? (a) : (b))\n"
        + INCLUDE,
        INCLUDE + "#define N 100\n#define INF 1e9\n#define left 1\n#define state 2\n",
        INCLUDE + "#define int32_t broken\n#define fflush broken\n#define main broken\n",
        # Names that are taken in headers which the courses do not include.
        INCLUDE + "int remove[4]; int rename; int number() { return 0; }\n",
        INCLUDE + "struct Point initPoint(int x, int y) { struct Point p = {y, x}; return p; }\n",
        # What the courses' own file brings.
        INCLUDE + "int *made() { assert(1); return (int *)malloc(4); }\n",
        # What our header of 0.1 brought as well.
        INCLUDE + 'void greet() { printf("%d", (int)strlen("hello")); }\n',
        '#include "playerbase.h"\n',
        '#include "include/playerbase.h"\n',
        "#include <playerbase.h>\n#include <bits/stdc++.h>\nusing namespace std;\n",
        INCLUDE + "// _recv and _work are functions of the course's library\n/* _send */\n",
        INCLUDE + 'const char *text = "_recv";\n',
        INCLUDE + "// int main() is in src/main_player.c\n",
    ],
)
def test_what_the_courses_compile_compiles(tmp_path: Path, text: str) -> None:
    built = course_bot(tmp_path, text)
    assert isinstance(built, Built), built


def test_our_part_of_a_course_bot_is_compiled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    commands, run = [], Workshop.run

    def watched(shop: Workshop, name: str, arguments: Sequence[str]) -> str | None:
        commands.append([word for word in arguments if word.startswith("src/")])
        return run(shop, name, arguments)

    monkeypatch.setattr(Workshop, "run", watched)
    ours, own = ["src/main.cpp", "src/host.c"], ["src/player.cpp"]
    for number in range(2):
        build._host_object.cache_clear()  # as in another process
        assert isinstance(course_bot(tmp_path, f"{INCLUDE}int number = {number};"), Built)
    assert commands == [ours, own, own]
    assert isinstance(course_bot(tmp_path, INCLUDE, "stars"), Built)
    assert commands[3:] == [ours, own]  # another header, another function


def test_a_compiler_that_cannot_compile_our_part_is_not_the_bots_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build._host_object.cache_clear()
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(build, "_HOST_SOURCES", ("src/missing.c",))
    with pytest.raises(CannotBuildError, match=r"^the compiler g\+\+ does not work .*missing\.c"):
        course_bot(tmp_path, INCLUDE)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
def test_sources_in_every_usual_encoding_compile(tmp_path: Path, encoding: str) -> None:
    text = (
        f"{INCLUDE}// 评价函数\nvoid init(struct Player *) {{}}\n"
        "struct Point place(struct Player *) { return initPoint(0, 0); }\n"
    )
    assert isinstance(course_bot(tmp_path, text.encode(encoding)), Built)


def test_comments_in_two_encodings_compile(tmp_path: Path) -> None:
    mixed = "// 评价函数，一\n".encode() + "// 估值函数，二\n".encode("gbk") + b"// \xff\n"
    text = (
        f"{INCLUDE}void init(struct Player *) {{}}\n"
        "struct Point place(struct Player *) { return initPoint(0, 0); }\n"
    )
    assert isinstance(course_bot(tmp_path, mixed + text.encode()), Built)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "the file is empty"),
        (b"  \r\n\n// nothing but a comment\n", "the file is empty"),
        (bytes(range(256)), "the file is not text: it holds bytes of value 0"),
        (
            INCLUDE + "int main() { return 0; }\n",
            "line 2 defines main; a bot in the course's form has only init and the function that"
            " moves, the judge brings main",
        ),
        (
            INCLUDE + "void cheat(struct Player *p, int *fd) { _recv(p, fd); }\n",
            "line 2 uses _recv, an inner function of the course's library",
        ),
        (INCLUDE + "#define N\nint broken = ;\n", "does not compile: player.h:3:14: error: "),
    ],
)
def test_what_cannot_be_compiled_says_why(tmp_path: Path, text: bytes | str, sentence: str) -> None:
    fault = course_bot(tmp_path, text)
    assert isinstance(fault, BuildFault)
    assert str(fault.text).startswith(sentence)
    assert "src/" not in fault.log

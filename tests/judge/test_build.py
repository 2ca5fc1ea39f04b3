"""Compiling bots: folders, limits of the compiler, error messages."""

import subprocess

import pytest

from garlic.core import UsageError
from garlic.games import GAMES
from garlic.judge.build import (
    BuildFault,
    Built,
    build_course_bot,
    build_folder,
    build_program,
)


def test_a_folder_of_sources_becomes_one_program(tmp_path):
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


def test_a_fault_in_a_folder_names_the_file(tmp_path):
    (tmp_path / "a.c").write_text("int a(void) { return 0; }\n")
    (tmp_path / "main.cpp").write_text("int main() { return missing; }\n")
    fault = build_folder(tmp_path)
    assert isinstance(fault, BuildFault)
    assert "main.cpp:1" in fault.log
    assert str(tmp_path) not in fault.log


def test_a_source_that_needs_too_much_memory_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("garlic.judge.build._COMPILE_BYTES", 400 << 20)
    (tmp_path / "main.cpp").write_text(
        "#include <utility>\nauto all = std::make_index_sequence<100000000>();\nint main() {}\n"
    )
    fault = build_folder(tmp_path)
    assert isinstance(fault, BuildFault)
    assert "memory" in str(fault.text) + fault.log


def test_a_compiler_that_takes_too_long_leaves_no_process(tmp_path, monkeypatch):
    monkeypatch.setattr("garlic.judge.build._COMPILE_SECONDS", 1)
    # Each instance doubles the work of the next: this never finishes.
    (tmp_path / "slow.cpp").write_text(
        "template <int N, int M> struct A { static constexpr int n = A<N - 1, 2 * M>::n +"
        " A<N - 1, 2 * M + 1>::n; };\n"
        "template <int M> struct A<0, M> { static constexpr int n = M; };\n"
        "int main() { return A<25, 1>::n; }\n"
    )
    fault = build_folder(tmp_path)
    assert isinstance(fault, BuildFault)
    assert str(fault.text) == "the compiler was not done after 1 s"
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert "slow.cpp" not in running.stdout


@pytest.mark.parametrize("name", ["mine.cpp", "robot.c", "bot.c", "bot.cpp"])
def test_a_fault_names_the_file_as_its_author_does(tmp_path, name):
    source = tmp_path / name
    source.write_text("int main() { return missing; } // main.cpp or robot.c\n")
    fault = build_program(source)
    assert isinstance(fault, BuildFault)
    assert str(fault.text).startswith(f"does not compile: {name}:1:21: error: ")
    assert f"\n{name}:1:21" in fault.log


def test_a_folder_without_sources_is_refused(tmp_path):
    (tmp_path / "readme.txt").write_text("hello")
    with pytest.raises(UsageError, match="holds no C or C"):
        build_folder(tmp_path)


def test_the_missing_function_of_a_bot_for_another_game_is_named(tmp_path):
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

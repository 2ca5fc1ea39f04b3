"""Building students' own folders: layouts, languages, libraries, Windows, Makefiles."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

import pytest

from garlic.core import UsageError
from garlic.judge.build import BuildFault, build_folder
from garlic.judge.build_tree import TreeProgram, build_programs, meant_programs
from garlic.judge.building.compiler import Workshop
from garlic.judge.building.explain import explain
from garlic.judge.building.outcome import NotInstalledError
from garlic.judge.building.sources import has_main
from garlic.sandbox.keeper import probe

needs_namespaces = pytest.mark.skipif(
    probe()["namespaces"] != 0, reason="a Makefile is run only in namespaces of its own"
)
COURSES = Path(__file__).parent.parent / "data" / "courses"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "submission"


def write(folder: Path, **texts: str | bytes) -> None:
    """Files with *texts* in *folder*; ``src__main_c`` is src/main.c."""
    for name, text in texts.items():
        path = folder / ".".join(name.replace("__", "/").rsplit("_", 1))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def output(program: Path, send: str = "") -> str:
    """What a program prints."""
    done = subprocess.run([program], input=send, capture_output=True, text=True, check=False)
    return done.stdout


def built(folder: Path) -> dict[str, TreeProgram]:
    found = build_programs(folder)
    assert not isinstance(found, BuildFault), found
    assert found.programs, found.faults
    return {program.name: program for program in found.programs}


def fault(folder: Path) -> str:
    found = build_programs(folder)
    if isinstance(found, BuildFault):
        return str(found.text)
    assert not found.programs
    return str(found.faults[0][1].text)


def test_headers_and_sources_in_folders_of_their_own_and_two_programs() -> None:
    programs = built(COURSES / "mixed")
    assert list(programs) == ["part1", "part2"]
    assert {program.folder for program in programs.values()} == {PurePosixPath("src")}
    assert output(programs["part1"].program) == "pairs 10\n"
    assert output(programs["part2"].program) == "pairs 36\n"


def test_the_error_is_that_of_the_natural_way(folder: Path) -> None:
    shutil.copytree(COURSES / "mixed", folder)  # can be built as C++ only
    write(folder, scrap_c="int main(void) { return x; }")
    found = build_programs(folder)
    assert not isinstance(found, BuildFault)
    assert [program.name for program in found.programs] == ["part1", "part2"]
    ((_, why),) = found.faults
    assert "undeclared" in str(why.text)  # as C puts it


def test_variables_defined_in_a_header_as_old_c_allows() -> None:
    (program,) = built(COURSES / "common").values()
    assert (program.name, program.folder) == ("gomoku", PurePosixPath())
    assert output(program.program) == "move 1\n"


def test_a_console_program_for_windows() -> None:
    (program,) = built(COURSES / "windows").values()
    assert output(program.program, "k") == "key k\nlarger 4\n"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            "#include <windows.h>\nint main() { CreateThread(0, 0, 0, 0, 0, 0); }",
            "uses CreateThread of <windows.h>, which only Windows has",
        ),
        (
            "#include <windows.h>\nINPUT_RECORD record;\nint main() {}",
            "uses INPUT_RECORD of <windows.h>, which only Windows has",
        ),
        (
            "#include <time.h>\nint main() { time_t t = 0; char s[30]; ctime_s(s, 30, &t); }",
            "uses ctime_s, which only Visual C++ has",
        ),
        ("#include <graphics.h>\nint main() {}", "uses <graphics.h>, which only Windows has"),
        (
            "#include <windows.h>\nvoid DrawBoard(); int main() { DrawBoard(); }",
            "it has no function DrawBoard",  # the student's own
        ),
        ("int main() { missing(); }", "does not compile: it has no function missing"),
        ("#include <stdio.h>\nint mian() { return 0; }", "it has no function main"),
        ('#include "rules.h"\nint main() {}', "main.c:1:10: fatal error: rules.h: No such file"),
        (b"int main() {}\0", "main.c: the file is not text: it holds bytes of value 0"),
    ],
)
@pytest.mark.parametrize("ending", ["c", "cpp"])
def test_what_cannot_be_built_says_why(
    folder: Path, source: str | bytes, sentence: str, ending: str
) -> None:
    if ending == "cpp":
        sentence = sentence.replace("main.c:", "main.cpp:")
        if "missing" in sentence:
            sentence = "main.cpp:1:14: error: ‘missing’ was not declared in this scope"
    write(folder, **{f"main_{ending}": source})
    assert sentence in fault(folder)


def test_screen_commands_are_ignored_and_no_other_is_run_in_the_sandbox(folder: Path) -> None:
    commands = ["cls", "CLS", "pause", "pause>nul", "color 0A", "mode con cols=80", "clear; ls"]
    calls = "".join(f'printf("%d ", system("{command}"));' for command in [*commands, "ls"])
    write(folder, main_c=f"#include <stdio.h>\n#include <stdlib.h>\nint main() {{ {calls} }}")
    (program,) = built(folder).values()
    environment = {**os.environ, "HOME": "/nonexistent"}
    done = subprocess.run([program.program], env=environment, capture_output=True, check=True)
    assert done.stdout == b"0 0 0 0 0 0 -1 -1 "


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gbk", "utf-16"])
def test_sources_and_headers_in_every_usual_encoding(folder: Path, encoding: str) -> None:
    write(
        folder,
        include__rules_h="// 规则\n#define SIZE 15\n".encode(encoding),
        src__main_c='#include "rules.h" // 棋盘\nint main(void) { return SIZE; }\n'.encode(
            encoding
        ),
    )
    assert list(built(folder)) == ["main"]


def test_clutter_and_build_folders_are_left_out(folder: Path) -> None:
    write(
        folder,
        main_c="int main(void) { return 0; }",
        __MACOSX__main_c="\1",
        build__other_c="int main(void) { return 0; }",
        a_dSYM__other_c="broken",
    )
    (folder / ".git").mkdir()
    (folder / ".git" / "old.c").write_text("broken")
    (folder / "a.dSYM").mkdir()
    (folder / "a.dSYM" / "old.c").write_text("int main() {}")
    assert list(built(folder)) == ["main"]


def test_the_only_sources_count_wherever_they_are(folder: Path) -> None:
    write(folder, build__main_c="int main(void) { return 0; }")
    assert list(built(folder)) == ["main"]


def test_a_source_that_is_included_is_compiled_there(folder: Path) -> None:
    write(
        folder,
        main_cpp='#include "search.cpp"\nint main() { return found; }',
        search_cpp="int found = 1;",
        # Nobody calls it: it has to be linked all the same.
        start_cpp="extern int found; struct Start { Start() { found = 3; } } start;",
    )
    (program,) = built(folder).values()
    assert subprocess.run([program.program], check=False).returncode == 3


def test_an_own_header_does_not_hide_that_of_the_system(folder: Path) -> None:
    write(
        folder,
        include__time_h="#error this is ours\n",
        main_c="#include <time.h>\nint main(void) { return time(0) == 0; }",
    )
    assert list(built(folder)) == ["main"]


def test_an_old_version_with_the_same_functions_is_a_program_of_its_own(folder: Path) -> None:
    write(
        folder,
        main_c="int solve(void); int main(void) { return solve(); }",
        solve_c="int solve(void) { return 1; }",
        old_c="int solve(void) { return 2; } int main(void) { return solve(); }",
    )
    programs = built(folder)
    assert subprocess.run([programs["main"].program], check=False).returncode == 1
    assert subprocess.run([programs["old"].program], check=False).returncode == 2


def test_a_broken_program_does_not_take_the_others_with_it(folder: Path) -> None:
    write(folder, main_c="int main(void) { return 0; }", scrap_c="int main(void) { return x; }")
    assert list(built(folder)) == ["main"]
    for _ in range(2):  # the second time with the cache
        found = build_programs(folder)
        assert not isinstance(found, BuildFault)
        ((name, why),) = found.faults
        assert (name, "scrap.c:1:25: error" in str(why.text)) == ("scrap", True)


def test_what_was_built_only_in_part_once_does_not_stand_for_the_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, main_c="int main(void) { return 0; }", other_c="int main(void) { return 0; }")
    real = Workshop.run

    def run(self: Workshop, name: str, arguments: Sequence[str]) -> str | None:
        if "other.c" in arguments[-1]:
            return "other.c:1:1: error: not this time"
        return real(self, name, arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Workshop, "run", run)
        assert list(built(folder)) == ["main"]
    for program in built(folder).values():
        assert subprocess.run([program.program], check=False).returncode == 0
    assert list(built(folder)) == ["main", "other"]


def test_a_program_of_one_file_takes_one_run_of_the_compiler(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(folder.parent / "fresh"))
    real, seen = Workshop.run, list[str]()

    def run(self: Workshop, name: str, arguments: Sequence[str]) -> str | None:
        seen.append(next(word for word in arguments if word.endswith((".c", ".cpp", ".o"))))
        return real(self, name, arguments)

    monkeypatch.setattr(Workshop, "run", run)
    for code, runs, fault in (
        ("int main() { return 1; }", 2, ""),  # one is for our own `system`, once for all programs
        ("int main() { return 2; }", 1, ""),
        ("#include <compare>\nint main() { return (1 <=> 2) > 0; }", 3, ""),  # C++20, then linked
        ("int twice(int);\nint main() { return twice(1); }", 3, "twice"),  # why it does not link
    ):
        seen.clear()
        write(folder, main_cpp=code)
        found = build_programs(folder)
        assert not isinstance(found, BuildFault)
        assert len(seen) == runs, (code, seen)
        assert fault in "".join(str(why.text) for _, why in found.faults)
        assert bool(found.faults) == bool(fault)


@pytest.mark.parametrize(
    ("code", "standard"),
    [
        ("#include <compare>\nint main() { return (1 <=> 2) > 0; }", "C++20"),
        ("void f() throw(int) {}\nint main() { f(); }", "C++11"),
        ("#include <optional>\nint main() { return std::optional<int>().has_value(); }", "C++17"),
    ],
)
def test_every_standard_of_cpp(folder: Path, code: str, standard: str) -> None:
    write(folder, main_cpp=code)
    assert list(built(folder)) == ["main"], standard


def test_a_second_build_comes_from_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, main_c="int main(void) { return 0; }")
    first = build_programs(folder)
    monkeypatch.setattr("garlic.judge.build_tree.workshop", None)
    assert build_programs(folder) == first


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("int main() {}", True),
        ("main()\n{\n}", True),
        ("int main(argc, argv) int argc; char **argv; {}", True),
        ("auto main() -> int {}", True),
        ("int main(int n, char *a[])\r\n{", True),
        ("// int main() {}\n/* int main() {} */", False),
        ('char *text = "int main() {}";', False),
        ("#if 0\n#ifdef A\n#else\nint main() {}\n#endif\n#endif\n", False),
        ("#if 0\n#else\nint main() {}\n#endif\n", True),
        ("int main();\nvoid f() { main(); }", False),
        ("int domain() {}", False),
        ("void Game::main() {}", False),
    ],
)
def test_a_definition_of_main_is_recognised(code: str, found: bool) -> None:
    assert has_main(code.encode()) is found


def test_a_library_that_this_machine_lacks_is_not_the_students_fault() -> None:
    log = "main.c:1:10: fatal error: png.h: No such file or directory\n"
    with pytest.raises(NotInstalledError, match="the Debian package libpng-dev is not installed"):
        explain(log, {"png.h"})
    with pytest.raises(NotInstalledError, match="libreadline-dev"):
        explain("/usr/bin/ld: cannot find -lreadline: No such file", {"readline/readline.h"})


def test_a_library_is_linked_where_its_header_is_included(folder: Path) -> None:
    write(
        folder,
        main_c="#include <png.h>\n#include <math.h>\n"
        "int main(int n, char **a) { return sqrt(n) * png_access_version_number() == 0; }",
    )
    assert list(built(folder)) == ["main"]


@needs_namespaces
def test_what_only_a_makefile_can_build() -> None:
    (program,) = built(COURSES / "made").values()
    assert (program.name, program.folder) == ("answer", PurePosixPath())
    assert output(program.program) == "answer 42\n"


@pytest.fixture
def outside() -> Iterator[Path]:
    """A file that every user of the machine can read and write."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        path = Path(name) / "outside.txt"
        path.write_text("secret")
        path.chmod(0o666)
        yield path


@needs_namespaces
def test_a_makefile_reaches_nothing_outside_its_copy(folder: Path, outside: Path) -> None:
    folder.mkdir()
    address = "pack(q(S n a4 x8), 2, 9, qq(\\177\\0\\0\\1))"
    connect = f"print q(reached) if socket(S, 2, 1, 0) || connect(S, {address})"
    recipe = [
        f"-cat {outside} > seen.txt",
        f"-echo changed > {outside}",
        f"-chmod 700 {outside}",
        f"-perl -e 'truncate(q({outside}), 0)'",
        f"-kill -0 {os.getppid()} && echo reached >> seen.txt",
        f"-perl -e '{connect}' >> seen.txt",
        "gcc -DANSWER=$$(wc -c < seen.txt) main.c -o answer",
    ]
    (folder / "Makefile").write_text("all:\n" + "".join(f"\t{line}\n" for line in recipe))
    write(folder, main_c="int main(void) { return ANSWER; }")
    (program,) = built(folder).values()
    assert subprocess.run([program.program], check=False).returncode == 0  # it has seen nothing
    assert outside.read_text() == "secret"
    assert outside.stat().st_mode & 0o777 == 0o666


def test_a_makefile_that_makes_nothing_leaves_the_compilers_error(folder: Path) -> None:
    folder.mkdir()
    (folder / "Makefile").write_text("all:\n\t@sleep 1000 & true\n")
    write(folder, main_c="int main(void) { return x; }")
    assert "main.c:1:25: error" in fault(folder)


def test_a_folder_is_built_to_the_program_that_is_meant(folder: Path) -> None:
    for name in ("part1", "part2"):
        write(folder, **{f"{name}_c": "int main(void) { return 0; }"})
    found = build_folder(folder)
    assert isinstance(found, BuildFault)
    assert str(found.text) == (
        "several programs could be meant: part1, part2; hand in one of them, or call it main"
    )
    write(folder, main_c="int main(void) { return x; }")
    broken = build_folder(folder)  # it is meant, and no other takes its place
    assert isinstance(broken, BuildFault)
    assert "main.c:1:25: error" in str(broken.text)


@pytest.mark.parametrize(
    ("sources", "names", "meant"),
    [
        ({"one": True}, (), ["one"]),
        ({"one": True}, ("part1",), ["one"]),
        ({"part1": True, "part2": True, "main": True}, ("part2", "part1"), ["part2", "part1"]),
        ({"part1": True, "Main": True}, ("part3",), ["Main"]),
        ({"part1": False, "part2": True}, ("part1", "part2"), "part1.c:1:25: error"),
        ({"part1": False, "other": True}, ("part1",), "part1.c:1:25: error"),
        ({"main": False, "other": True}, (), "main.c:1:25: error"),
        ({"scrap": False, "solve": True}, (), ["solve"]),
        ({"one": False, "two": False}, (), "one.c:1:25: error"),
        ({"one": True, "two": True}, ("part1",), "several programs could be meant: one, two"),
    ],
)
def test_which_of_several_programs_is_meant(
    folder: Path, sources: dict[str, bool], names: tuple[str, ...], meant: list[str] | str
) -> None:
    for name, compiles in sources.items():
        write(folder, **{f"{name}_c": f"int main(void) {{ return {0 if compiles else 'x'}; }}"})
    found = build_programs(folder)
    assert not isinstance(found, BuildFault)
    chosen = meant_programs(found, names)
    if isinstance(meant, str):
        assert isinstance(chosen, BuildFault)
        assert meant in str(chosen.text)
    else:
        assert not isinstance(chosen, BuildFault)
        assert [program.name for program in chosen] == meant


def test_a_folder_without_sources_is_refused(folder: Path) -> None:
    write(folder, readme_txt="hello")
    with pytest.raises(UsageError, match="holds no C or C"):
        build_programs(folder)

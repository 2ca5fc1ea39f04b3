"""Sources and Makefiles that attack the judge while they are compiled.

Each ends as a compile error with one sentence, leaves nothing behind, and learns nothing.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from garlic.games import GAMES
from garlic.judge.build import BuildFault, build_course_bot, build_folder, build_java, build_program
from garlic.judge.building import compiler
from garlic.sandbox.keeper import probe
from support.sampling import one_in

needs_namespaces = pytest.mark.skipif(
    probe()["namespaces"] != 0, reason="a Makefile is run only in namespaces of its own"
)
needs_landlock = pytest.mark.skipif(probe()["landlock"] < 1, reason="there is no Landlock here")
OUTSIDE = "reads {}, which is not part of it: a source can include only its own files and"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    with tempfile.TemporaryDirectory() as temporary:
        Path(temporary).chmod(0o755)
        monkeypatch.setattr(tempfile, "tempdir", temporary)
        yield tmp_path / "cache"
        left = list(Path(temporary).iterdir())
    left += [path for path in (tmp_path / "cache").rglob("*") if path.name.startswith(".building")]
    assert left == []


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """One second of processor time, however long that takes here."""
    monkeypatch.setattr(compiler, "COMPILE_SECONDS", 1)
    monkeypatch.setattr(compiler, "PATIENCE", 300, raising=False)


def broken(folder: Path, name: str, text: str) -> str:
    """The sentence for a source that cannot be compiled."""
    source = folder / name
    source.write_text(text)
    built = build_java(source) if name.endswith(".java") else build_program(source)
    assert isinstance(built, BuildFault), "it was compiled"
    return str(built.text)


@needs_landlock
@pytest.mark.parametrize(
    ("attack", "path"),
    [
        ('#include "/etc/passwd"', "/etc/passwd"),
        ('#include "/etc/shadow"', "/etc/shadow"),
        ('#include "/proc/cmdline"', "/proc/cmdline"),
        ('#include "/proc/self/environ"', "/proc/self/environ"),
        ("#include </etc/passwd>", "/etc/passwd"),
        ('#import "/etc/passwd"', "/etc/passwd"),
        ('#pragma GCC dependency "/etc/passwd"', "/etc/passwd"),
        ("#define F </etc/passwd>\n#include F", "/etc/passwd"),
        ('#if __has_include("/etc/passwd")\n#error it is there\n#endif', "/etc/passwd"),
        ('asm(".incbin \\"/proc/cmdline\\"");', "/proc/cmdline"),
        ('asm(".incbin \\"/etc/passwd\\"");', "/etc/passwd"),
        ('asm(".include \\"/etc/passwd\\"");', "/etc/passwd"),
        ('asm(".incbin \\"../../../../../../../../../etc/passwd\\"");', None),
        ('#include "../../../../../../../../../etc/passwd"', None),
    ],
)
def test_no_other_file_can_be_read(tmp_path: Path, attack: str, path: str | None) -> None:
    sentence = broken(tmp_path, "bot.c", f"{attack}\nint main(void) {{ return 0; }}\n")
    assert OUTSIDE.format(path or "../../../../../../../../../etc/passwd") in sentence


@needs_landlock
def test_a_course_bot_cannot_read_other_files(tmp_path: Path) -> None:
    source = tmp_path / "player.h"
    source.write_text(
        'asm(".incbin \\"/proc/cmdline\\"");\n#include "../include/playerbase.h"\n'
        "void init(struct Player *) {}\n"
        "struct Point place(struct Player *) { return initPoint(0, 0); }\n"
    )
    form = GAMES["othello"].course
    assert form is not None
    built = build_course_bot(source, form)
    assert isinstance(built, BuildFault)
    assert OUTSIDE.format("/proc/cmdline") in str(built.text)


@pytest.mark.parametrize("place", ["bot.c", "board.h"])
def test_links_are_named(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "submission"
    folder.mkdir()
    (folder / "main.c").write_text('#include "board.h"\nint main(void) { return 0; }\n')
    (folder / place).symlink_to("/etc/passwd")
    built = build_folder(folder)
    assert isinstance(built, BuildFault)
    assert str(built.text) == f"{place} is a link: hand in the file itself"


BOMBS = {
    "templates": "template <int N, int M> struct A { static constexpr int n = A<N - 1, 2 * M>::n +"
    " A<N - 1, 2 * M + 1>::n; };\n"
    "template <int M> struct A<0, M> { static constexpr int n = M; };\n"
    "int main() { return A<25, 1>::n; }\n",
    "includes": "#include __FILE__\n#include __FILE__\nint main() {}\n",
    "macros": "".join(f"#define A{n} A{n + 1} A{n + 1}\n" for n in range(40)) + "A0\n",
    "constants": "constexpr long f(long n) { long s = 0; for (long i = 0; i < n; i++)"
    " for (long j = 0; j < 200000; j++) s += j; return s; }\n"
    + "".join(f"constexpr long x{n} = f({n + 1});\n" for n in range(2000))
    + "int main() {}\n",
}


@pytest.mark.parametrize("name", one_in(2, BOMBS))
@pytest.mark.usefixtures("short")
def test_a_bomb_is_stopped_at_the_time_or_memory_limit(tmp_path: Path, name: str) -> None:
    sentence = broken(tmp_path, "bot.cpp", BOMBS[name])
    assert sentence in {
        "the compiler took more than 1 s of processor time",
        "the compiler needed more than 2048 MB of memory",
    } or (name == "constants" and "constexpr" in sentence)


def test_a_small_source_makes_no_huge_program(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "LARGEST_FILE", 32 << 20)
    sentence = broken(tmp_path, "bot.c", "char a[1 << 28] = {1};\nint main(void) { return 0; }\n")
    assert sentence == (
        "the program, or a file that the compiler makes for it, is larger than 32 MB"
    )
    assert sum(path.stat().st_size for path in cache.rglob("*") if path.is_file()) < 1 << 20


def test_a_flood_of_errors_ends_with_the_first(tmp_path: Path) -> None:
    noise = "#define N 1 1 1 1 1 1 1 1\n" + "".join(f"int a{n} = N {n};\n" for n in range(4_000))
    source = tmp_path / "bot.c"
    source.write_text(noise)
    built = build_program(source)
    assert isinstance(built, BuildFault)
    assert "error: expected" in str(built.text)
    assert len(built.log) <= 8000


@pytest.mark.usefixtures("short")
def test_java_that_needs_too_much_is_stopped(tmp_path: Path) -> None:
    if shutil.which("javac") is None:
        pytest.skip("javac is not installed")
    deep = "(" * 60_000 + "1" + ")" * 60_000
    sentence = broken(tmp_path, "Bot.java", f"class Bot {{ int a = {deep}; }}\n")
    assert sentence.startswith(("does not compile", "the compiler "))


def test_no_name_of_a_file_is_an_option(tmp_path: Path) -> None:
    if shutil.which("javac") is None:
        pytest.skip("javac is not installed")
    (tmp_path / "bots").mkdir()
    secret = tmp_path / "secret"
    secret.write_text("hidden words")
    source = tmp_path / "bots" / "@Bot.java"
    source.write_text(f"{secret}\n")
    built = build_java(source)
    assert isinstance(built, BuildFault)
    assert "hidden" not in built.log


# A compiler that was taken over ---------------------------------------------------------------


@pytest.fixture(scope="module")
def hostile() -> Iterator[Path]:
    """A program that is run instead of gcc, where every user reaches it."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        program = Path(name) / "hostile"
        source = Path(__file__).parent / "attacks" / "compiler.c"
        subprocess.run(["gcc", "-w", "-o", program, source], check=True)
        yield program


@needs_landlock
def test_a_compiler_that_was_taken_over_can_do_nothing_else(
    tmp_path: Path, hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    secret.chmod(0o644)
    system = (*compiler._SYSTEM, str(hostile))
    monkeypatch.setattr(compiler, "find_compiler", lambda _: (str(hostile), ""))
    monkeypatch.setattr(compiler, "_readable", lambda _: system)
    arguments = [str(os.getpid()), str(secret), *(["root"] if os.geteuid() == 0 else [])]
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        with compiler.workshop(Path(place) / "here", {}, (), ("gcc",)) as shop:
            log = shop.run("gcc", arguments)
    assert log is not None
    assert log.splitlines()[0] == "works"
    assert "gcc" in log  # it started another program
    assert secret.read_text() == "hidden"
    assert secret.stat().st_mode & 0o777 == 0o644


# Makefiles ----------------------------------------------------------------------------------------


class Make(Protocol):
    def __call__(self, makefile: str, **files: str) -> str: ...


@pytest.fixture
def made(tmp_path: Path) -> Make:
    """The sentence for a folder that only its Makefile might build."""

    def make(makefile: str, **files: str) -> str:
        folder = tmp_path / "submission"
        folder.mkdir()
        (folder / "Makefile").write_text(makefile)
        (folder / "main.c").write_text("int main(void) { return x; }\n")
        for name, text in files.items():
            (folder / name.replace("_", ".")).write_text(text)
        built = build_folder(folder)
        assert isinstance(built, BuildFault), "it was made"
        assert "main.c:1:25: error" in str(built.text)
        return str(built.text).partition("; its Makefile did not help: ")[2]

    return make


@needs_namespaces
@pytest.mark.parametrize(
    "makefile",
    [
        "X := $(shell cat /etc/shadow)\nall:\n\ttest '$(X)' && gcc -Dx=1 main.c -o main\n",
        "all:\n\tgcc -Dx=0 -include /etc/shadow main.c -o main\n",
        "all:\n\tgcc -Dx=0 main.c script.ld -o main\n",
        "include /etc/shadow\nall:\n\tgcc main.c -o main\n",
    ],
    ids=["shell", "include option", "linker script", "include"],
)
def test_a_makefile_reads_no_other_file(made: Make, makefile: str) -> None:
    found = made(makefile, script_ld="INPUT(/etc/shadow)\n")
    assert found == "it reads /etc/shadow, which is not part of it"


@needs_namespaces
def test_a_makefile_that_makes_a_link_reads_nothing(made: Make) -> None:
    made("all:\n\tln -s /etc/shadow main.h; gcc -Dx=0 -include ./main.h main.c -o main\n")


@needs_namespaces
@pytest.mark.usefixtures("short")
def test_a_makefile_that_loops_is_stopped(made: Make) -> None:
    loop = "all:\n\twhile true; do :; done\n"
    assert made(loop) == "it took more than 1 s of processor time"


@needs_namespaces
def test_a_makefile_that_sleeps_is_stopped(made: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garlic.judge.building.makefile._OWN_SECONDS", 5)
    assert made("all:\n\tsleep 1000\n") == "it was not done after 5 s"


@needs_namespaces
def test_a_makefile_that_fills_the_disk_is_stopped(made: Make) -> None:
    fill = "all:\n\tfor n in $$(seq 1000); do head -c 4000000 /dev/urandom > $$n.o; done\n"
    assert made(fill) == "it wrote more than 128 MB, or too many files"


@needs_namespaces
def test_a_makefile_starts_few_processes(made: Make) -> None:
    nap = f"sleep 1000.{os.getpid()}"  # like no other test's
    bomb = f"all:\n\tfor n in $$(seq 500); do {nap} & done; echo all of them started >&2\n"
    made(bomb + "\tgcc -Dx=0 main.c -o main\n")
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert nap not in running.stdout

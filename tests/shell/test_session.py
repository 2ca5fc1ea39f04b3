"""The whole shell, where case files do not suffice: bytes, sizes, processes, start-up."""

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from garlic.cli.app import command
from garlic.cli.tree.console import GarlicCommands
from garlic.core.language.text import catalogue
from garlic.shell.execution.builtins import BUILTINS
from garlic.shell.execution.evaluator import Evaluator
from garlic.shell.language.parser import parse
from support.processes import eventually
from support.shell_cases import GARLIC, SHELL, environment, run_shell

SOURCES = Path(__file__).parents[2] / "src" / "garlic" / "shell"


def script(folder: Path, content: bytes) -> bytes:
    """What the shell prints for a script file, without its prompts."""
    (folder / "script").write_bytes(content)
    done = run_shell([*SHELL, "script"], folder)
    return done.stdout.replace(os.fsencode(folder) + b"$ ", b"")


def test_invalid_utf8_is_passed_through(tmp_path: Path) -> None:
    assert script(tmp_path, b"echo \xff\xfe\xc3 | cat\n!#\n") == (
        b"\xff\xfe\xc3\necho \xff\xfe\xc3 | cat\n"
    )
    (tmp_path / os.fsdecode(b"name-\xff")).touch()
    assert script(tmp_path, b"echo name*\n") == b"name-\xff\n"
    assert script(tmp_path, b"X=\xfe; echo $X; \xfd\n") == b"\xfe\n\xfd: no such command\n"
    assert script(tmp_path, b"mkdir d\xff; cd d\xff\n") == os.fsencode(tmp_path) + b"/d\xff$ "


def test_carriage_returns_zero_bytes_and_a_missing_line_end(tmp_path: Path) -> None:
    assert script(tmp_path, b"echo a\r\necho b\0c\r\n!#\r\necho d") == (
        b"a\nbc\necho a\necho bc\nd\n"
    )


def test_a_line_of_a_megabyte(tmp_path: Path) -> None:
    text = b"x" * 1_000_000
    # Too long for an argument on Linux; a here-string has no limit.
    assert script(tmp_path, b"wc -c <<< " + text + b"\n") == b"1000001\n"
    assert script(tmp_path, b"X=" + text + b"\nwc -c <<< $X\n") == b"1000001\n"
    assert script(tmp_path, b"# " + text + b"\n") == b""
    assert script(tmp_path, text + b"\n").endswith(b": no such command\n")
    from_pipe = run_shell(SHELL, tmp_path, b"wc -c <<< " + text + b"\n")
    assert b"1000001" in from_pipe.stdout


def test_too_long_an_argument_is_explained(tmp_path: Path) -> None:
    done = run_shell(SHELL, tmp_path, b"cat " + b"x" * 1_000_000 + b"\necho $?\n")
    assert b"cat: no such command" in done.stdout
    assert b"126" in done.stdout
    assert done.stderr == b"cat: Argument list too long\n"


def test_commands_share_the_standard_input(tmp_path: Path) -> None:
    lines = b"head -1\nfor head\necho after\n"
    expected = b"for head\nafter\n"
    from_pipe = run_shell(SHELL, tmp_path, b"sh -c 'read x; echo $x'\nfor head\necho after\n")
    assert from_pipe.stdout.replace(os.fsencode(tmp_path) + b"$ ", b"") == expected
    (tmp_path / "script").write_bytes(lines.replace(b"head -1", b"sh -c 'read x; echo $x'"))
    with (tmp_path / "script").open("rb") as file:
        done = subprocess.run(
            SHELL, stdin=file, cwd=tmp_path, env=environment(tmp_path), stdout=-1, check=True
        )
    assert done.stdout.replace(os.fsencode(tmp_path) + b"$ ", b"") == expected


def test_output_is_in_order_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "script").write_text("echo a\nnosuch\nperft tiaojia --depth 1\necho b\n!#\n")
    with (tmp_path / "out").open("wb") as out:
        subprocess.run(
            [*SHELL, "script"],
            cwd=tmp_path,
            env=environment(tmp_path),
            stdout=out,
            stderr=out,
            check=True,
        )
    shown = (tmp_path / "out").read_text().replace(f"{tmp_path}$ ", "")
    assert re.fullmatch(
        r"a\nnosuch: no such command\n\d+\nb\necho a\nnosuch\nperft.*\necho b\n", shown
    )


@pytest.mark.parametrize("name", ["nofile", "."])
def test_a_script_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    done = run_shell([*SHELL, name], tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"garlic: error: cannot read " + name.encode())


def test_broken_pipe(tmp_path: Path) -> None:
    (tmp_path / "script").write_text("echo a\n" * 20000)
    started = subprocess.Popen(
        [*SHELL, "script"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdout is not None
    started.stdout.read(10)
    started.stdout.close()
    _, errors = started.communicate(timeout=60)
    assert (started.returncode, errors) == (141, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "> /dev/full"])
def test_closed_and_full_descriptors(tmp_path: Path, closed: str) -> None:
    lines = b"echo a | cat\nnosuch\necho |;\necho $(echo b) > f\nexit 3\n"
    (tmp_path / "script").write_bytes(lines)
    done = run_shell(["sh", "-c", f"{GARLIC} shell script {closed}"], tmp_path)
    assert done.returncode == 3
    assert b"Traceback" not in done.stderr
    assert (tmp_path / "f").read_text() == "b\n"
    reading = run_shell(["sh", "-c", f"{GARLIC} shell {closed}"], tmp_path, b"exit 4\n")
    assert reading.returncode == (0 if "<" in closed else 4)


def test_a_failed_fork_is_reported(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def no_resources(*_: object, **__: object) -> int:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "posix_spawn", no_resources)
    monkeypatch.setattr(os, "fork", no_resources)
    shell = Evaluator(BUILTINS, GarlicCommands())
    for line in ("/bin/true", "(true)", "cd | cd", "X=$(true)"):
        assert shell.run(parse(line)) == 126
        shown = capfd.readouterr()
        assert set(shown.err.splitlines()) == {"fork: Resource temporarily unavailable"}
        assert shown.out == ""


def test_no_descriptors_left(tmp_path: Path) -> None:
    (tmp_path / "script").write_text("true | cat | cat\necho on\n")
    done = run_shell(["sh", "-c", f"ulimit -n 11; {GARLIC} shell script"], tmp_path)
    assert b"on\n" in done.stdout
    assert done.stderr == b"Too many open files\n"


def test_unknown_commands_leave_no_process(tmp_path: Path) -> None:
    lines = b"".join(b"unknown_%d\n" % number for number in range(10)) + b"exit\n"
    mark = f"GARLIC_TEST_MARK={tmp_path}"
    (tmp_path / "script").write_bytes(lines)
    subprocess.run(
        [*SHELL, "script"],
        cwd=tmp_path,
        env={**environment(tmp_path), "GARLIC_TEST_MARK": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    assert [p for p in Path("/proc").glob("[0-9]*/environ") if mark in environment_of(p)] == []


def environment_of(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def leak_script(commands: int) -> str:
    """Commands of every kind; prints open descriptors and memory before and after."""
    count = (
        # A child counts, after 0.2 s: by then the shell has closed the descriptors of the child.
        "sh -c 'sleep 0.2; ls /proc/$0/fd | wc -l' $$; grep VmRSS /proc/$$/status\n"
        "grep -c . /proc/$$/task/$$/children\n"
    )
    kinds = [
        "/bin/true\n",
        "nosuch\n",
        "/bin/true | cat\n",
        "cd .\n",
        "echo a > f; cat < f > /dev/null\n",
        "X=$(/bin/true)\n",
        "(true)\n",
        "/bin/true &\n",
        "cat <<< x > /dev/null\n",
        "echo |;\n",
    ]
    body = [kinds[number % len(kinds)] for number in range(commands)]
    return "".join([*body[:200], "wait\n", count, *body, "wait\n", count])


def leaks(tmp_path: Path, commands: int) -> None:
    (tmp_path / "script").write_text(leak_script(commands))
    started = run_shell([*SHELL, "script"], tmp_path)
    shown = started.stdout.decode().replace(f"{tmp_path}$ ", "")
    before, after = re.findall(r"(\d+)\nVmRSS:\s+(\d+) kB\n(\d+)\n", shown)
    assert before[0] == after[0], "descriptors leak"
    assert before[2] == after[2] == "1", "children stay"  # the one is grep itself
    assert int(after[1]) - int(before[1]) < 2000 + commands, "memory leaks"


def test_a_thousand_commands_leak_nothing(tmp_path: Path) -> None:
    leaks(tmp_path, 1000)


@pytest.mark.slow
def test_ten_thousand_commands_leak_nothing(tmp_path: Path) -> None:
    leaks(tmp_path, 10_000)


def test_ended_jobs_are_reaped_while_waiting_for_input(tmp_path: Path) -> None:
    shell = subprocess.Popen(
        SHELL,
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert shell.stdin is not None
    shell.stdin.write(b"sleep 0.2 &\n")
    shell.stdin.flush()
    children = Path(f"/proc/{shell.pid}/task/{shell.pid}/children")
    assert eventually(lambda: children.read_text() != "")
    assert eventually(lambda: children.read_text() == "")
    shell.communicate(timeout=60)


def test_ctrl_c_ends_a_script_and_its_child(tmp_path: Path) -> None:
    (tmp_path / "script").write_text("sleep 100\necho not reached\n")
    shell = subprocess.Popen(
        [*SHELL, "script"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    children = Path(f"/proc/{shell.pid}/task/{shell.pid}/children")
    assert eventually(lambda: children.read_text() != "")
    os.killpg(shell.pid, signal.SIGINT)
    output, _ = shell.communicate(timeout=60)
    assert shell.returncode == 130
    assert b"not reached" not in output


def test_a_script_imports_no_slow_modules(tmp_path: Path) -> None:
    (tmp_path / "script").write_text("echo a | cat; cd .; nosuch\n")
    code = (
        "import sys; from garlic.cli import run; status = run(['shell', 'script']);"
        "print(sorted({name.split('.')[0] for name in sys.modules}"
        " & {'typer', 'rich', 'prompt_toolkit', 'asyncio', 'subprocess'}))"
    )
    done = run_shell([sys.executable, "-c", code], tmp_path)
    assert done.stdout.decode().endswith("[]\n")


def test_command_names_match_the_command_tree() -> None:
    assert set(command().commands) | {"garlic"} == set(GarlicCommands().names)


def test_no_command_hides_a_built_in() -> None:
    assert not set(GarlicCommands().names) & set(BUILTINS)


def test_options_and_help_go_through_typer(tmp_path: Path) -> None:
    shown = run_shell([GARLIC, "shell", "--help"], tmp_path)
    assert shown.returncode == 0
    assert b"SCRIPT" in shown.stdout
    wrong = run_shell([GARLIC, "shell", "--nosuch"], tmp_path)
    assert wrong.returncode == 2
    assert wrong.stderr.count(b"\n") == 1


def test_sentences_are_translated() -> None:
    sentences = {builtin.about for builtin in BUILTINS.values()}
    pattern = re.compile(
        r'(?:say|complain|Error|fault)\(\s*(?:[\w.]+, )?"((?:[^"\\]|\\.)+)"', re.MULTILINE
    )
    for path in SOURCES.rglob("*.py"):
        sentences |= set(pattern.findall(path.read_text(encoding="utf-8")))
    assert len(sentences) > 40
    assert sorted(sentences - set(catalogue("zh"))) == []

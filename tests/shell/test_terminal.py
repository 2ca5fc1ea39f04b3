"""The shell at a real pseudo-terminal: keys, signals, job control, history, completion."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.processes import eventually
from support.screen import Screen
from support.shell_cases import GARLIC, environment

UP, LEFT, CTRL_A, CTRL_C, CTRL_D, CTRL_R, CTRL_Z = "\x1b[A", "\x1b[D", "\x01", *"\x03\x04\x12\x1a"
PROMPT = r"\$"  # the blank after it is only a cursor movement
CTRL_BACKSLASH, TAB, ENTER = "\x1c", "\t", "\r"


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    with open_shell(tmp_path) as screen:
        screen.expect(PROMPT)
        yield screen


def open_shell(folder: Path) -> Screen:
    (folder / "home").mkdir(exist_ok=True)
    variables = {
        **environment(folder),
        "TERM": "xterm",
        "PROMPT_TOOLKIT_NO_CPR": "1",  # the test does not answer queries for the cursor position
        "NO_COLOR": "1",
    }
    return Screen([GARLIC, "shell"], folder, variables)


def run(screen: Screen, line: str, expected: str) -> str:
    """Enter *line*, wait for *expected* at the start of a line, and for the next prompt."""
    screen.type(line + ENTER)
    found = screen.expect(rf"\n{expected}")
    screen.expect(PROMPT)
    return found


def test_arrow_keys_edit_and_recall(screen: Screen) -> None:
    screen.type("echo ac" + LEFT + "b" + ENTER)
    screen.expect(r"\nabc\n")
    screen.expect(PROMPT)
    screen.type(UP + "d" + ENTER)
    screen.expect(r"\nabcd\n")
    screen.expect(PROMPT)
    screen.type("x" + CTRL_A + "echo " + ENTER)
    screen.expect(r"\nx\n")


def test_ctrl_c_stops_the_child_and_not_the_shell(screen: Screen) -> None:
    screen.type("sleep 100; echo not reached" + ENTER)
    wait_for_child(screen, "sleep")
    screen.type(CTRL_C)
    screen.expect(PROMPT)
    run(screen, "echo status $?", "status 130")
    assert "\nnot reached" not in screen.text


def test_ctrl_c_at_the_prompt_drops_the_line(screen: Screen) -> None:
    screen.type("echo never" + CTRL_C)
    screen.expect(PROMPT)
    run(screen, "echo status $?", "status 130")
    assert "\nnever" not in screen.text


def test_ctrl_d_leaves(screen: Screen) -> None:
    run(screen, "sh -c 'exit 4'; echo on", "on")
    screen.type(CTRL_D)
    assert screen.wait() == 0


def test_ctrl_r_finds_and_runs(screen: Screen) -> None:
    run(screen, "echo find me", "find me")
    run(screen, "echo other", "other")
    screen.type(CTRL_R + "fin")
    screen.expect("search")
    screen.type(ENTER)
    screen.expect(r"\nfind me\n")


def test_a_job_is_stopped_and_continued(screen: Screen) -> None:
    screen.type("sleep 100" + ENTER)
    child = wait_for_child(screen, "sleep")
    screen.type(CTRL_Z)
    screen.expect(r"\[1\]\+  Stopped +sleep 100\n")
    screen.expect(PROMPT)
    assert state(child) == "T"
    run(screen, "echo status $?", "status 148")
    run(screen, "bg", r"\[1\]\+  Running +sleep 100 &")
    assert state(child) != "T"
    run(screen, "jobs", r"\[1\]\+  Running +sleep 100 &")
    screen.type("fg" + ENTER)
    screen.expect(r"\nsleep 100\n")
    screen.type(CTRL_C)
    screen.expect(PROMPT)
    run(screen, "echo status $?", "status 130")
    run(screen, "fg", "there is no job")


def test_a_job_in_the_background_reports_its_end(screen: Screen) -> None:
    run(screen, "sleep 0.1 &", r"\[1\] \d+")
    run(screen, "sleep 0.4; echo x", "x")
    assert "[1]+  Done                    sleep 0.1" in screen.text


def test_a_background_job_does_not_get_the_keys(screen: Screen) -> None:
    run(screen, "cat &", r"\[1\] \d+")
    run(screen, "echo typed", "typed")
    run(screen, "jobs", r"\[1\]\+  Stopped +cat")
    screen.type("fg" + ENTER)
    screen.expect(r"\ncat\n")
    screen.type("to the cat" + ENTER)
    screen.expect(r"to the cat\n.*to the cat\n")
    screen.type(CTRL_D)
    screen.expect(PROMPT)


def test_a_pipeline_stops_as_one(screen: Screen) -> None:
    screen.type("sleep 100 | sleep 101" + ENTER)
    child = wait_for_child(screen, "sleep", count=2)
    assert os.getpgid(child) != os.getpgid(screen.pid)
    screen.type(CTRL_Z)
    screen.expect(r"\[1\]\+  Stopped +sleep 100 \| sleep 101\n")
    run(screen, "kill -9 %1; wait; echo gone", "gone")


def test_quit_is_reported(screen: Screen) -> None:
    screen.type("sleep 100" + ENTER)
    wait_for_child(screen, "sleep")
    screen.type(CTRL_BACKSLASH)
    screen.expect("Quit")
    screen.expect(PROMPT)
    run(screen, "echo status $?", "status 131")


def test_a_garlic_command_is_a_job_too(screen: Screen) -> None:
    screen.type("shell" + ENTER)  # an inner shell: it takes the terminal and gives it back
    screen.expect(PROMPT)
    run(screen, "echo inner", "inner")
    screen.type("exit 5" + ENTER)
    screen.expect(PROMPT)
    run(screen, "echo status $?", "status 5")


def test_exit_with_a_stopped_job_needs_confirmation(screen: Screen) -> None:
    screen.type("sleep 100" + ENTER)
    child = wait_for_child(screen, "sleep")
    screen.type(CTRL_Z)
    screen.expect(PROMPT)
    screen.type("exit" + ENTER)
    screen.expect("there are stopped jobs")
    screen.expect(PROMPT)
    screen.type("exit" + ENTER)
    screen.wait()
    assert eventually(lambda: state(child) in ("", "Z"))


def test_completion(screen: Screen, tmp_path: Path) -> None:
    (tmp_path / "a long name").write_text("content\n")
    screen.type("cat a" + TAB)
    screen.expect(r"long\\ name")
    screen.type(ENTER)
    screen.expect(r"\ncontent\n")
    screen.expect(PROMPT)
    screen.type("unali" + TAB)
    screen.expect("unalias")


def test_history_is_kept_for_the_next_session(screen: Screen, tmp_path: Path) -> None:
    run(screen, "echo remembered", "remembered")
    run(screen, "!echo", "remembered")
    screen.type(CTRL_D)
    screen.wait()
    history = tmp_path / "home/.local/state/garlic/shell-history"
    assert history.read_text() == "echo remembered\n"
    assert history.stat().st_mode & 0o777 == 0o600
    with open_shell(tmp_path) as again:
        again.expect(PROMPT)
        run(again, "!#", "")
        again.type(UP + ENTER)
        again.expect(r"\nremembered\n")


def test_the_start_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "home/.config/garlic").mkdir(parents=True)
    (tmp_path / "home/.config/garlic/shellrc").write_text("alias hi='echo hello'\n")
    with open_shell(tmp_path) as screen:
        screen.expect(PROMPT)
        run(screen, "hi", "hello")


def test_a_closed_terminal_ends_the_shell_and_its_jobs(screen: Screen) -> None:
    screen.type("sleep 100" + ENTER)
    child = wait_for_child(screen, "sleep")
    screen.type(CTRL_Z)
    screen.expect(PROMPT)
    os.kill(screen.pid, signal.SIGHUP)
    assert screen.wait() == -signal.SIGHUP
    assert eventually(lambda: state(child) in ("", "Z"))


def wait_for_child(screen: Screen, name: str, count: int = 1) -> int:
    """The process id of the shell's newest child, once *count* of them run program *name*."""
    children = Path(f"/proc/{screen.pid}/task/{screen.pid}/children")
    for _ in range(2000):
        found = [int(pid) for pid in children.read_text().split() if program(int(pid)) == name]
        if len(found) >= count:
            return found[-1]
        os.sched_yield()
        screen._read(0.01)
    raise AssertionError(f"no {name} started: {screen.text!r}")


def program(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def state(pid: int) -> str:
    """``S`` asleep, ``T`` stopped, ``Z`` a zombie, empty if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""

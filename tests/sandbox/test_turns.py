import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from garlic.core import Verdict
from garlic.sandbox import ALL, Ahead, Confinement, Profile, Reply, SandboxError, start
from garlic.sandbox.process import Confined
from sandbox.harness import MEGABYTE, children, state_of
from support.present import present

PATIENT = 30.0  # seconds: for turns whose time does not matter


def test_a_turn_is_a_message_and_a_reply(bot: Confined) -> None:
    turn = bot.turn(b"echo hello\n", PATIENT)
    assert turn.reply == b"echo hello\n"
    assert turn.fault is None
    assert turn.verdict is Verdict.OK
    assert turn.alive
    assert 0 < turn.cpu_seconds < 5
    assert 0 < turn.wall_seconds < 25
    assert 0 < turn.memory_bytes < 32 * MEGABYTE


def test_the_program_is_held_until_its_first_turn(bot: Confined) -> None:
    time.sleep(0.2)
    before = time.monotonic()
    turn = bot.turn(b"born\n", PATIENT)
    assert int(present(turn.reply)) / 1000 > before - 0.05


def test_a_bot_is_stopped_between_turns(bot: Confined) -> None:
    used = int(present(bot.turn(b"used\n", PATIENT).reply))
    assert bot.turn(b"ponder\n", PATIENT).reply == b"pondering\n"
    time.sleep(0.3)
    keeper = bot._keeper._pid
    assert "T" in {state_of(pid) for pid in children(keeper)}
    assert int(present(bot.turn(b"used\n", PATIENT).reply)) - used < 200


def test_a_record_may_hold_any_bytes(bot: Confined) -> None:
    assert bot.turn(b"record\n", PATIENT, reply=Reply.record(8)).reply == b"\0\n\0\n\0\n\0\n"


def test_a_reply_of_lines_until_a_prefix(bot: Confined) -> None:
    turn = bot.turn(b"lines 3\n", PATIENT, reply=Reply.until(b"best"))
    assert turn.reply == b"info thinking\n" * 3 + b"best move\n"


def test_a_reply_after_remarks(bot: Confined) -> None:
    turn = bot.turn(b"lines 3\n", PATIENT, reply=Reply.after_remarks(b"info"))
    assert turn.reply == b"info thinking\n" * 3 + b"best move\n"


def test_a_remark_is_never_too_early(puppet: Path) -> None:
    for remark, expected in ((b"best", b"best move\necho next\n"), (b"info", None)):
        with start([puppet], Confinement(64 * MEGABYTE)) as bot:
            assert bot.turn(b"lines 1\n", PATIENT).reply == b"info thinking\n"
            turn = bot.turn(b"echo next\n", PATIENT, reply=Reply.after_remarks(remark))
            assert turn.reply == expected
            assert turn.verdict is (Verdict.OK if expected else Verdict.PROTOCOL)


def test_output_in_advance_is_a_fault_or_dropped_or_kept(puppet: Path) -> None:
    for ahead in Ahead:
        with start([puppet], Confinement(64 * MEGABYTE)) as bot:
            assert bot.turn(b"lines 1\n", PATIENT).reply == b"info thinking\n"
            time.sleep(0.05)
            turn = bot.turn(b"echo next\n", PATIENT, ahead=ahead)
            expected = {Ahead.FAULT: None, Ahead.DROP: b"echo next\n", Ahead.KEEP: b"best move\n"}
            assert turn.reply == expected[ahead]
            assert turn.verdict is (Verdict.PROTOCOL if ahead is Ahead.FAULT else Verdict.OK)


def test_all_output_in_advance_is_dropped(puppet: Path) -> None:
    with start([puppet], Confinement(64 * MEGABYTE, reply_bytes=100)) as bot:
        # All of it is one write, so that the bot is not stopped in the middle.
        assert bot.turn(b"lines 200\n", PATIENT).reply == b"info thinking\n"
        time.sleep(0.05)
        assert bot.turn(b"echo next\n", PATIENT, ahead=Ahead.DROP).reply == b"echo next\n"


def test_a_long_message_and_a_long_reply(puppet: Path) -> None:
    confinement = Confinement(64 * MEGABYTE, reply_bytes=200_000)
    with start([puppet], confinement) as bot:
        line = b"echo " + b"x" * 60_000 + b"\n"
        assert bot.turn(line, PATIENT).reply == line
        many = bot.turn(b"lines 10000\n", PATIENT, reply=Reply.until(b"best"))
        assert len(present(many.reply)) == 14 * 10_000 + 10
        assert bot.turn(b"lines 20000\n", PATIENT, reply=Reply.until(b"best")).verdict is (
            Verdict.OUTPUT
        )


def test_a_message_larger_than_any_pipe(workshop: Path) -> None:
    script = workshop / "count.py"
    script.write_text("import sys\nprint(len(sys.stdin.buffer.readline()), flush=True)\ninput()\n")
    confinement = Confinement(64 * MEGABYTE, profile=Profile.PYTHON, readable_at_start=(script,))
    with start([sys.executable, "-IB", script], confinement) as bot:
        assert bot.turn(b"x" * 3_000_000 + b"\n", PATIENT).reply == b"3000001\n"


def test_the_beginning_of_the_output_is_kept_and_all_is_counted(bot: Confined) -> None:
    turn = bot.turn(b"complain 100000\n", PATIENT)
    assert turn.reply == b"done\n"
    assert turn.stderr_total == 100_000
    assert turn.stderr == b"!" * (16 << 10)
    assert bot.turn(b"echo quiet\n", PATIENT).stderr == b""


def test_printing_may_be_unlimited(puppet: Path) -> None:
    with start([puppet], Confinement(64 * MEGABYTE, printed_bytes=None)) as bot:
        turn = bot.turn(b"complain 3000000\n", PATIENT)
        assert (turn.verdict, turn.stderr_total) == (Verdict.OK, 3_000_000)


def test_a_bot_that_sleeps_is_too_late(bot: Confined) -> None:
    turn = bot.turn(b"sleep 60000\n", 0.1)
    assert turn.verdict is Verdict.TOO_LATE
    assert str(turn.fault) == "did not answer within 0.1 s"
    assert turn.wall_seconds >= 0.1
    assert turn.cpu_seconds < 0.1
    assert not turn.alive


def test_a_bot_that_works_too_long_is_too_late(bot: Confined) -> None:
    turn = bot.turn(b"work 60000\n", PATIENT, 0.1)
    assert turn.verdict is Verdict.TOO_LATE
    assert str(turn.fault) == "took more than 0.1 s of processor time"
    assert 0.1 <= turn.cpu_seconds < 1


def test_of_two_equal_limits_always_the_same_is_named(puppet: Path) -> None:
    reasons = set()
    for _ in range(10):
        with start([puppet], Confinement(64 * MEGABYTE)) as bot:
            assert bot.turn(b"echo warm\n", PATIENT).reply
            turn = bot.turn(b"work 60000\n", 0.05, 0.05)
            assert turn.verdict is Verdict.TOO_LATE
            reasons.add(str(turn.fault))
    assert reasons == {"did not answer within 0.05 s"}


@pytest.mark.usefixtures("ring_1")
def test_memory_is_measured_and_limited(bot: Confined) -> None:
    assert bot.turn(b"eat 30\n", PATIENT).memory_bytes > 30 * MEGABYTE
    turn = bot.turn(b"eat 40\n", PATIENT)
    assert turn.verdict is Verdict.MEMORY
    assert str(turn.fault) == "needed more than 64 MB of memory"
    assert bot.close().peak_bytes > 60 * MEGABYTE


@pytest.mark.usefixtures("ring_1")
def test_threads_are_allowed_where_the_runtime_needs_them(puppet: Path) -> None:
    for count, verdict in ((20, Verdict.OK), (40, Verdict.FORBIDDEN)):
        confinement = Confinement(256 * MEGABYTE, profile=Profile.NODE)
        with start([puppet], confinement) as bot:
            turn = bot.turn(b"threads %d\n" % count, PATIENT)
            assert turn.verdict is verdict, turn


def test_two_bots_think_at_the_same_time(puppet: Path) -> None:
    confinement = Confinement(64 * MEGABYTE)
    with start([puppet], confinement) as first, start([puppet], confinement) as second:
        for bot in (first, second):
            bot.ask(b"sleep 300\n", PATIENT)
        before = time.monotonic()
        turns = [bot.answer() for bot in (first, second)]
        assert [turn.reply for turn in turns] == [b"done\n"] * 2
        assert min(turn.wall_seconds for turn in turns) >= 0.3
        # The second slept while the first did.
        assert time.monotonic() - before < sum(turn.wall_seconds for turn in turns)


def test_a_turn_after_a_fault_raises(bot: Confined) -> None:
    bot.turn(b"sleep 60000\n", 0.05)
    assert not bot.alive
    with pytest.raises(SandboxError, match="has ended"):
        bot.turn(b"echo\n", 1)


def test_a_missing_program_is_refused() -> None:
    with pytest.raises(SandboxError, match="no program 'no-such-program'"):
        start(["no-such-program"], Confinement(64 * MEGABYTE))


def test_a_file_that_is_no_program_is_a_crash(workshop: Path) -> None:
    program = workshop / "nonsense"
    program.write_bytes(b"\x7fELF nonsense")
    program.chmod(0o755)
    with start([program], Confinement(64 * MEGABYTE)) as bot:
        turn = bot.turn(b"go\n", PATIENT)
    assert turn.verdict is Verdict.CRASH
    assert str(turn.fault) == "could not be started: cannot run the program: Exec format error"


def read_script(workshop: Path, name: str) -> list[str]:
    """A command that answers each message, a path, with the content of the file or the error."""
    script = workshop / name
    script.write_text(
        "for line in iter(input, ''):\n"
        "    try:\n"
        "        print(open(line).read().strip(), flush=True)\n"
        "    except OSError as fault:\n"
        "        print(type(fault).__name__, flush=True)\n"
    )
    return [sys.executable, "-IB", str(script)]


@pytest.mark.usefixtures("ring_1")
def test_some_files_may_be_read_at_the_start_only(workshop: Path) -> None:
    book = workshop / "book.txt"
    book.write_text("opening\n")
    command = read_script(workshop, "reader.py")
    confinement = Confinement(
        64 * MEGABYTE, profile=Profile.PYTHON, readable_at_start=(book, Path(command[-1]))
    )
    with start(command, confinement) as bot:
        assert bot.turn(f"{book}\n".encode(), PATIENT).reply == b"opening\n"
        turn = bot.turn(f"{book}\n".encode(), PATIENT)
        assert turn.verdict is Verdict.FORBIDDEN
        assert present(turn.fault).path == str(book)


@pytest.mark.usefixtures("ring_1")
def test_a_link_out_of_a_readable_directory_is_refused(workshop: Path) -> None:
    folder = workshop / "readable"
    folder.mkdir()
    (workshop / "secret.txt").write_text("secret\n")
    (folder / "link").symlink_to(workshop / "secret.txt")
    (folder / "plain").write_text("plain\n")
    command = read_script(workshop, "linker.py")
    confinement = Confinement(
        64 * MEGABYTE,
        profile=Profile.PYTHON,
        readable=(folder,),
        readable_at_start=(Path(command[-1]),),
    )
    with start(command, confinement) as bot:
        assert bot.turn(f"{folder}/plain\n".encode(), PATIENT).reply == b"plain\n"
        # The path itself is readable, so it is no fault; but Landlock checks the target.
        assert bot.turn(f"{folder}/link\n".encode(), PATIENT).reply == b"PermissionError\n"


@pytest.mark.parametrize(
    ("profile", "command"),
    [
        (
            Profile.NODE,
            [
                "node",
                "-e",
                "require('readline').createInterface({input: process.stdin})"
                ".on('line', line => console.log(line))",
            ],
        ),
        (Profile.PYTHON, [sys.executable, "-IB", "-c", "while True: print(input(), flush=True)"]),
        (Profile.C, ["/bin/sh", "-c", 'while read -r line; do echo "$line"; done']),
    ],
    ids=["node", "python", "shell"],
)
def test_runtimes_run(profile: Profile, command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    with start(command, Confinement(256 * MEGABYTE, profile=profile)) as bot:
        for _ in range(3):
            turn = bot.turn(b"hello\n", PATIENT)
            assert turn.reply == b"hello\n", turn


def test_an_engine_reads_its_own_package() -> None:
    program = "import garlic._core, garlic.games; print(input(), flush=True); input()"
    command = [sys.executable, "-IB", "-c", program]
    with start(command, Confinement(256 * MEGABYTE, profile=Profile.ENGINE)) as bot:
        turn = bot.turn(b"hello\n", PATIENT)
        assert turn.reply == b"hello\n", turn


@pytest.mark.usefixtures("ring_1")
def test_an_engine_has_threads_and_the_files_beside_it(workshop: Path, puppet: Path) -> None:
    confinement = Confinement(256 * MEGABYTE, profile=Profile.ENGINE)
    with start([puppet], confinement) as bot:
        assert bot.turn(b"threads 8\n", PATIENT).reply == b"done\n"
    (workshop / "network.bin").write_text("weights\n")
    cat = shutil.copy("/bin/cat", workshop)
    for profile, verdict in ((Profile.ENGINE, Verdict.OK), (Profile.C, Verdict.FORBIDDEN)):
        confinement = Confinement(256 * MEGABYTE, profile=profile)
        with start([cat, workshop / "network.bin"], confinement) as bot:
            assert bot.turn(b"", PATIENT).verdict is verdict


def test_java_runs(workshop: Path) -> None:
    if shutil.which("javac") is None:
        pytest.skip("no Java compiler is installed")
    (workshop / "Echo.java").write_text(
        "public class Echo { public static void main(String[] words) throws Exception {"
        "var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));"
        "for (String line; (line = in.readLine()) != null;) System.out.println(line); } }"
    )
    subprocess.run(["javac", "-d", workshop, workshop / "Echo.java"], check=True)
    confinement = Confinement(256 * MEGABYTE, profile=Profile.JAVA, readable=(workshop,))
    command: list[str | Path] = [
        "java",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-Xmx200m",
        "-cp",
        workshop,
        "Echo",
    ]
    with start(command, confinement) as bot:
        for _ in range(3):
            turn = bot.turn(b"hello\n", PATIENT)
            assert turn.reply == b"hello\n", turn


def test_a_program_that_answers_and_ends_has_answered() -> None:
    """The keeper may notice output and exit together: happened in one of thirty runs."""
    for _ in range(100):
        with start(["/bin/echo", "42"], Confinement(64 * MEGABYTE)) as program:
            turn = program.turn(b"unread " * 500, PATIENT, reply=ALL)
        assert turn.reply == b"42\n", turn.fault

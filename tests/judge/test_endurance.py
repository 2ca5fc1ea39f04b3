"""Many games in one process leave nothing behind: no process, descriptor, thread or file."""

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.core import Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.settings import parse_limits
from support.leftovers import Footprint, control_groups, everything_in, games_to_play
from support.matches import QUICK_BOT, own_cache

START = str(GAMES["othello"].setup(size=(4, 4)))
LIMITS = parse_limits("turn=10s,init=10s", GAMES["othello"].limits)
IMPATIENT = parse_limits("turn=20ms,init=10s", GAMES["othello"].limits)
COURSE = '#include "../include/playerbase.h"\nvoid init(struct Player *p) {}\n'
FAULTY = {
    "crashes.h": COURSE + "struct Point place(struct Player *p) { abort(); }\n",
    "stalls.h": COURSE + "struct Point place(struct Player *p) { for (;;) sleep(1); }\n",
    "forks.h": COURSE
    + "struct Point place(struct Player *p) { fork(); return initPoint(0, 0); }\n",
    "nonsense.h": "nonsense",
    "error.py": "def play(position):\n    raise ValueError\n",
    "stalls.py": "import time\ndef play(position):\n    time.sleep(60)\n",
}
LINES = """
import sys
for line in sys.stdin:
    if line.startswith("start"):
        print("ready", flush=True)
    if line.startswith("turn"):
        print("# never", flush=True)
        sys.exit(3)
"""


def bots_of(folder: Path) -> list[str]:
    """Bots of every kind, most of them faulty: faults have ways out of their own."""
    for name, source in FAULTY.items():
        (folder / name).write_text("#include <unistd.h>\n" * name.endswith(".h") + source)
    (folder / "lines.py").write_text(LINES)
    (folder / "good.py").write_text("def play(position):\n    return position.legal_moves()[0]\n")
    files = [str(folder / name) for name in ("good.py", *FAULTY)]
    return [str(QUICK_BOT), "random:othello", f"cmd:{sys.executable} {folder / 'lines.py'}", *files]


@pytest.fixture(params=[0o1777, 0o755], ids=oct)
def scratch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files. Root's bots run as nobody, who cannot write to the second."""
    with tempfile.TemporaryDirectory() as home, own_cache(Path(home, "cache")):
        folder = Path(home, "scratch")
        folder.mkdir()
        Path(home).chmod(0o755)
        folder.chmod(request.param)
        monkeypatch.setattr(tempfile, "tempdir", str(folder))
        yield folder


@pytest.mark.slow
def test_games_leave_nothing_behind(scratch: Path) -> None:
    home = scratch.parent
    names = bots_of(home)

    def play_some(count: int) -> set[Verdict]:
        seen = set()
        for number in range(count):
            name = names[number % len(names)]
            first, second = find_bot(name), find_bot(str(QUICK_BOT))
            pair = (second, first) if number // len(names) % 2 else (first, second)
            limits = IMPATIENT if "stalls" in name else LIMITS
            record = play(GameRun("othello", pair, START, number, limits))
            seen |= {turn.verdict for turn in record.turns}
        return seen

    def held() -> tuple[Footprint, set[str]]:
        gc.collect()
        return Footprint.of(os.getpid()), everything_in(home)

    groups = control_groups()
    seen = play_some(2 * len(names))  # each bot in both seats: all is built and imported
    before = held()
    play_some(games_to_play(1000))
    assert held() == before
    assert everything_in(scratch) == set()
    assert control_groups() <= groups
    assert {Verdict.CRASH, Verdict.FORBIDDEN, Verdict.COMPILE_ERROR} <= seen

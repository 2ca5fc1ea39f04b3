"""Whatever a bot writes, no control character of it reaches the terminal or the log."""

import sys
from pathlib import Path

import pytest

from cli.results import Garlic
from garlic.cli.commands.teaching.grade import _print_class, _print_not_judged
from garlic.core import Text
from garlic.core.language.bilingual import Bilingual
from garlic.labs import results
from garlic.labs.library import find_lab
from garlic.labs.report.ranking import Class
from garlic.labs.results import Graded
from garlic.labs.similarity.aids import References
from garlic.labs.similarity.comparison import Similarity, SimilarPair
from garlic.labs.similarity.findings import Findings

# Clears the screen, names the window, colours (in one byte), reverses the text, moves back.
EVIL = "\x1b[2J\x1b]0;owned\x07\x9b1m\u202e\x08"
PROGRAM = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    sys.stderr.write({evil!r} + "\\n")
    for reply in {replies!r}.get(word, {others!r}):
        sys.stdout.write(reply + "\\n")
    sys.stdout.flush()
"""
HOSTILE = {
    "line": ("gomoku", {"start": ["# " + EVIL, "ready"], "turn": ["# " + EVIL, EVIL]}),
    "uci": (
        "xiangqi",
        {
            "uci": [f"id name {EVIL}", f"option name {EVIL} type string", "uciok"],
            "isready": ["readyok"],
            "go": [f"info string {EVIL}", f"bestmove {EVIL}"],
        },
    ),
    "ucci": (
        "xiangqi",
        {
            "ucci": [f"id name {EVIL}", "ucciok"],
            "isready": ["readyok"],
            "go": [f"bestmove {EVIL}"],
        },
    ),
    "xboard": (
        "xiangqi",
        {"protover": [f'feature myname="{EVIL}" done=1'], "go": [f"# {EVIL}", f"move {EVIL}"]},
    ),
    "piskvork": (
        "gomoku",
        {"START": [f"MESSAGE {EVIL}", "OK"], "BEGIN": [f"DEBUG {EVIL}", f"ERROR {EVIL}"]},
    ),
    "gtp": ("othello", {"list_commands": [f"= {EVIL}", ""], "genmove": [f"? {EVIL}", ""]}),
}


def harmless(text: str) -> bool:
    return all(sign.isprintable() or sign in "\n\t" for sign in text)


@pytest.mark.parametrize("protocol", HOSTILE)
def test_no_control_character_is_printed(garlic: Garlic, tmp_path: Path, protocol: str) -> None:
    game, replies = HOSTILE[protocol]
    program, record = tmp_path / "bot.py", tmp_path / "game.json"
    others = ["=", ""] if protocol == "gtp" else []
    program.write_text(PROGRAM.format(evil=EVIL, replies=replies, others=others))
    word = f"cmd:{sys.executable} " if protocol == "line" else f"{protocol}:"
    bots = f"{word}{program}", f"random:{game}"
    options = "--limits", "turn=9s,init=9s", "--record", str(record), "--show"
    match = garlic("match", game, *bots, *options)
    assert match.code == 0, match
    shown = garlic("replay", "show", str(record))
    assert shown.code == 0, shown
    log = record.with_suffix(".log").read_text(encoding="utf-8")
    assert "owned" in match.out  # shown, not obeyed
    for printed in (match.out, match.err, shown.out, shown.err, log):
        assert harmless(printed), repr(printed)


def test_names_of_submissions_are_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    pair = SimilarPair(EVIL, "li", 0.9, 100)
    findings = Findings((), References(), Similarity((pair,)))
    nothing = Text("printed nothing")
    test = results.TestResult(Bilingual("one", "一"), 10, None, nothing, nothing)
    _print_not_judged([Graded(EVIL, "0" * 64, "li.py", (test,))])
    _print_class(Class(find_lab("trek"), (), findings), None)
    printed = capsys.readouterr().out
    assert printed.count("owned") == 2
    assert harmless(printed), repr(printed)

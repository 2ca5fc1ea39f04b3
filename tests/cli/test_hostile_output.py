"""Whatever a bot writes, no control character of it reaches the terminal or the log."""

import sys
from types import SimpleNamespace

import pytest

from garlic.cli.commands.grade import _print_class, _print_not_judged
from garlic.core import Text
from garlic.labs.similarity import SimilarPair

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
def test_no_control_character_is_printed(garlic, tmp_path, protocol):
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


def test_names_of_submissions_are_not_obeyed(capsys):
    pair = SimilarPair(EVIL, "li", 0.9)
    test = SimpleNamespace(summary=Text("printed nothing"), title=Text("printed nothing"))
    graded = SimpleNamespace(name=EVIL, not_judged=[test])
    _print_not_judged([graded])
    _print_class(SimpleNamespace(ranked=[], similar=[pair], not_judged=[]), None)
    printed = capsys.readouterr().out
    assert printed.count("owned") == 2
    assert harmless(printed), repr(printed)

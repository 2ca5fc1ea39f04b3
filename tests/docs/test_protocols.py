"""`docs/protocols.md` tells the truth: its tables, its file, and its transcripts."""

import re
import tomllib

import pytest

from garlic.engines.servers import SERVERS
from garlic.wire import PROTOCOLS
from garlic.wire.protocols.console import ConsoleFormat
from support.talking import Counterpart
from support.transcripts import ROOT

TEXT = (ROOT / "docs" / "protocols.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "console"
GAMES = {
    "uci": "xiangqi",
    "ucci": "xiangqi",
    "xboard": "xiangqi",
    "piskvork": "gomoku",
    "nboard": "othello",
    "gtp": "othello",
    "botzone": "gomoku",
}
_ENGINE = "engine>"


def transcript(protocol: str) -> list[tuple[str, str]]:
    """Who says what in the section's transcript."""
    section = TEXT.split(f"\n## {protocol}\n", 1)[1].split("\n## ", 1)[0]
    block = section.rsplit("```\n", 2)[1]
    return [(line.split()[0], line[9:].rstrip()) for line in block.splitlines()]


def shape(line: str) -> str:
    """*line* without what a better engine would say otherwise: moves and numbers."""
    line = re.sub(r"\b(?:[A-H][1-8])+\b", "MOVE", line)
    line = re.sub(r"(?<=pv )(?:[\d, ]+|(?:[a-i]\d+[a-i]\d+ ?)+)", "LINE", line)
    line = re.sub(r"\b[a-i]\d+[a-i]\d+\b", "MOVE", line)
    return re.sub(r"[-+]?\d+(?:\.\d+)?", "N", line)


def test_links_lead_somewhere():
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", TEXT):
        assert (ROOT / "docs" / target).exists(), target


@pytest.mark.parametrize("protocol", GAMES)
def test_transcripts_are_true(protocol):
    talk = Counterpart(GAMES[protocol], protocol, nodes=2000)
    told = transcript(protocol)
    assert {who for who, _ in told} > {_ENGINE}
    for number, (who, line) in enumerate(told):
        if who != _ENGINE:
            talk.tell(line)
            continue
        said = talk.hear()
        # It may look deeper than the transcript has room for.
        while said.startswith("MESSAGE ") and not line.startswith("MESSAGE "):
            said = talk.hear()
        assert shape(said) == shape(line), f"line {number}: {said!r}"
    talk.close()


def test_every_protocol_has_its_row():
    rows = [line for line in TEXT.splitlines() if line.startswith("| ")]
    for word in PROTOCOLS:
        if word not in {"tongji", "ustc"}:  # the courses' own
            assert any(f"`{word}:" in row for row in rows), word
    for kind in SERVERS.values():
        named = f"--protocol {kind.word}"
        assert any(named in row for row in rows), kind.word


def test_the_console_file_is_the_example():
    block = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert block is not None
    shown, kept = block[1], (EXAMPLE / "gomoku.toml").read_text(encoding="utf-8")
    assert tomllib.loads(shown) == tomllib.loads(kept)
    ConsoleFormat.parse(shown.encode())

"""`docs/bots/protocols.md` matches the code: tables, example file and transcripts."""

import re
import tomllib

import pytest

from garlic.engines.servers import SERVERS
from garlic.wire import PROTOCOLS
from garlic.wire.protocols.console import ConsoleFormat
from support.talking import Counterpart
from support.transcripts import ROOT

TEXT = (ROOT / "docs" / "bots" / "protocols.md").read_text(encoding="utf-8")
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
    """The speaker and the text of each line in the section's transcript."""
    section = TEXT.split(f"\n## {protocol}\n", 1)[1].split("\n## ", 1)[0]
    block = section.rsplit("```\n", 2)[1]
    return [(line.split()[0], line[9:].rstrip()) for line in block.splitlines()]


def shape(line: str) -> str:
    """*line* without moves and numbers, which depend on the engine."""
    line = re.sub(r"\b(?:[A-H][1-8])+\b", "MOVE", line)
    line = re.sub(r"(?<=pv )(?:[\d, ]+|(?:[a-i]\d+[a-i]\d+ ?)+)", "LINE", line)
    line = re.sub(r"\b[a-i]\d+[a-i]\d+\b", "MOVE", line)
    return re.sub(r"[-+]?\d+(?:\.\d+)?", "N", line)


def test_links_are_not_broken() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", TEXT):
        assert (ROOT / "docs" / "bots" / target).exists(), target


@pytest.mark.parametrize("protocol", GAMES)
def test_transcripts_are_up_to_date(protocol: str) -> None:
    talk = Counterpart(GAMES[protocol], protocol, nodes=2000)
    lines = transcript(protocol)
    assert {speaker for speaker, _ in lines} > {_ENGINE}
    for number, (speaker, line) in enumerate(lines):
        if speaker != _ENGINE:
            talk.tell(line)
            continue
        answer = talk.hear()
        # It may search deeper than the transcript shows.
        while answer.startswith("MESSAGE ") and not line.startswith("MESSAGE "):
            answer = talk.hear()
        assert shape(answer) == shape(line), f"line {number}: {answer!r}"
    talk.close()


def test_every_protocol_has_a_row() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ")]
    for word in PROTOCOLS:
        if word not in {"tongji", "ustc"}:  # of the courses
            assert any(f"`{word}:" in row for row in rows), word
    for kind in SERVERS.values():
        named = f"--protocol {kind.word}"
        assert any(named in row for row in rows), kind.word


def test_the_console_file_is_the_example() -> None:
    block = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert block is not None
    shown, kept = block[1], (EXAMPLE / "gomoku.toml").read_text(encoding="utf-8")
    assert tomllib.loads(shown) == tomllib.loads(kept)
    ConsoleFormat.parse(shown.encode())

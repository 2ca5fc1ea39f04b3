"""A bot's hash: programs that may play differently have different hashes."""

import shutil
from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.judge.bots import NameParts, find_bot
from support.present import present


def test_editing_a_file_of_a_command_changes_the_hash(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text("echo one\n")
    before = find_bot(f"cmd:sh {script}").digest()
    assert find_bot(f"cmd:sh {script}").digest() == before
    script.write_text("echo two\n")
    assert find_bot(f"cmd:sh {script}").digest() != before


def test_a_program_that_is_not_installed_counts_by_its_content(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\necho one\n")
    program.chmod(0o755)
    before = find_bot(f"cmd:{program} --fast").digest()
    program.write_text("#!/bin/sh\necho two\n")
    assert find_bot(f"cmd:{program} --fast").digest() != before


def test_where_a_program_is_installed_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = find_bot("cmd:sh -c true").digest()
    other = tmp_path / "sh"
    shutil.copy(present(shutil.which("sh")), other)
    with other.open("ab") as file:
        file.write(b"\0")  # even a different version
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_bot("cmd:sh -c true").digest() == plain


def test_settings_and_the_files_they_name_are_part_of_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, network = tmp_path / "engine", tmp_path / "net.bin"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    network.write_bytes(b"one")
    plain = find_bot(f"uci:{program}").digest()
    assert find_bot(f"ucci:{program}").digest() != plain
    assert find_bot(f"uci:{program}?Hash=64").digest() != plain
    with_files = find_bot(f"uci:{program}?files={network}")
    before = with_files.digest()
    assert before != plain
    network.write_bytes(b"two")
    assert with_files.digest() != before
    network.write_bytes(b"one")
    monkeypatch.chdir(tmp_path)  # their content counts, not their path
    assert find_bot("uci:engine?files=net.bin").digest() == before
    assert find_bot("uci:engine?files=net.bin").files == (network,)


def test_the_parts_of_a_name() -> None:
    parts = NameParts.of("uci:cmd:./a b?Hash=64&Skill%20Level=3")
    assert (parts.word, parts.program) == ("uci", "cmd:./a b")
    assert parts.settings() == {"Hash": "64", "Skill Level": "3"}
    assert parts.with_program("x") == "uci:x?Hash=64&Skill%20Level=3"
    assert NameParts.of("engine:othello?level=3") == NameParts("", "engine:othello?level=3")
    assert NameParts.of("uci:./what%3Fever").with_program("y") == "uci:y"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("uci:sh?Hash", "expected a setting like key=value in 'uci:sh?Hash', got 'Hash'"),
        ("uci:sh?=3", "expected a setting like key=value"),
        ("uci:sh?files=nowhere", "there is no file 'nowhere'"),
        (f"uci:sh?files={'x' * 5000}", "there is no file 'xxx"),
        ("uci:sh?files=%00", "there is no file"),
        (
            "uci:nowhere?Hash=64",
            "cannot read the bot 'uci:nowhere?Hash=64': there is no program 'no",
        ),
        (
            "uci:./no/where",
            "cannot read the bot 'uci:./no/where': there is no program './no/where'",
        ),
        (f"uci:{'x' * 5000}", "cannot read the bot 'uci:xxx"),
        ("uci:engine:xiangqi", "expected a program behind 'uci:'"),
        ("uci:human", "expected a program behind 'uci:'"),
        ("uci:", "expected a program behind 'uci:'"),
        ("uci:?Hash=64", "expected a program behind 'uci:'"),
    ],
)
def test_invalid_names_are_explained(name: str, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_bot(name)
    assert str(caught.value).startswith(sentence)

"""A bot's hash: what plays otherwise must not be taken for the same bot."""

import shutil

from garlic.judge.bots import find_bot


def test_an_edited_file_of_a_command_is_another_bot(tmp_path):
    script = tmp_path / "bot.sh"
    script.write_text("echo one\n")
    before = find_bot(f"cmd:sh {script}").digest()
    assert find_bot(f"cmd:sh {script}").digest() == before
    script.write_text("echo two\n")
    assert find_bot(f"cmd:sh {script}").digest() != before


def test_an_own_program_counts_by_its_content(tmp_path):
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\necho one\n")
    program.chmod(0o755)
    before = find_bot(f"cmd:{program} --fast").digest()
    program.write_text("#!/bin/sh\necho two\n")
    assert find_bot(f"cmd:{program} --fast").digest() != before


def test_where_a_program_is_installed_does_not_matter(tmp_path, monkeypatch):
    plain = find_bot("cmd:sh -c true").digest()
    other = tmp_path / "sh"
    shutil.copy(shutil.which("sh"), other)
    with other.open("ab") as file:
        file.write(b"\0")  # of another version, even
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_bot("cmd:sh -c true").digest() == plain

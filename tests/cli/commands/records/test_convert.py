import io
import sys
from pathlib import Path

import pytest

from cli.results import Garlic


def test_convert_reads_what_it_wrote(garlic: Garlic, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    line = "O../.X./... O 0 moves 0 0 1 1 1 0"
    file.write_text(line + "\r\n\r\n" + line, encoding="utf-8-sig")
    assert garlic("convert", "tiaojia", "text", "text", str(file)) == (0, f"{line}\n{line}\n", "")


def test_convert_reads_standard_input(garlic: Garlic, monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(b"OX/.. O 0\n")

    monkeypatch.setattr(sys, "stdin", Input)
    assert garlic("convert", "tiaojia", "text", "text", "-")[1] == "OX/.. O 0\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "line 1, column 1: expected UTF-8 text, got byte 0xff"),
        (b"OX/.. O 0\nOX/.. O", "line 2, column 1: expected rows, side to move and plies"),
        (b"O.X/.X. O 0 moves 0 0 0", "line 1, column 19: move 1: illegal move 0 0 0"),
        (b"OX/.. O 0\n\x0b\x1c\nOX", "line 3, column 1: expected rows"),
    ],
)
def test_a_bad_file_is_named_with_the_place(
    garlic: Garlic, tmp_path: Path, content: bytes, sentence: str
) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(content)
    code, _, err = garlic("convert", "tiaojia", "text", "text", str(file))
    assert code == 2
    assert err.startswith(f"garlic: error: {file}: {sentence}")


def test_a_line_of_a_simultaneous_game_has_no_moves(garlic: Garlic, tmp_path: Path) -> None:
    file = tmp_path / "stars.txt"
    position = garlic("show", "stars")[1].splitlines()[-1]
    file.write_text(position)
    assert garlic("convert", "stars", "text", "text", str(file)) == (0, f"{position}\n", "")
    file.write_text(f"{position} moves 9,1 9,8")
    code, _, err = garlic("convert", "stars", "text", "text", str(file))
    assert code == 2
    assert err.startswith(f"garlic: error: {file}: line 1, column 1: expected rows and then fields")


def test_an_empty_file_converts_to_nothing(garlic: Garlic, tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.touch()
    assert garlic("convert", "tiaojia", "text", "text", str(file)) == (0, "", "")

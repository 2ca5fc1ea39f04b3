"""The commands about games as a user meets them: arguments in, text and exit code out."""

import io
import json
import sys

import pytest

from garlic.cli import run


@pytest.fixture
def garlic(capfdbinary, monkeypatch):
    """Run `garlic ...`; gives exit code, standard output, standard error."""
    monkeypatch.setenv("GARLIC_LANG", "en")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        captured = capfdbinary.readouterr()
        return code, captured.out.decode(), captured.err.decode()

    return call


def test_games_lists_them_all(garlic):
    code, out, _ = garlic("games", "--json")
    assert code == 0
    names = [game["name"] for game in json.loads(out)]
    code, table, _ = garlic("games")
    assert "tiaojia" in names
    assert all(name in table for name in names)


def test_show_draws_the_board(garlic):
    code, out, _ = garlic("show", "tiaojia", "O../.X./... O 0")
    assert code == 0
    assert "\n0   ● (·) ·\n1  (·) ○  ·\n" in out
    assert "\n● black   ○ white\nblack to move, legal moves: 2\n" in out
    assert "\x1b" not in out


def test_show_names_signs_only_where_they_are_clear(garlic):
    assert "\nR red   B blue\n" in garlic("show", "stars")[1]
    assert " black   " not in garlic("show", "xiangqi")[1]
    assert "● black" not in garlic("show", "gomoku")[1]


def test_map_check_takes_a_bare_word_for_a_name(garlic):
    said = garlic("map", "check", "no-such-map")[1]
    assert said == "no-such-map: no bundled map is called 'no-such-map'; see `garlic map list`\n"


def test_show_tells_a_finished_game(garlic):
    assert "white has won: no legal move" in garlic("show", "tiaojia", "OX/XX O 4")[1]
    assert "draw: equal stones after 120 plies" in garlic("show", "tiaojia", "OX/.. O 120")[1]


def test_show_as_json(garlic):
    code, out, _ = garlic("show", "tiaojia", "O../.X./... O 0", "--json")
    shown = json.loads(out)
    assert code == 0
    assert shown["mover"] == "black"
    assert shown["legal_moves"] == ["0 0 1", "0 0 3"]
    assert shown["outcome"] is None
    assert shown["marks"] == {"0 1": "legal", "1 0": "legal"}


@pytest.mark.parametrize("core", ["python", "native"])
def test_perft_ends_in_the_number(garlic, core):
    code, out, _ = garlic("perft", "tiaojia", "--depth", "2", "--core", core, "--divide")
    *lines, total = out.splitlines()
    assert code == 0
    assert total == "2811"
    assert sum(int(line.split("\t")[1]) for line in lines) == 2811


def test_playout_is_repeatable_and_ends(garlic):
    first = garlic("playout", "tiaojia", "--seed", "7")
    assert first == garlic("playout", "tiaojia", "--seed", "7")
    assert first != garlic("playout", "tiaojia", "--seed", "8")
    assert "winner: " in first[1]


def test_convert_reads_what_it_wrote(garlic, tmp_path):
    file = tmp_path / "games.txt"
    line = "O../.X./... O 0 moves 0 0 1 1 1 0"
    file.write_text(line + "\r\n\r\n" + line, encoding="utf-8-sig")
    assert garlic("convert", "tiaojia", "text", "text", str(file)) == (0, f"{line}\n{line}\n", "")


def test_convert_reads_standard_input(garlic, monkeypatch):
    class Input:
        buffer = io.BytesIO(b"OX/.. O 0\n")

    monkeypatch.setattr(sys, "stdin", Input)
    assert garlic("convert", "tiaojia", "text", "text", "-")[1] == "OX/.. O 0\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "chess"], "there is no game called 'chess'; there are "),
        (["show", "tiaojia", "OX"], "column 1: expected rows, side to move and plies"),
        (["show", "tiaojia", "--rule", "x"], "tiaojia has no rule set 'x'; there are: -"),
        (["show", "tiaojia", "--size", "9"], "tiaojia starts on a board of 12x12 only"),
        (["show", "tiaojia", "--size", "axb"], "expected a size like 10x12, got 'axb'"),
        (["show", "tiaojia", "--map", "x"], "tiaojia has no maps"),
        (["show", "tiaojia", "OX/.. O 0", "--size", "9"], "give a position, or --map"),
        (["perft", "tiaojia", "--depth", "x"], "invalid value for '--depth'"),
        (["perft", "tiaojia", "--depth", "0"], "invalid value for '--depth'"),
        (["perft"], "missing argument 'GAME'"),
        (["nonsense"], "no such command 'nonsense'"),
        (
            ["convert", "tiaojia", "pgn", "text", "-"],
            "tiaojia has no notation 'pgn'; there are text",
        ),
        (["convert", "tiaojia", "text", "text", "/no/such"], "cannot read /no/such: No such file"),
        (["convert", "tiaojia", "text", "text", "/"], "cannot read /: Is a directory"),
        (["map", "make", "tiaojia"], "tiaojia has no maps"),
        (["map", "list", "tiaojia"], "tiaojia has no maps"),
        (["show", "tiaojia", "--bogus"], "no such option: --bogus; see `garlic show --help`"),
        (["show", "tiaojia", "--mop", "x"], "no such option: --mop; perhaps --map; see"),
        (["show", "tiaojia", "--map"], "option '--map' needs a value; see `garlic show --help`"),
        (["show", "tiaojia", "--json=1"], "option '--json' takes no value; see"),
        (["show", "tiaojia", "a", "b"], "one argument too many: b; see"),
        (["perft", "tiaojia", "--depth", "99"], "invalid value for '--depth': expected at most 50"),
        (["perft", "tiaojia", "--core", "x"], "invalid value for '--core': expected one of 'pyt"),
    ],
)
def test_wrong_usage_gets_one_sentence(garlic, arguments, sentence):
    code, out, err = garlic(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"garlic: error: {sentence}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "line 1, column 1: expected UTF-8 text, got byte 0xff"),
        (b"OX/.. O 0\nOX/.. O", "line 2, column 1: expected rows, side to move and plies"),
        (b"O.X/.X. O 0 moves 0 0 0", "line 1, column 19: move 1: illegal move 0 0 0"),
        (b"OX/.. O 0\n\x0b\x1c\nOX", "line 3, column 1: expected rows"),
    ],
)
def test_a_bad_file_is_named_with_the_place(garlic, tmp_path, content, sentence):
    file = tmp_path / "bad.txt"
    file.write_bytes(content)
    code, _, err = garlic("convert", "tiaojia", "text", "text", str(file))
    assert code == 2
    assert err.startswith(f"garlic: error: {file}: {sentence}")


def test_a_line_of_a_simultaneous_game_has_no_moves(garlic, tmp_path):
    file = tmp_path / "stars.txt"
    position = garlic("show", "stars")[1].splitlines()[-1]
    file.write_text(position)
    assert garlic("convert", "stars", "text", "text", str(file)) == (0, f"{position}\n", "")
    file.write_text(f"{position} moves 9,1 9,8")
    code, _, err = garlic("convert", "stars", "text", "text", str(file))
    assert code == 2
    assert err.startswith(f"garlic: error: {file}: line 1, column 1: expected rows and then fields")


def test_an_empty_file_converts_to_nothing(garlic, tmp_path):
    file = tmp_path / "empty.txt"
    file.touch()
    assert garlic("convert", "tiaojia", "text", "text", str(file)) == (0, "", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft"],
        ["nonsense"],
        ["show", "tiaojia", "--mop"],
        ["show", "tiaojia", "--map"],
        ["show", "tiaojia", "a", "b"],
        ["perft", "tiaojia", "--depth", "x"],
        ["perft", "tiaojia", "--depth", "0"],
        ["perft", "tiaojia", "--depth", "99"],
        ["perft", "tiaojia", "--core", "x"],
        ["convert", "tiaojia", "text", "text", "/no/such"],
        ["convert", "tiaojia", "text", "text", "/"],
    ],
)
def test_wrong_usage_is_explained_in_chinese(garlic, monkeypatch, arguments):
    monkeypatch.setenv("GARLIC_LANG", "zh")
    code, _, err = garlic(*arguments)
    assert code == 2
    assert err.startswith("garlic: 错误：")
    for word in ("missing", "such", "invalid", "expected", "too many", "should", "directory"):
        assert word not in err.replace("/no/such", "")


def test_errors_speak_chinese(garlic, monkeypatch):
    monkeypatch.setenv("GARLIC_LANG", "zh_CN")
    code, _, err = garlic("show", "tiaojia", "OX/XX Q 0")
    assert code == 2
    assert err == "garlic: 错误：第 7 列：走棋方应为 'O' 或 'X'，却是 'Q'\n"

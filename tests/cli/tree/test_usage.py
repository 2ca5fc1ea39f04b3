"""Wrong usage: one sentence on standard error, in the user's language."""

import pytest

from cli.results import Garlic


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
def test_wrong_usage_gets_one_sentence(garlic: Garlic, arguments: list[str], sentence: str) -> None:
    code, out, err = garlic(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"garlic: error: {sentence}")
    assert err.count("\n") == 1


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
def test_wrong_usage_is_explained_in_chinese(
    garlic: Garlic, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    code, _, err = garlic(*arguments)
    assert code == 2
    assert err.startswith("garlic: 错误：")
    for word in ("missing", "such", "invalid", "expected", "too many", "should", "directory"):
        assert word not in err.replace("/no/such", "")


def test_errors_speak_chinese(garlic: Garlic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh_CN")
    code, _, err = garlic("show", "tiaojia", "OX/XX Q 0")
    assert code == 2
    assert err == "garlic: 错误：第 7 列：走棋方应为 'O' 或 'X'，实际是 'Q'\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("show", "stars", "--map", "/no/such/file"), "没有这个文件或目录"),
        (("show", "stars", "--map", "/"), "这是一个目录"),
        (("match", "stars", "/no/such/bot.py", "random:stars"), "没有这个文件"),
        (("highway", "/no/such.png"), "没有这个文件或目录"),
        (("lab", "check", "/no/such.toml"), "没有这个文件或目录"),
        (("new", "stars", "/dev/null/bot"), "不是目录"),
    ],
)
def test_what_the_system_says_is_in_chinese_too(
    garlic: Garlic, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], reason: str
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    code, _, err = garlic(*arguments)
    assert code == 2
    assert reason in err
    assert "irectory" not in err

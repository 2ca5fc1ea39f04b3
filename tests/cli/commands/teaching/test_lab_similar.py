"""The report on similar submissions: escaped, in both languages, with names hidden on request."""

import json
from pathlib import Path

import pytest

from cli.results import Garlic
from garlic.labs.similarity import findings
from support.synthetic import disguised, solution

EVIL = "<script>alert(1)</script>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A class of two, a copy of one of them by a hostile student, and last year's original."""
    home = tmp_path / "class"
    last_year = tmp_path / "last_year"
    texts = {
        "li": solution(1).text,
        "wang": solution(2).text,
        "<b>eve": f"// {EVIL} Eve\n" + disguised(solution(1), "mixed", 3).replace("'O'", "'<'"),
    }
    for name, text in texts.items():
        (home / name).mkdir(parents=True)
        (home / name / "player.h").write_text(text)
    (last_year / "zhao").mkdir(parents=True)
    (last_year / "zhao" / "player.h").write_text(solution(2).text)
    return tmp_path


def report(garlic: Garlic, folder: Path, *options: str) -> tuple[dict[str, object], str, str]:
    out = folder / "out"
    done = garlic(
        "lab", "similar", "othello/task1", str(folder / "class"), "--against",
        str(folder / "last_year"), "--minutes", "0", "--out", str(out), "--json", *options,
    )  # fmt: skip
    assert done.code == 0, done
    pages = "".join(path.read_text("utf-8") for path in sorted((out / "pairs").iterdir()))
    return json.loads(done.out), (out / "index.html").read_text("utf-8"), pages


def test_pages_are_escaped_and_complete(garlic: Garlic, folder: Path) -> None:
    found, index, pages = report(garlic, folder)
    assert [group["members"] for group in found["groups"]] == [["<b>eve", "li"]]  # type: ignore[attr-defined]
    assert [pair["second"] for pair in found["known"]] == ["last_year/zhao"]  # type: ignore[attr-defined]
    assert "&lt;b&gt;eve" in index
    assert "pairs/001.html" in index
    assert "Passage 1:" in pages
    for text in (index, pages):
        assert "<script" not in text
        assert "<b>" not in text


def test_names_are_hidden_on_request(garlic: Garlic, folder: Path) -> None:
    found, index, pages = report(garlic, folder, "--hide-names")
    for text in (json.dumps(found), index, pages):
        assert not any(name in text for name in ("eve", "Eve", "wang", "zhao"))
    assert "submission 1" in index


def test_pages_in_chinese(garlic: Garlic, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    _, index, pages = report(garlic, folder)
    assert "相似的源代码" in index
    assert "个词法单元" in pages


def test_a_path_that_does_not_exist_is_refused(garlic: Garlic, folder: Path) -> None:
    for option in ("--base", "--against"):
        done = garlic("lab", "similar", "trek", str(folder / "class"), option, str(folder / "none"))
        assert done.code == 2
        assert "there is no file or folder" in done.err


def test_ctrl_c_ends_with_a_sentence(
    garlic: Garlic, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(findings, "find_similar", stopped)
    done = garlic("lab", "similar", "othello/task1", str(folder / "class"))
    assert done.code == 130
    assert "stopped: nothing is reported or kept; --minutes limits the time" in done.err
    assert "Traceback" not in done.err

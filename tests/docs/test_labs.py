"""The example lab in docs/teach/labs.md can be checked and graded."""

import re
from pathlib import Path

import pytest

from garlic.cli import run

DOCS = Path(__file__).parent.parent.parent / "docs" / "teach" / "labs.md"


def test_the_worked_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("doubling.toml").write_text(example, encoding="utf-8")
    Path("double.py").write_text("print(2 * int(input()))\n", encoding="utf-8")
    Path("half.py").write_text("n = int(input())\nprint(2 * n if n < 9 else n)\n", encoding="utf-8")
    assert run(["lab", "check", "doubling.toml"]) == 0
    assert run(["lab", "show", "doubling.toml"]) == 0
    assert run(["grade", "doubling.toml", "double.py"]) == 0
    assert "double: 100 of 100 points" in capsys.readouterr().out
    assert run(["grade", "doubling.toml", "half.py"]) == 1
    assert "half: 40 of 100 points" in capsys.readouterr().out

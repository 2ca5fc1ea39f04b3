"""What the search learns about moves and evaluations."""

from pathlib import Path

from support.native import STRICT, compiled, output_of


def test_histories_and_corrections_learn_and_stay_bounded(tmp_path: Path) -> None:
    source = Path(__file__).with_name("history_check.cpp")
    assert output_of(compiled(source, tmp_path / "check", *STRICT, "-O0")) == "ok\n"

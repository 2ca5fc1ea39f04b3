"""Programs run in a copy of their submission."""

from pathlib import Path, PurePosixPath

from garlic.judge.build_tree import TreeProgram
from garlic.labs.copies import _copy


def program_in(folder: str) -> TreeProgram:
    return TreeProgram("program", Path("program"), PurePosixPath(folder))


def test_a_program_finds_the_files_that_came_with_it(tmp_path: Path) -> None:
    source = tmp_path / "submission"
    for name in ("src", "data"):
        (source / name).mkdir(parents=True)
    (source / "data" / "words.txt").write_text("garlic")
    (tmp_path / "here").mkdir()
    folder = _copy(source, tmp_path / "here", program_in("src"))
    assert (folder / "../data/words.txt").read_text() == "garlic"
    (folder / "../data/words.txt").write_text("changed")
    assert (source / "data" / "words.txt").read_text() == "garlic"
    assert _copy(source, tmp_path / "again", program_in("new")).is_dir()

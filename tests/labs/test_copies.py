"""Programs run in a copy of their submission."""

from pathlib import Path, PurePosixPath

from garlic.judge.build_tree import TreeProgram
from garlic.labs.copies import CaseInput, _answer, _copy, _place
from garlic.labs.forms import FileForm


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


FORM = FileForm(input="../input/input_{n}.txt", output="../output/output_{n}.txt")
CASE = CaseInput("case.txt", b"the case\n", b"another one\n")


def test_the_case_is_where_the_form_says_and_answers_handed_in_do_not_count(tmp_path: Path) -> None:
    folder, output = tmp_path / "src", tmp_path / "output"
    folder.mkdir()
    output.mkdir()
    for name in ("output_1.txt", "output_2.txt"):
        (output / name).write_text("copied from somebody")
    (tmp_path / "input").write_text("a file in the way of the folder")
    _place(folder, [FORM], CASE)
    assert (tmp_path / "input" / "input_1.txt").read_bytes() == b"the case\n"
    assert (tmp_path / "input" / "input_2.txt").read_bytes() == b"another one\n"
    assert (folder / "case.txt").read_bytes() == b"the case\n"
    assert list(output.iterdir()) == []
    assert _answer(folder, [FORM]) == (None, False)


def test_the_answer_is_the_file_of_the_case_and_a_later_one_says_that_it_went_on(
    tmp_path: Path,
) -> None:
    folder, output = tmp_path / "src", tmp_path / "output"
    _place(folder, [FORM], CASE)
    (output / "output_2.txt").write_text("not asked for")
    assert _answer(folder, [FORM]) == (None, False)
    (output / "output_1.txt").write_text(" \n")
    assert _answer(folder, [FORM]) == (None, False)
    (output / "output_1.txt").write_text("42")
    assert _answer(folder, [FORM]) == ("42", True)
    (output / "output_2.txt").unlink()
    assert _answer(folder, [FORM]) == ("42", False)

"""What one student hands in wrong is that student's fault and nobody else's."""

import io
import random
import zipfile
from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.labs.candidates import SubmissionFormat
from garlic.labs.intake.handed_in import look_at
from garlic.labs.intake.layouts import Layout
from garlic.labs.intake.roster import ClassRoster, Student
from labs.samples import copied

PROGRAM = SubmissionFormat("program", ("main.*", "*.py"))
GOOD = b"print(1)\n"


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return packed.getvalue()


def locked(name: str = "main.py") -> bytes:
    content = bytearray(zipped({name: GOOD}))
    content[6] |= 1  # the flag of encryption, in both headers
    content[content.find(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


BAD = {
    "locked": ({"a.zip": locked()}, "locked with a password"),
    "corrupt": ({"a.zip": b"PK\x03\x04 nothing"}, "a.zip: the zip file is damaged"),
    "nested": ({"a.zip": zipped({"b.zip": zipped({"main.py": GOOD})})}, "pack the files once"),
    "outside": ({"../../main.py": GOOD}, "a path that is not allowed: '../../main.py'"),
    "inside a zip": ({"a.zip": zipped({"../x.py": GOOD})}, "a path that is not allowed"),
    "newline": ({"ma\nin.py": GOOD}, r"a path that is not allowed: 'ma\\nin.py'"),
    "bomb": (
        {"a.zip": zipped({"main.py": bytes(40 << 20)})},
        "a.zip: all its files together have",
    ),
    "too many": ({f"{n}.py": GOOD for n in range(1100)}, "at most 1000 are allowed"),
    "many zips": ({f"{n}.zip": zipped({"a.py": GOOD}) for n in range(9)}, "at most 5 are opened"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_submission_spoils_only_itself(kind: str, tmp_path: Path) -> None:
    files, message = BAD[kind]
    members = {f"Bad Boy_1_assignsubmission_file_/{name}": data for name, data in files.items()}
    members["Good Girl_2_assignsubmission_file_/main.py"] = GOOD
    (tmp_path / "class.zip").write_bytes(zipped(members))
    bad, good = copied(look_at([tmp_path / "class.zip"], PROGRAM), tmp_path / "workspace")
    assert message.replace("\\\\n", "\\n") in str(bad.fault)
    assert (bad.name, good.name, good.fault) == ("Bad Boy", "Good Girl", None)
    assert not bad.files
    assert not list(tmp_path.glob("*.py"))


def test_a_submission_of_500_files_is_taken(tmp_path: Path) -> None:
    members = {f"A_1_assignsubmission_file_/{n}.py": GOOD for n in range(500)}
    (tmp_path / "class.zip").write_bytes(zipped(members))
    (one,) = copied(look_at([tmp_path / "class.zip"], PROGRAM), tmp_path / "workspace")
    assert one.fault is None
    assert len(one.files) == 500


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (zipped({}), "the zip file is empty"),
        (b"not a zip file", "the zip file is damaged or incomplete"),
    ],
)
def test_an_empty_or_corrupt_class_is_one_bad_submission(
    content: bytes, message: str, tmp_path: Path
) -> None:
    (tmp_path / "class.zip").write_bytes(content)
    (one,) = copied(look_at([tmp_path / "class.zip"], PROGRAM), tmp_path / "workspace")
    assert not one.files
    assert message in str(one.fault)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (zipped({}), "there are no files in it"),
        (b"not a zip file", "the zip file is damaged or incomplete"),
        (locked("Ann_1_assignsubmission_file_/main.py"), "the class is locked with a password"),
    ],
)
def test_with_a_roster_it_is_said_before_anybody_is_graded(
    content: bytes, message: str, tmp_path: Path
) -> None:
    (tmp_path / "class.zip").write_bytes(content)
    roster = ClassRoster([Student("Ann"), Student("Bob")])
    with pytest.raises(UsageError, match=f"class.zip: .*{message}"):
        look_at([tmp_path / "class.zip"], PROGRAM, roster)


def test_a_class_in_another_archive_is_to_be_unpacked(tmp_path: Path) -> None:
    (tmp_path / "class.rar").write_bytes(b"Rar!")
    roster = ClassRoster([Student("Ann"), Student("Bob")])
    with pytest.raises(UsageError, match=r"unpack class\.rar first"):
        look_at([tmp_path / "class.rar"], PROGRAM, roster)
    with pytest.raises(UsageError, match=r"unpack class\.rar first"):
        look_at([tmp_path / "class.rar"], PROGRAM, layout=Layout.MOODLE)
    (one,) = look_at([tmp_path / "class.rar"], PROGRAM).entries
    assert one.name == "class", "without a roster it may be a student's"


def test_a_film_in_a_students_zip_file_costs_no_points(tmp_path: Path) -> None:
    film = random.Random(1).randbytes(1 << 20) * 40
    members = {
        "Ann_1_assignsubmission_file_/hw.zip": zipped({"main.py": GOOD, "demo.mp4": film}),
        "Bob_2_assignsubmission_file_/main.py": GOOD,
        "Bob_2_assignsubmission_file_/demo.mp4": film,
    }
    (tmp_path / "class.zip").write_bytes(zipped(members))
    for one in copied(look_at([tmp_path / "class.zip"], PROGRAM), tmp_path / "workspace"):
        assert one.fault is None
        assert [path.name for path in one.files] == ["main.py"]


def test_a_newline_in_a_students_name_is_harmless(tmp_path: Path) -> None:
    members = {"Li\nLei_1_assignsubmission_file_/main.py": GOOD}
    (tmp_path / "class.zip").write_bytes(zipped(members))
    (one,) = copied(look_at([tmp_path / "class.zip"], PROGRAM), tmp_path / "workspace")
    assert (one.name, one.fault) == ("Li Lei", None)
    assert [student.name for student in one.sender.students] == ["Li Lei"]


def test_a_newline_in_the_name_of_a_folder_is_harmless(tmp_path: Path) -> None:
    for name in ("Li\nLei", "Han  Meimei"):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "main.py").write_bytes(GOOD)
    found = copied(look_at([tmp_path / "class"], PROGRAM, layout=Layout.ENTRIES), tmp_path / "work")
    assert sorted(one.name for one in found) == ["Han Meimei", "Li Lei"]
    assert all(one.fault is None for one in found)

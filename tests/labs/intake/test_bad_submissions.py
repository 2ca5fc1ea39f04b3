"""What one student hands in wrong is that student's fault and nobody else's."""

import io
import zipfile
from pathlib import Path

import pytest

from garlic.labs.candidates import SubmissionFormat
from garlic.labs.intake.handed_in import look_at
from garlic.labs.intake.layouts import Layout
from labs.samples import copied

PROGRAM = SubmissionFormat("program", ("main.*", "*.py"))
GOOD = b"print(1)\n"


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return packed.getvalue()


def locked() -> bytes:
    content = bytearray(zipped({"main.py": GOOD}))
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
    "bomb": ({"a.zip": zipped({"main.py": bytes(40 << 20)})}, "unpacks to more than 32 MB"),
    "too many": ({f"{n}.py": GOOD for n in range(1100)}, "at most 1000 are taken"),
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
    ("content", "message"), [(zipped({}), None), (b"not a zip file", "the zip file is damaged")]
)
def test_an_empty_or_corrupt_class_is_one_bad_submission(
    content: bytes, message: str | None, tmp_path: Path
) -> None:
    (tmp_path / "class.zip").write_bytes(content)
    (one,) = copied(look_at([tmp_path / "class.zip"], PROGRAM), tmp_path / "workspace")
    assert not one.files
    assert message is None or message in str(one.fault)


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

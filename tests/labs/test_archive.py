"""Submissions: hostile zip files, folders with links, names of all kinds."""

import os
import stat
import zipfile
from pathlib import Path

import pytest

from garlic.core import InvalidFileError, UsageError
from garlic.labs import archive
from garlic.labs.archive import unpack
from garlic.labs.submissions import Submission, find_entry
from labs.samples import collected


def packed(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return path


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as file:
        for name in ("once.h", "twice.h", "twice.h"):
            file.writestr(name, b"x")
    with pytest.raises(InvalidFileError, match=r"holds 'twice\.h' twice"):
        unpack(tmp_path / "z.zip", tmp_path / "out")


@pytest.mark.parametrize(
    "name",
    [
        "../evil.h",
        "a/../../evil.h",
        "/etc/evil.h",
        "C:evil.h",
        "a\\..\\..\\evil.h",
        "x\n.h",
        "/".join("a" * 20),
    ],
)
def test_a_path_outside_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidFileError, match="names a path that is not allowed"):
        unpack(packed(tmp_path / "z.zip", {name: b"x"}), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_link_is_refused(tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("player.h")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as file:
        file.writestr(entry, "/etc/passwd")
    with pytest.raises(InvalidFileError, match="is a link or a device"):
        unpack(tmp_path / "z.zip", tmp_path / "out")


def test_a_zip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST_TOTAL", 100_000)
    with pytest.raises(InvalidFileError, match="together have more than"):
        unpack(packed(tmp_path / "z.zip", {"a": b"0" * 200_000}), tmp_path / "out")


def test_a_zip_bomb_with_a_false_size_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = packed(tmp_path / "z.zip", {"a": b"0" * 200_000})
    content = path.read_bytes().replace((200_000).to_bytes(4, "little"), (5).to_bytes(4, "little"))
    path.write_bytes(content)
    monkeypatch.setattr(archive, "LARGEST_TOTAL", 100_000)
    with pytest.raises(InvalidFileError):
        unpack(path, tmp_path / "out")


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    files = {f"f{number}": b"" for number in range(archive.MOST_FILES + 1)}
    with pytest.raises(InvalidFileError, match="at most 1000 are allowed"):
        unpack(packed(tmp_path / "z.zip", files), tmp_path / "out")


def test_clutter_does_not_count(tmp_path: Path) -> None:
    """Visual Studio's hidden folder alone is larger than what a submission may be."""
    files = {".vs/p/ipch/a.ipch": bytes(archive.LARGEST_TOTAL), "p/player.h": b"x"}
    files |= {f"venv/lib/{number}.py": b"" for number in range(archive.MOST_FILES)}
    unpack(packed(tmp_path / "z.zip", files), tmp_path / "out")
    found = [path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("*.*")]
    assert found == [Path("p/player.h")]


@pytest.mark.parametrize("name", ["demo.mp4", "Debug/p.pdb", "report.DOCX"])
def test_what_no_check_reads_is_left_out_where_it_is_too_large(tmp_path: Path, name: str) -> None:
    files = {"player.h": b"x", name: bytes(archive.LARGEST_TOTAL), "report.pdf": b"y"}
    unpack(packed(tmp_path / "large.zip", files), tmp_path / "large")
    assert [path.name for path in (tmp_path / "large").iterdir()] == ["player.h"]
    (tmp_path / "ann" / "Debug").mkdir(parents=True)
    for inside, content in files.items():
        (tmp_path / "ann" / inside).write_bytes(content)
    (ann,) = collected([tmp_path / "ann"], tmp_path / "workspace")
    assert [path.name for path in ann.files] == ["player.h"]
    unpack(packed(tmp_path / "small.zip", {**files, name: b"z"}), tmp_path / "small")
    assert len(list((tmp_path / "small").rglob("*.*"))) == 3


def test_attachments_alone_are_still_too_large(tmp_path: Path) -> None:
    path = packed(tmp_path / "z.zip", {"demo.mp4": bytes(archive.LARGEST_TOTAL + 1)})
    with pytest.raises(InvalidFileError, match="all its files together have more than 32 MB"):
        unpack(path, tmp_path / "out")


def test_backslashes_of_windows_separate_folders(tmp_path: Path) -> None:
    names = {"hw\\": b"", "hw\\src\\player.h": b"x"}
    unpack(packed(tmp_path / "z.zip", names), tmp_path / "out")
    assert (tmp_path / "out" / "hw" / "src" / "player.h").read_bytes() == b"x"


@pytest.mark.parametrize(
    ("start", "kind"), [(b"Rar!\x1a\x07", "RAR"), (b"7z\xbc\xaf", "7-Zip"), (b"\x1f\x8b", "gzip")]
)
def test_another_archive_called_zip_is_named(tmp_path: Path, start: bytes, kind: str) -> None:
    (tmp_path / "z.zip").write_bytes(start + bytes(100))
    with pytest.raises(InvalidFileError, match=f"it is not a zip file but a {kind} file"):
        unpack(tmp_path / "z.zip", tmp_path / "out")


def test_an_unusual_way_of_packing_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "z.zip", {"player.h": b"x" * 100})
    content = bytearray(path.read_bytes())
    content[8] = content[content.find(b"PK\x01\x02") + 10] = 9  # deflate64, in both headers
    path.write_bytes(content)
    with pytest.raises(InvalidFileError, match="packed in an unusual way"):
        unpack(path, tmp_path / "out")


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x05\x06" + b"\0" * 10])
def test_a_damaged_zip_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "z.zip").write_bytes(content)
    with pytest.raises(InvalidFileError, match="the zip file is damaged"):
        unpack(tmp_path / "z.zip", tmp_path / "out")


def test_chinese_names_from_windows_are_read(tmp_path: Path) -> None:
    path = packed(tmp_path / "z.zip", {"AAAA/player.h": b"x"})
    path.write_bytes(path.read_bytes().replace(b"AAAA", "作业".encode("gb18030")))
    unpack(path, tmp_path / "out")
    assert (tmp_path / "out" / "作业" / "player.h").read_bytes() == b"x"


def test_a_bad_submission_does_not_stop_the_others(tmp_path: Path) -> None:
    bad = packed(tmp_path / "bad.zip", {"../x": b""})
    good = packed(tmp_path / "good.zip", {"sub/player.h": b"x", "__MACOSX/._player.h": b"y"})
    first, second = collected([bad, good], tmp_path / "workspace")
    assert first.fault is not None
    assert second.fault is None
    assert [path.name for path in second.files] == ["player.h"]


def test_a_folder_of_zip_files_is_a_class(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    for name in ("ann", "bob"):
        packed(tmp_path / "class" / f"{name}.zip", {"player.h": b"x"})
    (tmp_path / "class" / ".DS_Store").write_text("")
    found = collected([tmp_path / "class"], tmp_path / "workspace")
    assert [submission.name for submission in found] == ["ann", "bob"]
    (tmp_path / "class" / "player.h").write_text("x")  # now it is one submission
    (alone,) = collected([tmp_path / "class"], tmp_path / "workspace2")
    assert alone.name == "class"


def test_links_in_a_folder_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "ann"
    folder.mkdir()
    (folder / "player.h").write_text("x")
    (folder / "python3").symlink_to("/usr/bin/python3")
    os.mkfifo(folder / "pipe.h")
    (submission,) = collected([folder], tmp_path / "workspace")
    assert submission.name == "ann"
    assert [path.name for path in submission.files] == ["player.h"]


def test_a_link_in_place_of_a_source_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "ann"
    (folder / "src").mkdir(parents=True)
    (folder / "player.h").write_text("x")
    (folder / "src" / "secret.h").symlink_to("/etc/passwd")
    (submission,) = collected([folder], tmp_path / "workspace")
    assert str(submission.fault) == "src/secret.h is a link: hand in the file itself"
    assert submission.files == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files of others")
def test_a_link_to_a_file_of_somebody_else_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hidden")
    for name in ("ann.c", "own.c"):
        (tmp_path / name).symlink_to("secret")
    os.chown(tmp_path / "ann.c", 12345, 12345, follow_symlinks=False)
    paths = [tmp_path / "ann.c", tmp_path / "own.c"]
    theirs, own = collected(paths, tmp_path / "workspace")
    assert str(theirs.fault) == "ann.c is a link: hand in the file itself"
    assert theirs.files == []
    assert [path.read_text() for path in own.files] == ["hidden"]


def test_the_digest_depends_on_the_content_only(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "player.h").write_text("x")
    ann, bob = collected([tmp_path / "ann", tmp_path / "bob"], tmp_path / "workspace")
    assert ann.digest == bob.digest
    (tmp_path / "bob" / "player.h").write_text("y")
    (other,) = collected([tmp_path / "bob"], tmp_path / "workspace2")
    assert other.digest != ann.digest


def test_equal_names_are_made_unique(tmp_path: Path) -> None:
    for place in ("1", "2"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "player.h").write_text(place)
    paths = [tmp_path / "1" / "player.h", tmp_path / "2" / "player.h"]
    found = collected(paths, tmp_path / "workspace")
    assert [submission.name for submission in found] == ["1", "2"]
    same = collected([tmp_path / "1" / "player.h"] * 2, tmp_path / "again")
    assert [submission.name for submission in same] == ["1", "1-2"]


def test_a_missing_path_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no file or folder"):
        collected([tmp_path / "nobody"], tmp_path / "workspace")


class TestEntry:
    def collected(self, tmp_path: Path, *names: str) -> Submission:
        folder = tmp_path / "submission"
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name)
        return collected([folder], tmp_path / "workspace")[0]

    def test_the_first_fitting_pattern_and_the_nearest_file_are_used(self, tmp_path: Path) -> None:
        found = self.collected(tmp_path, "code/player.h", "code/old/player.h", "main.cpp")
        entry = find_entry(found, ("player.h", "*.cpp"), several=False)
        assert entry.relative_to(found.folder) == Path("code/player.h")

    def test_several_files_are_refused(self, tmp_path: Path) -> None:
        found = self.collected(tmp_path, "a.py", "b.py")
        with pytest.raises(InvalidFileError, match=r"several files could be meant: a.py, b.py"):
            find_entry(found, ("*.py",), several=True)

    def test_equal_names_are_told_apart_by_their_folders(self, tmp_path: Path) -> None:
        found = self.collected(tmp_path, "old/player.h", "new/player.h")
        with pytest.raises(InvalidFileError, match=r"meant: new/player.h, old/player.h"):
            find_entry(found, ("player.h",), several=False)

    def test_several_sources_are_one_program(self, tmp_path: Path) -> None:
        found = self.collected(tmp_path, "a.c", "b.c")
        assert find_entry(found, ("*.c",), several=True).name == "a.c"

    @pytest.mark.parametrize("beside", ["main.h", "main.o", "main.exe", "main.dox", "main.md"])
    def test_main_in_any_language_is_a_program(self, tmp_path: Path, beside: str) -> None:
        found = self.collected(tmp_path, beside, f"src/{beside}", "src/main.c")
        assert find_entry(found, ("main.*", "*.c"), several=True).name == "main.c"

    def test_the_error_lists_files_if_none_fits(self, tmp_path: Path) -> None:
        found = self.collected(tmp_path, "essay.docx")
        with pytest.raises(InvalidFileError, match=r"expected a file like \*.py, got essay.docx"):
            find_entry(found, ("*.py",), several=False)

    @pytest.mark.parametrize(
        ("name", "advice"),
        [
            ("hw.rar", "unpack hw.rar first"),
            ("a.exe", "a.exe is made from the sources: hand"),
            ("main.py.txt", "rename main.py.txt to main.py"),
            ("hw.docx", "hw.docx is no program: hand in the file that can be run"),
            ("hw.png", "hw.png is no program: hand in the file that can be run"),
        ],
    )
    def test_the_error_says_what_to_do(self, tmp_path: Path, name: str, advice: str) -> None:
        found = self.collected(tmp_path, name, "readme.txt")
        with pytest.raises(InvalidFileError, match=f"got {name}, readme.txt; {advice}"):
            find_entry(found, ("*.py",), several=False)

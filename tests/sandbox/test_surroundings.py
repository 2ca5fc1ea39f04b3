"""What `garlic doctor` advises to change on a machine."""

from pathlib import Path

import pytest

from garlic.sandbox.surroundings import find_remarks, remarks

WSL1, WSL2 = "4.4.0-19041-Microsoft", "5.15.167.4-microsoft-standard-WSL2"
LINUX = "6.1.0-28-amd64"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "module.py"
    path.write_bytes(b"x = 1\n")
    return path


@pytest.mark.parametrize(
    ("release", "landlock", "folder", "found"),
    [
        (LINUX, 4, "/home/ada", []),
        (WSL2, 4, "/home/ada", []),
        (WSL1, 0, "/home/ada", ["this is WSL 1"]),
        (WSL2, 0, "/home/ada", ["the kernel of WSL lacks Landlock"]),
        (LINUX, 0, "/home/ada", ["Landlock is missing"]),
        (WSL2, 4, "/mnt/c/Users/Ada/garlic", ["/mnt/c/Users/Ada/garlic is on a Windows drive"]),
        (WSL2, 4, "/mnt/d", ["/mnt/d is on a Windows drive"]),
        (WSL2, 4, "/mnt/data/garlic", []),
        (LINUX, 4, "/mnt/c/garlic", []),
        (WSL1, 0, "/mnt/c", ["this is WSL 1", "/mnt/c is on a Windows drive"]),
    ],
)
def test_the_machine(
    release: str, landlock: int, folder: str, found: list[str], source: Path
) -> None:
    texts = [str(text) for text in find_remarks(release, landlock, [Path(folder)] * 2, source)]
    assert len(texts) == len(found)
    assert all(text.startswith(start) for text, start in zip(texts, found, strict=True))


def test_windows_line_endings(source: Path) -> None:
    source.write_bytes(b"x = 1\r\n")
    (text,) = find_remarks(LINUX, 4, [], source)
    assert "Windows line endings" in str(text)


def test_this_checkout_has_none() -> None:
    assert not any("line endings" in str(text) for text in remarks())

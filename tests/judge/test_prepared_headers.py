"""Headers that many programs include are read once; the programs are the same."""

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from garlic.judge.build_tree import TreeBuild, build_programs
from garlic.judge.building.compiler import Workshop
from garlic.judge.building.headers import PreparedHeaders, first_headers

SOURCE = """\
// {name}
#include <vector>
#include <iostream>
#include <algorithm>

int main() {{
    std::vector<int> numbers{{3, 1, 2}};
    std::sort(numbers.begin(), numbers.end());
    for (int number : numbers) std::cout << number;
}}
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder; the cache in it is empty."""
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def headers() -> Iterator[PreparedHeaders]:
    with PreparedHeaders() as prepared:
        yield prepared


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For every run of a compiler on a program that used a prepared header: whether it worked."""
    found: list[bool] = []
    real = Workshop.run

    def noted(
        shop: Workshop, name: str, arguments: Sequence[str], readable: Sequence[str] = ()
    ) -> str | None:
        if arguments[0] == "-include":
            # If the compiler does not take what was prepared, it says so.
            Path(arguments[1]).write_text("#error nothing is prepared\n")
        log = real(shop, name, arguments, readable)
        if arguments[0] == "-include":
            found.append(log is None)
        return log

    monkeypatch.setattr(Workshop, "run", noted)
    return found


def built(place: Path, name: str, source: str, headers: PreparedHeaders | None) -> TreeBuild:
    path = place / name / "main.cpp"
    path.parent.mkdir()
    path.write_text(source.format(name=name) if "{name}" in source else source)
    found = build_programs(path.parent, headers=headers)
    assert isinstance(found, TreeBuild)
    return found


def program(place: Path, name: str, source: str, headers: PreparedHeaders | None) -> bytes:
    (one,) = built(place, name, source, headers).programs
    return one.program.read_bytes()


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (b"#include <vector>\n#include <map>\nint main() {}\n", ("map", "vector")),
        (b"\xef\xbb\xbf// one\r\n\r\n# include <map> // two\r\n", ("map",)),
        (b"/* one\n * two */ #include<bits/stdc++.h>\n", ("bits/stdc++.h",)),
        (b'#include <map>\n#include "own.h"\n#include <vector>\n', ("map",)),
        (b"#include <map>\n#define N 3\n#include <cassert>\n", ("map",)),
        (b"#pragma GCC optimize(3)\n#include <map>\n", ()),
        (b"#include <conio.h>\n#include <map>\n", ()),
        (b"// a comment that goes on \\\n#include <map>\n", ()),
        (b"/* no end\n#include <map>\n", ()),
        (b"#include <map> int main() {}\n", ()),
        (b"", ()),
    ],
)
def test_only_headers_at_the_beginning_count(source: bytes, names: tuple[str, ...]) -> None:
    assert first_headers(source) == names


def test_programs_are_the_same(place: Path, headers: PreparedHeaders, runs: list[bool]) -> None:
    programs = {program(place, f"student{number}", SOURCE, headers) for number in range(4)}
    assert runs == [True, True]  # prepared for the third
    assert programs == {program(place, "other", SOURCE, None)}


def test_all_of_the_standard_library_is_prepared(
    place: Path, headers: PreparedHeaders, runs: list[bool]
) -> None:
    source = "#include <bits/stdc++.h>\nint main() {{ std::cout << 42; }} // {name}\n"
    found = [built(place, f"student{number}", source, headers) for number in range(3)]
    assert runs == [True]
    (last,) = found[-1].programs
    assert subprocess.run([last.program], capture_output=True, check=True).stdout == b"42"


def test_what_is_wrong_is_said_as_usual(
    place: Path, headers: PreparedHeaders, runs: list[bool]
) -> None:
    for number in range(3):
        program(place, f"student{number}", SOURCE, headers)
    wrong = SOURCE.replace("std::cout << number", "std::cuot << number")
    found = [built(place, name, wrong, used) for name, used in (("a", headers), ("b", None))]
    assert runs == [True, False]
    prepared, plain = (fault for one in found for _, fault in one.faults)
    assert str(prepared.text) == str(plain.text)
    assert "cuot" in str(plain.text)
    assert prepared.log == plain.log


def test_a_missing_header_stays_missing(place: Path, headers: PreparedHeaders) -> None:
    for number in range(3):
        program(place, f"student{number}", SOURCE, headers)
    without = SOURCE.replace("#include <vector>\n", "").replace("#include <iostream>\n", "")
    assert built(place, "without", without, headers).faults


def test_nothing_is_left(place: Path, runs: list[bool]) -> None:
    with PreparedHeaders() as headers:
        for number in range(3):
            program(place, f"student{number}", SOURCE, headers)
        assert runs == [True]
        path = headers.find(SOURCE.encode(), "g++", ())
        assert path is None  # other flags are another matter
        (path,) = filter(None, headers._prepared.values())
        assert path.is_file()
    assert not path.parent.exists()


def test_a_compiler_that_cannot_prepare_anything_does_no_harm(
    place: Path, headers: PreparedHeaders, runs: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.judge.building.headers._LARGEST", 1 << 20)
    for number in range(4):
        program(place, f"student{number}", SOURCE, headers)
    assert runs == []

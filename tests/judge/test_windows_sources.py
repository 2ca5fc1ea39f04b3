"""Folders that were written on Windows: what its compilers take is built and runs here, too."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from garlic.judge.build import BuildFault, Built, build_program
from garlic.judge.build_tree import build_programs
from garlic.judge.building.windows import header_aliases


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))


def printed(folder: Path, files: Mapping[str, str | bytes], send: str = "") -> str:
    """What the only program of *files* (name to text) prints when *send* is typed."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    built = build_programs(folder)
    assert not isinstance(built, BuildFault), str(built.text)
    assert not built.faults, str(built.faults[0][1].text)
    (program,) = built.programs
    done = subprocess.run(
        [program.program], input=send, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


C = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main() {{ {} return 0; }}"
CPP = "#include <iostream>\nusing namespace std;\nint main() {{ {} return 0; }}"


@pytest.mark.parametrize(
    ("name", "body", "sent", "expected"),
    [
        ("a.c", 'int n; scanf_s("%d", &n); printf_s("%d", n);', "42", "42"),
        (
            "a.c",
            "char s[9], c, w[9]; int n; float x;"
            ' scanf_s("%s %c%d%*d%[^]x]x%%%f", s, 9, &c, 1, &n, w, (unsigned)sizeof w, &x);'
            ' printf("%s|%c|%d|%s|%g", s, c, n, w, x);',
            "abc z7 8 efx%1.5",
            "abc|z|7| ef|1.5",
        ),
        (
            "a.c",
            'char s[9]; int n; sscanf_s("ab 5", "%s%d", s, 9, &n); printf("%s%d", s, n);',
            "",
            "ab5",
        ),
        ("a.c", 'char s[9]; strcpy_s(s, 9, "ab"); strcat_s(s, 9, "c"); puts(s);', "", "abc"),
        ("a.cpp", 'char s[9]; strcpy_s(s, "ab"); sprintf_s(s, "%d", 7); cout << s;', "", "7"),
        ("a.c", 'FILE *f; errno_t e = fopen_s(&f, "no", "r"); printf("%d", e != 0);', "", "1"),
        ("a.c", "char s[40]; puts(itoa(-255, s, 10)); puts(_itoa(255, s, 16));", "", "-255\nff"),
        ("a.c", 'char s[] = "aB"; puts(strupr(s)); printf("%d", stricmp("x", "X"));', "", "AB\n0"),
        (
            "a.c",
            'unsigned __int64 n = 1ull << 40; printf("%I64d %5I64u", n, n);',
            "",
            "1099511627776 1099511627776",
        ),
        ("a.c", "char s[9]; while (gets(s)) puts(s);", "one\ntwo\n", "one\ntwo"),
        ("a.c", 'printf("%d", max(3, 4) + min(1, 2));', "", "5"),
        ("a.c", 'printf("%d", INT_MAX);', "", "2147483647"),
        ("a.cpp", "char s[9]; memset(s, 0, 9); cout << strlen(s) << max(1, 2);", "", "02"),
        ("a.c", 'printf("key %c", getch());', "k", "key k"),
        ("MAIN.C", 'int new = 3; int *p = malloc(4); *p = new; printf("%d", *p);', "", "3"),
    ],
)
def test_names_and_formats_of_its_compilers(
    tmp_path: Path, name: str, body: str, sent: str, expected: str
) -> None:
    text = (CPP if name.endswith("cpp") else C).format(body)
    assert printed(tmp_path / "x", {name: text}, sent) == expected


def test_own_functions_with_such_names_stay_the_students_own(tmp_path: Path) -> None:
    text = """
        #include <stdio.h>
        static int max(int a, int b) { return 10 * a + b; }
        static char *itoa(int n) { static char s[9]; sprintf(s, "<%d>", n); return s; }
        int getch(void) { return 'q'; }
        int main(void) { printf("%d %s %c", max(1, 2), itoa(3), getch()); return 0; }
    """
    assert printed(tmp_path / "x", {"a.c": text}) == "12 <3> q"


def test_a_bot_of_one_file_is_built_the_same_way(tmp_path: Path) -> None:
    source = tmp_path / "bot.cpp"
    source.write_text(
        "#include <Windows.h>\n#include <stdio.h>\nint main() { __int64 n; Sleep(9); }"
    )
    assert isinstance(build_program(source), Built)
    source.write_text("int main() { return missing; }")
    fault = build_program(source)
    assert isinstance(fault, BuildFault)
    assert "bot.cpp:1:21: error" in str(fault.text)


MAIN = "#include {}\n#include <stdio.h>\nint main(void) {{ printf({}); return 0; }}"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"main.c": MAIN.format('"Board.h"', "TEXT"), "board.h": '#define TEXT "ok"'}, "ok"),
        (
            {
                "src/main.c": MAIN.format('"..\\include\\board.h"', "TEXT"),
                "include/board.h": '#include "Rules.H"\n',
                "include/rules.h": '#define TEXT "ok"\n',
            },
            "ok",
        ),
        (
            {
                "src/main.c": MAIN.format('"../Include/BOARD.h"', "TEXT"),
                "include/board.h": '#define TEXT "ok"\n',
            },
            "ok",
        ),
        ({"main.c": MAIN.format("<WINDOWS.H>", '"%d", (int)sizeof(DWORD)')}, "4"),
        (
            {
                "a.cpp": '#include "stdafx.h"\nint _tmain(int n, _TCHAR *words[]) { puts("ok"); }',
                "stdafx.h": '#include "targetver.h"\n#include <stdio.h>\n#include <tchar.h>\n',
                "targetver.h": "#include <SDKDDKVer.h>\n",
                "stdafx.cpp": '#include "stdafx.h"\n',
            },
            "ok",
        ),
        ({"a.cpp": '#include "stdafx.h"\nint main() { puts("ok"); }'}, "ok"),
        ({"a.cpp": '#include "pch.h"\n#include <process.h>\nint main() { puts("ok"); }'}, "ok"),
        (
            {
                "我的 作业/主 程序(1).c": MAIN.format('"头 文件.h"', "TEXT"),
                "我的 作业/头 文件.h": '#define TEXT "ok"\n',
            },
            "ok",
        ),
        ({"a.c": MAIN.format("<math.h>", '"ok"').replace("\n", "\r\n")}, "ok"),
        (
            {"a.c": '#include <stdio.h>\n#define F(x) \\\r\n x\r\nvoid main() { F(puts("ok")); }'},
            "ok",
        ),
    ],
)
def test_headers_as_windows_finds_them(
    tmp_path: Path, files: dict[str, str], expected: str
) -> None:
    shown = printed(tmp_path / "x", files)
    assert shown == expected


def test_which_headers_get_another_name() -> None:
    known = ["include/board.h", "src/main.c"]
    found = header_aliases(
        {"board.h", "../include/board.h", "stdio.h", "conio.h", "nowhere.h", "INCLUDE\\Board.h"},
        known,
    )
    assert found == {"INCLUDE\\Board.h": b'#include "include/board.h"\n'}
    assert header_aliases({"Windows.h"}, known, {"windows.h"}) == {
        "Windows.h": b'#include "windows.h"\n'
    }
    assert header_aliases({"Windows.h"}, known) == {}

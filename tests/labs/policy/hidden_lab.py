"""A lab with a secret in hidden checks of every kind, and submissions that try to tell it."""

import base64
import html
import re
from collections.abc import Iterator
from pathlib import Path

SECRET = "Zq7SECRETkX"  # noqa: S105 - planted to be searched for
POINTS = 7.13  # of every hidden check; their number is not shown unless the lab says so

HEAD = """
schema = "garlic-lab/1"
title = { en = "sums", zh = "求和" }
limits = "turn=1s,memory=256MB"
"""

PROGRAM_LAB = f"""{HEAD}
[hand_in]
kind = "program"
[[tests]]
check = "build"
points = 10
[[tests]]
check = "answers"
checker = "text"
title = "in the open"
points = 20
cases = [{{ input = "1", output = "2" }}]
[[tests]]
check = "build"
title = "{SECRET} build"
points = {POINTS}
visibility = "hidden"
[[tests]]
check = "answers"
checker = "text"
title = "{SECRET} answers"
points = {POINTS}
visibility = "hidden"
cases = [{{ input = "21 {SECRET}", output = "42" }}, {{ input = "3", output = "6 {SECRET}" }}]
[[tests]]
check = "scripts"
title = "{SECRET} script"
points = {POINTS}
script = "echo {SECRET}"
files = {{ "{SECRET}.txt" = "{SECRET}" }}
visibility = "after-due"
[[tests]]
check = "functions"
title = "{SECRET} functions"
visibility = "hidden"
driver = "driver.c"
files = ["twice.h", "twice.c"]
tests = [{{ name = "{SECRET}", points = {POINTS}, title = "{SECRET} doubles" }}]
"""

DRIVER = f"""
#include "garlic_driver.h"
#include "twice.h"
static void check_it(void) {{
    if (twice(3) != 6) garlic_fail("twice(3) /* {SECRET} */", "6", "something else");
}}
const struct garlic_test garlic_tests[] = {{{{"{SECRET}", check_it}}, {{NULL, NULL}}}};
"""

_READ = "import sys\ntext = open(sys.argv[1]).read() if len(sys.argv) > 1 else sys.stdin.read()\n"
_TELL = f"{_READ}print(text, file=sys.stderr)\n"
_C_MAIN = '#include <stdio.h>\n#include "twice.h"\nint main(void) {{ int n; {} }}\n'

SUBMISSIONS: dict[str, dict[str, str]] = {
    "passing": {"main.py": f"{_READ}print(2 * int(text.split()[0]))\n"},
    "failing": {"main.py": f"{_TELL}print('wrong', text)\n"},
    "crashing": {"main.py": f"{_TELL}raise ValueError(text)\n"},
    "timing-out": {"main.py": f"{_TELL}print(text, flush=True)\nwhile True: pass\n"},
    "broken": {"main.py": "print(1\n"},
    "functions": {
        "twice.h": "int twice(int n);\n",
        "twice.c": '#include "twice.h"\nint twice(int n) { return n; }\n',
        "main.c": _C_MAIN.format('scanf("%d", &n); printf("%d", 2 * n); return 0;'),
    },
    "crashing-functions": {
        "twice.h": "int twice(int n);\n",
        "twice.c": '#include "twice.h"\n#include <stdlib.h>\nint twice(int n) { abort(); }\n',
        "main.c": _C_MAIN.format("n = 1; return twice(n);"),
    },
    "uncompiled-functions": {
        "twice.h": "char *twice(void);\n",
        "twice.c": "this is no C\n",
    },
}

MATCH_LAB = f"""
schema = "garlic-lab/1"
title = "tiaojia"
[hand_in]
kind = "bot"
game = "tiaojia"
protocol = "tongji"
[[tests]]
check = "build"
points = 10
[[tests]]
check = "match"
title = "{SECRET} match"
against = "baseline:tiaojia/first"
pay = {{ win = {POINTS}, draw = 1 }}
seats = "first"
visibility = "hidden"
[[tests]]
check = "match"
title = "{SECRET} not judged"
against = "{SECRET}.py"
pay = {{ win = {POINTS}, draw = 1 }}
seats = "first"
visibility = "hidden"
"""


def write_lab(folder: Path, text: str) -> Path:
    """The lab *text* in *folder*, with the files that it names."""
    folder.mkdir(exist_ok=True)
    (folder / "driver.c").write_text(DRIVER)
    (folder / f"{SECRET}.py").write_text(f"raise SystemExit('{SECRET}')\n")
    path = folder / "lab.toml"
    path.write_text(text, encoding="utf-8")
    return path


def write_submissions(folder: Path) -> list[Path]:
    """A folder for each submission."""
    for name, files in SUBMISSIONS.items():
        (folder / name).mkdir(parents=True)
        for file, source in files.items():
            (folder / name / file).write_text(source)
    return sorted(folder.iterdir())


def leaks(content: bytes | str) -> bool:
    """Whether *content* has the secret or the points, also escaped or in a link with data."""
    text = content if isinstance(content, str) else content.decode(errors="replace")
    return any(
        SECRET in layer or SECRET.lower() in layer.lower() or f"{POINTS:g}" in layer
        for layer in _layers(text)
    )


def _layers(text: str) -> Iterator[str]:
    yield text
    yield html.unescape(text)
    for data in re.findall(r"base64,([A-Za-z0-9+/=]+)", text):
        yield base64.b64decode(data).decode(errors="replace")

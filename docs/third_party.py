"""Write THIRD_PARTY.md, the licences of what we use and ship: ``make third-party``.

Versions are left out: they differ between machines, licences hardly ever do.
"""

import json
import re
from collections.abc import Iterator
from email.message import Message
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
NODE_MODULES = ROOT / "frontend" / "node_modules"
# Compiled into the modules of the wheel, or part of the book in it.
_SHIPPED = (
    ("nanobind", "BSD-3-Clause", "https://github.com/wjakob/nanobind", "native modules"),
    ("robin-map", "MIT", "https://github.com/Tessil/robin-map", "native modules, by nanobind"),
    ("Material for MkDocs", "MIT", "https://squidfunk.github.io/mkdocs-material", "the book"),
    ("Material Design Icons", "Apache-2.0", "https://pictogrammers.com", "the book"),
    ("lunr.js", "MIT", "https://lunrjs.com", "the book: search"),
    (
        "libstdc++, libgcc",
        "GPL-3.0 with GCC exception",
        "https://gcc.gnu.org",
        "only if auditwheel adds them",
    ),
)
_IMPORT = re.compile(r"""(?:from|import)\s+['"]((?:@[\w.-]+/)?[\w-][\w.-]*)[^'"]*['"]""")
_EXTRAS = {"cluster", "postgres"}


def python_packages() -> dict[str, tuple[str, str]]:
    """Licence and address of every package that ours depends on, extras included, by name."""
    found: dict[str, tuple[str, str]] = {}
    waiting = [("garlic-arena", frozenset(_EXTRAS))]
    while waiting:
        name, extras = waiting.pop()
        try:
            installed = distribution(name)
        except PackageNotFoundError:  # of another system
            continue
        known = _key(name)
        if known in found:
            continue
        if known != "garlic-arena":
            found[known] = (_licence(installed.metadata), _address(installed.metadata))
        for line in installed.requires or []:
            wanted = Requirement(line)
            if wanted.marker is None or any(
                wanted.marker.evaluate({"extra": extra}) for extra in (*extras, "")
            ):
                waiting.append((wanted.name, frozenset(wanted.extras)))
    return dict(sorted(found.items()))


def bundled_packages() -> dict[str, tuple[str, str]]:
    """Licence and address of every npm package of which the built pages contain a part."""
    found: dict[str, tuple[str, str]] = {}
    waiting = ["svelte", *_described(ROOT / "frontend")["dependencies"]]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        described = _described(NODE_MODULES / name)
        found[name] = (described["license"], described.get("homepage", ""))
        waiting += [
            other for other in _imported(name) if other in described.get("dependencies", {})
        ]
    return dict(sorted(found.items()))


def _imported(name: str) -> Iterator[str]:
    """What the parts of *name* that run in a browser import."""
    folder = NODE_MODULES / name
    if name == "svelte":  # without its compiler
        folder = folder / "src"
    for path in sorted(folder.rglob("*.js")):
        parts = path.relative_to(folder).parts
        if not {"compiler", "server", "node_modules", "legacy"} & set(parts):
            yield from _IMPORT.findall(path.read_text(encoding="utf-8"))


def _described(folder: Path) -> dict:
    return json.loads((folder / "package.json").read_text(encoding="utf-8"))


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _licence(metadata: Message) -> str:
    if expression := metadata.get("License-Expression"):
        return expression
    names = [
        line.rpartition(" :: ")[2]
        for line in metadata.get_all("Classifier", [])
        if line.startswith("License ::") and not line.endswith("OSI Approved")
    ]
    first = (metadata.get("License") or "").strip().split("\n")[0]
    return ", ".join(dict.fromkeys(names)) or first or "see its files"


def _address(metadata: Message) -> str:
    if home := metadata.get("Home-page"):
        return home
    links = dict(line.split(", ", 1) for line in metadata.get_all("Project-URL", []))
    kinds = ("homepage", "source", "repository", "source code", "code", "documentation")
    lower = {kind.lower(): link for kind, link in links.items()}
    return next((lower[kind] for kind in kinds if kind in lower), "")


def text() -> str:
    """The whole file."""
    parts = [
        "# Third-party software",
        "Written by `make third-party`. Garlic Arena itself is under the [MIT licence](LICENSE).",
        "## In the wheel",
        "Parts of these are in the files that `make wheel` builds.",
        _table(
            ("part", "licence", "address", "where"),
            [
                *(
                    (f"{name} (npm)", *facts, "the pages")
                    for name, facts in bundled_packages().items()
                ),
                *_SHIPPED,
            ],
        ),
        "## Python packages",
        "Installed beside ours by pip, not part of it, with the extras `cluster` and `postgres`.",
        _table(
            ("package", "licence", "address"),
            [(name, *facts) for name, facts in python_packages().items()],
        ),
        "Tools that only build, check or test are listed in `pyproject.toml` and"
        " `frontend/package.json`; no part of them is shipped.",
    ]
    return "\n\n".join(parts) + "\n"


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    (ROOT / "THIRD_PARTY.md").write_text(text(), encoding="utf-8")
    print("THIRD_PARTY.md")

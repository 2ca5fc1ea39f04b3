"""Run all benchmarks, or those named: ``python -m bench [NAME...]``.

Some also do longer work: ``python -m bench gauntlet GAME ...`` plays against other programs, and
``python -m bench othello levels 20`` one level against another. ``--list`` shows all names.
"""

import sys
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent


def modules() -> dict[str, str]:
    """The module of each benchmark, by its name; helpers begin with an underscore."""
    found = {path.stem: path for path in sorted(HERE.glob("*/*.py")) if path.stem[0] != "_"}
    found |= {path.parent.name: path for path in sorted(HERE.glob("*/*/command.py"))}
    return {
        name: ".".join(path.relative_to(HERE.parent).with_suffix("").parts)
        for name, path in found.items()
    }


def main(arguments: list[str]) -> int:
    """The exit code."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        print("bench: interrupted; what is kept in a file continues there", file=sys.stderr)
        return 130


def _run(arguments: list[str]) -> int:
    known = modules()
    if arguments == ["--list"]:
        print(*sorted(known), sep="\n")
        return 0
    if not arguments or all(name in known for name in arguments):
        for name in arguments or known:
            _show(name, known[name], is_named=bool(arguments))
        return 0
    name, *rest = arguments
    if name not in known:
        print(f"bench: expected a name of `python -m bench --list`, got {name!r}", file=sys.stderr)
        return 2
    found = import_module(known[name])
    if not hasattr(found, "main"):
        print(f"bench: {name} takes no arguments, got {rest[0]!r}", file=sys.stderr)
        return 2
    code: int | None = found.main(rest)
    return code or 0


def _show(name: str, module: str, *, is_named: bool) -> None:
    """The table of a benchmark. One that only has a command of its own is asked for its usage."""
    found = import_module(module)
    if not hasattr(found, "rows"):
        if is_named:
            found.main([])
        return
    table = Table("what", "measured", "target", title=name, title_justify="left")
    with Console(stderr=True).status(f"measuring {name}"):
        for row in found.rows():
            table.add_row(*row)
    Console().print(table)


sys.exit(main(sys.argv[1:]))

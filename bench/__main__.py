"""Run all benchmarks, or those named: ``python -m bench [MODULE...]``.

``python -m bench gauntlet GAME ...`` plays against other programs; see `bench.gauntlet`.
"""

import sys
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table


def main(names: list[str]) -> int:
    if names and (Path(__file__).parent / names[0] / "command.py").is_file():
        code: int = import_module(f"bench.{names[0]}.command").main(names[1:])
        return code
    here = Path(__file__).parent
    modules = names or sorted(p.stem for p in here.glob("*.py") if not p.stem.startswith("_"))
    for name in modules:
        table = Table("what", "measured", "target", title=name, title_justify="left")
        with Console(stderr=True).status(f"measuring {name}"):
            for row in import_module(f"bench.{name}").rows():
                table.add_row(*row)
        Console().print(table)
    return 0


sys.exit(main(sys.argv[1:]))

"""What a tournament or a league is, from its file and from the options of the command."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def defined(file: Path | None, options: Mapping[str, object]) -> tuple[dict[str, Any], Path]:
    """The values of *file*, changed by the *options* that are given (not None), and its folder.

    Bots and maps are looked for in that folder first; without a file it is the current one.
    """
    from garlic.arena.definition import read_file

    values = read_file(file) if file is not None else {}
    values |= {key: value for key, value in options.items() if value is not None}
    return values, Path() if file is None else file.parent

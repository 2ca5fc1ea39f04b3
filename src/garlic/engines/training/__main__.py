"""Make the data behind an engine: ``python -m garlic.engines.training WHAT [options]``."""

import sys
from importlib import import_module

from garlic.core import GarlicError

WHAT = {
    "gomoku": "Gomoku's evaluation",
    "gomoku-openings": "Gomoku's openings",
    "othello": "Othello's evaluation",
    "othello-book": "Othello's opening book",
    "othello-standard": "Othello's evaluation on 8x8 with equal cells",
    "tiaojia": "Tiaojia's linear evaluation",
    "tiaojia-net": "Tiaojia's net",
    "xiangqi": "Xiangqi's evaluation",
    "xiangqi-net": "Xiangqi's net",
    "xiangqi-book": "Xiangqi's opening book",
    "xiangqi-tactics": "Xiangqi's puzzles",
}


def main(arguments: list[str]) -> int:
    """Run the script that *arguments* name; 2 if there is none or its input is wrong."""
    if not arguments or arguments[0] not in WHAT:
        asked = bool(arguments) and arguments[0] in ("-h", "--help")
        print(
            "python -m garlic.engines.training WHAT [options]; WHAT is one of:\n"
            + "\n".join(f"  {name:18} {about}" for name, about in WHAT.items())
            + "\nExample: python -m garlic.engines.training tiaojia-net --help",
            file=sys.stdout if asked else sys.stderr,
        )
        return 0 if asked else 2
    script = import_module(f"garlic.engines.training.{arguments[0].replace('-', '_')}")
    try:
        script.main(arguments[1:])
    except GarlicError as fault:
        print(f"{arguments[0]}: {fault.render()}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{arguments[0]}: interrupted", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

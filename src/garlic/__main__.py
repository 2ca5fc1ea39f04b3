"""So that ``python -m garlic`` is the `garlic` command."""

from garlic.cli import main

main()

"""`garlic doctor`: how well this machine can confine bots."""

from typing import Any

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Json
from garlic.core import say


@app.command()
def doctor(
    json: Json = False,
) -> None:
    """Show how well bots can be confined on this machine, and what that means.

    Protection comes in rings. Ring 1 is required for anything that counts for marks; rings 2
    and 3 are extra. The exit code is 0 if ring 1 holds, else 1.

    Example: garlic doctor
    """
    from garlic.cli.output import print_json, print_table
    from garlic.sandbox import rings as find_rings

    rings = find_rings()
    if json:
        print_json(_facts(rings))
    else:
        print_table(
            ["ring", "protection", "holds", "meaning"],
            [
                (
                    str(ring.number),
                    say(ring.title),
                    say("yes") if ring.holds else say("no"),
                    say(ring.gives) if ring.why is None else _translated(ring.why),
                )
                for ring in rings
            ],
        )
        print()
        print(say(_summary([ring.holds for ring in rings])))
    if not rings[1].holds:
        raise typer.Exit(1)


def _facts(rings: Any) -> dict[str, Any]:
    import os
    import platform

    return {
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "root": os.geteuid() == 0,
        "graded": rings[1].holds,
        "rings": [
            {
                "ring": ring.number,
                "name": ring.title,
                "holds": ring.holds,
                "gives": ring.gives,
                "missing": None if ring.why is None else str(ring.why),
            }
            for ring in rings
        ],
    }


def _summary(holds: list[bool]) -> str:
    if not holds[0]:
        return "No bot can be run here."
    if not holds[1]:
        return (
            "Bots are limited but not confined: run only programs you trust. "
            "Grading is refused unless you insist, and every record will say so."
        )
    if not holds[2]:
        return "Bots of strangers can be run and graded here. Namespaces would be one more wall."
    return "Bots of strangers can be run and graded here."


def _translated(text: Any) -> str:
    from garlic.core import user_language

    return str(text.render(user_language()))

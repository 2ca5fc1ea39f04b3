"""`garlic doctor`: how well this machine can confine bots."""

from typing import Any

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Json
from garlic.core import say
from garlic.core.limits import MEGABYTE


@app.command()
def doctor(
    json: Json = False,
) -> None:
    """Show how well bots can be confined on this machine, and what that means.

    Protection comes in rings. Ring 1 is required for anything that counts for marks; rings 2
    and 3 are extra. The exit code is 0 if ring 1 holds, else 1. Then: how compilers are confined,
    the size of the cache of compiled bots, and what to change on this machine, if anything.

    Example: garlic doctor
    """
    from garlic.cli.output import print_json, print_table
    from garlic.judge.building.compiler import has_own_user
    from garlic.judge.building.entries import public_place
    from garlic.judge.building.upkeep import cache_facts
    from garlic.sandbox import rings as find_rings
    from garlic.sandbox.restrictions import missing_restriction
    from garlic.sandbox.surroundings import remarks

    rings, cache, missing = find_rings(), cache_facts(), missing_restriction()
    own_user = has_own_user(public_place(cache.folder)[0])
    if json:
        compilers = {
            "confined": missing is None,
            "own_user": own_user,
            "missing": None if missing is None else str(missing),
        }
        print_json(
            _facts(rings)
            | {"compilers": compilers, "cache": cache.to_json()}
            | {"remarks": [str(remark) for remark in remarks()]}
        )
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
        print(_compilers(missing, own_user))
        print(
            say(
                "Cache of compiled bots: {count} entries, {size} MB of at most {most} MB,"
                " in {path}",
                count=cache.entries,
                size=f"{cache.bytes / MEGABYTE:.1f}",
                most=cache.bounds.megabytes,
                path=str(cache.folder),
            )
        )
        for remark in remarks():
            print(say("To change: {remark}", remark=remark))
    if not rings[1].holds:
        raise typer.Exit(1)


def _compilers(missing: Any, own_user: bool) -> str:
    if missing is not None:
        return say(
            "Compilers are limited but not confined: a source can include any file that you can"
            " read. {why}",
            why=missing,
        )
    if own_user:
        return say("Compilers run as users of their own, and see only the source and the system.")
    return say("Compilers run as you, and see only the source and the system.")


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
            "Grading is refused without --weak-isolation, and every record says so."
        )
    if not holds[2]:
        return "Untrusted bots can be run and graded here. Namespaces would add another layer."
    return "Untrusted bots can be run and graded here."


def _translated(text: Any) -> str:
    from garlic.core import user_language

    return str(text.render(user_language()))

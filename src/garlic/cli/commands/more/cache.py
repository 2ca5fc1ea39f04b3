"""`garlic cache`: show, clear."""

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Json
from garlic.core import say

cache_app = typer.Typer(no_args_is_help=True, help="Manage the cache of compiled bots.")
app.add_typer(cache_app, name="cache")


@cache_app.command("show")
def show(json: Json = False) -> None:
    """Show where compiled bots are kept, how much space they take, and the limits.

    Bots are compiled once and kept. Above GARLIC_CACHE_MB (2048 by default) the least recently used
    entries are removed, and so is everything that was not used for GARLIC_CACHE_DAYS (30 by
    default). GARLIC_CACHE names another folder.

    Example: garlic cache show
    """
    from garlic.cli.output import print_json, print_table
    from garlic.judge.building.upkeep import cache_facts

    facts = cache_facts()
    if json:
        print_json(facts.to_json())
        return
    print(say("folder: {path}", path=str(facts.folder)))
    print(
        say(
            "at most {size} MB, and what was used in the last {days} days",
            size=facts.bounds.megabytes,
            days=facts.bounds.days,
        )
    )
    print()
    print_table(
        ["content", "entries", "MB"],
        [
            (say(kind.title), str(kind.entries), f"{kind.megabytes:.1f}")
            for kind in facts.kinds.values()
        ],
    )


@cache_app.command("clear")
def clear(json: Json = False) -> None:
    """Remove all compiled bots and copies of bots, except those in use.

    Nothing is lost: what is needed again is compiled again. Uploaded records stay.

    Example: garlic cache clear
    """
    from garlic.cli.output import print_json
    from garlic.core.limits import MEGABYTE
    from garlic.judge.building.upkeep import clear as clear_cache

    removal = clear_cache()
    if json:
        facts = {"removed": removal.entries, "bytes": removal.bytes, "in_use": removal.in_use}
        print_json(facts)
        return
    size = f"{removal.bytes / MEGABYTE:.1f}"
    print(say("{count} removed, {size} MB freed", count=removal.entries, size=size))
    if removal.in_use:
        print(say("{count} stay, because they are in use", count=removal.in_use))

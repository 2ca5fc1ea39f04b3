"""Help pages: in the user's language, complete at any width, plain text in a pipe."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from garlic.cli.parameters import LARGEST
from garlic.cli.tree.names import COMMAND_GROUPS, COMMAND_NAMES, GAME_COMMANDS
from garlic.core import say

_NAME_WIDTH = 10  # at least, so that the sections of a page are aligned

# The placeholder of a value, if the option has no metavar.
_KINDS = {
    "<str>": "TEXT",
    "<int>": "N",
    "<int range>": "N",
    "<float>": "X",
    "<float range>": "X",
    "<path>": "FILE",
}


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help of a command or group; rows are names with their meanings."""

    usage: str
    about: str
    arguments: list[tuple[str, str]]
    options: list[tuple[str, str]]
    commands: list[tuple[str, str]]


def help_page(node: Any, context: Any) -> HelpPage:
    """The help of the command or group *node* in *context*."""
    shown = getattr(node, "default_command", node)  # see `group_with_default`
    params = shown.get_params(context)
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = [param for param in params if param.param_type_name == "option"]
    commands = getattr(node, "commands", {})
    usage = [context.command_path, "[OPTIONS]", *(_argument(param) for param in arguments)]
    if commands:
        usage.append("| COMMAND ..." if arguments else "COMMAND ...")
    return HelpPage(
        usage=" ".join(usage),
        about=node.help or "",
        arguments=[(_argument(param), param.help or "") for param in arguments],
        options=[
            (_option(param, context), _meaning(param)) for param in options if not param.hidden
        ],
        commands=[
            (name, (child.help or "").split("\n\n")[0])
            for name, child in commands.items()
            if not child.hidden
        ],
    )


def print_help(node: Any, context: Any) -> None:
    """Print the help page of the command or group *node*."""
    from garlic.cli.output import console

    page, screen = help_page(node, context), console()
    screen.print(say("Usage: {usage}", usage=page.usage), style="bold", soft_wrap=False)
    screen.print(f"\n{page.about}", soft_wrap=False)
    _print_section("Arguments:", page.arguments)
    _print_section("Options:", page.options)
    if context.parent is not None:
        _print_section("Commands:", page.commands)
        return
    meanings = dict(page.commands)
    for group in COMMAND_GROUPS:
        _print_section(group.title, [(name, meanings[name]) for name in group.names])
    of_games = [(name, text) for name, text in page.commands if name not in COMMAND_NAMES]
    _print_section("For a single game:", of_games)
    unusable = [child.help for child in node.commands.values() if child.hidden]
    for sentence in (*unusable, *(fault.render() for fault in GAME_COMMANDS.clashes())):
        screen.print(f"\n{sentence}", style="yellow", soft_wrap=False, markup=False)


def _print_section(title: str, rows: Iterable[tuple[str, str]]) -> None:
    from rich.table import Table

    from garlic.cli.output import console, print_trimmed

    table = Table.grid(padding=(0, 2), pad_edge=True)
    table.add_column(style="cyan", overflow="fold")
    table.add_column(overflow="fold")
    for name, meaning in rows:
        table.add_row(name.ljust(_NAME_WIDTH), meaning)
    if table.rows:
        console().print(f"\n{say(title)}", style="bold")
        print_trimmed(table)


def _argument(param: Any) -> str:
    name = param.metavar or param.name.upper()
    if param.nargs == -1 and not name.endswith("..."):
        name += "..."
    return name if param.required else f"[{name}]"


def _option(param: Any, context: Any) -> str:
    names = ", ".join((*sorted(param.opts, key=len), *param.secondary_opts))
    if param.is_flag:
        return names
    kind = param.display_type_rich(ctx=context) or ""
    return f"{names} {param.metavar or _KINDS.get(kind, kind.strip('<>'))}"


def _meaning(param: Any) -> str:
    """The help of an option with its limits and its default."""
    if param.name == "help":
        return say("Show this help.")
    notes = []
    low, high = getattr(param, "min", None), getattr(param, "max", None)
    if high == LARGEST:  # no limit that anybody reaches
        high = None
    if low is not None and high is not None:
        notes.append(say("{low} to {high}", low=low, high=high))
    elif low is not None:
        notes.append(say("at least {low}", low=low))
    elif high is not None:
        notes.append(say("at most {high}", high=high))
    default = param.default.value if isinstance(param.default, Enum) else param.default
    if not param.is_flag and default not in (None, "", ()):
        notes.append(say("default {value}", value=str(default)))
    elif param.required:
        notes.append(say("required"))
    if not notes:
        return param.help or ""
    return say("{meaning} ({notes})", meaning=param.help or "", notes=say(", ").join(notes))

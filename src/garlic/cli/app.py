"""The command tree, with help in the user's language."""

import inspect
from importlib import import_module
from typing import Annotated, Any

import typer

from garlic.cli.tree.help import print_help
from garlic.cli.tree.names import COMMAND_GROUPS, COMMAND_NAMES, GAME_COMMANDS
from garlic.core import GarlicError, UsageError
from garlic.core.language.text import translate

app = typer.Typer(
    name="garlic",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _print_version(is_given: bool) -> None:
    if is_given:
        from garlic.cli.version import version

        print(f"garlic {version()}")
        raise typer.Exit


@app.callback()
def garlic(
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version and the commit.",
            is_eager=True,
            callback=_print_version,
        ),
    ] = False,
) -> None:
    """An arena for game-playing programs: five games with exact rules, and a judge for your bots.

    Start with: garlic demo (a one-minute tour), garlic serve (in the browser), garlic play othello
    """


def command(called: str | None = None) -> Any:
    """The command `garlic` with all commands below it, their help in the user's language.

    Of the commands of games only *called* is loaded, if it is the name of a command.
    """
    for group in COMMAND_GROUPS:
        for name in group.names:
            import_module(f"garlic.cli.commands.{group.folder}.{name}")  # registers it in `app`
    root: Any = typer.main.get_command(app)
    if called not in COMMAND_NAMES:
        known = GAME_COMMANDS.names
        for name in (called,) if called in known else known:
            root.commands[name] = _game_command(name)
    _translate_help(root)
    return root


def _game_command(name: str) -> Any:
    """The command or group *name* of a game; if it cannot be used, a hidden one that says so."""
    try:
        return _built(name, GAME_COMMANDS[name])
    except GarlicError as fault:
        return _failing(name, fault)
    except Exception as fault:  # noqa: BLE001  (typer cannot make a command of it)
        return _failing(
            name,
            UsageError("the command {name!r} cannot be used: {fault!r}", name=name, fault=fault),
        )


def _built(name: str, found: Any, **options: Any) -> Any:
    """What typer makes of *found*, a function or a group."""
    parent = typer.Typer(callback=lambda: None)
    if isinstance(found, typer.Typer):
        parent.add_typer(found, name=name)
    else:
        parent.command(name, **options)(found)
    group: Any = typer.main.get_command(parent)
    return group.commands[name]


def _failing(name: str, fault: GarlicError) -> Any:
    def fail() -> None:
        raise fault

    ignored = {"ignore_unknown_options": True, "allow_extra_args": True}
    return _built(name, fail, help=fault.render(), hidden=True, context_settings=ignored)


def _translate_help(node: Any) -> None:
    """Translate the help of *node* and of all commands below it; print it by `print_help`."""
    node.format_help = lambda context, _: print_help(node, context)
    for described in (node, *node.params):
        if text := getattr(described, "help", None):
            described.help = _paragraphs(text)
    for child in getattr(node, "commands", {}).values():
        _translate_help(child)


def _paragraphs(text: str) -> str:
    """*text* translated by paragraph, each unwrapped: catalogue keys have no line breaks."""
    parts = [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]
    return "\n\n".join(translate(part) for part in parts)

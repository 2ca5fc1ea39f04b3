"""The tree of commands, with its help in the user's language."""

import inspect
from importlib import import_module
from typing import Annotated, Any

import typer

from garlic.cli.help import print_help
from garlic.core.language.text import translate

# The modules with commands; `names` says where help lists them.
_PARTS = (
    "demo",
    "serve",
    "match",
    "tournaments",
    "sprt",
    "replay",
    "review",
    "new",
    "check",
    "bots",
    "worker",
    "games",
    "gomoku",
    "xiangqi",
    "maps",
    "stars",
    "engines",
    "engine",
    "puzzles",
    "labs",
    "database",
    "doctor",
    "shell",
)

app = typer.Typer(
    name="garlic",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from garlic import __version__

        print(f"garlic {__version__}")
        raise typer.Exit


@app.callback()
def garlic(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", is_eager=True, callback=_print_version
        ),
    ] = False,
) -> None:
    """An arena for programs that play: five games with exact rules, and a judge for your bots.

    Start with: garlic demo (a tour of a minute), garlic serve (the page), garlic play othello
    """


def command() -> Any:
    """The whole command, its help translated and its paragraphs unwrapped."""
    for part in _PARTS:
        import_module(f"garlic.cli.commands.{part}")  # which enters its commands in `app`
    root = typer.main.get_command(app)
    _mend_help(root)
    return root


def _mend_help(node: Any) -> None:
    """Translate what *node* and all below it say of themselves, and print it our way."""
    node.format_help = lambda context, _: print_help(node, context)
    for described in (node, *node.params):
        if text := getattr(described, "help", None):
            described.help = _paragraphs(text)
    for child in getattr(node, "commands", {}).values():
        _mend_help(child)


def _paragraphs(text: str) -> str:
    """*text* with each paragraph looked up as one line: catalogues do not know our wrapping."""
    parts = [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]
    return "\n\n".join(translate(part) for part in parts)

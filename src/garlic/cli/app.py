"""The tree of commands, with its help in the user's language."""

import inspect
import re
from typing import Annotated, Any

import typer

from garlic.core.text import language, say, translate

app = typer.Typer(
    name="garlic",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
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
    """Five games with exact rules, for people who write programs that play.

    Start with: garlic games
    """


def command() -> Any:
    """The whole command, its help translated."""
    from garlic.cli import engines, games, gomoku, maps

    del engines, games, gomoku, maps  # importing them fills `app`
    root = typer.main.get_command(app)
    if language() != "en":
        _translate_help(root)
    return root


def explain_usage(fault: typer.TyperException) -> str:
    """One sentence about a wrong command line, and where to look."""
    sentence = re.sub(r"\s+", " ", str(getattr(fault, "message", "") or fault)).strip().rstrip(".")
    formatted = getattr(fault, "format_message", None)
    if formatted is not None:
        sentence = re.sub(r"\s+", " ", formatted()).strip().rstrip(".")
    context = getattr(fault, "ctx", None)
    path = context.command_path if context is not None else "garlic"
    sentence = sentence[:1].lower() + sentence[1:]
    return say("{sentence}; see `{path} --help`", sentence=sentence, path=path)


def _translate_help(node: Any) -> None:
    for name in ("help", "short_help", "epilog"):
        if text := getattr(node, name, None):
            setattr(node, name, _paragraphs(text))
    for parameter in node.params:
        if text := getattr(parameter, "help", None):
            parameter.help = _paragraphs(text)
    for child in getattr(node, "commands", {}).values():
        _translate_help(child)


def _paragraphs(text: str) -> str:
    """*text* with each paragraph looked up as one line: catalogues do not know our wrapping."""
    parts = [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]
    return "\n\n".join(translate(part) for part in parts)

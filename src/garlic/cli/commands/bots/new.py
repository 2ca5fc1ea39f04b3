"""`garlic new`: a new bot from a template."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import GameName
from garlic.core import UsageError, say
from garlic.core.reading.files import why

if TYPE_CHECKING:
    from garlic.core import Game
    from garlic.judge.templates import Starter


class Language(StrEnum):
    """The language of the bot."""

    C = "c"
    CPP = "cpp"
    PYTHON = "python"
    JAVASCRIPT = "javascript"
    JAVA = "java"
    PERL = "perl"


@app.command()
def new(
    game: GameName,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder for the files.")],
    lang: Annotated[
        Language | None,
        typer.Option(help="The language; Python by default, C in a course folder."),
    ] = None,
    course: Annotated[
        bool, typer.Option("--course", help="Create a folder in the course's layout.")
    ] = False,
) -> None:
    """Create a bot that plays legally, as a start for your own.

    Nothing that exists is overwritten.

    Example: garlic new othello my_bot --lang cpp
    """
    from garlic.games import GAMES
    from garlic.judge.templates import LANGUAGES, course_starter, starter

    facts = GAMES[game]
    language = lang or (Language.C if course else Language.PYTHON)
    template = (course_starter if course else starter)(facts, language.value)
    readme = _readme(facts, LANGUAGES[language.value], folder, template)
    _write(folder, {**template.files, "README.md": readme}, template.executable)
    print(readme.split("\n\n", 1)[1], end="")


def _readme(game: "Game", language: str, folder: Path, template: "Starter") -> str:
    import shlex

    bot = shlex.quote(str(folder / template.bot))
    title = say("A bot for {game} in {language}", game=say(game.title), language=language)
    if template.bot == ".":
        home = shlex.quote(str(folder))
        play = f"garlic match {game.name} {home} --show"
        bot = shlex.quote(str(folder / "code/player.h"))
    else:
        play = f"garlic match {game.name} {bot} random:{game.name} --show"
    lines = (
        say("Let it play: {command}", command=f"`{play}`"),
        say("Test it: {command}", command=f"`garlic check {game.name} {bot}`"),
        say("Change it: {file}", file=f"`{bot}`"),
    )
    return f"# {title}\n\n" + "".join(f"- {line}\n" for line in lines)


def _write(folder: Path, files: dict[str, str], executable: tuple[str, ...]) -> None:
    """Write all *files* below *folder*; raise `UsageError`, before any, if one exists."""
    from garlic.cli.output import write_text

    for name in files:
        if (folder / name).exists():
            raise UsageError(
                "{path} exists already: choose another folder", path=str(folder / name)
            )
    for name, text in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise UsageError(
                "cannot write {path}: {why}", path=str(path), why=why(fault)
            ) from fault
        write_text(path, text)
        if name in executable:
            path.chmod(0o755)

"""The `garlic` commands inside the shell. Imports typer only when one is used."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from garlic.cli.tree.names import COMMAND_NAMES, GAME_COMMANDS
from garlic.shell.interface.start import open_shell

# In the shell, `garlic` before a command is optional.
_OWN_NAME = "garlic"


class GarlicCommands:
    """Implements `garlic.shell.host.HostCommands`."""

    @cached_property
    def names(self) -> Collection[str]:
        """The names of the commands, and `garlic` itself."""
        return {*COMMAND_NAMES, *GAME_COMMANDS.names, _OWN_NAME}

    def prepare(self) -> None:
        """Build the command tree."""
        _ = self._tree

    def run(self, arguments: Sequence[str]) -> int:
        """Run a command line and return its exit status."""
        from garlic.cli import run

        return run(_without_own_name(arguments))

    def summaries(self) -> list[tuple[str, str]]:
        """Each command with the first line of its help."""
        return [
            (name, _first_line(command.help or ""))
            for name, command in sorted(self._tree.commands.items())
            if not command.hidden
        ]

    def complete(self, words: Sequence[str], incomplete: str) -> list[str]:
        """Sub-commands, options and values that may follow *words*."""
        node, given = self._tree, list(_without_own_name(words))
        while given and given[0] in getattr(node, "commands", {}):
            node = node.commands[given.pop(0)]
        if hasattr(node, "commands"):
            return [name for name in sorted(node.commands) if name.startswith(incomplete)]
        options = {name: p for p in node.params for name in p.opts if name.startswith("-")}
        previous = options.get(given[-1]) if given else None
        if previous is not None and not getattr(previous, "is_flag", False):
            return _values(node, previous, incomplete)
        if incomplete.startswith("-"):
            return sorted(name for name in (*options, "--help") if name.startswith(incomplete))
        arguments = [p for p in node.params if p.param_type_name == "argument"]
        place = _arguments_given(given, options)
        if arguments and (place < len(arguments) or arguments[-1].nargs == -1):
            return _values(node, arguments[min(place, len(arguments) - 1)], incomplete)
        return []

    @cached_property
    def _tree(self) -> Any:
        from garlic.cli.app import command

        return command()


def run_shell(script: str | None) -> int:
    """Run the shell and return its exit status; raise `UsageError` if there is no such script."""
    return open_shell(script, GarlicCommands())


def _without_own_name(words: Sequence[str]) -> Sequence[str]:
    return words[1:] if words[:1] == [_OWN_NAME] else words


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]


def _arguments_given(words: Sequence[str], options: dict[str, Any]) -> int:
    """The number of *words* that are neither options nor their values."""
    count, value_follows = 0, False
    for word in words:
        if value_follows:
            value_follows = False
        elif word.startswith("-"):
            option = options.get(word)
            value_follows = option is not None and not getattr(option, "is_flag", False)
        else:
            count += 1
    return count


def _values(command: Any, parameter: Any, incomplete: str) -> list[str]:
    import typer

    context = typer.Context(command)
    items = parameter.shell_complete(context, incomplete)
    return [item.value for item in items if item.type != "file"]

"""Classes for typer: a group with a default command, options with several values."""

from typing import Any

from typer.core import TyperCommand, TyperGroup


def group_with_default(default: str) -> type[TyperGroup]:
    """A group class for `typer.Typer(cls=...)` whose command *default* needs no name.

    ``garlic highway map.png`` then means ``garlic highway solve map.png``. The first word is a
    command if there is one of that name; a file of that name is written ``./make``. The help
    of the group shows the options of the default, too.
    """

    class GroupWithDefault(TyperGroup):
        """Passes arguments that do not start with a command to the default command."""

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            is_help = bool(args) and args[0] in ctx.help_option_names
            if args and not is_help and args[0] not in self.commands:
                args = [default, *args]
            return super().parse_args(ctx, args)

        @property
        def default_command(self) -> Any:
            """The command that needs no name; help shows its arguments and options."""
            return self.commands[default]

    return GroupWithDefault


class ManyValues(TyperCommand):
    """A command whose repeatable options take several values at once.

    ``--bots a b c --games 4`` then means ``--bots a --bots b --bots c --games 4``. A value that
    begins with a dash is written ``--bots=-x``.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeat the option before each of its values."""
        many = {name for param in self.params if param.multiple for name in param.opts}
        given: list[str] = []
        repeated: str | None = None  # the option that the next values belong to
        for word in args:
            if word.startswith("-"):
                repeated = word if word in many else None
                if repeated is None:
                    given.append(word)
            elif repeated is not None:
                given += [repeated, word]
            else:
                given.append(word)
        return super().parse_args(ctx, given)

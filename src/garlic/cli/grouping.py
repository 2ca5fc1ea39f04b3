"""Commands with commands below them, one of which is meant when none is named."""

from typing import Any

from typer.core import TyperGroup


def group_with_default(default: str) -> type[TyperGroup]:
    """A group class for `typer.Typer(cls=...)` whose command *default* needs no name.

    ``garlic highway map.png`` then means ``garlic highway solve map.png``. The first word is a
    command if there is one of that name; a file of such a name is written ``./make``. The
    help of the group shows the options of the default too.
    """

    class GroupWithDefault(TyperGroup):
        """Reads an unknown first word, or an option, as the beginning of the default's."""

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

"""Start positions from the options of a command: a position, a map, a rule set, a size."""

from garlic.core import Game, Position, UsageError


def chosen_position(
    game: Game, position: str | None, map_name: str | None, rule: str | None, size: str | None
) -> Position:
    """The position that the options describe; raise `UsageError` if they contradict."""
    if position is not None and (map_name or rule or size):
        raise UsageError("give a position, or --map, --rule and --size, not both")
    if position is not None:
        return game.parse(position)
    if map_name is not None:
        if rule or size:
            raise UsageError("a map has its own size and rules: leave out --rule and --size")
        return load_map(game, map_name)
    return game.setup(rule=rule, size=parse_size(size) if size else None)


def load_map(game: Game, name: str) -> Position:
    """The start position on a map file, a bundled map, or the default map of a size."""
    from garlic.judge.settings import start_of

    return start_of(game, map_name=name, rule=None, opening=None, seed=0)


def parse_size(text: str) -> tuple[int, int]:
    """Read ``"10x12"``, or ``"10"`` for a square, as rows and columns; raise `UsageError`."""
    from garlic.core.maps import board_size

    given = text.lower()
    size = board_size(given if "x" in given else f"{given}x{given}")
    if size is None or 0 in size:
        raise UsageError("expected a size like 10x12, got {text!r}", text=text)
    return size


def game_of_map(text: str) -> Game:
    """The game whose map *text* looks like; raise `UsageError` if none does."""
    from garlic.games import GAMES

    with_maps = [(game, game.maps) for game in GAMES.values() if game.maps]
    for game, maps in with_maps:
        if maps.recognises(text):
            return game
    raise UsageError(
        "expected a map of {games}, got something else; name the game with --game",
        games=" / ".join(game.name for game, _ in with_maps),
    )

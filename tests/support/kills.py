"""The processes of a run of games, to be killed."""

from support.processes import command_line, descendants, parent


def workers_of(runner: int) -> list[int]:
    """The steward's children: the processes that play."""
    below = descendants(runner)
    stewards = {pid for pid in below if parent(pid) == runner}
    return [pid for pid in below if parent(pid) in stewards]


def victims_of(runner: int) -> dict[str, list[int]]:
    """The processes of a run that can be killed, by kind."""
    workers = workers_of(runner)
    return {
        "runner": [runner],
        "steward": sorted({pid for pid in map(parent, workers) if pid is not None}),
        "worker": workers,
        # A keeper's children bear its name too, until they run the bot.
        "keeper": [
            pid
            for pid in descendants(runner)
            if b"garlic-keeper" in command_line(pid) and parent(pid) in workers
        ],
    }

"""Messages that a task sends to the program while it runs, over the channel of its worker."""

import json
from collections.abc import Callable
from typing import Any

from garlic.core import GarlicError
from garlic.judge.workers.channel import Channel, FrameKind

Send = Callable[[Any], None]
"""Sends a JSON value to the program; raises `StoppedError` once the task was stopped."""


class StoppedError(GarlicError):
    """The task was stopped on request."""

    def __init__(self) -> None:
        super().__init__("it was stopped")


def sender(channel: Channel, task: int) -> Send:
    """The function by which *task* sends its messages; runs in a worker."""
    stopped = False

    def send(message: Any) -> None:
        nonlocal stopped
        try:
            for frame in channel.arrived():
                stopped = stopped or (frame.kind is FrameKind.DROP and frame.task == task)
            if not stopped:
                channel.send(FrameKind.MESSAGE, task, json.dumps(message).encode())
                return
        except (EOFError, ConnectionError) as fault:  # the steward is gone
            raise StoppedError from fault
        raise StoppedError

    return send

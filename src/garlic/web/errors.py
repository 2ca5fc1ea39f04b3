"""The last errors of the server itself, for the status page."""

import logging
import time
from collections import deque

_MOST = 50
_LONGEST = 500


class ErrorLog(logging.Handler):
    """Keeps the last errors that are logged; the log itself has all of them."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._kept: deque[tuple[float, str]] = deque(maxlen=_MOST)

    def start(self) -> None:
        """Begin to listen."""
        logging.getLogger("garlic").addHandler(self)

    def close(self) -> None:
        """Stop listening."""
        logging.getLogger("garlic").removeHandler(self)
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an error: its message, and the kind of its exception."""
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += f": {type(record.exc_info[1]).__name__}: {record.exc_info[1]}"
        self._kept.appendleft((time.time(), text[:_LONGEST]))

    def newest(self) -> list[tuple[float, str]]:
        """The errors with their times, newest first."""
        return list(self._kept)

"""The controlling terminal of an interactive shell: who may read it, and how it is set."""

import os
import signal
import termios
from contextlib import suppress
from typing import Any

# A shell that owns a terminal does not stop or die of the keys meant for its children.
# SIGINT is not among them: Python turns it into KeyboardInterrupt, which ends the line.
IGNORED = (signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)


class Terminal:
    """The terminal behind *descriptor*. `take_over` before use, `release` at the end."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._owner = 0
        self._before: dict[signal.Signals, Any] = {}
        self._modes: list[Any] = []

    def take_over(self) -> None:
        """Wait to be in the foreground, then become a process group of our own there."""
        while os.tcgetpgrp(self.descriptor) != os.getpgrp():
            os.kill(0, signal.SIGTTIN)  # stops us until whoever started us puts us in front
        self._owner = os.getpgrp()
        for number in IGNORED:
            self._before[number] = signal.signal(number, signal.SIG_IGN)
        with suppress(PermissionError):  # the leader of a session already leads its group
            os.setpgid(0, 0)
        self.give_to(os.getpgrp())
        self.remember_modes()

    def release(self) -> None:
        """Give the terminal back to whoever had it."""
        with suppress(OSError):
            self.give_to(self._owner)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def give_to(self, group: int) -> None:
        """Let process group *group* read from the terminal and get its keys."""
        with suppress(ProcessLookupError, PermissionError):  # the group may be gone already
            os.tcsetpgrp(self.descriptor, group)

    def take_back(self) -> None:
        """Be in the foreground again."""
        self.give_to(os.getpgrp())

    def modes(self) -> list[Any]:
        """How the terminal is set now: echo, line by line, and so on."""
        return termios.tcgetattr(self.descriptor)

    def set_modes(self, modes: list[Any]) -> None:
        """Set the terminal as *modes* say."""
        with suppress(termios.error):
            termios.tcsetattr(self.descriptor, termios.TCSADRAIN, modes)

    def remember_modes(self) -> None:
        """Keep the present modes as ours: a command like ``stty`` changed them on purpose."""
        with suppress(termios.error):
            self._modes = self.modes()

    def restore_modes(self) -> None:
        """Undo what a killed or stopped program did to the terminal."""
        if self._modes:
            self.set_modes(self._modes)

"""The controlling terminal of an interactive shell: its foreground group and its modes."""

import os
import signal
import termios
from contextlib import suppress
from typing import Any

# Signals from the keyboard are meant for the children, so the shell ignores them. Not SIGINT:
# Python turns it into KeyboardInterrupt, which ends the line.
IGNORED = (signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)


class Terminal:
    """The terminal behind *descriptor*. `take_over` before use, `release` at the end."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._owner = 0
        self._handlers: dict[signal.Signals, Any] = {}
        self._modes: list[Any] = []

    def take_over(self) -> None:
        """Wait to be in the foreground, then become a process group of our own."""
        while os.tcgetpgrp(self.descriptor) != os.getpgrp():
            os.kill(0, signal.SIGTTIN)  # stops us until our parent moves us to the foreground
        self._owner = os.getpgrp()
        for number in IGNORED:
            self._handlers[number] = signal.signal(number, signal.SIG_IGN)
        with suppress(PermissionError):  # a session leader already leads its group
            os.setpgid(0, 0)
        self.give_to(os.getpgrp())
        self.remember_modes()

    def release(self) -> None:
        """Give the terminal back to its previous owner."""
        with suppress(OSError):
            self.give_to(self._owner)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def give_to(self, group: int) -> None:
        """Make *group* the foreground process group of the terminal."""
        with suppress(ProcessLookupError, PermissionError):  # the group may be gone already
            os.tcsetpgrp(self.descriptor, group)

    def take_back(self) -> None:
        """Make our own group the foreground group again."""
        self.give_to(os.getpgrp())

    def modes(self) -> list[Any]:
        """The current settings of the terminal: echo, line mode and so on."""
        return termios.tcgetattr(self.descriptor)

    def set_modes(self, modes: list[Any]) -> None:
        """Apply *modes* to the terminal."""
        with suppress(termios.error):
            termios.tcsetattr(self.descriptor, termios.TCSADRAIN, modes)

    def remember_modes(self) -> None:
        """Remember the current modes: a command like ``stty`` may have changed them."""
        with suppress(termios.error):
            self._modes = self.modes()

    def restore_modes(self) -> None:
        """Undo what a killed or stopped program did to the terminal."""
        if self._modes:
            self.set_modes(self._modes)

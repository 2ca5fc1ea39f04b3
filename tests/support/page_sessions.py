"""Runs the session of a page and compares what it prints with what the page shows."""

from pathlib import Path

import pytest
from book.sessions import File, Terminal, language_of, session, too_busy


def run_session(page: Path, folder: Path, *, long: bool) -> None:
    """Run the session of *page*; each command must print what the page shows."""
    text = page.read_text(encoding="utf-8")
    terminal = Terminal(folder, language_of(page), text)
    for step in session(text):
        if isinstance(step, File):
            terminal.write(step)
        elif long or not step.long:
            printed = terminal.run(step)
            if too_busy(printed):
                pytest.skip("this machine is too busy to play games")
            if step.long or step.matches(printed):  # long ones depend on the machine
                continue
            # One retry: on a busy machine a turn may not have been judged.
            if not step.matches(terminal.run(step)):
                assert printed == step.output

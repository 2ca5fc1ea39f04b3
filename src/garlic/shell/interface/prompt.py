"""Lines from a terminal: editing, history and completion by prompt_toolkit."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer
from prompt_toolkit.completion import Completion as PromptCompletion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import is_searching
from prompt_toolkit.history import History
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.search import accept_search
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from garlic.shell.execution.evaluator import Evaluator
from garlic.shell.interface.completion import complete

_KEPT_LINES = 10_000
_STYLE = Style.from_dict({"folder": "ansicyan bold"})


class PromptReader:
    """Reads lines from a terminal. Ctrl-D ends, Ctrl-C raises `KeyboardInterrupt`."""

    def __init__(self, shell: Evaluator) -> None:
        self._pasted: deque[str] = deque()
        self._session: PromptSession[str] = PromptSession(
            history=LineHistory(history_file()),
            completer=_ShellCompleter(shell),
            complete_style=CompleteStyle.MULTI_COLUMN,
            complete_while_typing=False,
            auto_suggest=AutoSuggestFromHistory(),
            key_bindings=_keys(),
            style=None if os.environ.get("NO_COLOR") else _STYLE,
        )

    def read(self, prompt: str) -> str | None:
        """Show *prompt*, and return what is entered; None on Ctrl-D."""
        if not self._pasted:
            folder, end = prompt[:-2], prompt[-2:]
            try:
                entered = self._session.prompt([("class:folder", folder), ("", end)])
            except EOFError:
                return None
            # Pasted text may contain several lines.
            self._pasted.extend(entered.split("\n"))
        return self._pasted.popleft()


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter", filter=is_searching, eager=True)
    def run_search_result(event: KeyPressEvent) -> None:
        """Enter after Ctrl-R runs the line at once, as in other shells."""
        accept_search()
        event.current_buffer.validate_and_handle()

    return keys


class LineHistory(History):
    """The lines of this and earlier sessions, in a file with one line each.

    Errors on reading or writing the file are ignored.
    """

    def __init__(self, file: Path | None) -> None:
        super().__init__()
        self._file = file

    def load_history_strings(self) -> Iterable[str]:
        """The lines of the file, newest first; a file that has grown too long is cut."""
        if self._file is None:
            return []
        try:
            lines = self._file.read_bytes().splitlines()
        except OSError:
            return []
        if len(lines) > 2 * _KEPT_LINES:
            lines = lines[-_KEPT_LINES:]
            with suppress(OSError):
                self._file.write_bytes(b"".join(line + b"\n" for line in lines))
        return [os.fsdecode(line) for line in reversed(lines)]

    def append_string(self, string: str) -> None:
        """Add a line to the history; not ``!prefix``, which means something else each time."""
        if string.strip() and not string.startswith("!"):
            super().append_string(string)

    def store_string(self, string: str) -> None:
        """Append a line to the file, readable by its owner only."""
        if self._file is None:
            return
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            descriptor = os.open(self._file, flags, 0o600)
            try:
                os.write(descriptor, os.fsencode(string) + b"\n")
            finally:
                os.close(descriptor)


def history_file() -> Path | None:
    """The history file: ``GARLIC_HISTORY``, else a file in the user's state folder.

    None if that variable is empty, or if there is no home folder.
    """
    configured = os.environ.get("GARLIC_HISTORY")
    if configured is not None:
        return Path(configured) if configured else None
    state = os.environ.get("XDG_STATE_HOME")
    home = os.environ.get("HOME")
    if not state and not home:
        return None
    folder = Path(state) if state else Path(home or "/") / ".local" / "state"
    return folder / "garlic" / "shell-history"


class _ShellCompleter(Completer):
    def __init__(self, shell: Evaluator) -> None:
        self._shell = shell

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterator[PromptCompletion]:
        """The completions of the text before the cursor."""
        del complete_event
        for completion in complete(document.text_before_cursor, self._shell):
            yield PromptCompletion(completion.text, -completion.replaces, display=completion.shown)

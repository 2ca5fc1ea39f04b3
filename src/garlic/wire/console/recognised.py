"""The dialogue with an interactive Gomoku program that nobody has described.

Menus are answered so that the program plays the computer's side in its seat; a prompt for a move
is told by its words, and the program's own move is read from the board that it draws, else from
its words. All of that happens in its turns: which question is the last is not known.
"""

from garlic.core import Position, Seat, Text, UsageError
from garlic.core.game import expect
from garlic.games.gomoku import PASS, Move
from garlic.games.gomoku import Position as GomokuPosition
from garlic.games.gomoku.position import RENJU
from garlic.wire.console.drawn_board import (
    Cell,
    DrawnBoard,
    drawn_boards,
    is_part_of_board,
)
from garlic.wire.console.menus import Wanted
from garlic.wire.console.prompts import (
    PASSED,
    Labels,
    asking_line,
    last_line,
    refusal,
    wants_key,
    wants_keys,
    wants_move,
)
from garlic.wire.console.screen import ConsoleScreen
from garlic.wire.coordinates import stone_at, stone_place
from garlic.wire.dialogue import Played, ProtocolFault, SeatSetup, UnsupportedEvent

_MOST_ANSWERS = 20  # to questions and pauses between two moves
_LONGEST_HINTS = 4000
_LONGEST_SHOWN = 100  # characters of a line in a sentence
# Ways to see a square board that undo themselves. A program that takes the column for the row
# plays the same game on a turned board.
# Each: rows and columns swapped, rows counted backwards, columns counted backwards.
_VIEWS = (
    (False, False, False),
    (True, False, False),
    (False, True, False),
    (False, False, True),
    (False, True, True),
    (True, True, True),
)


class RecognisedDialogue:
    """The dialogue with one program whose texts are recognised."""

    def __init__(self, setup: SeatSetup) -> None:
        """Raise `UsageError` if the game does not start on an empty board."""
        start = expect(GomokuPosition, setup.start)
        self.size = start.board.size
        if start.ply or start.mover is not Seat.A:
            raise UsageError(
                "console: this program starts on an empty board of {size}x{size}", size=self.size
            )
        self.setup = setup
        self._wanted = Wanted(setup.seat, self.size, start.rule == RENJU)
        self.start_input()

    def start_input(self) -> bytes:
        """Reset; everything else happens in the first turn."""
        self._screen = ConsoleScreen()
        self._before: DrawnBoard | None = None
        self._rows: tuple[str, ...] = ()
        self._columns: tuple[str, ...] = ()
        self._view = 0
        self._known: set[Cell] = set()  # all stones, as the program sees them
        self._to_type: Cell | None = None
        self._typed: Cell | None = None
        self._way: int | None = None  # of writing a move, once one was accepted
        self._next_way = 0
        # Moves that were typed again. If the first refusal was about something else, such as an
        # empty line, the program reads them later, and refuses them then.
        self._unread = 0
        self._answers = 0
        self._hints = ""  # what it showed before it took a move: how to write one
        self._seen = ""  # the last line, for a sentence
        return b""

    @property
    def waits_for(self) -> str:
        """Nothing in particular."""
        return ""

    def explain(self, fault: Text | None) -> Text:
        """*fault* with the last line that the program showed, or why it cannot be played."""
        if line := wants_keys(self._hints + self._screen.text):
            return Text(
                "{fault}; it moves a cursor with single keys ({line!r}), which cannot be typed"
                " here: let it ask for a row and a column",
                fault=fault,
                line=line[:_LONGEST_SHOWN],
            )
        if wants_move(self._screen.text) and self._to_type is None and self._typed is None:
            return Text(
                "{fault}; it asks a person for the move that it should make itself ({line!r}): it"
                " needs a game against the computer",
                fault=fault,
                line=asking_line(self._screen.text)[:_LONGEST_SHOWN],
            )
        return Text(
            "{fault}; the last line on its screen was {line!r}",
            fault=fault,
            line=(last_line(self._screen.text) or self._seen)[:_LONGEST_SHOWN],
        )

    def turn_input(self, position: Position, played: Played) -> bytes:
        """Begin a turn: the opponent's move is typed when the program asks for it."""
        del position
        self._to_type = self._typed = None
        self._answers = 0
        for seat, text in played:
            if text is None:
                continue
            move = Move.parse(text)
            if move == PASS:
                raise UnsupportedEvent(PASSED)
            column, row = stone_place(move, self.size)
            self._known.add((row, column))
            if seat is not self.setup.seat:
                self._to_type = (row, column)
        action = self._act()
        return action if isinstance(action, bytes) else b""

    def read_output(self, piece: bytes) -> bytes | str | None:
        """Answer a question, type the move, or find the program's move."""
        self._screen.show(piece)
        return self._act()

    def _act(self) -> bytes | str | None:
        text = self._screen.text
        boards = drawn_boards(text, self.size)
        for board in boards:
            self._rows, self._columns = board.rows or self._rows, board.columns or self._columns
        if self._to_type is None:
            for board in boards:
                if (cell := self._new_stone(board)) is not None:
                    self._before = board
                    self._screen.read(board.end)
                    return self._answer(cell)
            in_menu = not self._known and asking_line(text) and self._menu_answer(text)
            in_words = not boards and self._before is None and not in_menu
            if in_words and (cell := self._labels().read_answer(text)) is not None:
                return self._said(cell)
        if wants_key(text):
            return self._type("", boards, asked=True)
        if not asking_line(text) or is_part_of_board(last_line(text), self.size):
            return None
        return self._reply(text, boards)

    def _reply(self, text: str, boards: list[DrawnBoard]) -> bytes | str | None:
        """What to type, now that the program asks for something."""
        if not self._known - {self._to_type} or not wants_move(text):
            answer = self._menu_answer(text)
        else:
            answer = self._wanted.choice(asking_line(text))
        if answer is not None:
            return self._type(answer, boards, asked=True)
        if not wants_move(text) and (self._typed is None or not refusal(text)):
            return None
        if self._to_type is not None:
            self._typed, self._to_type = self._to_type, None
            return self._type(self._written(self._typed), boards)
        if (cell := self._labels().read_answer(text)) is not None and self._free(cell):
            return self._said(cell)
        return self._refused(text, boards) if self._typed is not None else None

    def _menu_answer(self, text: str) -> str | None:
        """What to type if *text* ends with a question that is none about a move."""
        lines = [line for line in text.splitlines() if not is_part_of_board(line, self.size)]
        return self._wanted.answer("\n".join(lines))

    def _refused(self, text: str, boards: list[DrawnBoard]) -> bytes | None:
        """Type the move in another way; raise `ProtocolFault` if all were refused."""
        assert self._typed is not None  # noqa: S101  (checked by the caller)
        line = refusal(text)
        if not line:
            return None
        if self._way is not None and self._unread:
            self._unread -= 1
            self._screen.read()
            return None
        ways = len(self._labels().forms(self._hints + text, self._typed))
        if self._way is None and self._next_way + 1 < ways:
            self._next_way += 1
            self._unread += 1
            return self._type(self._written(self._typed), boards)
        raise ProtocolFault(
            "refused the legal move {move}: {line!r}",
            move=self._name(self._typed),
            line=line[:_LONGEST_SHOWN],
        )

    def _type(self, typed: str, boards: list[DrawnBoard], *, asked: bool = False) -> bytes:
        """Type a line; what was shown before it is read."""
        self._seen = last_line(self._screen.text)
        if asked:
            self._answers += 1
            if self._answers > _MOST_ANSWERS:
                raise ProtocolFault(
                    "asked {most} questions in a row that are none about a move, the last was"
                    " {line!r}",
                    most=_MOST_ANSWERS,
                    line=self._seen[:_LONGEST_SHOWN],
                )
        if boards:
            self._before = boards[-1]
        if self._way is None:
            self._hints = (self._hints + self._screen.text)[-_LONGEST_HINTS:]
        self._screen.read()
        return f"{typed}\n".encode()

    def _labels(self) -> Labels:
        hints = self._hints + self._screen.text
        return Labels.guess(hints, self._rows, self._columns, self.size)

    def _written(self, cell: Cell) -> str:
        ways = self._labels().forms(self._hints + self._screen.text, cell)
        return ways[min(self._next_way if self._way is None else self._way, len(ways) - 1)]

    def _seen_from(self, cell: Cell, view: int) -> Cell:
        swapped, upwards, leftwards = _VIEWS[view]
        row, column = reversed(cell) if swapped else cell
        last = self.size - 1
        return (last - row if upwards else row), (last - column if leftwards else column)

    def _free(self, cell: Cell) -> bool:
        return cell not in self._known

    def _new_stone(self, board: DrawnBoard) -> Cell | None:
        """The stone that the program has added, if *board* shows exactly one."""
        own = self._known - {self._typed}
        changed = board.changed(self._before)
        shown = self._typed is None or self._seen_from(self._typed, self._view) in changed
        if not shown and self._way is None:
            shown = self._turn_view(changed, own)
        known = {self._seen_from(cell, self._view) for cell in self._known}
        added = changed - known  # marks of the last move come and go where stones are
        if added and not shown:
            assert self._typed is not None  # noqa: S101  (else it is shown)
            raise ProtocolFault(
                "drew the move {move} somewhere else, or not at all",
                move=self._name(self._typed),
            )
        return self._seen_from(added.pop(), self._view) if len(added) == 1 else None

    def _turn_view(self, changed: set[Cell], own: set[Cell]) -> bool:
        """Look at the board as the program does, if that is another view; whether it is."""
        assert self._typed is not None  # noqa: S101  (checked by the caller)
        for view in range(len(_VIEWS)):
            fixed = all(self._seen_from(cell, view) == cell for cell in own)
            if fixed and self._seen_from(self._typed, view) in changed:
                self._view = view
                return True
        return False

    def _said(self, cell: Cell) -> str | None:
        """The move that the program named in words."""
        if not self._free(cell):
            return None
        text = self._screen.text
        if self._before is None:  # it goes on talking: keep what follows the line
            self._screen.read(text.rindex("\n") + 1)
        return self._answer(cell)

    def _answer(self, cell: Cell) -> str:
        if self._typed is not None and self._way is None:
            self._way = self._next_way
        self._known.add(cell)
        return self._name(cell)

    def _name(self, cell: Cell) -> str:
        return str(stone_at(cell[1], cell[0], self.size))

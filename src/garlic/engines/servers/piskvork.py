"""Our Gomoku engine as a "brain" for Piskvork, Gomocup and their like."""

from collections.abc import Callable

import garlic
from garlic.core import Game, GarlicError, Seat
from garlic.core.game import expect
from garlic.core.limits import MEGABYTE
from garlic.core.reading.scan import whole_number
from garlic.engines.engine import Engine
from garlic.engines.result import Limit, SearchResult
from garlic.engines.servers.frame import (
    BackgroundSearch,
    SearchAnswer,
    SearchRequest,
    Send,
    ServerKind,
    ServerOptions,
)
from garlic.engines.swap2 import Choice, choose_colour, propose, reply
from garlic.engines.weights import weight_files
from garlic.games.gomoku import PASS, Move, Position
from garlic.games.gomoku.board import EMPTY, LARGEST, SMALLEST, USUAL, Board
from garlic.games.gomoku.position import FREESTYLE, RENJU, STANDARD, STONES
from garlic.wire.coordinates import stone_at, stone_place
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.history import stones_in_turn
from garlic.wire.protocols.piskvork import OTHER, OWN, parse_place

_MOST_NUMBER = 10**12
_OVERHEAD_MS = 30  # reserved per turn for pipes and managers
_OWN_MEGABYTES = 160  # of the engine besides its table
_CARO, _RENJU, _EXACTLY_FIVE = 8, 4, 1


class PiskvorkServer:
    """The protocol from the engine's side. The colour it plays follows from the stones."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.game, self.send = game, send
        self.search = BackgroundSearch(game, options)
        self.requested_hash_mb = options.hash_mb
        self.rule = FREESTYLE
        self.position = expect(Position, game.setup(rule=FREESTYLE))
        self.infos: dict[str, int] = {}
        self.listed: list[str] | None = None  # the lines of BOARD or SWAP2BOARD so far
        self.answer_list: Callable[[list[str]], None] = lambda _: None
        self.commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": lambda _: self._restart(),
            "BEGIN": lambda _: self._begin(),
            "TURN": self._turn,
            "PLAY": self._play,
            "TAKEBACK": self._takeback,
            "BOARD": lambda _: self._list(self._board),
            "SWAP2BOARD": lambda _: self._list(self._swap2),
            "INFO": self._info,
            "ABOUT": lambda _: self._about(),
            # Not in the specification, but some managers send it.
            "STOP": lambda _: self.search.stop(),
        }

    def handle(self, line: str) -> bool:
        """Handle *line*; False at ``END``."""
        text = line.strip()
        if self.listed is not None:
            self._handle_listed(text)
            return True
        word, _, rest = text.partition(" ")
        word = word.upper()
        if word == "END":
            return False
        if not word:
            return True
        try:
            if action := self.commands.get(word):
                action(rest.strip())
            else:
                self.send(f"UNKNOWN {word}")
        except GarlicError as fault:
            self.send(f"ERROR {' '.join(str(fault).split())}")
        return True

    def close(self) -> None:
        """Stop, and send nothing more."""
        self.search.stop(silently=True)

    # --- the board ---

    def _start(self, rest: str) -> None:
        size = whole_number(rest, SMALLEST, LARGEST)
        if size is None:
            raise ProtocolFault(
                "expected a board of {low}x{low} to {high}x{high}, got {got!r}",
                low=SMALLEST,
                high=LARGEST,
                got=rest,
            )
        self._clear(size)
        self.search.warm_up(self.position)
        self.send("OK")

    def _rectstart(self, rest: str) -> None:
        place = parse_place(rest)
        if place is None or place[0] != place[1]:
            raise ProtocolFault("expected a square board, got {got!r}", got=rest)
        self._start(str(place[0]))

    def _restart(self) -> None:
        self._clear(self.position.board.size)
        self.send("OK")

    def _clear(self, size: int) -> None:
        self.search.stop(silently=True)  # its move is no longer needed
        self.search.clear()
        self.position = Position(self.rule, Board.empty(size))

    def _put(self, text: str) -> None:
        """Place a stone of the side to move."""
        self.position = self.position.play(self._stone(text))

    def _stone(self, text: str) -> Move:
        place = parse_place(text)
        if place is None:
            raise ProtocolFault("expected a place like '7,7', got {got!r}", got=text)
        return stone_at(*place, self.position.board.size)

    def _takeback(self, rest: str) -> None:
        self.search.stop(silently=True)
        point = self._stone(rest).point
        board = self.position.board
        if point is None or board.at(point) != STONES[self.position.mover.other]:
            raise ProtocolFault("expected the last stone to be at {place}", place=rest)
        self.position = Position(self.rule, board.put(point, EMPTY), self.position.mover.other)
        self.send("OK")

    def _list(self, answer: Callable[[list[str]], None]) -> None:
        self.search.stop(silently=True)
        self.listed, self.answer_list = [], answer

    def _handle_listed(self, text: str) -> None:
        assert self.listed is not None  # noqa: S101  (called only then)
        if text.upper() != "DONE":
            if text and len(self.listed) <= LARGEST * LARGEST:  # more do not fit on a board
                self.listed.append(text)
            return
        lines, self.listed = self.listed, None
        try:
            self.answer_list(lines)
        except GarlicError as fault:
            self.send(f"ERROR {' '.join(str(fault).split())}")

    def _board(self, lines: list[str]) -> None:
        """Set up the board: the side with more stones is black; we are to move."""
        owners: dict[int, list[Move]] = {OWN: [], OTHER: []}
        for line in lines:
            place, _, field = line.rpartition(",")
            owner = whole_number(field.strip(), OWN, OTHER)
            if owner is None:
                raise ProtocolFault("expected a stone like '7,7,1', got {got!r}", got=line)
            owners[owner].append(self._stone(place))
        seat = Seat.B if len(owners[OTHER]) > len(owners[OWN]) else Seat.A
        board = Board.empty(self.position.board.size)
        for owner, stones in owners.items():
            for move in stones:
                assert move.point is not None  # noqa: S101  (not a pass)
                if board.at(move.point) != EMPTY:
                    raise ProtocolFault("{point} is given twice", point=str(move))
                board = board.put(move.point, STONES[seat if owner == OWN else seat.other])
        position = Position(self.rule, board, seat)
        position.check()
        self.position = position
        self._think()

    # --- match settings ---

    def _info(self, rest: str) -> None:
        """Store a number; there is no answer, and unknown keys do not matter."""
        key, _, value = rest.partition(" ")
        number = whole_number(value.strip(), 0, _MOST_NUMBER)
        if number is None:
            return  # such as a folder
        self.infos[key.lower()] = number
        if key.lower() == "max_memory":
            spare = (number // MEGABYTE - _OWN_MEGABYTES) // 2
            wanted = self.requested_hash_mb
            self.search.change(hash_mb=wanted if number == 0 else max(1, min(wanted, spare)))
        if key.lower() == "rule":
            self.rule = _rule(number)
            self.position = Position(
                self.rule, self.position.board, self.position.mover, self.position.passes
            )

    def _limit(self) -> Limit:
        """The time left for the turn and for the match."""
        turn, match = self.infos.get("timeout_turn"), self.infos.get("timeout_match")
        left = self.infos.get("time_left", match) if match else None
        if turn is None and left is None:
            return self.search.options.default_limit()
        times = [_seconds(number) for number in (turn, left) if number is not None]
        return Limit(time=min(times), clock=None if left is None else _seconds(left))

    def _about(self) -> None:
        (weights,) = weight_files("gomoku")
        self.send(
            f'name="Garlic Arena", version="{garlic.__version__}",'
            ' author="The Garlic Arena authors", country="-",'
            f' weights="{weights}"'
        )

    # --- moves ---

    def _begin(self) -> None:
        if self.position.ply:
            raise ProtocolFault("expected an empty board at BEGIN")
        self._think()

    def _turn(self, rest: str) -> None:
        self.search.finish()
        self._put(rest)
        self._think()

    def _play(self, rest: str) -> None:
        self.search.finish()
        self._put(rest)
        self.send(self._format_move(self._stone(rest)))

    def _think(self) -> None:
        """Search and answer with a move; raise `ProtocolFault` if there can be none."""
        self._check()
        position = self.position

        def send_move(answer: SearchAnswer) -> None:
            move = PASS if answer.move is None else expect(Move, answer.move)
            if move == PASS:
                self.send("ERROR there is no move")
                return
            self.position = position.play(move)
            self.send(self._format_move(move))

        self.search.begin(
            SearchRequest(position, self._limit()),
            on_result=self._send_message,
            on_answer=send_move,
        )

    def _check(self) -> None:
        """Raise `ProtocolFault` if we do not play these rules, or the game is over."""
        if self.infos.get("rule", 0) & _CARO:
            raise ProtocolFault("the rules of Caro are not known")
        if self.rule == RENJU and self.position.board.size != USUAL:
            raise ProtocolFault("renju is played on a board of {size}x{size}", size=USUAL)
        if self.position.outcome() is not None:
            raise ProtocolFault("the game is over")

    def _send_message(self, result: SearchResult) -> None:
        line = " ".join(
            self._format_move(expect(Move, move))
            for move in (result.lines[0].moves if result.lines else ())
        )
        self.send(
            f"MESSAGE depth {result.depth}-{result.deepest_ply} ev {result.score}"
            f" n {result.nodes} tm {round(result.time * 1000)} pv {line}"
        )

    def _format_move(self, move: Move) -> str:
        x, y = stone_place(move, self.position.board.size)
        return f"{x},{y}"

    # --- swap2 ---

    def _swap2(self, lines: list[str]) -> None:
        """Propose three stones, or reply to three or five."""
        self._clear(self.position.board.size)
        for line in lines:
            self._put(line)
        self._check()
        position, limit = self.position, self.search.options.limited(self._limit())
        proposal = self._proposal() if not lines else []
        answers: dict[int, Callable[[Engine], list[Move]]] = {
            0: lambda _: proposal,
            3: lambda engine: _reply_to_three(engine, position, limit),
            5: lambda engine: _reply_to_five(engine, position, limit),
        }
        if len(lines) not in answers:
            raise ProtocolFault("expected 0, 3 or 5 stones for swap2, got {got}", got=len(lines))

        def answer(engine: Engine) -> None:
            moves = answers[len(lines)](engine)
            if not self.search.stopped:
                self.send(" ".join(self._format_move(move) for move in moves) or "SWAP")

        self.search.run(answer)

    def _proposal(self) -> list[Move]:
        """Three roughly even stones in the middle of the board."""
        size = self.position.board.size
        if size < USUAL:
            raise ProtocolFault("no opening is known for a board of {size}x{size}", size=size)
        margin = (size - USUAL) // 2
        three = propose(self.rule, self.search.options.seed)
        return [
            stone_at(x + margin, y + margin, size)
            for x, y in (stone_place(stone, USUAL) for _, stone in stones_in_turn(three))
        ]


def _rule(bits: int) -> str:
    """The rule set for the bits of ``INFO rule``."""
    if bits & _RENJU:
        return RENJU
    return STANDARD if bits & _EXACTLY_FIVE else FREESTYLE


def _seconds(milliseconds: int) -> float:
    return max(milliseconds - _OVERHEAD_MS, 1) / 1000


def _reply_to_three(engine: Engine, position: Position, limit: Limit) -> list[Move]:
    """The fourth stone to take white, the fourth and fifth to place two, none to take black."""
    answer = reply(engine, position, limit)
    if answer.choice is Choice.BLACK:
        return []
    if answer.choice is Choice.WHITE:
        return _best(engine, position, limit)
    new = [
        (seat, stone)
        for seat, stone in stones_in_turn(answer.position)
        if stone.point is not None and position.board.at(stone.point) == EMPTY
    ]
    return [stone for _, stone in sorted(new, key=lambda pair: pair[0] is Seat.A)]


def _reply_to_five(engine: Engine, position: Position, limit: Limit) -> list[Move]:
    """The sixth stone to stay white, none to take black."""
    if choose_colour(engine, position, limit) is Choice.BLACK:
        return []
    return _best(engine, position, limit)


def _best(engine: Engine, position: Position, limit: Limit) -> list[Move]:
    move = engine.search(position, limit).best
    return [] if move is None else [expect(Move, move)]


PISKVORK = ServerKind("piskvork", "Piskvork, Gomocup and their like", PiskvorkServer, ("gomoku",))

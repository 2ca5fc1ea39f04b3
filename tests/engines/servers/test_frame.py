"""What all servers share: lines in and out, and an engine that can be stopped at any moment."""

import io
import threading
import time

from garlic.engines import Limit
from garlic.engines.servers.frame import (
    LONGEST_LINE,
    BackgroundSearch,
    SearchRequest,
    Send,
    ServerOptions,
    serve,
)
from garlic.games import GAMES
from support.effort import promptly

XIANGQI = GAMES["xiangqi"]


class Echo:
    """Says what it hears, until it hears ``end``."""

    def __init__(self, send: Send) -> None:
        self.send, self.closed = send, False

    def hear(self, line: str) -> bool:
        self.send(line)
        return line != "end"

    def close(self) -> None:
        self.closed = True


def echoed(content: bytes) -> list[str]:
    sink, made = io.BytesIO(), []

    def make(send: Send) -> Echo:
        made.append(Echo(send))
        return made[0]

    serve(make, io.BytesIO(content), sink)
    assert made[0].closed
    return sink.getvalue().decode().splitlines()


def test_lines_come_without_their_ends_until_one_ends_the_talk():
    assert echoed(b"one\r\ntwo\n\nend\nmore\n") == ["one", "two", "", "end"]
    assert echoed(b"one\nlast without an end") == ["one", "last without an end"]
    assert echoed(b"\xff\xfe\n") == ["\ufffd\ufffd"]


def test_a_line_that_is_far_too_long_is_left_out():
    long = b"x" * (2 * LONGEST_LINE + 5)
    assert echoed(b"before\n" + long + b"\nafter\n") == ["before", "after"]


def test_nobody_may_be_there_to_hear():
    class Gone(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    Send(Gone())("hello")
    closed = io.BytesIO()
    closed.close()
    Send(closed)("hello")


def test_a_search_that_is_stopped_at_any_moment_answers_once():
    thinker = BackgroundSearch(XIANGQI, ServerOptions(hash_mb=1))
    position = XIANGQI.parse(f"{XIANGQI.start()} moves h2e2")
    for number in range(60):
        heard: list[object] = []
        thinker.begin(
            SearchRequest(position, Limit(), held=number % 2 == 0), on_thought=heard.append
        )
        time.sleep(number % 6 / 1000)
        with promptly():
            thinker.stop()
        assert [thought.move for thought in heard] != [None]
        assert len(heard) == 1
    assert not thinker.busy


def test_a_question_ends_the_one_before_it():
    thinker = BackgroundSearch(XIANGQI, ServerOptions(hash_mb=1))
    heard: list[int] = []
    for number in range(5):
        question = SearchRequest(XIANGQI.start(), Limit(), with_book=False)
        thinker.begin(question, on_thought=lambda _, number=number: heard.append(number))
    thinker.stop(silently=True)
    assert heard == [0, 1, 2, 3]  # and nothing of the last one
    assert threading.active_count() < 10


def test_wishes_bound_every_move():
    options = ServerOptions(nodes=100)
    assert options.limited(Limit()).nodes == 100
    assert options.limited(Limit(nodes=30)).nodes == 30
    assert ServerOptions().limited(Limit(time=1.0)) == Limit(time=1.0)

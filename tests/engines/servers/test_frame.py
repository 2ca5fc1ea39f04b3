"""What all servers share: reading and sending lines, and a search that can be stopped."""

import io
import threading
import time
from functools import partial

from garlic.engines import Limit
from garlic.engines.servers.frame import (
    LONGEST_LINE,
    BackgroundSearch,
    SearchAnswer,
    SearchRequest,
    Send,
    ServerOptions,
    serve,
)
from garlic.games import GAMES
from support.effort import promptly

XIANGQI = GAMES["xiangqi"]


class Echo:
    """Sends every line back, until ``end``."""

    def __init__(self, send: Send) -> None:
        self.send, self.closed = send, False

    def handle(self, line: str) -> bool:
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


def test_lines_are_handled_until_one_ends_the_session() -> None:
    assert echoed(b"one\r\ntwo\n\nend\nmore\n") == ["one", "two", "", "end"]
    assert echoed(b"one\nlast without an end") == ["one", "last without an end"]
    assert echoed(b"\xff\xfe\n") == ["\ufffd\ufffd"]


def test_a_line_that_is_far_too_long_is_skipped() -> None:
    long = b"x" * (2 * LONGEST_LINE + 5)
    assert echoed(b"before\n" + long + b"\nafter\n") == ["before", "after"]


def test_sending_to_a_closed_receiver_is_no_error() -> None:
    class Gone(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    Send(Gone())("hello")
    closed = io.BytesIO()
    closed.close()
    Send(closed)("hello")


def test_a_search_that_is_stopped_at_any_moment_answers_once() -> None:
    search = BackgroundSearch(XIANGQI, ServerOptions(hash_mb=1))
    position = XIANGQI.parse(f"{XIANGQI.start()} moves h2e2")
    for number in range(60):
        answers: list[SearchAnswer] = []
        search.begin(
            SearchRequest(position, Limit(), held=number % 2 == 0), on_answer=answers.append
        )
        time.sleep(number % 6 / 1000)
        with promptly():
            search.stop()
        assert [answer.move for answer in answers] != [None]
        assert len(answers) == 1
    assert not search.busy


def test_a_request_stops_the_earlier_one() -> None:
    search = BackgroundSearch(XIANGQI, ServerOptions(hash_mb=1))
    answered: list[int] = []
    for number in range(5):
        request = SearchRequest(XIANGQI.start(), Limit(), with_book=False)
        search.begin(request, on_answer=partial(lambda number, _: answered.append(number), number))
    search.stop(silently=True)
    assert answered == [0, 1, 2, 3]  # the last one is silent
    assert threading.active_count() < 10


def test_options_limit_every_move() -> None:
    options = ServerOptions(nodes=100)
    assert options.limited(Limit()).nodes == 100
    assert options.limited(Limit(nodes=30)).nodes == 30
    assert ServerOptions().limited(Limit(time=1.0)) == Limit(time=1.0)

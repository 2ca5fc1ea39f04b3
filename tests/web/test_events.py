"""The event hub: order, missed events, slow viewers."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from typing import Any, Self

import pytest
from starlette.testclient import TestClient

from garlic.core import Seat
from garlic.web import events
from garlic.web.events import Event, Hub, Sight
from support.web import run_apart

ReadEvent = tuple[str, str, Any]  # id, kind, data


def _events(content: bytes) -> list[ReadEvent]:
    """The events in *content* as (id, kind, data)."""
    found = []
    for part in content.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in part.splitlines() if not line.startswith(":"))
        if "data" in fields:
            event = json.loads(fields["data"])
            found.append((fields["id"], event["kind"], event.get("data")))
    return found


class Numbered(Event):
    data: int


async def _read(stream: AsyncIterator[bytes], count: int) -> list[ReadEvent]:
    found: list[ReadEvent] = []
    while len(found) < count:
        found += _events(await asyncio.wait_for(anext(stream), 5))
    return found


def test_a_viewer_gets_the_events_of_its_topics_in_order() -> None:
    async def scene() -> None:
        hub = Hub()
        stream = hub.stream(["play:1"])
        await _read(stream, 1)  # hello
        for number in range(5):
            hub.publish(Numbered(topic="play:1", kind="k", data=number))
            hub.publish(Numbered(topic="play:2", kind="k", data=-1))
        found = await _read(stream, 5)
        assert [data for _, _, data in found] == [0, 1, 2, 3, 4]

    run_apart(scene)


def test_a_viewer_that_reconnects_gets_missed_events_once() -> None:
    async def scene() -> None:
        hub = Hub()
        stream = hub.stream(["a"])
        await _read(stream, 1)
        hub.publish(Numbered(topic="a", kind="k", data=1))
        [(last, _, _)] = await _read(stream, 1)
        await stream.aclose()
        hub.publish(Numbered(topic="a", kind="k", data=2))
        hub.publish(Numbered(topic="b", kind="k", data=3))
        again = hub.stream(["a"], last)
        found = await _read(again, 2)
        assert [(kind, data) for _, kind, data in found] == [("k", 2), ("hello", None)]
        hub.publish(Numbered(topic="a", kind="k", data=4))
        assert [data for _, _, data in await _read(again, 1)] == [4]

    run_apart(scene)


@pytest.mark.parametrize("last", ["another-3", "nonsense", "{boot}-x", "{boot}-0"])
def test_a_viewer_that_missed_too_much_is_reset(monkeypatch: pytest.MonkeyPatch, last: str) -> None:
    monkeypatch.setattr(events, "_MOST_HISTORY", 3)

    async def scene() -> None:
        hub = Hub()
        for number in range(6):
            hub.publish(Numbered(topic="a", kind="k", data=number))
        stream = hub.stream(["a"], last.format(boot=hub.boot))
        [(_, kind, _)] = await _read(stream, 1)
        assert kind == "reset"

    run_apart(scene)


def test_a_viewer_that_has_missed_all_that_is_remembered_gets_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "_MOST_HISTORY", 3)

    async def scene() -> None:
        hub = Hub()
        for number in range(1, 7):
            hub.publish(Numbered(topic="a", kind="k", data=number))
        found = await _read(hub.stream(["a"], f"{hub.boot}-3"), 4)
        assert [(kind, data) for _, kind, data in found][:3] == [("k", 4), ("k", 5), ("k", 6)]

    run_apart(scene)


def test_what_nobody_looks_at_is_skipped_and_whoever_may_have_missed_it_is_reset(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "_MOST_HISTORY", 2)

    async def scene() -> None:
        hub = Hub()
        stream = hub.stream(["a"])
        (hello,) = await _read(stream, 1)
        assert not hub.skip("a"), "it has a viewer"
        assert hub.skip("b")
        others = hub.stream(["a"], hello[0])
        assert (await _read(others, 1))[0][1] == "hello"
        missing = hub.stream(["b"], hello[0])
        assert (await _read(missing, 1))[0][1] == "reset"
        assert not hub.skip("b")
        for topic in ("c", "d"):  # too many to remember: it may have been any topic
            assert hub.skip(topic)
        assert (await _read(hub.stream(["e"], hello[0]), 1))[0][1] == "reset"

    run_apart(scene)


def test_a_slow_viewer_is_reset_and_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "_MOST_QUEUED", 10)

    async def scene() -> None:
        hub = Hub()
        stream = hub.stream(["a"])
        await _read(stream, 1)
        for number in range(50):
            hub.publish(Numbered(topic="a", kind="k", data=number))
        await asyncio.sleep(0)
        [(_, kind, _)] = await _read(stream, 1)
        assert kind == "reset"
        hub.publish(Numbered(topic="a", kind="k", data=99))
        assert [data for _, _, data in await _read(stream, 1)] == [99]

    run_apart(scene)


class Printed(Event):
    data: str

    def without_output(self, hidden: frozenset[Seat]) -> Self:
        return self.model_copy(update={"data": "hidden"}) if hidden else self


def test_the_output_of_bots_is_sent_only_to_those_who_may_see_it() -> None:
    async def scene() -> None:
        hub = Hub()
        sight = Sight(hidden={"a": frozenset({Seat.A})})
        hub.publish(Printed(topic="a", kind="k", data="secret"))
        author, other = hub.stream(["a"]), hub.stream(["a"], sight=sight)
        await _read(author, 1)
        await _read(other, 1)
        for topic in ("a", "b"):
            hub.publish(Printed(topic=topic, kind="k", data="secret"))
            hub.publish(Numbered(topic=topic, kind="k", data=7))
        assert [data for _, _, data in await _read(author, 2)] == ["secret", 7]
        found = await _read(other, 2)
        assert [data for _, _, data in found] == ["hidden", 7]
        again = hub.stream(["a"], f"{hub.boot}-1", sight=sight)
        assert [data for _, _, data in await _read(again, 3)] == ["hidden", 7, None]
        # The first event came before anybody from whom something had to be hidden.
        early = hub.stream(["a"], f"{hub.boot}-0", sight=sight)
        assert [kind for _, kind, _ in await _read(early, 1)] == ["reset"]

    run_apart(scene)


def test_events_of_many_threads_arrive_in_the_order_of_their_numbers() -> None:
    async def scene() -> None:
        hub = Hub()
        stream = hub.stream(["a"])
        await _read(stream, 1)
        event = Event(topic="a", kind="k")

        def publish_often() -> None:
            for _ in range(25):
                hub.publish(event)

        threads = [threading.Thread(target=publish_often) for _ in range(4)]
        for thread in threads:
            thread.start()
        found = await _read(stream, 100)
        numbers = [int(name.partition("-")[2]) for name, _, _ in found]
        assert numbers == list(range(1, 101))

    run_apart(scene)


def test_a_stream_ends_when_its_time_is_up() -> None:
    async def scene() -> None:
        hub = Hub()
        stream = hub.stream(["a"], seconds=0)
        await _read(stream, 1)
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(anext(stream), 5)

    run_apart(scene)


def test_closing_ends_all_streams() -> None:
    async def scene() -> None:
        hub = Hub()
        stream = hub.stream(["a"])
        await _read(stream, 1)
        hub.close()
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(anext(stream), 5)

    run_apart(scene)


def test_streams_are_limited_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "_MOST_STREAMS", 4)
    monkeypatch.setattr(events, "_MOST_STREAMS_PER_ADDRESS", 2)

    async def scene() -> None:
        hub = Hub()
        streams = [hub.stream(["a"], address="192.0.2.1") for _ in range(2)]
        for stream in streams:
            await anext(stream)
        assert hub.is_full("192.0.2.1")
        assert not hub.is_full("192.0.2.2")
        local = [hub.stream(["a"], address="127.0.0.1") for _ in range(2)]
        await anext(local[0])
        assert not hub.is_full("127.0.0.1")
        await anext(local[1])
        assert hub.is_full("192.0.2.2"), "all streams together"
        await streams[0].aclose()
        assert not hub.is_full("192.0.2.1")

    run_apart(scene)


def test_a_stream_too_many_is_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "_MOST_STREAMS", 0)
    answer = client.get("/api/events?topics=a")
    assert (answer.status_code, answer.json()["problem"]["code"]) == (429, "problem.too_many")

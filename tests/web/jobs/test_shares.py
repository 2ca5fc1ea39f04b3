"""Fair shares of the workers, simulated: no process, no clock."""

import heapq
from collections.abc import Iterable
from itertools import count

from garlic.web.jobs.shares import IDLE_SHARE, LOCAL_SHARE, FairQueue, Share, Urgency

Job = tuple[Share, float, float]  # for whom, when it is submitted, how long it takes


def simulate(jobs: Iterable[Job], workers: int = 2) -> list[tuple[Share, float, float]]:
    """Every job with its waiting time and its start, in the order in which they start."""
    queue: FairQueue[tuple[float, float]] = FairQueue()
    coming = sorted(jobs, key=lambda job: job[1])
    running: list[tuple[float, int, Share, float]] = []
    numbers, started, now = count(), [], 0.0
    while coming or running or len(queue):
        while coming and coming[0][1] <= now:
            share, at, seconds = coming.pop(0)
            queue.add(share, (at, seconds), at)
        while len(running) < workers and (taken := queue.take(now)) is not None:
            share, (at, seconds) = taken
            started.append((share, now - at, now))
            heapq.heappush(running, (now + seconds, next(numbers), share, seconds))
        moments = [running[0][0]] if running else []
        now = min(moments + ([coming[0][1]] if coming else []))
        while running and running[0][0] <= now:
            _, _, share, seconds = heapq.heappop(running)
            queue.finished(share, seconds, now)
    return started


def trials(people: Iterable[int], at: float) -> list[Job]:
    return [(Share(person), at + person / 100, 3.0) for person in people]


def floods(people: Iterable[int]) -> list[Job]:
    return [(Share(person), 0.0, 10.0) for person in people for _ in range(200)]


def waits(started: list[tuple[Share, float, float]], people: range) -> list[float]:
    return sorted(wait for share, wait, _ in started if share.person in people)


def test_modest_people_wait_as_if_five_greedy_ones_were_one() -> None:
    modest = range(100, 150)
    with_one = waits(simulate(floods([1]) + trials(modest, 60.0)), modest)
    with_five = waits(simulate(floods(range(1, 6)) + trials(modest, 60.0)), modest)
    assert len(with_one) == len(with_five) == 50
    # One job of a greedy person may run at each worker when they come.
    assert max(with_five) <= max(with_one) + 10.0
    assert all(five <= one + 10.0 for one, five in zip(with_one, with_five, strict=True))
    assert max(with_five) < 50 * 3.0 / 2 + 3 * 10.0, "the work of the modest themselves"


def test_who_comes_first_does_not_have_everything() -> None:
    jobs = [(Share(1), 0.0, 1.0)] * 100 + [(Share(2), 0.5, 1.0)] * 100
    started = simulate(jobs)
    half = [share.person for share, _, _ in started[4:100]]
    assert abs(half.count(1) - half.count(2)) <= 2


def test_weights_give_more_workers() -> None:
    jobs = [(Share(1, weight=1.0), 0.0, 1.0)] * 200 + [(Share(2, weight=4.0), 0.0, 1.0)] * 200
    first = [share.person for share, _, _ in simulate(jobs, workers=5)[:100]]
    assert 70 <= first.count(2) <= 90


def test_urgent_work_comes_first_and_nothing_waits_for_ever() -> None:
    long = Share(1, urgency=Urgency.LONG)
    league = Share(2, urgency=Urgency.LEAGUE)
    jobs = [(long, 0.0, 1.0)] * 3 + [(league, 0.0, 1.0)] * 3 + [(Share(3), 0.0, 1.0)] * 3
    order = [share.urgency for share, _, _ in simulate(jobs, workers=1)]
    assert order == sorted(order)
    always = [(Share(3), float(second), 1.0) for second in range(4000)]
    started = simulate([(long, 0.0, 1.0), *always], workers=1)
    (wait,) = [wait for share, wait, _ in started if share is long]
    assert 1800 <= wait < 1900


def test_leagues_play_only_when_nobody_waits() -> None:
    idle = [(IDLE_SHARE, 0.0, 1.0)] * 3
    always = [(Share(3, urgency=Urgency.LONG), float(second), 1.0) for second in range(2000)]
    order = [share.urgency for share, _, _ in simulate([*idle, *always], workers=1)]
    assert order == sorted(order)


def test_a_server_without_accounts_keeps_the_order() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(50):
        queue.add(LOCAL_SHARE, number, float(number))
    taken = []
    while (found := queue.take(100.0)) is not None:
        taken.append(found[1])
    assert taken == list(range(50))


def test_the_queue_knows_its_length() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add(Share(1), "a", 0.0)
    queue.add(Share(1, urgency=Urgency.LONG), "b", 5.0)
    assert queue.queued(1) == 2
    assert queue.take(10.0) == (Share(1), "a")
    lengths = queue.lengths(10.0)
    assert (lengths[Urgency.INTERACTIVE].running, lengths[Urgency.LONG].waiting) == (1, 1)
    assert lengths[Urgency.LONG].longest_wait_seconds == 5.0
    assert (queue.queued(1), queue.people_waiting()) == (2, 1)
    assert queue.remove("b")
    assert not queue.remove("b")
    queue.finished(Share(1), 3.0, 11.0)
    assert (queue.queued(1), queue.people_waiting(), len(queue)) == (0, 0, 0)


def test_submissions_do_not_count_against_the_queue() -> None:
    queue: FairQueue[int] = FairQueue()
    promised = Share(1, urgency=Urgency.LEAGUE, is_promised=True)
    for number in range(3):
        queue.add(promised, number, 0.0)
    queue.add(Share(1), 3, 0.0)
    assert (queue.queued(1), len(queue)) == (1, 4)
    taken = [queue.take(0.0) for _ in range(2)]
    assert [each[1] for each in taken if each] == [3, 0]
    assert queue.queued(1) == 1, "the game, which runs"
    queue.finished(promised, 1.0, 1.0)
    assert queue.queued(1) == 1
    queue.finished(Share(1), 1.0, 1.0)
    assert (queue.queued(1), len(queue)) == (0, 2)

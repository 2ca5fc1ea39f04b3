"""Highway: Dijkstra, and for the second the best simple roads in order until one costs more."""

import heapq
import sys

from PIL import Image


def read(path):
    """What each place costs, by (row, column); the numbers of the states."""
    image = Image.open(path).convert("RGB")
    rows, columns = (image.height - 5) // 8, (image.width - 1) // 8
    cost = {}
    for row in range(rows):
        for column in range(columns - row % 2):
            red, green, blue = image.getpixel((8 * column + 6, 8 * row + 6))
            industry = 255 * 255 * 3 - red * red - green * green - blue * blue
            if industry:
                cost[row, column] = industry
    return cost, {place: number for number, place in enumerate(sorted(cost), 1)}


def around(place, cost):
    """The states beside *place*."""
    row, column = place
    shift = row % 2
    for beside in (
        (row, column - 1),
        (row, column + 1),
        (row - 1, column - 1 + shift),
        (row - 1, column + shift),
        (row + 1, column - 1 + shift),
        (row + 1, column + shift),
    ):
        if beside in cost:
            yield beside


def shortest(cost, start, end, banned_places=frozenset(), banned_steps=frozenset()):
    """The cheapest road from *start* avoiding what is banned, as (total, places); None if none."""
    best, came = spread(cost, start, end, banned_places, banned_steps)
    return (best[end], road_to(came, start, end)) if end in best else None


def spread(cost, start, end=None, banned_places=frozenset(), banned_steps=frozenset()):
    """What the cheapest road to each place costs, and from where it comes; stops at *end*."""
    best = {start: 0}
    came = {}
    queue = [(0, start)]
    while queue:
        far, place = heapq.heappop(queue)
        if far > best[place]:
            continue
        if place == end:
            break
        for beside in around(place, cost):
            if beside in banned_places or (place, beside) in banned_steps:
                continue
            total = far + cost[beside]
            if total < best.get(beside, 1 << 60):
                best[beside] = total
                came[beside] = place
                heapq.heappush(queue, (total, beside))
    return best, came


def road_to(came, start, place):
    """The places from *start* to *place*."""
    road = [place]
    while road[-1] != start:
        road.append(came[road[-1]])
    return road[::-1]


def second(cost, start, end, first):
    """The cheapest simple road that costs more than *first*.

    The best step off all cheapest roads is a bound; where the road over it meets itself, the
    simple roads are tried in order (Yen's way), until one costs more.
    """
    ahead, came = spread(cost, start)
    behind, goes = spread(cost, end)  # counts each place but the end
    bound = min(
        (
            (ahead[place] + behind[beside] + cost[end], place, beside)
            for place in ahead
            for beside in around(place, cost)
            if ahead[place] + behind[beside] + cost[end] > first[0]
        ),
        default=None,
    )
    if bound is not None:
        total, place, beside = bound
        road = road_to(came, start, place) + road_to(goes, end, beside)[::-1]
        if len(set(road)) == len(road):
            return total, road
    return in_order(cost, start, end, first)


def in_order(cost, start, end, first):
    """The first simple road in order of cost that costs more than *first*."""
    known = [first]
    queue = []
    seen = {tuple(first[1])}
    while True:
        total, road = known[-1]
        for place in range(len(road) - 1):
            head = road[: place + 1]
            steps = {(r[place], r[place + 1]) for _, r in known if r[: place + 1] == head}
            tail = shortest(cost, road[place], end, frozenset(head[:-1]), steps)
            if tail is None:
                continue
            whole = head + tail[1][1:]
            if tuple(whole) not in seen:
                seen.add(tuple(whole))
                heapq.heappush(queue, (sum(cost[p] for p in whole[1:]), whole))
        if not queue:
            return None
        known.append(heapq.heappop(queue))
        if known[-1][0] > first[0]:
            return known[-1]


def told(road, numbers):
    """A road as the lab wants it."""
    return "-1" if road is None else f"{road[0]} {'-'.join(str(numbers[p]) for p in road[1])}"


cost, numbers = read(sys.argv[1])
places = sorted(cost)
first = shortest(cost, places[0], places[-1])
print(told(first, numbers))
print(told(first and second(cost, places[0], places[-1], first), numbers), flush=True)

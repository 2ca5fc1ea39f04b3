"""Highway: one Dijkstra for the first road, and no idea of the second."""

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
    best = {start: 0}
    came = {}
    queue = [(0, start)]
    while queue:
        far, place = heapq.heappop(queue)
        if far > best[place]:
            continue
        if place == end:
            road = [end]
            while road[-1] != start:
                road.append(came[road[-1]])
            return far, road[::-1]
        for beside in around(place, cost):
            if beside in banned_places or (place, beside) in banned_steps:
                continue
            total = far + cost[beside]
            if total < best.get(beside, 1 << 60):
                best[beside] = total
                came[beside] = place
                heapq.heappush(queue, (total, beside))
    return None


def told(road, numbers):
    """A road as the lab wants it."""
    return "-1" if road is None else f"{road[0]} {'-'.join(str(numbers[p]) for p in road[1])}"


cost, numbers = read(sys.argv[1])
places = sorted(cost)
first = shortest(cost, places[0], places[-1])
print(told(first, numbers))
print(-1)

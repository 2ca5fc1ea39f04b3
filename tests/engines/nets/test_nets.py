"""Nets: the same numbers by every way to compute them, and files that are refused if damaged."""

import re
from collections.abc import Iterator

import pytest

from garlic import _core
from garlic.core import Stream

SHAPES = [
    _core.NetShape(50, 32, most_active=8),
    _core.NetShape(50, 160, buckets=3, most_active=20),
    _core.NetShape(50, 64, second=16, buckets=2, most_active=12),
]


def float_net(shape: _core.NetShape, *, wild: bool = False, seed: int = 1) -> _core.FloatNet:
    """A net with random weights; if *wild*, many at their bounds, so that sums are clamped."""
    net = _core.FloatNet(shape, seed)
    if wild:
        chance = Stream(seed)
        net.weights = [weight * (1 + chance.below(40)) for weight in net.weights]
    return net


def quantised(shape: _core.NetShape, *, wild: bool = False) -> _core.Net:
    return float_net(shape, wild=wild).quantised(100, "test", command="c", date="d", positions=7)


def actives(shape: _core.NetShape, count: int, seed: int = 5) -> Iterator[list[int]]:
    """Sets of different inputs, of all sizes."""
    chance = Stream(seed)
    for _ in range(count):
        inputs = list(range(shape.inputs))
        size = chance.below(shape.most_active + 1)
        yield [inputs.pop(chance.below(len(inputs))) for _ in range(size)]


def samples(shape: _core.NetShape, count: int = 40) -> _core.ListedSamples:
    """Samples with the inputs of `actives`, the buckets in turn."""
    listed = [
        (own, enemy, index % shape.buckets, 20.0, 7.0 * index - 150, 0.5)
        for index, (own, enemy) in enumerate(
            zip(actives(shape, count), actives(shape, count, 6), strict=True)
        )
    ]
    return _core.ListedSamples(shape, listed)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.hidden}-{shape.second}")
@pytest.mark.parametrize("wild", [False, True])
def test_an_update_equals_a_refresh_with_and_without_vectors(
    shape: _core.NetShape, wild: bool
) -> None:
    net = quantised(shape, wild=wild)
    portable = _core.Net.parse(net.content, portable=True)
    earlier: list[int] = []
    accumulator = net.accumulator([])
    for active in actives(shape, 60):
        added = [one for one in active if one not in earlier]
        removed = [one for one in earlier if one not in active]
        accumulator = net.updated(accumulator, added, removed)
        full = net.accumulator(active)
        assert accumulator == full == portable.accumulator(active)
        other = net.accumulator(active[::2])
        for bucket in range(shape.buckets):
            scores = {one.evaluate(full, other, bucket) for one in (net, portable)}
            assert len(scores) == 1
        earlier = active


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.hidden}-{shape.second}")
def test_a_quantised_net_is_near_the_float_one(shape: _core.NetShape) -> None:
    net, given = float_net(shape), samples(shape)
    rounded = net.quantised(1000, "test")
    for index, (own, enemy) in enumerate(
        zip(actives(shape, 40), actives(shape, 40, 6), strict=True)
    ):
        accumulators = rounded.accumulator(own), rounded.accumulator(enemy)
        score = rounded.evaluate(*accumulators, index % shape.buckets)
        assert score / 1000 == pytest.approx(net.output(given, index), abs=0.06)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.hidden}-{shape.second}")
def test_gradients_are_those_of_the_loss(shape: _core.NetShape) -> None:
    net, given = float_net(shape), samples(shape, 3)
    _, slopes = net.gradient(given, 2, scale=100, result_share=0.3)
    _, portable = net.gradient(given, 2, scale=100, result_share=0.3, portable=True)
    assert slopes == portable
    weights = net.weights
    steep = sorted(range(len(slopes)), key=lambda place: -abs(slopes[place]))
    chance = Stream(3)
    places = [*steep[:20], *(steep[chance.below(len(steep))] for _ in range(20)), len(slopes) - 1]
    step = 1e-2
    for place in places:
        losses = []
        for sign in (1, -1):
            changed = list(weights)
            changed[place] += sign * step
            net.weights = changed
            losses.append(net.gradient(given, 2, scale=100, result_share=0.3)[0])
        assert (losses[0] - losses[1]) / (2 * step) == pytest.approx(slopes[place], abs=2e-3)


def test_a_weight_file_says_where_it_comes_from() -> None:
    net = quantised(SHAPES[1])
    head = net.content.partition(b"\n\n")[0].decode()
    assert head.startswith("garlic net 1\nname test\nshape 50 160 0 3 20\nscale 100\ncommand c\n")
    assert re.search(r"date d\npositions 7\nchecksum [0-9a-f]{16}$", head)
    again = _core.Net.parse(net.content)
    assert again.content == net.content
    assert (again.name, again.positions, again.shape) == ("test", 7, SHAPES[1])


def test_a_damaged_weight_file_is_refused() -> None:
    content = quantised(SHAPES[0]).content
    for place in (3, 20, 60, content.index(b"\n\n") + 5, len(content) - 1):
        damaged = bytearray(content)
        damaged[place] ^= 4
        with pytest.raises(ValueError, match=r"damaged|expected|head"):
            _core.Net.parse(bytes(damaged))
    for part in (b"", content[:30], content[:-1], content + b"\0", b"\xff" * 5_000_000):
        with pytest.raises(ValueError, match=r"damaged|expected|incomplete"):
            _core.Net.parse(part)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hidden": 33},
        {"hidden": 0},
        {"inputs": 0},
        {"inputs": 70_000},
        {"second": -1},
        {"buckets": 0},
        {"most_active": 65},
    ],
)
def test_unsupported_shapes_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        _core.NetShape(**{"inputs": 10, "hidden": 32, "most_active": 4, **wrong})

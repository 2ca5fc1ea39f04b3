"""One suite for all games; the checks are explained in `support.conformance`."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from garlic.core import Game, InputError, Seat, Sheet, UsageError, perft
from garlic.core.game import turn_position
from garlic.core.language.text import catalogue
from garlic.core.line import text_notation
from garlic.core.playout import random_game
from garlic.engines.native import has_native_rules, native_position, native_turn_position
from garlic.games import GAMES
from support import GoldenGame, PerftCase, golden_games, perft_cases
from support.conformance import (
    NONSENSE,
    check_files,
    check_game,
    check_nonsense,
    starts,
)
from support.effort import proportionate
from support.sampling import one_in

TURN_GAMES = [name for name, game in GAMES.items() if not game.simultaneous]
NATIVE_GAMES = [name for name in GAMES if has_native_rules(name)]
PYTHON_NODES, FAST_NODES = 60_000, 4_000_000

each_game = pytest.mark.parametrize("name", GAMES)
each_turn_game = pytest.mark.parametrize("name", TURN_GAMES)


def counts(smallest: int, largest: int, games: Iterable[str] = GAMES) -> list[Any]:
    return [
        pytest.param(name, case, id=f"{name}-{case}")
        for name in games
        for case in perft_cases(name)
        if smallest <= case.nodes < largest
    ]


@each_turn_game
def test_a_game_has_its_data_files(name: str) -> None:
    check_files(GAMES[name])


def test_each_game_of_ours_has_a_native_half() -> None:
    assert [name for name in GAMES if GAMES.provider(name).is_ours] == NATIVE_GAMES


@pytest.mark.parametrize(("name", "case"), counts(0, PYTHON_NODES))
def test_perft_python(name: str, case: PerftCase) -> None:
    game = GAMES[name]
    start = game.parse(case.position)
    assert perft(start, case.depth, finished_is_leaf=game.finished_is_leaf) == case.nodes


@pytest.mark.parametrize(("name", "case"), counts(0, FAST_NODES, NATIVE_GAMES))
def test_perft_native(name: str, case: PerftCase) -> None:
    assert native_position(name, case.position).perft(case.depth) == case.nodes


@pytest.mark.slow
@pytest.mark.parametrize(("name", "case"), counts(FAST_NODES, 10**12, NATIVE_GAMES))
def test_perft_native_deep(name: str, case: PerftCase) -> None:
    assert native_position(name, case.position).perft(case.depth) == case.nodes


@pytest.mark.slow
@pytest.mark.parametrize(("name", "case"), counts(PYTHON_NODES, 500_000))
def test_perft_python_deep(name: str, case: PerftCase) -> None:
    test_perft_python(name, case)


@pytest.mark.parametrize(
    ("name", "golden"),
    [pytest.param(n, g, id=f"{n}-{g}") for n in TURN_GAMES for g in golden_games(n)],
)
def test_golden_games_replay(name: str, golden: GoldenGame) -> None:
    game = GAMES[name]
    line = f"{golden.position} moves {golden.moves}" if golden.moves else golden.position
    end = game.parse(line)
    outcome = end.outcome()
    if golden.winner is None:
        assert outcome is None
    else:
        assert outcome is not None
        winner = "draw" if outcome.winner is None else game.seats[outcome.winner.index]
        assert (winner, outcome.reason) == (golden.winner, golden.reason)
        if golden.scores is not None:
            assert outcome.scores == golden.scores
    if golden.end is not None:
        assert str(end) == golden.end
    if name not in NATIVE_GAMES:
        return
    native = native_turn_position(name, line)
    assert str(native) == str(end)
    assert native.legal_moves() == [str(move) for move in turn_position(end).legal_moves()]


@each_turn_game
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_both_halves_play_the_same_game(name: str, data: st.DataObject) -> None:
    # Each number is taken modulo the count of legal moves: every list is a legal game, and a
    # failing one shrinks towards the shortest game that still fails.
    game = GAMES[name]
    start = data.draw(st.sampled_from(starts(game)))
    choices = data.draw(st.lists(st.integers(0, 255), max_size=40))
    check_game(game, start, choices, native=name in NATIVE_GAMES)


@pytest.mark.slow
@each_turn_game
@settings(deadline=None, max_examples=1500)
@given(data=st.data())
def test_both_halves_play_the_same_long_game(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    start = data.draw(st.sampled_from(starts(game)))
    choices = data.draw(st.lists(st.integers(0, 255), max_size=400))
    check_game(game, start, choices, native=name in NATIVE_GAMES)


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end(name: str, seed: int) -> None:
    game = GAMES[name]
    *_, (_, end) = islice(random_game(game.setup(), seed), 5000)
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.reason in catalogue("zh"), f"{outcome.reason!r} has no translation"


@each_game
@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused(name: str, text: str) -> None:
    check_nonsense(GAMES[name], text)
    with pytest.raises(InputError):
        GAMES[name].parse(text)


@each_game
@pytest.mark.parametrize("character", one_in(3, ["a", "O", "1", "/", " ", "\n", "é", "."]))
def test_ten_megabytes_are_refused_quickly(name: str, character: str) -> None:
    game = GAMES[name]
    huge = character * 10_000_000
    readers: list[Callable[[str], object]] = [game.parse, game.move.parse]
    if game.maps:
        readers.append(game.maps.parse)
    for read in readers:
        with proportionate(), pytest.raises(InputError) as caught:
            read(huge)
        assert len(str(caught.value)) < 1000
    content = huge.encode()
    for notation in game.notations.values():
        if notation.read is not None:
            with proportionate():
                assert games_read(notation.read, content) == []


@each_game
@settings(deadline=None, max_examples=200)
@given(data=st.data())
def test_any_text_gives_a_position_or_our_error(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    valid = str(data.draw(st.sampled_from(starts(game))))
    text = data.draw(st.one_of(st.text(), damaged(valid), damaged(f"{valid} moves x")))
    check_nonsense(game, text)


@each_game
@settings(deadline=None, max_examples=100)
@given(data=st.data())
def test_any_bytes_give_games_or_our_error(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    for notation in game.notations.values():
        if notation.read is None:
            continue
        seeds = [b"", b"\xef\xbb\xbf", b"(;GM[4])"]
        if notation.write is not None:
            with suppress(UsageError):
                seeds.append(notation.write(played_sheet(game, seed=1, plies=9)))
        content = data.draw(st.one_of(st.binary(max_size=200), damaged_bytes(seeds[-1])))
        games_read(notation.read, content)


def games_read(read: Callable[[bytes], list[Sheet]], content: bytes) -> list[Sheet]:
    """The games that *read* returns; none if it raises our error, which must name the place."""
    try:
        return read(content)
    except InputError as fault:
        where = fault.line or fault.column
    assert where is not None
    return []


def damaged(text: str) -> st.SearchStrategy[str]:
    """*text* with a piece cut out and another put in its place."""
    place = st.integers(0, len(text))
    return st.builds(
        lambda a, b, piece: text[: min(a, b)] + piece + text[max(a, b) :],
        place,
        place,
        st.text(alphabet=st.one_of(st.sampled_from(text or "x"), st.characters()), max_size=8),
    )


def damaged_bytes(content: bytes) -> st.SearchStrategy[bytes]:
    """The same for bytes, with small damage: large damage rarely gets past the first check."""
    return st.builds(
        lambda at, length, piece: content[:at] + piece + content[at + length :],
        st.integers(0, len(content)),
        st.integers(0, 4),
        st.binary(max_size=4),
    )


def played_sheet(game: Game, seed: int, plies: int) -> Any:
    """A sheet of a random game's first *plies* moves."""
    start = game.setup()
    played = islice(random_game(start, seed), 1, plies + 1)
    return Sheet(start, tuple(game.move.parse(name) for name, _ in played))


@each_turn_game
@pytest.mark.parametrize("seed", range(4))
def test_notations_read_what_they_write(name: str, seed: int) -> None:
    game = GAMES[name]
    sheet = played_sheet(game, seed, plies=30)
    for notation in [text_notation(game), *game.notations.values()]:
        if notation.read is None or notation.write is None:
            continue
        try:
            content = notation.write(sheet)
        except UsageError:
            continue
        (back,) = notation.read(content)
        assert str(back.end()) == str(sheet.end())
        if back.moves:
            assert back.moves == sheet.moves


@each_game
def test_the_diagram_can_be_drawn(name: str) -> None:
    game = GAMES[name]
    for _, position in random_game(game.setup(), seed=1):
        diagram = game.diagram(position)
        assert len(diagram.row_labels) == len(diagram.rows)
        for row in diagram.rows:
            assert len(row) == len(diagram.column_labels)
            assert all(cell_len(cell.glyph) <= 2 for cell in row)
        for down, across in diagram.marks:
            assert 0 <= down < len(diagram.rows)
            assert 0 <= across < len(diagram.rows[0])


@each_game
def test_bundled_maps_are_well_formed(name: str) -> None:
    maps = GAMES[name].maps
    if maps is None:
        return
    for bundled in maps.bundled:
        position = maps.load(bundled.name)
        diagram = GAMES[name].diagram(position)
        assert (len(diagram.rows), len(diagram.rows[0])) == (bundled.rows, bundled.columns)
        assert str(maps.parse(maps.write(position))) == str(position)
        assert maps.recognises(maps.text(bundled.name))
        assert bundled.about in catalogue("zh")


@each_game
def test_facts_are_translated(name: str) -> None:
    game = GAMES[name]
    assert game.title in catalogue("zh")
    for seat in Seat:
        assert game.seats[seat.index] in catalogue("zh")
    for label, _ in game.diagram(game.setup()).facts:
        assert label in catalogue("zh")
    for notation in game.notations.values():
        assert notation.about in catalogue("zh")

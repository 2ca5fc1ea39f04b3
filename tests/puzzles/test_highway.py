"""Countries as pictures: reading, painting, generating, drawing, and what is refused."""

import struct
import zlib
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from garlic.core import InputError, InvalidFileError, UsageError
from garlic.puzzles.highway import Country, Road
from garlic.puzzles.highway.drawing import FIRST, SECOND, draw_roads
from garlic.puzzles.highway.generator import make_country
from garlic.puzzles.highway.picture import paint, read_colours
from support.effort import proportionate

A, B, C, D, E = (8, 65, 95), (18, 145, 211), (9, 76, 111), (15, 120, 175), (19, 151, 219)
WHITE = (255, 255, 255)
EXAMPLE = np.array([[A, B, C, D], [C, E, C, WHITE]], np.uint8)


def png(image: Image.Image, **options: object) -> bytes:
    file = BytesIO()
    image.save(file, format="PNG", **options)
    return file.getvalue()


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def handmade(
    width: int, height: int, depth: int, kind: int, rows: bytes, extra: bytes = b""
) -> bytes:
    """A PNG from its raw rows, each already with its filter byte."""
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + extra
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


PICTURE = paint(EXAMPLE)


def test_the_seven_states_of_the_rules() -> None:
    country = Country.from_image(png(PICTURE))
    assert PICTURE.size == (33, 21)
    assert len(country.places) == 7
    assert country.shortest() == Road(430054, (1, 2, 6, 7))
    assert country.second() == Road(477746, (1, 5, 6, 7))
    assert country.second_by_deleting_edges() == country.second()
    assert [road.total for road in country.k_best(2)] == [430054, 477746]


def test_a_state_is_read_where_the_rules_say() -> None:
    pixels = np.full((21, 33, 3), 255, np.uint8)
    for row in range(2):
        for column in range(4 - row):
            pixels[8 * row + 6, 8 * column + 6] = EXAMPLE[row, column]
    assert (read_colours(Image.fromarray(pixels)) == EXAMPLE).all()


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
def test_every_kind_of_png_is_read_equally(mode: str) -> None:
    image = PICTURE.quantize(16) if mode == "P" else PICTURE.convert(mode)
    assert (Country.from_image(png(image)).colours == EXAMPLE).all()


def test_a_path_and_an_image_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "country.png"
    path.write_bytes(png(PICTURE))
    for source in (path, str(path), PICTURE):
        assert (Country.from_image(source).colours == EXAMPLE).all()
    with pytest.raises(InvalidFileError, match="cannot read"):
        Country.from_image(tmp_path / "none.png")


def test_grey_one_bit_and_sixteen_bits() -> None:
    grey = Image.new("L", (9, 13), 77)
    assert read_colours(png(grey)).tolist() == [[[77, 77, 77]]]
    bit = Image.new("1", (9, 13), 0)
    assert read_colours(png(bit)).tolist() == [[[0, 0, 0]]]
    deep = handmade(9, 13, 16, 0, (b"\0" + b"\x4d\x99" * 9) * 13)
    assert read_colours(deep).tolist() == [[[77, 77, 77]]]
    colour = handmade(9, 13, 16, 2, (b"\0" + b"\x10\xff\x20\x00\x30\x80" * 9) * 13)
    assert read_colours(colour).tolist() == [[[16, 32, 48]]]


def test_alpha_is_blended_with_white() -> None:
    half = Image.new("RGBA", (9, 13), (0, 0, 0, 51))
    assert read_colours(png(half)).tolist() == [[[204, 204, 204]]]
    clear = Image.new("RGBA", (17, 13), (9, 9, 9, 255))
    clear.paste((1, 2, 3, 0), (9, 0, 17, 13))
    assert read_colours(png(clear)).tolist() == [[[9, 9, 9], [255, 255, 255]]]


def test_a_transparent_colour_is_no_state() -> None:
    row = b"\0" + b"\x10\x00" * 9 + b"\x20\x00" * 8
    two = handmade(17, 13, 16, 0, row * 13, chunk(b"tRNS", b"\x20\x00"))
    assert read_colours(two).tolist() == [[[16] * 3, [255] * 3]]
    palette = Image.new("P", (17, 13), 0)
    palette.putpalette([9, 9, 9, 50, 60, 70])
    palette.paste(1, (9, 0, 17, 13))
    content = png(palette, transparency=1)
    assert read_colours(content).tolist() == [[[9] * 3, [255] * 3]]


def test_interlaced_pictures_are_read() -> None:
    # Adam7 by hand: seven passes over one colour.
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2)]
    rows = b""
    for x, y, right, down in [*passes, (0, 1, 1, 2)]:
        width = len(range(x, 9, right))
        rows += (b"\0" + bytes([10, 20, 30]) * width) * len(range(y, 13, down)) if width else b""
    header = struct.pack(">IIBBBBB", 9, 13, 8, 2, 0, 0, 1)
    content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    content += chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    assert read_colours(content).tolist() == [[[10, 20, 30]]]


BOMB = handmade(60_000, 60_000, 8, 0, b"")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "expected a PNG picture, got a file that begins with b''"),
        (b"GIF89a", "begins with b'GIF89a'"),
        (b"\x89PN", "cut off"),
        (png(PICTURE)[:40], "cut off: it ends after 40 bytes"),
        (png(PICTURE)[:-1], "cut off"),
        (png(PICTURE)[:-12], "cut off"),
        (png(PICTURE).replace(b"IDAT", b"IDAX"), "fails its checksum"),
        (BOMB, "at most 64 megapixels, got 60000x60000"),
        (png(Image.new("RGB", (1, 1))), "8C\\+1 by 8R\\+5 pixels"),
        (png(Image.new("RGB", (34, 21))), "got 34x21"),
        (png(Image.new("RGB", (33, 22))), "got 33x22"),
        (png(Image.new("RGB", (1, 5))), "got 1x5"),
        (png(Image.new("RGB", (33, 21), "white")), "at least one coloured state"),
        (handmade(9, 13, 8, 2, b"\0\1\2"), "damaged"),
        (handmade(9, 13, 7, 2, b"\0\1\2"), "damaged"),
        (b"\x89PNG\r\n\x1a\n" + chunk(b"IDAT", b"") + chunk(b"IEND", b""), "begin with its size"),
        (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\0" * 13) + chunk(b"IEND", b""), "damaged|8C"),
    ],
    ids=range(17),
)
def test_bad_pictures_are_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(InvalidFileError, match=sentence):
        Country.from_image(content)


def test_a_state_only_where_odd_rows_have_none_is_no_state() -> None:
    pixels = np.full((21, 17, 3), 255, np.uint8)
    pixels[14, 14] = 0
    with pytest.raises(InvalidFileError, match="at least one"):
        Country.from_image(png(Image.fromarray(pixels)))


@settings(deadline=None, max_examples=300)
@given(st.integers(0, len(png(PICTURE))), st.integers(0, 9), st.binary(max_size=9), st.booleans())
def test_damaged_pictures_give_a_country_or_our_error(
    at: int, cut: int, piece: bytes, repair: bool
) -> None:
    content = png(PICTURE)
    content = content[:at] + piece + content[at + cut :]
    if repair:  # with right checksums the damage reaches the decoder
        content = with_right_checksums(content)
    with suppress(InputError):
        Country.from_image(content)


def with_right_checksums(content: bytes) -> bytes:
    place, whole = 8, content[:8]
    while place + 12 <= len(content):
        (length,) = struct.unpack_from(">I", content, place)
        body = content[place + 8 : place + 8 + length]
        whole += chunk(content[place + 4 : place + 8], body)
        place += 12 + length
    return whole


@pytest.mark.parametrize("byte", [b"\0", b"a", b"\x89"])
def test_ten_megabytes_are_refused_quickly(byte: bytes) -> None:
    with proportionate():
        for content in (byte * 10_000_000, b"\x89PNG\r\n\x1a\n" + byte * 10_000_000):
            with pytest.raises(InvalidFileError):
                Country.from_image(content)


def test_invalid_arrays_are_refused() -> None:
    for wrong in (np.zeros((2, 2), np.uint8), np.zeros((2, 2, 4), np.uint8), np.zeros((2, 2, 3))):
        with pytest.raises(UsageError, match="three colours"):
            Country(wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="only white"):
        Country(np.full((2, 2, 3), 255, np.uint8))


def test_a_start_that_is_walled_in_has_no_road() -> None:
    colours = np.full((3, 3, 3), 90, np.uint8)
    colours[0, 1] = colours[1, 0] = 255
    country = Country(colours)
    assert country.shortest() is None
    assert country.second() is None
    assert country.second_by_deleting_edges() is None
    assert country.k_best(3) == []


@settings(deadline=None, max_examples=60)
@given(
    st.integers(1, 9),
    st.integers(2, 9),
    st.integers(-5, 10**20),
    st.floats(0, 0.9),
    st.one_of(st.none(), st.integers(1, 5)),
)
def test_generated_countries_have_a_road_and_can_be_painted(
    rows: int, columns: int, seed: int, holes: float, colours: int | None
) -> None:
    country = make_country(rows, columns, seed, holes=holes, colours=colours)
    assert (country.rows, country.columns) == (rows, columns)
    assert country.shortest() is not None
    assert tuple(country.places[0]) == (0, 0)
    assert tuple(country.places[-1]) == (rows - 1, columns - 1 - (rows - 1) % 2)
    assert (Country.from_image(paint(country.colours)).colours == country.colours).all()
    if colours:
        kinds = {tuple(country.colours[row, column]) for row, column in country.places}
        assert len(kinds) <= colours
    again = make_country(rows, columns, seed, holes=holes, colours=colours)
    assert (again.colours == country.colours).all()


def test_a_seed_always_gives_the_same_country() -> None:
    country = make_country(20, 30, seed=7, holes=0.1)
    first, second = country.shortest(), country.second()
    assert first is not None
    assert second is not None
    assert (len(country.places), first.total, second.total) == (533, 5220008, 5220237)


@pytest.mark.parametrize(
    ("rows", "columns", "options", "sentence"),
    [
        (0, 5, {}, "from 1x1"),
        (5, 1001, {}, "1000x1000"),
        (2, 1, {}, "2 columns"),
        (5, 5, {"holes": 1.0}, "holes"),
        (5, 5, {"holes": float("nan")}, "holes"),
        (5, 5, {"colours": 0}, "colours"),
    ],
)
def test_options_out_of_range_are_refused(
    rows: int, columns: int, options: dict[str, float], sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence):
        make_country(rows, columns, 0, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 1), (2, 2), (2, 90), (60, 2), (30, 40), (160, 90)]
)
def test_drawings_show_both_roads_at_any_size(rows: int, columns: int) -> None:
    country = make_country(rows, columns, seed=4)
    drawing = draw_roads(country, country.shortest(), country.second())
    assert 300 < max(drawing.size) < 2000
    pixels = np.asarray(drawing).reshape(-1, 3)
    if rows * columns > 1:
        assert (pixels == FIRST).all(axis=1).sum() > 60
        assert (pixels == SECOND).all(axis=1).sum() > 60


def test_a_country_without_roads_can_be_drawn() -> None:
    colours = np.full((1, 3, 3), 90, np.uint8)
    colours[0, 1] = 255
    drawing = draw_roads(Country(colours), None, None)
    assert not (np.asarray(drawing)[: drawing.height // 2] == FIRST).all(axis=2).any()

"""Countries as pictures: reading and painting PNG files."""

import struct
import warnings
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from garlic.core import InvalidFileError
from garlic.core.reading.files import why

PITCH = 8  # pixels from state to state, both ways
LARGEST = 1 << 26  # pixels; about a million states

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SAMPLE = 6  # where in its 8x8 square a state's colour is read, both ways
_WIDTH, _HEIGHT = 9, 13  # of a hexagon, border included


def read_colours(source: str | Path | bytes | Image.Image) -> NDArray[np.uint8]:
    """The colour of every place, by row and column; white where there is no state.

    Raises `InvalidFileError` if it is not a PNG, damaged, too large, of another size, or white.
    """
    image = source if isinstance(source, Image.Image) else _opened(source)
    width, height = image.size
    if width % PITCH != 1 or height % PITCH != 5 or width <= PITCH or height <= PITCH:
        raise InvalidFileError(
            "expected a picture of 8C+1 by 8R+5 pixels, for C states in the first of R rows, "
            "got {width}x{height}",
            width=width,
            height=height,
        )
    colours = _samples(image)
    colours[1::2, -1] = 255  # the last sample point of an odd row is beyond its last state
    if not (colours != 255).any():
        raise InvalidFileError("expected at least one coloured state, got only white")
    return colours


def _opened(source: str | Path | bytes) -> Image.Image:
    content = source if isinstance(source, bytes) else _content(Path(source))
    check_png(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(BytesIO(content), formats=["PNG"])
            image.load()
    # Pillow raises these for damaged files whose checksums are right.
    except (
        OSError,
        SyntaxError,
        ValueError,
        TypeError,
        LookupError,
        EOFError,
        struct.error,
        zlib.error,
        Image.DecompressionBombError,
    ) as fault:
        raise InvalidFileError("the PNG picture is damaged: {why}", why=str(fault)) from fault
    return image


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise InvalidFileError(
            "cannot read {path}: {why}", path=str(path), why=why(fault)
        ) from fault


def check_png(content: bytes) -> None:
    """Raise `InvalidFileError` unless *content* is a complete PNG within the size limit.

    Only its chunks are checked; nothing is decompressed.
    """
    if not content.startswith(_SIGNATURE):
        if content and _SIGNATURE.startswith(content):
            raise _cut_off(content)
        raise InvalidFileError(
            "expected a PNG picture, got a file that begins with {start}",
            start=repr(content[:8]),
        )
    place, name = len(_SIGNATURE), b""
    while name != b"IEND":
        if place + 12 > len(content):
            raise _cut_off(content)
        length, name = struct.unpack_from(">I4s", content, place)
        end = place + 12 + length
        if end > len(content):
            raise _cut_off(content)
        body = memoryview(content)[place + 4 : end - 4]
        if zlib.crc32(body) != int.from_bytes(content[end - 4 : end], "big"):
            raise InvalidFileError(
                "the PNG picture is damaged: its part {name} at byte {place} fails its checksum",
                name=name.decode("ascii", "backslashreplace"),
                place=place,
            )
        if place == len(_SIGNATURE):
            _check_header(name, content[place + 8 : end - 4])
        place = end


def _cut_off(content: bytes) -> InvalidFileError:
    return InvalidFileError(
        "the PNG picture is cut off: it ends after {size:byte|bytes}, in the middle",
        size=len(content),
    )


def _check_header(name: bytes, body: bytes) -> None:
    if name != b"IHDR" or len(body) != 13:
        raise InvalidFileError("the PNG picture is damaged: it does not begin with its size")
    width, height = struct.unpack_from(">II", body)
    if width * height > LARGEST:
        raise InvalidFileError(
            "expected a picture of at most {limit} megapixels, got {width}x{height} pixels",
            limit=LARGEST >> 20,
            width=width,
            height=height,
        )


def _samples(image: Image.Image) -> NDArray[np.uint8]:
    """The pixels at the sample points, alpha over white, as eight-bit RGB."""
    if image.mode.startswith("I"):  # sixteen-bit grey: the upper byte, as for colours
        grey = np.asarray(image)[_SAMPLE::PITCH, _SAMPLE::PITCH].astype(np.int64)
        clear = image.info.get("transparency")
        eight = np.where(grey == clear, 255, grey >> 8) if isinstance(clear, int) else grey >> 8
        return np.repeat(eight.astype(np.uint8)[:, :, None], 3, axis=2)
    size = (image.width // PITCH, image.height // PITCH)
    # The transform samples the centre of each target pixel: PITCH / 2 further than its corner.
    shift = _SAMPLE - PITCH // 2
    small = image.transform(
        size, Image.Transform.AFFINE, (PITCH, 0, shift, 0, PITCH, shift), Image.Resampling.NEAREST
    )
    small.info = image.info  # keeps a transparent colour
    layer = small.convert("RGBA")
    white = Image.new("RGBA", size, "white")
    return np.array(Image.alpha_composite(white, layer).convert("RGB"))


def paint(colours: NDArray[np.uint8]) -> Image.Image:
    """The picture of a country, as `read_colours` reads it: black borders, white elsewhere."""
    rows, columns, _ = colours.shape
    pixels = np.full((PITCH * rows + 5, PITCH * columns + 1, 3), 255, np.uint8)
    exists = (colours != 255).any(axis=2)
    exists[1::2, -1] = False
    # A border pixel may belong to three states, so all insides are painted before all borders.
    for border in (False, True):
        for down in range(_HEIGHT):
            inset = max(0, 4 - down, down - 8)
            sides = {inset, _WIDTH - 1 - inset}
            for right in sides if border else range(inset + 1, _WIDTH - 1 - inset):
                for parity in (0, 1):
                    here = exists[parity::2]
                    row, column = np.nonzero(here)
                    y = (2 * row + parity) * PITCH + down
                    x = column * PITCH + right + 4 * parity
                    pixels[y, x] = 0 if border else colours[parity::2][here]
    return Image.fromarray(pixels)

"""What the drawings share: fonts, shapes, a legend below the picture, and saving."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from garlic.core import UsageError
from garlic.core.language.text import user_language
from garlic.core.reading.files import write_whole

Point = tuple[float, float]
Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Sign = Callable[[ImageDraw.ImageDraw, Box], None]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

PAPER: Colour = (250, 250, 247)
INK: Colour = (32, 34, 40)

# The font that comes with Pillow has no Chinese; these are the usual paths of fonts that have.
_CHINESE_FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/System/Library/Fonts/PingFang.ttc",
    "/mnt/c/Windows/Fonts/msyh.ttc",
)


@cache
def _chinese_font() -> str | None:
    return next((path for path in _CHINESE_FONTS if Path(path).exists()), None)


def picture_language() -> str:
    """The user's language if there is a font for it, else English."""
    return "zh" if user_language() == "zh" and _chinese_font() else "en"


@cache
def font(size: int) -> Font:
    """A font *size* pixels high for text in `picture_language`."""
    path = _chinese_font() if user_language() == "zh" else None
    return ImageFont.truetype(path, size) if path else ImageFont.load_default(size)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend: a sign, drawn into a box, and what it means."""

    sign: Sign
    text: str


def with_legend(picture: Image.Image, entries: Sequence[Entry], text_size: int) -> Image.Image:
    """*picture* with *entries* below it, as many per line as fit."""
    size = text_size
    sign_width, gap = 2 * size, size // 2
    widths = [sign_width + gap + _text_width(entry.text, size) + 2 * size for entry in entries]
    width = max(picture.width, *widths, 22 * size) + 2 * size
    places: list[tuple[int, int]] = []  # x and line of each entry
    right, line = 0, 0
    for entry_width in widths:
        if right and right + entry_width > width - size:
            right, line = 0, line + 1
        places.append((size + right, line))
        right += entry_width
    line_height = round(size * 1.7)
    height = picture.height + 2 * size + (line + 1) * line_height
    sheet = Image.new("RGB", (width, height), PAPER)
    sheet.paste(picture, ((width - picture.width) // 2, size))
    draw = ImageDraw.Draw(sheet)
    for entry, (x, line) in zip(entries, places, strict=True):
        y = picture.height + round(1.5 * size) + line * line_height
        entry.sign(draw, (x, y, x + sign_width, y + size * 1.2))
        draw.text((x + sign_width + gap, y + size * 0.6), entry.text, INK, font(size), anchor="lm")
    return sheet


def _text_width(text: str, size: int) -> int:
    return round(font(size).getlength(text))


def stroke(
    draw: ImageDraw.ImageDraw, points: Sequence[Point], colour: Colour, width: float
) -> None:
    """A line through *points* with round corners and ends."""
    thick = max(1, round(width))
    draw.line(list(points), colour, thick, joint="curve")
    for point in (points[0], points[-1]):
        disc(draw, point, thick / 2, colour)


def disc(draw: ImageDraw.ImageDraw, centre: Point, radius: float, colour: Colour) -> None:
    """A filled circle."""
    x, y = centre
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def square(draw: ImageDraw.ImageDraw, centre: Point, radius: float, colour: Colour) -> None:
    """A filled square."""
    x, y = centre
    draw.rectangle((x - radius, y - radius, x + radius, y + radius), colour)


def ring(
    draw: ImageDraw.ImageDraw, centre: Point, radius: float, colour: Colour, width: float
) -> None:
    """A circle."""
    x, y = centre
    box = (x - radius, y - radius, x + radius, y + radius)
    draw.ellipse(box, outline=colour, width=max(1, round(width)))


def middle(box: Box) -> Point:
    """The centre of *box*."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def blended(colour: Colour, other: Colour, share: float) -> Colour:
    """*colour* with *share* of *other* mixed in."""
    red, green, blue = (
        round(a * (1 - share) + b * share) for a, b in zip(colour, other, strict=True)
    )
    return red, green, blue


_FRAME_MS, _LAST_FRAME_MS = 90, 2500


def save(frames: Sequence[Image.Image], path: Path) -> None:
    """Write the last frame as PNG, or all as an animated GIF, by the suffix of the name.

    The file is written atomically. Raises `UsageError` if it cannot be written.
    """
    check_ending(path, ".png", ".gif")
    picture = BytesIO()
    if path.suffix.lower() == ".png":
        frames[-1].save(picture, format="PNG")
    else:
        _save_gif(frames, picture)
    write_whole(path, picture.getvalue())


def check_ending(path: Path, *endings: str) -> None:
    """Raise `UsageError` unless the name of *path* ends in one of *endings*."""
    if path.suffix.lower() not in endings:
        raise UsageError(
            "expected a name that ends in {endings}, got {path!r}",
            endings=" / ".join(endings),
            path=str(path),
        )


def _save_gif(frames: Sequence[Image.Image], picture: BytesIO) -> None:
    # One palette for all, from the frame with all colours: smaller, and without flicker.
    palette = frames[-1].quantize(256, dither=Image.Dither.NONE)
    first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    first.save(
        picture,
        format="GIF",
        save_all=True,
        append_images=others,
        duration=[_FRAME_MS] * len(others) + [_LAST_FRAME_MS],
        loop=0,
    )

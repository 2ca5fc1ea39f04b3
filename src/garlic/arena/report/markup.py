"""HTML from values. Text is escaped unless it is `Html` already: names come from strangers."""

from collections.abc import Iterable
from html import escape

_VOID = frozenset({"br", "circle", "col", "line", "meta", "path", "polygon", "polyline", "rect"})


class Html(str):
    """Text that is HTML: made by `tag` and `join`, never from what somebody typed."""

    __slots__ = ()


Content = str | Iterable[str] | None


def tag(name: str, *content: Content, **attributes: str | float | bool | None) -> Html:
    """An element. Attributes end in ``_`` where Python has the word, and write ``-`` as ``_``.

    An attribute that is None or False is left out, one that is True has no value.
    """
    words = [name]
    for key, value in attributes.items():
        plain = key.rstrip("_").replace("_", "-")
        if value is True:
            words.append(plain)
        elif value is not None and value is not False:
            words.append(f'{plain}="{escape(number(value), quote=True)}"')
    opening = " ".join(words)
    if name in _VOID:
        return Html(f"<{opening}/>")
    return Html(f"<{opening}>{join(*content)}</{name}>")


def join(*content: Content) -> Html:
    """All of it in a row, text escaped."""
    return Html("".join(_written(part) for part in content))


def number(value: str | float) -> str:
    """A value for an attribute; coordinates need no more than two places."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)


def _written(part: Content) -> str:
    if part is None:
        return ""
    if isinstance(part, Html):
        return part
    if isinstance(part, str):
        return escape(part)
    return join(*part)

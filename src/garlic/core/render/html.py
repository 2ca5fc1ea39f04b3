"""Self-contained HTML pages: no scripts, fonts or pictures from elsewhere; printable.

`element` builds markup and escapes everything that is not `Html` already, so that what a bot
or a student wrote can never become markup.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape


class Html(str):
    """Markup, which is not escaped again."""

    __slots__ = ()


Child = str | Html | None | Iterable["Child"]

_VOID = frozenset({"br", "col", "hr", "img", "meta"})
_CLOSED = frozenset({"circle", "line", "path", "polygon", "polyline"})  # shapes without content


def element(tag: str, *children: Child, **attributes: str | float | bool | None) -> Html:
    """``<tag ...>children</tag>``; a trailing ``_`` of an attribute's name is dropped.

    An attribute that is None or False is left out, one that is True is written without a value.
    """
    rendered = []
    for name, value in attributes.items():
        plain = name.rstrip("_").replace("_", "-")
        if value is True:
            rendered.append(f" {plain}")
        elif value is not None and value is not False:
            rendered.append(f' {plain}="{escape(_attribute(value))}"')
    head = f"<{tag}{''.join(rendered)}"
    if tag in _VOID:
        return Html(f"{head}>")
    return Html(f"{head}/>" if tag in _CLOSED else f"{head}>{joined(*children)}</{tag}>")


def joined(*children: Child) -> Html:
    """*children* joined, plain text escaped, None left out."""
    return Html("".join(_markup(child) for child in children))


def _markup(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    if isinstance(child, str):
        return escape(child, quote=False)
    return joined(*child)


def _attribute(value: str | float) -> str:
    """The value of an attribute as text; coordinates get at most two decimals."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)


def table(headings: Sequence[Child], rows: Iterable[Sequence[Child]], **attributes: str) -> Html:
    """A table with a head."""
    head = element("tr", [element("th", heading, scope="col") for heading in headings])
    body = [element("tr", [element("td", cell) for cell in row]) for row in rows]
    return element("table", element("thead", head), element("tbody", body), **attributes)


def page(title: str, body: Child, *, language: str, style: str = "", script: str = "") -> str:
    """A whole document in *language*, ``"en"`` or ``"zh"``.

    No script runs but *script*, which is ours; the page has to work without it.
    """
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    if script:
        digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
        policy += f"; script-src 'sha256-{digest}'"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        # Nothing may be loaded from elsewhere, whatever is in the page.
        element(
            "meta",
            http_equiv="Content-Security-Policy",
            content=policy,
        ),
        element("title", title),
        element("style", Html(STYLE + style)),
    )
    lang = "zh-CN" if language == "zh" else "en"
    ours = element("script", Html(script)) if script else None
    document = element("html", head, element("body", element("main", body), ours), lang=lang)
    return f"<!doctype html>\n{document}\n"


def histogram(values: Sequence[float], most: float, *, label: str, bins: int = 10) -> Html:
    """A histogram of *values* from 0 to *most* as SVG; *label* says what it shows."""
    bins = max(1, bins)
    counts = [0] * bins
    for value in values:
        place = int(bins * value / most) if most > 0 else 0
        counts[min(max(place, 0), bins - 1)] += 1
    width, height, left, bottom = 640, 180, 34, 26
    tallest = max([*counts, 1])
    step = (width - left) / bins
    drawn: list[Child] = [
        element("line", x1=left, y1=height, x2=width, y2=height, class_="axis"),
    ]
    for place, count in enumerate(counts):
        tall = (height - 24) * count / tallest
        x, y, low = left + place * step, height - tall, most * place / bins
        drawn.append(
            element(
                "rect",
                element("title", f"{low:g} - {low + most / bins:g}: {count}"),
                x=f"{x + 2:.1f}",
                y=f"{y:.1f}",
                width=f"{step - 4:.1f}",
                height=f"{tall:.1f}",
                rx=3,
                class_="bar",
            )
        )
        if count:
            middle = f"{x + step / 2:.1f}"
            drawn.append(element("text", str(count), x=middle, y=f"{y - 5:.1f}", class_="count"))
    for place in range(bins + 1):
        x_text, tick = f"{left + place * step:.1f}", f"{most * place / bins:g}"
        drawn.append(element("text", tick, x=x_text, y=height + 18, class_="tick"))
    return element(
        "svg",
        drawn,
        viewBox=f"0 0 {width + 16} {height + bottom}",
        preserveAspectRatio="xMinYMid",
        role="img",
        aria_label=label,
        class_="plot histogram",
    )


STYLE = """
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1c2024; --soft: #5b6570;
  --line: #d9dee4; --panel: #f5f7f9; --accent: #1f6feb; --good: #1a7f4b; --bad: #b42318;
  --warn: #9a6700; --good-panel: #e7f5ec; --bad-panel: #fdecea; --warn-panel: #fff5d6; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --ink: #e6e9ed; --soft: #9aa5b1;
  --line: #323a43; --panel: #1c2229; --accent: #6cb0ff; --good: #57c98a; --bad: #ff8b7e;
  --warn: #e3b341; --good-panel: #15301f; --bad-panel: #3a1c1a; --warn-panel: #332a10; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.55;
  font: 16px/1.55 system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
  sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .4rem; }
p { margin: .4rem 0; }
a { color: var(--accent); }
.soft { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .85rem; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0;
  padding: .6rem .8rem; overflow-x: auto; font: .85rem/1.45 ui-monospace, "DejaVu Sans Mono",
  "Noto Sans Mono CJK SC", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.note { border-left: 4px solid var(--warn); background: var(--warn-panel); border-radius: 6px;
  padding: .7rem 1rem; margin: 1rem 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
svg.plot { width: 100%; height: auto; max-height: 14rem; }
svg.plot .bar { fill: var(--accent); } svg.plot .axis { stroke: var(--soft); }
svg.plot text { fill: var(--soft); font-size: 12px; text-anchor: middle; }
svg.plot .count { fill: var(--ink); }
@media (max-width: 40rem) { svg.histogram { overflow: visible; }
  svg.histogram text { font-size: 22px; } }
@media print { :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --panel: #fff;
  --accent: #1f4fa0; --good: #145c37; --bad: #8f1b12; --warn: #6b4800; --good-panel: #fff;
  --bad-panel: #fff; --warn-panel: #fff; }
  body { font-size: 11pt; } main { max-width: none; padding: 0; }
  section, figure, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
  a { color: inherit; text-decoration: none; } }
"""

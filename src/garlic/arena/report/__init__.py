"""A tournament as one HTML file: no server, no script, nothing loaded from anywhere.

`markup` builds HTML from values, escaping all text; `curve` and `boards` draw; `tables` and
`games` are the sections; `page` puts them together.
"""

from garlic.arena.report.page import html

__all__ = ["html"]

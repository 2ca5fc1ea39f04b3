"""A tournament as one HTML file: no server, no script, nothing loaded from anywhere.

`curve` draws; `tables` and `games` are the sections; `page` puts them together.
"""

from garlic.arena.report.page import html

__all__ = ["html"]

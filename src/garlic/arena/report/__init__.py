"""A tournament as one HTML file: no server, no script, nothing loaded from the network.

`curve` draws; `tables` and `games` are the sections; `page` puts them together: start there.
Other export formats are in `garlic.arena.exports`.
"""

from garlic.arena.report.page import html

__all__ = ["html"]

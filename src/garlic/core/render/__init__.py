"""Rendering values as HTML and pictures, for reports and self-contained pages.

`html` builds escaped markup, `board_picture` draws a `Diagram`. Nothing here knows a game. The
terminal is drawn in `garlic.cli`, the browser's boards in `frontend`. Start with `html`.
"""

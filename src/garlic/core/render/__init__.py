"""Rendering values as HTML, pictures and cells, for reports and self-contained pages.

`html` builds escaped markup, `board_picture` draws a `Diagram`, `spreadsheet` makes cells harmless.
Nothing here knows a game. The terminal is drawn in `garlic.cli`, the browser's boards in
`frontend`. Start with `html`.
"""

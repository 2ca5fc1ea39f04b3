"""The web server: a JSON API, an event stream for each page, and the built pages.

`app` puts it together and `server` runs it. `api` has one module of thin routes per topic; the
work is done in `jobs` (background work), `play` (games with human players), `view` (games to look
at) or the layers below. Nothing here knows a game's rules: `view.boards` turns positions into plain
data, and `sentences` turns sentences into codes that the page translates. The sources of the pages
are in `frontend/`. Start with `app`.
"""

"""Games to look at: replayed, live, reviewed, or as a single file.

`boards` turns positions into plain data for the page, `replay` whole records, `live` games in
progress. `records` loads and stores records, `reviews` runs reviews in the background,
`single_file` puts a game and its viewer into one HTML file. Games that people play on the page are
in `web.play`, the routes in `web.api`. Start with `replay`.
"""

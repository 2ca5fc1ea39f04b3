"""Games to look at: replayed, live, reviewed, or as one file.

`boards` turns positions into plain data for the page, `replay` a whole record, `live` a game that
is being played, `records` finds records, `reviews` runs analyses in the background, `single_file`
puts a game and its viewer into one HTML file. Start with `replay`.
"""

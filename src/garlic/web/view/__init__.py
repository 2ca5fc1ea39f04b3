"""Games to look at: replayed, live, reviewed, or as a single file.

`models` has what the API sends of boards, turns and outcomes, also for games in play. `boards`
builds it from positions, `replay` from the turns of a game, `live` for games in progress;
`private` leaves out the output of bots for those who may not see it. `records` loads and stores
records, `reviews` runs reviews in the background (`review_models` has what the API sends of them),
`single_file` puts a game and its viewer into one HTML file. Games that people play on the page are
in `web.play`, the routes in `web.api`. Start with `replay`.
"""

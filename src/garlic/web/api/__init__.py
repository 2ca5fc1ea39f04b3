"""The routes of the server, one module with a `router` per topic; `web.app.ROUTES` lists them.

`games` and `arena` hold what is played, `leagues`, `courses`, `assignments` and `labs` what is
taught, `people` who it is, `site` what all pages share. Routes parse the request, call `web.jobs`,
`web.play`, `web.view` or a layer below, and build the response; they decide nothing. The request
and response models are beside their routes: `...Model` is the API's form of a value, `...Summary`
a row of a list, `...Details` the same with everything, `...Request` a request body. `files` reads
uploads for the others. An explicit `operation_id` keeps the one of an earlier version for generated
clients. Start with `arena.matches`.
"""

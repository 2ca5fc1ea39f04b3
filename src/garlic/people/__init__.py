"""People on a course server: accounts, sessions, roles, who may do what, limits, the audit log.

`persons` are people as the rest of the server knows them; `rules.may` is the one place that decides
what they may do, and `things` finds out whose something is. `accounts`, `courses`, `sessions`,
`links`, `tokens` and `tries` are about who somebody is; `limits` about how much they may use;
`audit` about what was done. All of it is in the database; HTTP and cookies are in `web`. A server
without accounts has one person, `persons.LOCAL_PERSON`, who may do everything. Start with `rules`.
"""

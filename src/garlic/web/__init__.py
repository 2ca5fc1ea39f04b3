"""The web page's server: a JSON API, one stream of events a page, and the built pages.

`app` puts it together; `routes` hold one router a part, thin; the work is done by modules beside
them or by the layers below. Nothing here knows a game's rules: positions become plain data in
`boards`, sentences become codes in `wording`, and the page looks up the words.
"""

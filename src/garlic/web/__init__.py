"""The web page's server: a JSON API, one stream of events a page, and the built pages."""

"""Parsing untrusted files and text into checked values.

`files` reads and writes whole files within a size, `scan` and `rows` read text token by token or
row by row, `formats` reads JSON and TOML, `fields` takes typed fields out of them. Every error
names the place in the input. The formats of particular games belong to their packages in
`garlic.games`. Start with `fields`.
"""

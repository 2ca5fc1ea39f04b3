"""One match between two programs that nobody trusts: built, refereed, written down.

`referee` knows the rules of judging and no process; `players` speak to confined processes;
`match` puts them together and gives a `Record`.
"""

"""Speed tables. Each module offers `rows()`: (what, measured, wished).

Machines differ and are shared, so what can be a ratio is one, measured in a single run.
"""

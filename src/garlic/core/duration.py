"""Writes durations in a unit that fits them."""


def duration_text(seconds: float) -> str:
    """A duration of three digits: ``83 µs``, ``12.3 ms``, ``1.25 s``, ``3 min 20 s``."""
    if seconds <= 0:
        return "0 s"
    if seconds < 0.9995e-3:
        return f"{seconds * 1e6:.3g} µs"
    if seconds < 0.9995:
        return f"{seconds * 1e3:.3g} ms"
    if seconds < 119.5:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"

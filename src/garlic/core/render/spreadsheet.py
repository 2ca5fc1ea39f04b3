"""Cells of files that spreadsheets open: names in them are not trusted."""

# What a spreadsheet takes for the beginning of a formula, also as wide signs of Chinese keyboards.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def spreadsheet_cell(text: str) -> str:
    """*text*, escaped if a spreadsheet would run it as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text

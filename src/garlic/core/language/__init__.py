"""English and Chinese: sentences with values, and their translations.

`text` holds `Text`, `say` and the catalogue lookup, `bilingual` a text that its author wrote in
both languages, `catalogue/zh/*.json` the translations, one file for each part of the package. The
texts of the web pages live in `frontend/src/i18n`. Start with `text`.
"""

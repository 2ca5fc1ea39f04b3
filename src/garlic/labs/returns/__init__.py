"""Results on their way back: files that course systems import, and what has changed since.

`rows` has one row for every student of the roster, whether they handed in or not; `tables` writes
them for Moodle, Canvas and spreadsheets; `feedback` packs a page for each student as Moodle wants
it; `previous` remembers the grades of a run for the next one. A grade that is not final because
something could not be judged is never exported: its cell is empty. Start with `rows`.
"""

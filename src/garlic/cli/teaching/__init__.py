"""What the commands about labs share: `garlic grade`, `garlic lab` and `garlic labs`.

`intake` shows what was understood of a class, `progress` how far its grading is, `similar` which
submissions look or play alike, `description` what a lab asks for; `recipes` are the commands for
Gradescope and GitHub, `late_options` the options of a late policy. Grades are computed in
`garlic.labs`. Start with `intake`.
"""

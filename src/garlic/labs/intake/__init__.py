"""A class as it comes: which files belong to which student.

`layouts` recognises what Moodle, Canvas, Gradescope and GitHub Classroom export and what teachers
collect by hand; `trees` reads names and files from a folder or a zip file alike; `roster` is the
list of students; `handed_in` puts these together and says what it understood. Nothing here builds
or runs anything. Start with `handed_in`.
"""

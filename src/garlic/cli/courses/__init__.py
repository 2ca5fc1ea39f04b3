"""The commands of `garlic course` about parts of a course, in modules that `commands.course` loads.

`common` has the group and its arguments, `maps` the commands about a course's maps.
"""

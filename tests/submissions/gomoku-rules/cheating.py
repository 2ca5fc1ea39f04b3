"""Renju: starts another program to answer."""

import subprocess

print(subprocess.run(["garlic", "forbidden"], capture_output=True, text=True).stdout)

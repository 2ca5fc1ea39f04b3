#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image of the autograder.
# AUTOGRADER_ROOT and AUTOGRADER_PYTHON are for trying it elsewhere.
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"

python="${AUTOGRADER_PYTHON:-}"
for version in @PYTHONS@; do
    # Some systems have a Python that cannot make a virtual environment.
    if [ -z "$python" ] && "python$version" -c 'import ensurepip' 2> /dev/null; then
        python="python$version"
    fi
done
if [ -z "$python" ]; then
    apt-get update
    for version in @PYTHONS@; do
        if apt-get install -y "python$version" "python$version-venv"@PARTS@; then
            python="python$version"
            break
        fi
    done
fi
if [ -z "$python" ]; then
    echo "setup.sh: this image has none of: Python @PYTHONS@; choose a newer base image" >&2
    exit 1
fi
# Students' programs are compiled with these.
if ! command -v g++ > /dev/null || ! command -v make > /dev/null; then
    apt-get update
    apt-get install -y g++ make
fi

"$python" -m venv "$root/garlic"
"$root/garlic/bin/python" -m pip install --quiet @REQUIREMENT@
"$root/garlic/bin/garlic" --version

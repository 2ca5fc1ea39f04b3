"""Works through ../input/input_1.txt to input_10.txt, as the course's program does."""

from pathlib import Path


def solve(text):
    rows, columns, rations, *cells = map(int, text.split())
    at = cells.index
    queue = [(at(3), rations, "")]
    seen = {(at(3), rations)}
    for cell, left, path in queue:
        if cell == at(4):
            return f"{len(path)}\n{path}\n"
        if left == 0:
            continue
        row, column = divmod(cell, columns)
        for letter, down, right in (("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)):
            if not (0 <= row + down < rows and 0 <= column + right < columns):
                continue
            to = cell + down * columns + right
            state = (to, rations if cells[to] == 2 else left - 1)
            if cells[to] != 1 and state not in seen:
                seen.add(state)
                queue.append((*state, path + letter))
    return "-1\n"


def answer(number):
    text = Path(f"../input/input_{number}.txt").read_text()
    Path(f"../output/output_{number}.txt").write_text(solve(text))


for number in range(1, 11):
    print("working on", number)
    answer(number)

"""Stars in Python, in the course's form: `walk` gets the fields of the course's struct.

Walk to the nearest star, not through danger; while strong, destroyers are prey.
"""

from collections import deque


def walk(state):
    """The cell to walk to, as (row, column): the first step towards the nearest prize."""
    home = (state.your_posx, state.your_posy)
    first_step = {home: home}  # the first step of the way to a cell
    waiting = deque([home])
    while waiting:
        cell = waiting.popleft()
        if is_prize(state, cell):
            return first_step[cell]
        for following in neighbours(state, cell):
            if following not in first_step and distance_to_danger(state, following) > 1:
                first_step[following] = following if cell == home else first_step[cell]
                waiting.append(following)
    # No prize in reach: keep away from danger.
    choices = [home, *neighbours(state, home)]
    return max(choices, key=lambda cell: distance_to_danger(state, cell))


def neighbours(state, cell):
    """The open cells beside *cell*."""
    row, column = cell
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [
        (r, c)
        for r, c in around
        if 0 <= r < state.row_cnt and 0 <= c < state.col_cnt and state.mat[r][c] != "#"
    ]


def destroyers(state):
    """Where the two destroyers are."""
    return list(zip(state.ghost_posx, state.ghost_posy, strict=True))


def distance_to_danger(state, cell):
    """Steps to the nearest of those who could rob us; a large number if nobody can."""
    if state.your_status > 1:
        return 1000
    enemies = destroyers(state)
    if state.opponent_status > 0:
        enemies.append((state.opponent_posx, state.opponent_posy))
    return min(abs(row - cell[0]) + abs(column - cell[1]) for row, column in enemies)


def is_prize(state, cell):
    """Is there something to take?"""
    if state.your_status > 1 and cell in destroyers(state):
        return True
    return state.mat[cell[0]][cell[1]] in "oO"

"""Step 5: alpha-beta, deeper and deeper until the time is up."""

import time

SECONDS = 0.06  # of the 0.1 that a turn has: a little room for a busy machine


class OutOfTimeError(Exception):
    """The search has to end now."""


def play(position):
    """The best move of the last depth that was searched to its end."""
    deadline = time.perf_counter() + SECONDS
    moves = order(position, position.legal_moves())
    best = moves[0]
    if len(moves) == 1:
        return best
    try:
        for depth in range(1, 60):
            best = best_move(position, moves, depth, deadline)
            moves.remove(best)
            moves.insert(0, best)  # most likely the best of the next depth as well
    except OutOfTimeError:
        pass
    return best


def best_move(position, moves, depth, deadline):
    """The best of *moves*, each searched *depth* moves deep."""
    best, alpha = moves[0], -(10**9)
    for move in moves:
        score = -search(position.play(move), depth - 1, -(10**9), -alpha, deadline)
        if score > alpha:
            best, alpha = move, score
    return best


def search(position, depth, alpha, beta, deadline):
    """What *position* is worth to the side to move; exact only between *alpha* and *beta*."""
    if time.perf_counter() > deadline:
        raise OutOfTimeError
    moves = position.legal_moves()
    if depth == 0 or not moves:
        return value(position, len(moves))
    best = -(10**9)
    for move in order(position, moves):
        score = -search(position.play(move), depth - 1, -beta, -alpha, deadline)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break  # the other side would never let us come here
    return best


def order(position, moves):
    """*moves*, corners first and cells beside corners last: good ones early cut most."""
    return sorted(moves, key=lambda move: promise(position.board, move), reverse=True)


def promise(board, move):
    """How good a cell usually is."""
    edge_row = min(move.row, board.rows - 1 - move.row)
    edge_column = min(move.column, board.columns - 1 - move.column)
    if edge_row == edge_column == 0:
        return 2
    return 0 if edge_row <= 1 and edge_column <= 1 else 1


def value(position, freedom):
    """What *position* is worth to the side to move, which has *freedom* moves."""
    us = position.mover
    points = position.score(us) - position.score(us.other)
    if not freedom:
        return 1000 * points
    return points + 40 * corners(position, us) + 5 * freedom


def corners(position, us):
    """Our corners less theirs: a disc there is never flipped again."""
    board = position.board
    rows, columns = (0, board.rows - 1), (0, board.columns - 1)
    cells = sum(board.bit(row, column) for row in rows for column in columns)
    ours, theirs = position.discs(us) & cells, position.discs(us.other) & cells
    return ours.bit_count() - theirs.bit_count()

// Boards after steps.

import type { BoardFrame, BoardStep, Piece } from './types';

/** The board with *pieces*, and what *step* or a frame has besides. */
export function frameOf(pieces: Piece[], step: BoardStep | BoardFrame): BoardFrame {
  return {
    pieces,
    actors: step.actors ?? [],
    last: step.last ?? [],
    turned: step.turned ?? [],
    check: step.check ?? [],
    winning: step.winning ?? [],
    forbidden: step.forbidden ?? [],
    facts: step.facts ?? [],
  };
}

/** Change *board*, pieces by place, as *step* says. */
export function apply(board: Map<number, Piece>, step: BoardStep): void {
  for (const empty of step.clear ?? []) board.delete(empty);
  for (const piece of step.set ?? []) board.set(piece.at, piece);
}

/** *frame* after *steps*. */
export function frameAfter(frame: BoardFrame, steps: readonly BoardStep[]): BoardFrame {
  const last = steps.at(-1);
  if (!last) return frame;
  const board = new Map(frame.pieces.map((piece) => [piece.at, piece]));
  for (const step of steps) apply(board, step);
  return frameOf([...board.values()], last);
}

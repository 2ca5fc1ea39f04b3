// From clicks and keys to moves, using only the list of legal moves.

import type { BoardFrame, BoardShape, BoardStep, LegalMove, Piece } from '../values/types';

/** What a click on a place means, given the place chosen before. */
export type Click = { kind: 'move'; move: LegalMove } | { kind: 'choose'; place: number } | { kind: 'nothing' };

export function click(moves: LegalMove[], chosen: number | null, place: number): Click {
  const direct = moves.find((move) => isDirect(moves, move) && last(move) === place);
  if (direct) return { kind: 'move', move: direct };
  if (chosen !== null) {
    const step = moves.find((move) => move.path[0] === chosen && last(move) === place);
    if (step) return { kind: 'move', move: step };
  }
  if (place !== chosen && moves.some((move) => move.path.length > 1 && move.path[0] === place)) {
    return { kind: 'choose', place };
  }
  return { kind: 'nothing' };
}

/** One click is enough: the move has one place, or all moves start from the same place. */
function isDirect(moves: LegalMove[], move: LegalMove): boolean {
  return move.path.length === 1 || (move.path.length > 1 && moves.every((other) => other.path[0] === move.path[0]));
}

/** The places that can be clicked next, as start or end of a move. */
export function targets(moves: LegalMove[], chosen: number | null): Map<number, 'to' | 'from'> {
  const found = new Map<number, 'to' | 'from'>();
  for (const move of moves) {
    const end = last(move);
    if (end === undefined) continue;
    if (isDirect(moves, move)) found.set(end, 'to');
    else if (chosen !== null && move.path[0] === chosen) found.set(end, 'to');
    else if (move.path[0] !== undefined && !found.has(move.path[0])) found.set(move.path[0], 'from');
  }
  return found;
}

/** The moves that no click on the board can mean: a pass, or one with the same places as another. */
export function offBoard(moves: LegalMove[]): LegalMove[] {
  const seen = new Set<string>();
  return moves.filter(({ path }) => {
    const ends = `${path[0]} ${path[path.length - 1]}`;
    const clicked = path.length > 0 && !seen.has(ends);
    seen.add(ends);
    return !clicked;
  });
}

function last(move: LegalMove): number | undefined {
  return move.path[move.path.length - 1];
}

/** The place that an arrow key, Home or End leads to; at the edge, the same place. */
export function neighbour(shape: BoardShape, place: number, key: string, flipped: boolean): number {
  const width = shape.columns.length;
  const height = shape.rows.length;
  let row = Math.floor(place / width);
  let column = place % width;
  const step = flipped ? -1 : 1;
  if (key === 'ArrowUp') row -= step;
  else if (key === 'ArrowDown') row += step;
  else if (key === 'ArrowLeft') column -= step;
  else if (key === 'ArrowRight') column += step;
  else if (key === 'Home') column = flipped ? width - 1 : 0;
  else if (key === 'End') column = flipped ? 0 : width - 1;
  row = Math.min(height - 1, Math.max(0, row));
  column = Math.min(width - 1, Math.max(0, column));
  return row * width + column;
}

/** Too many places for an element each: the board is operated as a whole. */
export function hasManyPlaces(shape: BoardShape): boolean {
  return shape.names.length > 500;
}

/** The frame after *step*; unchanged pieces stay the same objects. */
export function applyStep(frame: BoardFrame, step: BoardStep): BoardFrame {
  const { set = [], clear = [], actors = [], last: path = [], forbidden = [], facts = [] } = step;
  const { turned = [], check = [], winning = [] } = step;
  return { pieces: replaced(frame, set, clear), actors, last: path, turned, check, winning, forbidden, facts };
}

function replaced(frame: BoardFrame, set: Piece[], clear: number[]): Piece[] {
  if (set.length === 0 && clear.length === 0) return frame.pieces;
  const known = new Map(frame.pieces.map((piece) => [piece.at, piece]));
  for (const place of clear) known.delete(place);
  for (const piece of set) {
    const old = known.get(piece.at);
    // What is already there is not drawn again.
    if (old?.sign !== piece.sign || old.side !== piece.side || old.glyph !== piece.glyph) known.set(piece.at, piece);
  }
  return [...known.values()];
}

/** The frame after *move*, as far as the server has told in advance; null if it has not. */
export function predicted(shape: BoardShape, frame: BoardFrame, move: LegalMove): BoardFrame | null {
  if (!move.change) return null;
  const standing = new Set(frame.pieces.map((piece) => piece.at));
  const set: Piece[] = [];
  const clear: number[] = [];
  for (const [at, sign] of move.change) {
    const look = shape.looks?.[sign];
    if (look) set.push({ at, sign, ...look });
    else clear.push(at);
  }
  const moving = new Map((move.actors ?? []).map((actor) => [actor.key, actor]));
  return {
    pieces: replaced(frame, set, clear),
    actors: frame.actors.map((actor) => moving.get(actor.key) ?? actor),
    last: move.path,
    turned: set.map((piece) => piece.at).filter((at) => standing.has(at) && !move.path.includes(at)),
    forbidden: [],
    facts: frame.facts,
  };
}

/** The piece on each place; an actor hides the piece below it. */
export function byPlace(frame: BoardFrame): Map<number, Piece> {
  const found = new Map<number, Piece>();
  for (const piece of frame.pieces) found.set(piece.at, piece);
  for (const actor of frame.actors) found.set(actor.at, actor);
  return found;
}

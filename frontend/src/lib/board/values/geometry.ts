// Where the places of a board are drawn, in SVG units.

import { hasManyPlaces } from '../hand/moves';
import type { BoardShape } from './types';

export const SIZE = 40; // of a place
export const MARGIN = 26; // around the board, for the labels
const CLOSE = 15; // places per side of a close view

/** A part of the board. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The middle of *place*. */
export function middle(shape: BoardShape, place: number, flipped: boolean): { x: number; y: number } {
  const [width, height] = [shape.columns.length, shape.rows.length];
  const [column, row] = [place % width, Math.floor(place / width)];
  return {
    x: MARGIN + SIZE * ((flipped ? width - 1 - column : column) + 0.5),
    y: MARGIN + SIZE * ((flipped ? height - 1 - row : row) + 0.5),
  };
}

/** The place at a point, or null outside the board. */
export function placeAt(shape: BoardShape, x: number, y: number, flipped: boolean): number | null {
  const [width, height] = [shape.columns.length, shape.rows.length];
  const [column, row] = [Math.floor((x - MARGIN) / SIZE), Math.floor((y - MARGIN) / SIZE)];
  if (column < 0 || row < 0 || column >= width || row >= height) return null;
  const place = row * width + column;
  return flipped ? width * height - 1 - place : place;
}

/** The visible part: the whole board, or the surroundings of the place *close* if it has many places. */
export function visibleBox(shape: BoardShape, close: number | null, flipped: boolean): Box {
  const whole = {
    left: 0,
    top: 0,
    width: shape.columns.length * SIZE + 2 * MARGIN,
    height: shape.rows.length * SIZE + 2 * MARGIN,
  };
  if (close === null || !hasManyPlaces(shape)) return whole;
  const { x, y } = middle(shape, close, flipped);
  const side = Math.min(CLOSE * SIZE, whole.width, whole.height);
  const within = (at: number, all: number): number => Math.min(Math.max(0, at - side / 2), all - side);
  return { left: within(x, whole.width), top: within(y, whole.height), width: side, height: side };
}

/** Width / height of the visible part. */
export function aspectOf(shape: BoardShape, close: number | null = null): number {
  const { width, height } = visibleBox(shape, close, false);
  return width / height;
}

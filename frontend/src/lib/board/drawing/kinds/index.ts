// The kinds of boards, by the geometry that the server names. A geometry that is not here is drawn
// as plain squares with discs, so that a game needs no code on the page.

import type { Component } from 'svelte';

import type { BoardShape, Piece } from '../../values/types';
import Cells from './Cells.svelte';
import Crossings from './Crossings.svelte';
import Disc from './Disc.svelte';
import Maze from './Maze.svelte';
import MazeCanvas from './MazeCanvas.svelte';
import MazeFigure from './MazeFigure.svelte';

export interface GroundProps {
  shape: BoardShape;
  x: (place: number) => number;
  y: (place: number) => number;
  size: number;
  margin: number;
}

export interface FigureProps {
  shape: BoardShape;
  piece: Piece;
  size: number;
}

export interface BoardKind {
  Ground: Component<GroundProps>; // the empty board without its labels
  Figure: Component<FigureProps>; // one piece, around the origin
  Canvas?: Component<{ shape: BoardShape; pieces: Piece[] }>; // ground and pieces, for very many places
  plain?: boolean; // not made of wood
  shaded?: boolean; // places to go to are shaded as a whole
}

const CELLS: BoardKind = { Ground: Cells, Figure: Disc };

const KINDS = new Map<string, BoardKind>([
  ['cells', CELLS],
  ['crossings', { Ground: Crossings, Figure: Disc }],
  ['maze', { Ground: Maze, Figure: MazeFigure, Canvas: MazeCanvas, plain: true, shaded: true }],
]);

export function boardKind(shape: BoardShape): BoardKind {
  return KINDS.get(shape.geometry) ?? CELLS;
}

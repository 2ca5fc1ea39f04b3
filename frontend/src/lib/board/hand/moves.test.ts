import { describe, expect, it } from 'vitest';

import { click, neighbour, applyStep, offBoard, targets } from './moves';
import type { BoardFrame, BoardShape } from '../values/types';

const placing = [
  { move: 'd3', path: [3] },
  { move: 'pass', path: [] },
];
const walking = [
  { move: 'a1a2', path: [0, 1] },
  { move: 'a1b1', path: [0, 4] },
  { move: 'c1c2', path: [8, 9] },
];
const garlic = [
  { move: '0,0', path: [0, 0] },
  { move: '0,1', path: [0, 1] },
];

describe('click', () => {
  it('places a stone with one click', () => {
    expect(click(placing, null, 3)).toEqual({ kind: 'move', move: placing[0] });
    expect(click(placing, null, 4)).toEqual({ kind: 'nothing' });
  });

  it('chooses a piece, then its target, and allows another choice', () => {
    expect(click(walking, null, 0)).toEqual({ kind: 'choose', place: 0 });
    expect(click(walking, 0, 4)).toEqual({ kind: 'move', move: walking[1] });
    expect(click(walking, 0, 8)).toEqual({ kind: 'choose', place: 8 });
    expect(click(walking, 0, 0)).toEqual({ kind: 'nothing' });
    expect(click(walking, 0, 9)).toEqual({ kind: 'nothing' });
  });

  it('needs one click where all moves start from one place', () => {
    expect(click(garlic, null, 1)).toEqual({ kind: 'move', move: garlic[1] });
    expect(click(garlic, null, 0)).toEqual({ kind: 'move', move: garlic[0] });
  });
});

describe('targets', () => {
  it('shows starts, then ends', () => {
    expect([...targets(walking, null)]).toEqual([
      [0, 'from'],
      [8, 'from'],
    ]);
    expect([...targets(walking, 0)]).toEqual([
      [1, 'to'],
      [4, 'to'],
      [8, 'from'],
    ]);
    expect([...targets(placing, null)]).toEqual([[3, 'to']]);
  });
});

describe('neighbour', () => {
  const shape = { columns: ['a', 'b', 'c'], rows: ['1', '2'] } as unknown as BoardShape;
  it('moves, and stops at the edge', () => {
    expect(neighbour(shape, 0, 'ArrowRight', false)).toBe(1);
    expect(neighbour(shape, 0, 'ArrowUp', false)).toBe(0);
    expect(neighbour(shape, 1, 'ArrowDown', false)).toBe(4);
    expect(neighbour(shape, 1, 'ArrowDown', true)).toBe(1);
    expect(neighbour(shape, 4, 'Home', false)).toBe(3);
    expect(neighbour(shape, 4, 'End', false)).toBe(5);
  });

  it('goes by what is seen on a board that is turned round', () => {
    expect(neighbour(shape, 4, 'ArrowLeft', true)).toBe(5);
    expect(neighbour(shape, 4, 'ArrowUp', true)).toBe(4);
    expect(neighbour(shape, 4, 'ArrowDown', true)).toBe(1);
    expect(neighbour(shape, 4, 'Home', true)).toBe(5);
    expect(neighbour(shape, 4, 'End', true)).toBe(3);
  });
});

describe('applyStep', () => {
  it('sets and clears pieces, and keeps the others', () => {
    const frame: BoardFrame = {
      pieces: [
        { at: 0, sign: 'o', glyph: '*' },
        { at: 1, sign: 'o', glyph: '*' },
      ],
      actors: [],
      last: [],
      forbidden: [],
      facts: [],
    };
    const after = applyStep(frame, {
      set: [{ at: 2, sign: 'x', glyph: '' }],
      clear: [0],
      actors: [],
      last: [2],
      forbidden: [],
      facts: [],
    });
    expect(after.pieces.map((piece) => piece.at)).toEqual([1, 2]);
    expect(after.pieces[0]).toBe(frame.pieces[1]);
  });
});

describe('offBoard', () => {
  it('has passes, moves without places and the second of two with the same places', () => {
    expect(offBoard(placing).map(({ move }) => move)).toEqual(['pass']);
    expect(offBoard(walking)).toEqual([]);
    const promoting = [
      { move: 'a7a8=Q', path: [8, 0] },
      { move: 'a7a8=N', path: [8, 0] },
      { move: '3-4', path: [] },
    ];
    expect(offBoard(promoting).map(({ move }) => move)).toEqual(['a7a8=N', '3-4']);
  });
});

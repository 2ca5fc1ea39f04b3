import { describe, expect, it } from 'vitest';

import { aspectOf, middle, placeAt, visibleBox } from './geometry';
import type { BoardShape } from './types';

function board(columns: number, rows: number): BoardShape {
  const labels = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
  return {
    geometry: 'cells',
    columns: labels(columns),
    rows: labels(rows),
    names: labels(columns * rows),
    seats: ['black', 'white'],
    pieces: {},
    walls: [],
    dots: [],
    banners: [],
    lines: [],
  };
}

describe('where places are drawn', () => {
  const shape = board(9, 10);

  it.each([false, true])('is where they are found again, flipped: %s', (flipped) => {
    for (let place = 0; place < 90; place++) {
      const { x, y } = middle(shape, place, flipped);
      expect(placeAt(shape, x, y, flipped)).toBe(place);
      expect(placeAt(shape, x - 19, y + 19, flipped)).toBe(place);
    }
  });

  it('is nowhere on the labels and beside the board', () => {
    for (const [x, y] of [
      [10, 100],
      [100, 10],
      [9 * 40 + 27, 100],
      [100, 10 * 40 + 27],
      [-5, -5],
    ] as const)
      expect(placeAt(shape, x, y, false)).toBeNull();
  });

  it('has the aspect of the board, or of a close view', () => {
    expect(aspectOf(shape)).toBeCloseTo(412 / 452);
    const large = board(60, 30);
    expect(aspectOf(large)).toBeGreaterThan(1.5);
    expect(aspectOf(large, 100)).toBe(1);
    expect(visibleBox(large, 0, false)).toMatchObject({ left: 0, top: 0, width: 600 });
    expect(visibleBox(large, 0, true).left).toBeGreaterThan(1000);
  });
});

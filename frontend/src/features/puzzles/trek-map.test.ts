import { describe, expect, it } from 'vitest';

import { blank, GOAL, MOUNTAIN, painted, resized, START, SUPPLY, written } from './trek-map';

describe('a map that is drawn', () => {
  const map = blank(2, 3, 4);

  it('is written as the lab reads it', () => {
    expect(written(painted(map, 1, MOUNTAIN))).toBe('2 3 4\n3 1 0\n0 0 4\n');
  });

  it('always has one start and one goal', () => {
    const moved = painted(painted(map, 2, START), 3, GOAL);
    expect(moved.cells).toEqual([0, 0, START, GOAL, 0, 0]);
    expect(painted(moved, 2, MOUNTAIN)).toBe(moved);
    expect(painted(map, 99, SUPPLY)).toBe(map);
  });

  it('keeps what fits into another size', () => {
    const smaller = resized(painted(map, 1, SUPPLY), 2, 2);
    expect(smaller.cells).toEqual([START, SUPPLY, 0, GOAL]);
    expect(resized(smaller, 3, 3).cells.filter((cell) => cell === GOAL)).toHaveLength(1);
    expect(resized(painted(painted(map, 5, SUPPLY), 3, GOAL), 1, 2).cells).toEqual([START, GOAL]);
  });
});

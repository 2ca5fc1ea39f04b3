import { describe, expect, it } from 'vitest';

import { emptyMap, GOAL, MOUNTAIN, paintCell, resize, START, SUPPLY, toText } from './trek-map';

describe('a Trek map', () => {
  const map = emptyMap(2, 3, 4);

  it('is written in the format of the lab', () => {
    expect(toText(paintCell(map, 1, MOUNTAIN))).toBe('2 3 4\n3 1 0\n0 0 4\n');
  });

  it('always has one start and one goal', () => {
    const moved = paintCell(paintCell(map, 2, START), 3, GOAL);
    expect(moved.cells).toEqual([0, 0, START, GOAL, 0, 0]);
    expect(paintCell(moved, 2, MOUNTAIN)).toBe(moved);
    expect(paintCell(map, 99, SUPPLY)).toBe(map);
  });

  it('keeps the cells that fit when it is resized', () => {
    const smaller = resize(paintCell(map, 1, SUPPLY), 2, 2);
    expect(smaller.cells).toEqual([START, SUPPLY, 0, GOAL]);
    expect(resize(smaller, 3, 3).cells.filter((cell) => cell === GOAL)).toHaveLength(1);
    expect(resize(paintCell(paintCell(map, 5, SUPPLY), 3, GOAL), 1, 2).cells).toEqual([START, GOAL]);
  });
});

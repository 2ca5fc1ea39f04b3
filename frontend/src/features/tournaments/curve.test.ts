import { describe, expect, it } from 'vitest';

import { apart, runs, ticks } from './curve';

describe('rating curves', () => {
  it('have a line for each bot', () => {
    const found = runs([
      [2, 1, 10],
      [2, 0, -10],
      [4, 0, -30],
      [4, 1, 30],
    ]);
    expect(found.map((run) => run.place)).toEqual([0, 1]);
    expect(found[0]!.points).toEqual([
      { games: 2, elo: -10 },
      { games: 4, elo: -30 },
    ]);
  });

  it('have round numbers beside them', () => {
    expect(ticks(-130, 210, 4)).toEqual([-100, 0, 100, 200]);
    expect(ticks(5, 5, 4)).toEqual([5]);
  });

  it('have names that do not cover each other', () => {
    expect(apart([10, 12, 50], 15, 100)).toEqual([10, 25, 50]);
    const low = apart([95, 96, 97], 15, 100);
    expect(low).toEqual([70, 85, 100]);
  });
});

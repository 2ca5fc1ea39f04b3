import { describe, expect, it } from 'vitest';

import { ticks } from '$lib/ticks';

import { spreadApart, ratingLines } from './curve';

describe('the rating curve', () => {
  it('has one line per bot', () => {
    const found = ratingLines([
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

  it('has round numbers on its axis', () => {
    expect(ticks(-130, 210, 4)).toEqual([-100, 0, 100, 200]);
    expect(ticks(5, 5, 4)).toEqual([5]);
  });

  it('has labels that do not overlap', () => {
    expect(spreadApart([10, 12, 50], 15, 100)).toEqual([10, 25, 50]);
    const low = spreadApart([95, 96, 97], 15, 100);
    expect(low).toEqual([70, 85, 100]);
  });
});
